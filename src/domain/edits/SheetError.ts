import * as Schema from "effect/Schema"
import { ModificationError } from "./Modification.ts"

/** The reason why a cell of a sheet cannot be taken back. */
export const SheetError = Schema.Struct({
  ...ModificationError.fields,
  row: Schema.Int.annotations({ description: "As the spreadsheet numbers it; the header is row 1" }),
  column: Schema.String.annotations({ description: "The header" })
}).annotations({ identifier: "SheetError" })
export type SheetError = typeof SheetError.Type
