import { JobRefused } from "../../../src/ports/Computation.ts"

/** Limits of a document. They are needed because nested blocks turn a small file into a large model. */
export interface Limits {
  /** Objects of the model; each part of a block counts once per instance. */
  readonly parts: number
  /** Triangles as drawn; those of a block count once per instance. */
  readonly drawn: number
  /** Triangles written to the file. */
  readonly written: number
  /** Levels of nested blocks. */
  readonly depth: number
}

export const limits: Limits = { parts: 1_000_000, drawn: 200_000_000, written: 20_000_000, depth: 64 }

/** Throws `JobRefused` with ResourceLimit. */
export const refuse = (most: number, what: string): never => {
  const reason = `The file has more than ${most.toLocaleString("en-US")} ${what}`
  throw new JobRefused({ code: "ResourceLimit", reason })
}
