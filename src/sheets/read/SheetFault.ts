import * as Data from "effect/Data"
import { type Limit, sentenceOf } from "../../domain/Limit.ts"

/** A table that cannot be read. `kind` is the code of the answer, `details` one sentence for a person. */
export class SheetFault extends Data.TaggedError("SheetFault")<{
  readonly kind: "InvalidBody" | "UnsupportedFileType" | "ArchiveTooLarge" | "LimitExceeded"
  readonly details: string
}> {}

export const invalid = (details: string): SheetFault => new SheetFault({ kind: "InvalidBody", details })
export const unsupported = (details: string): SheetFault => new SheetFault({ kind: "UnsupportedFileType", details })
export const tooLarge = (limit: Limit): SheetFault =>
  new SheetFault({ kind: "ArchiveTooLarge", details: sentenceOf(limit) })
export const beyond = (limit: Limit): SheetFault =>
  new SheetFault({ kind: "LimitExceeded", details: sentenceOf(limit) })
