import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import {
  changed,
  type DefinitionContent,
  PropertyDefinitionChange,
  PropertyDefinitionDraft
} from "./PropertyDefinition.ts"
import { merge } from "./PropertySet.ts"

const plain: DefinitionContent = {
  name: "a",
  dataType: "string",
  measureType: null,
  unitName: null,
  enumerationValues: null
}
const grade: DefinitionContent = { ...plain, name: "grade", dataType: "enumeration", enumerationValues: ["x", "y"] }

const draft = Schema.decodeUnknownEither(PropertyDefinitionDraft)
const change = Schema.decodeUnknownEither(PropertyDefinitionChange)

test("a new definition has lower-case words, and a measure type that begins with a small letter", () => {
  for (const [word, dataType] of [
    ["String", "string"],
    ["Integer", "integer"],
    ["Real", "double"],
    ["Boolean", "boolean"]
  ] as const) {
    expect(changed(null, { name: "a", dataType: word, measureType: "PlaneAngle", unit: "deg" })).toEqual(
      Either.right({ name: "a", dataType, measureType: "planeAngle", unitName: "deg", enumerationValues: null })
    )
  }
})

test("an absent member keeps its value, null clears it", () => {
  const before = { ...plain, dataType: "double" as const, measureType: "length", unitName: "m" }
  expect(changed(before, {})).toEqual(Either.right(before))
  expect(changed(before, { unit: null, measureType: null })).toEqual(
    Either.right({ ...before, unitName: null, measureType: null })
  )
})

test("an enumeration must have words, and other data types cannot", () => {
  expect(changed(grade, { dataType: "String" })).toEqual(Either.right({ ...plain, name: "grade" }))
  expect(changed(plain, { dataType: "Enumeration", enumerationValues: ["x"] })).toEqual(
    Either.right({ ...plain, dataType: "enumeration", enumerationValues: ["x"] })
  )
  for (const wrong of [
    changed(plain, { dataType: "Enumeration" }),
    changed(grade, { enumerationValues: [] }),
    changed(grade, { enumerationValues: null }),
    changed(plain, { enumerationValues: ["x"] }),
    changed(null, { name: "a" }),
    changed(null, { dataType: "String" })
  ]) {
    expect(Either.isLeft(wrong)).toBe(true)
  }
  expect(changed(plain, { enumerationValues: [] })).toEqual(Either.right(plain))
})

test("null is refused for name and data type, and equals absence for the optional members of a new definition", () => {
  expect(Either.isLeft(change({ name: null }))).toBe(true)
  expect(Either.isLeft(change({ dataType: null }))).toBe(true)
  expect(draft({ name: " a ", dataType: "Real", unit: null, measureType: null, enumerationValues: null })).toEqual(
    Either.right({ name: "a", dataType: "Real" })
  )
})

test("words are distinct, not empty, and at most 1,000; measure types and units have at most 64 characters", () => {
  const words = (enumerationValues: ReadonlyArray<string>) =>
    Either.isRight(draft({ name: "a", dataType: "Enumeration", enumerationValues }))
  expect(words(["x", "X"])).toBe(true)
  expect(words(["x", "x"])).toBe(false)
  expect(words([""])).toBe(false)
  expect(words(Array.from({ length: 1001 }, String))).toBe(false)
  const long = "m".repeat(65)
  expect(Either.isRight(change({ unit: long.slice(1), measureType: long.slice(1) }))).toBe(true)
  expect(Either.isRight(change({ unit: long }))).toBe(false)
  expect(Either.isRight(change({ measureType: long }))).toBe(false)
})

test("a list adds and updates by name, skips what is unchanged, and refuses a repeated name", () => {
  const merged = merge(
    [plain, grade],
    [{ name: "a" }, { name: "grade", enumerationValues: ["z"] }, { name: "b", dataType: "Boolean" }]
  )
  expect(merged).toEqual(
    Either.right({
      added: [{ ...plain, name: "b", dataType: "boolean" }],
      updated: [{ before: grade, after: { ...grade, enumerationValues: ["z"] } }]
    })
  )
  expect(merge([plain], [{ name: "b", dataType: "Real" }, { name: "b" }])).toMatchObject({
    left: { _tag: "DuplicateName" }
  })
  expect(merge([plain], [{ name: "a" }, { name: "b" }])).toMatchObject({
    left: { _tag: "InvalidBody", faults: [{ pointer: "/propertyDefinitions/1/dataType" }] }
  })
})
