import { type Limit, sentenceOf } from "../../../src/domain/Limit.ts"
import { limits as table } from "../../../src/domain/Limits.ts"
import { JobRefused } from "../../../src/ports/Computation.ts"

/** Limits of a document. They are needed because nested blocks turn a small file into a large model. */
export interface Limits {
  /** The number of objects of the model. Each part of a block counts once per instance. */
  readonly parts: number
  /** The number of drawn triangles. Those of a block count once per instance. */
  readonly drawn: number
  /** The number of triangles written to the file. */
  readonly written: number
  /** The number of levels of nested blocks. */
  readonly depth: number
}

export const limits: Limits = {
  parts: table.objectsOfRhino.most,
  drawn: table.trianglesDrawnOfRhino.most,
  written: table.trianglesOfRhino.most,
  depth: table.blockLevelsOfRhino.most
}

/** Throws `JobRefused` with ResourceLimit. `most` is the number in force. */
export const refuse = (limit: Limit, most: number): never => {
  throw new JobRefused({ code: "ResourceLimit", reason: sentenceOf(limit, most) })
}
