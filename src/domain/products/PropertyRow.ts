import * as Schema from "effect/Schema"

/** A row of imported data about an object. All members are texts. */
export const PropertyRow = Schema.Struct({
  set: Schema.String,
  name: Schema.String,
  value: Schema.String
}).annotations({ identifier: "PropertyRow" })
export type PropertyRow = typeof PropertyRow.Type
