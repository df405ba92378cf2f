import * as Schema from "effect/Schema"
import { ModificationError } from "./Modification.ts"

/** The reason why a cell of a sheet cannot be taken back. */
export const SheetError = Schema.Struct({
  ...ModificationError.fields,
  row: Schema.Int.annotations({ description: "The number of the row in the spreadsheet; the header is row 1" }),
  column: Schema.String.annotations({ description: "The header" })
}).annotations({ identifier: "SheetError" })
export type SheetError = typeof SheetError.Type
