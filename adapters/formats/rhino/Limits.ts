import { JobRefused } from "../../../src/ports/Computation.ts"

/** What a document may come to, for blocks of blocks make much of little. */
export interface Limits {
  /** Objects of the model, each part of a block counted wherever it stands. */
  readonly parts: number
  /** Triangles that are drawn, those of a block wherever it stands. */
  readonly drawn: number
  /** Triangles that are written. */
  readonly written: number
  /** Blocks in one another. */
  readonly depth: number
}

export const limits: Limits = { parts: 1_000_000, drawn: 200_000_000, written: 20_000_000, depth: 64 }

/** Fails: throws `JobRefused` with ResourceLimit. */
export const refuse = (most: number, what: string): never => {
  const reason = `The file has more than ${most.toLocaleString("en-US")} ${what}`
  throw new JobRefused({ code: "ResourceLimit", reason })
}
