import * as Either from "effect/Either"
import { expect, test } from "bun:test"
import * as Schema from "effect/Schema"
import { longestField, parse } from "../../../domain/edits/Modification.ts"
import { modificationsIn, ModificationText, namedIn } from "./ModificationText.ts"

test("the text of modifications contains the references that they name, as the project spells them, without deleted ones", () => {
  const body = {
    add: { Code: { a: "C1", b: ["c2", "C3"] }, FireRating: { a: "c9" } },
    update: {
      Code: { c: { C4: {}, c5: null }, d: [1], e: null },
      SpatialLocation: { a: "0A", b: { SpatialLocationId: "0a" }, c: "", d: { SpatialLocationId: null }, e: 3 }
    },
    addOrUpdate: { Material: { a: "M1", b: { MaterialId: "m2" }, c: null, d: { Name: "m8" } } },
    delete: { Code: { a: "c6" }, Material: { d: "m7" }, SpatialLocation: { f: "0b" } }
  }
  const text = Schema.decodeUnknownSync(ModificationText)(body)
  expect(modificationsIn(text)).toEqual([...Either.getOrThrow(parse(body))])
  const named = namedIn(text)
  expect(named.codes).toEqual(["c1", "c2", "c3", "c4", "c5"])
  expect(named.locations).toEqual(["0A", "0a"])
  expect(named.materials).toEqual(["m1", "m2"])
})

test("the text of modifications is proportional to the body, whatever the length of fields and the number of cells", () => {
  const cells = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`g${i}`, i]))
  const body = { add: { ["f".repeat(longestField)]: cells } }
  const text = Schema.decodeUnknownSync(ModificationText)(body)
  expect(text.length).toBeLessThan(JSON.stringify(body).length * 2)
})
