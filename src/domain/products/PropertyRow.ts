import * as Schema from "effect/Schema"

/** A row that imported data says of a thing: all texts. */
export const PropertyRow = Schema.Struct({
  set: Schema.String,
  name: Schema.String,
  value: Schema.String
}).annotations({ identifier: "PropertyRow" })
export type PropertyRow = typeof PropertyRow.Type
