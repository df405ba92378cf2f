/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { fieldNamed } from "./Labels.ts"

test.each([
  ["Location", [], "SpatialLocation"],
  ["object type", ["ObjectType"], "ObjectType"],
  ["Type", ["TypeName"], "TypeName"],
  ["Type", ["Type", "TypeName"], "Type"],
  ["FireRating", ["FireRating"], "FireRating"],
  ["no such", ["Class"], "no such"]
])("%s among %j is %s", (typed, names, field) => expect(fieldNamed(typed, names)).toBe(field))
