import * as Either from "effect/Either"
import { expect, test } from "bun:test"
import { parse } from "../../../domain/edits/Modification.ts"
import { namedReferences } from "./NamedReferences.ts"

test("what a request names of a project, as the project spells it; what it deletes is nobody's matter", () => {
  const body = {
    add: { Code: { a: "C1", b: ["c2", "C3"] }, FireRating: { a: "c9" } },
    update: {
      Code: { c: { C4: {}, c5: null }, d: [1], e: null },
      SpatialLocation: { a: "0A", b: { SpatialLocationId: "0a" }, c: "", d: { SpatialLocationId: null }, e: 3 }
    },
    addOrUpdate: { Material: { a: "M1", b: { MaterialId: "m2" }, c: null, d: { Name: "m8" } } },
    delete: { Code: { a: "c6" }, Material: { d: "m7" }, SpatialLocation: { f: "0b" } }
  }
  const named = namedReferences(Either.getOrThrow(parse(body)))
  expect(named.codes).toEqual(["c1", "c2", "c3", "c4", "c5"])
  expect(named.locations).toEqual(["0A", "0a"])
  expect(named.materials).toEqual(["m1", "m2"])
})
