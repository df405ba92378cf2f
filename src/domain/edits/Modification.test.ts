import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { expect, test } from "bun:test"
import {
  each,
  longestField,
  longestGuid,
  type Modification,
  Modifications,
  type ModificationVerb,
  parse
} from "./Modification.ts"

const parsed = (body: unknown): ReadonlyArray<Modification> => [...each(Either.getOrThrow(parse(body)))]
const fault = (body: unknown): string => {
  const { detail, path } = Either.getOrThrow(Either.flip(parse(body)))
  return `${path.join("/")}: ${detail}`
}

test("modifications keep the order of the body", () => {
  const body = { Update: { B: { g2: 1, g1: "x" }, A: { g1: null } }, foo: 3, ADD: { B: { g1: true } }, delete: {} }
  expect(parsed(body).map(({ field, guid, value, verb }) => [verb, field, guid, value])).toEqual([
    ["update", "B", "g2", 1],
    ["update", "B", "g1", "x"],
    ["update", "A", "g1", null],
    ["add", "B", "g1", true]
  ])
})

test.each<[string, ModificationVerb]>([
  ["add", "add"],
  ["DELETE", "delete"],
  ["uPDATE", "update"],
  ["addorupdate", "addOrUpdate"]
])("the verb %s is %s", (sent, verb) => expect(parsed({ [sent]: { F: { g: 1 } } })[0]!.verb).toBe(verb))

test("names of members that every object has are ordinary names", () => {
  const body: unknown = JSON.parse(`{"add":{"constructor":{"toString":{"valueOf":1,"value":2}}}}`)
  expect(parsed(body)).toEqual([
    {
      verb: "add",
      field: "constructor",
      guid: "toString",
      value: { members: { Value: 2 }, keys: ["valueOf", "value"] }
    }
  ])
})

test("members of a value match without regard to case, keys of codes match exactly", () => {
  const of = (field: string, value: unknown) => parsed({ update: { [field]: { g: value } } })[0]!.value
  expect(of("F", { propertySET: "S", VALUE: null, Other: 1 })).toMatchObject({
    members: { PropertySet: "S", Value: null }
  })
  expect(of("Material", { materialid: "m" })).toMatchObject({ members: { MaterialId: "m" } })
  expect(of("SpatialLocation", { spatialLocationId: "" })).toMatchObject({ members: { SpatialLocationId: "" } })
  expect(of("Code", { Value: {}, value: {} })).toEqual({ members: {}, keys: ["Value", "value"] })
  expect(of("Code", ["a", 1])).toEqual(["a", 1])
})

test("a verb that is absent, null or empty has no effect", () => {
  for (const body of [{}, { add: null }, { add: {} }, { add: { F: {} } }, { other: 1 }])
    expect(parsed(body)).toEqual([])
})

test.each<[unknown, string]>([
  [[], ": must be an object"],
  [null, ": must be an object"],
  [{ add: [] }, "add: must be an object of fields"],
  [{ add: "x" }, "add: must be an object of fields"],
  [{ add: { F: null } }, "add/F: must be an object of values by product"],
  [{ add: { F: [1] } }, "add/F: must be an object of values by product"],
  [{ add: {}, Add: {} }, "Add: add stands twice"],
  [{ add: null, Add: {} }, "Add: add stands twice"],
  [{ update: { F: { g: { Value: 1, value: 1 } } } }, "update/F/g: Value stands twice"],
  [{ update: { F: { g: "\0" } } }, "update/F/g: holds NUL or a lone surrogate"],
  [{ update: { F: { "\ud800": 1 } } }, "update/F/\ud800: holds NUL or a lone surrogate"],
  [{ update: { "a\0": { g: 1 } } }, "update/a\0: holds NUL or a lone surrogate"],
  [{ update: { F: { g: { Value: "\0" } } } }, "update/F/g: Value holds NUL or a lone surrogate"],
  [{ update: { Code: { g: ["\0"] } } }, "update/Code/g: holds NUL or a lone surrogate"],
  [{ update: { Code: { g: { "\0": 1 } } } }, "update/Code/g: holds NUL or a lone surrogate"]
])("%j is refused: %s", (body, told) => expect(fault(body)).toBe(told))

test("a field has at most the length of file names, a guid at most 255 characters", () => {
  const long = "😀".repeat(longestField)
  expect(parsed({ add: { [long]: { g: 1 } } })[0]!.field).toBe(long)
  expect(fault({ add: { [`${long}x`]: {} } })).toBe(`add/${long}x: has more than 2049 characters`)
  expect(fault({ add: { F: { ["g".repeat(longestGuid + 1)]: 1 } } })).toContain("has more than 255 characters")
})

test("the error for a wrong body gives the place", () => {
  const failed = Schema.decodeUnknownEither(Modifications)({ add: { F: 1 } })
  const issues = Either.getOrThrow(
    Either.map(Either.flip(failed), (error) => ParseResult.ArrayFormatter.formatErrorSync(error))
  )
  expect(issues).toMatchObject([{ path: ["add", "F"], message: "must be an object of values by product" }])
})
