import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"

const count = (description: string) =>
  optional(Schema.NumberFromString.pipe(Schema.int(), Schema.nonNegative())).annotations({ description })

/** The parameters for a part of a list, by OData. */
export const part = {
  $top: count("The most items that are returned"),
  $skip: count("The number of items that are left out at the beginning")
}
