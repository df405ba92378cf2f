import * as Schema from "effect/Schema"

export const FieldDataType = Schema.Literal("String", "Real", "Integer", "Boolean", "Enum")
export type FieldDataType = typeof FieldDataType.Type

/** Details of a product field in addition to its name. Guid, Class and Name have none. */
export const FieldDetail = Schema.Struct({
  name: Schema.String,
  dataType: Schema.NullOr(FieldDataType).annotations({
    description: "null if the values have different kinds or the field has its own form"
  }),
  unit: Schema.NullOr(Schema.String).annotations({ description: "IFC name in upper camel case, such as Millimetre" }),
  enumerationValues: Schema.NullOr(Schema.Array(Schema.String))
}).annotations({ identifier: "ProductFieldDetail" })
export type FieldDetail = typeof FieldDetail.Type
