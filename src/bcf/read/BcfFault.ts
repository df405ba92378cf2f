import * as Data from "effect/Data"
import { type Limit, sentenceOf } from "../../domain/Limit.ts"

/** A BCF file that cannot be read. `kind` is the code of the answer, `details` one sentence for a person. */
export class BcfFault extends Data.TaggedError("BcfFault")<{
  readonly kind: "InvalidBody" | "ArchiveTooLarge" | "LimitExceeded"
  readonly details: string
}> {}

export const invalid = (details: string): BcfFault => new BcfFault({ kind: "InvalidBody", details })
export const beyond = (limit: Limit): BcfFault => new BcfFault({ kind: "LimitExceeded", details: sentenceOf(limit) })
