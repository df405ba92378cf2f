import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { FieldDetail } from "../../domain/products/FieldDetail.ts"
import { alphabetically, compareCodePoints } from "../table/Alphabet.ts"
import * as Fields from "./Fields.ts"
import { tableOf, type TestCell, type TestModel } from "../testing/TestContent.ts"
import * as View from "./View.ts"

const view = View.empty("1")
const every = { page: 1, pageSize: 5000 }
const always = [
  "Code",
  "Description",
  "MaterialLayerSet",
  "ObjectType",
  "OverallHeight",
  "OverallWidth",
  "PredefinedType",
  "SpatialLocation",
  "Tag",
  "TypeName"
]
interface FieldPage {
  readonly fields: ReadonlyArray<string>
  readonly fieldDetails: ReadonlyArray<FieldDetail>
}

const list = (...asked: Parameters<typeof Fields.query>): FieldPage =>
  JSON.parse(new TextDecoder().decode(Either.getOrThrow(Fields.query(...asked))))

const units = [
  { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
  { name: "Metre", kind: "LENGTHUNIT", toSi: 1, offset: 0 }
]

const more = (model: TestModel, seen = view): ReadonlyArray<string> =>
  list(tableOf(model), seen, every)
    .fields.slice(3)
    .filter((field) => !always.includes(field))

const detail = (model: TestModel, name: string, seen = view): Omit<FieldDetail, "name"> | undefined => {
  const found = list(tableOf(model), seen, every).fieldDetails.find((of) => of.name === name)
  return found && { dataType: found.dataType, unit: found.unit, enumerationValues: found.enumerationValues }
}

const defined = (
  ...definitions: ReadonlyArray<Partial<View.CustomDefinition> & { set: string; name: string }>
): View.View =>
  View.empty("1", {
    definitions: definitions.map((definition, i) =>
      Object.assign({ guid: `g${i}`, dataType: "String" as const, unit: null, enumerationValues: null }, definition)
    )
  })

const cells = (...values: ReadonlyArray<TestCell | TestCell["value"]>): TestModel => ({
  units,
  products: values.map((value) => ({ cells: [["S|P", value]] as const }))
})

describe("fields", () => {
  test("begin with Guid, Class and Name; the others are alphabetical and always contain attributes and forms", () => {
    const { fields } = list(tableOf({ products: [] }), view, every)
    expect(fields).toEqual(["Guid", "Class", "Name", ...always])
  })
  test("are plain names, listed once, and qualified if a product has two", () => {
    const model: TestModel = {
      products: [
        {
          cells: [
            ["A|Once", 1],
            ["A|Twice", 1],
            ["B|Twice", 2],
            ["A|Apart", 1]
          ]
        },
        { cells: [["B|Apart", 1]] }
      ]
    }
    expect(more(model)).toEqual(["A.Twice", "Apart", "B.Twice", "Once", "Twice"])
  })
  test("with reserved names are listed with their set", () => {
    const model: TestModel = {
      products: [
        {
          cells: [
            ["A|Name", 1],
            ["A|Material", 1],
            ["A|Tag", 1]
          ]
        }
      ]
    }
    expect(more(model)).toEqual(["A.Material", "A.Name", "A.Tag"])
  })
  test("include definitions that no product has", () => {
    const model: TestModel = {
      products: [
        {
          cells: [
            ["A|Has", 1],
            ["A|Shared", 1]
          ]
        }
      ]
    }
    const seen = defined(
      { set: "A", name: "Has" },
      { set: "M", name: "New" },
      { set: "M", name: "Name" },
      { set: "M", name: "Shared" }
    )
    expect(more(model, seen)).toEqual(["Has", "M.Name", "M.Shared", "New", "Shared"])
  })
  test("exclude hidden values of types and unused properties", () => {
    expect(
      more({
        products: [
          {
            cells: [
              ["A|P", { value: 1 }],
              ["A|P", { value: 2, hidden: true }]
            ]
          }
        ]
      })
    ).toEqual(["P"])
  })
  test("are divided into pages", () => {
    const table = tableOf({ products: [] })
    expect(list(table, view, { page: 2, pageSize: 3 })).toMatchObject({
      fields: ["Code", "Description", "MaterialLayerSet"],
      totalCount: 13,
      page: 2,
      pageSize: 3
    })
    expect(list(table, view, { page: 1, pageSize: 3 }).fieldDetails).toEqual([])
    expect(list(table, view, { page: 9, pageSize: 3 })).toMatchObject({
      fields: [],
      fieldDetails: [],
      totalCount: 13
    })
  })
})

describe("fieldDetails", () => {
  const int = (value: number): TestCell => ({ value, integer: true })
  const plain = { unit: null, enumerationValues: null }
  test.each<[string, ReadonlyArray<TestCell | TestCell["value"]>, FieldDetail["dataType"]]>([
    ["texts", ["a", "b"], "String"],
    ["reals", [1.5, 2], "Real"],
    ["integers", [int(1)], "Integer"],
    ["integers and reals", [int(1), 1.5], "Real"],
    ["booleans", [true, false], "Boolean"],
    ["texts and numbers", ["a", 1], null],
    ["booleans and integers", [true, int(1)], null],
    ["nulls and booleans", [null, true], "Boolean"],
    ["nothing but null", [null, ""], null]
  ])("%s", (_, values, dataType) => {
    expect(detail(cells(...values), "P")).toEqual({ ...plain, dataType })
  })
  test("of enumerations list their words, but not if there are other texts", () => {
    const word = { value: "NEW", enumeration: ["NEW", "OLD"] }
    expect(detail(cells(word), "P")).toEqual({ dataType: "Enum", unit: null, enumerationValues: ["NEW", "OLD"] })
    expect(detail(cells(word, "x"), "P")).toEqual({ ...plain, dataType: null })
  })
  test("list words of several sets in the order of the file, whatever the precedence of the sets", () => {
    const word = (set: string, value: string, ofType: boolean): readonly [string, TestCell] => [
      `${set}|P`,
      { value, enumeration: [value], ofType }
    ]
    const model: TestModel = { products: [{ cells: [word("A", "x", true), word("B", "y", false)] }] }
    expect(detail(model, "P")?.enumerationValues).toEqual(["x", "y"])
  })
  test("have a unit, which is null if units are mixed", () => {
    expect(detail(cells({ value: 1, unit: 0 }, null), "P")?.unit).toBe("Millimetre")
    expect(detail(cells({ value: 1, unit: 0 }, { value: 1, unit: 1 }), "P")?.unit).toBe(null)
    expect(detail(cells({ value: 1, unit: 0 }, 1), "P")?.unit).toBe(null)
  })
  test("with a plain name describe the values that it shows", () => {
    const model: TestModel = {
      units,
      products: [
        {
          cells: [
            ["Other|P", "hidden by the next"],
            ["Pset_A|P", { value: 1, unit: 1 }]
          ]
        }
      ]
    }
    expect(detail(model, "P")).toEqual({ dataType: "Real", unit: "Metre", enumerationValues: null })
    expect(detail(model, "Other.P")).toEqual({ ...plain, dataType: "String" })
  })
  test("of attributes are texts, forms have their own type, and Guid, Class and Name have no details", () => {
    expect(detail(cells(), "Tag")).toEqual({ ...plain, dataType: "String" })
    expect(detail(cells(), "SpatialLocation")).toEqual({ ...plain, dataType: null })
    expect(detail(cells(), "Guid")).toBe(undefined)
  })
  test("use the definition if there are no values, and count it as one more kind otherwise", () => {
    const enumeration = { set: "M", name: "New", dataType: "Enum", enumerationValues: ["a", "b"] } as const
    expect(detail(cells(), "New", defined(enumeration))).toEqual({
      dataType: "Enum",
      unit: null,
      enumerationValues: ["a", "b"]
    })
    expect(detail(cells(), "Len", defined({ set: "M", name: "Len", dataType: "Real", unit: "m" }))?.unit).toBe("m")
    expect(detail(cells("text"), "P", defined({ set: "S", name: "P", dataType: "Integer" }))?.dataType).toBe(null)
    expect(detail(cells(int(1)), "P", defined({ set: "S", name: "P", dataType: "Real" }))?.dataType).toBe("Real")
  })
})

describe("are sorted alphabetically", () => {
  test("are sorted by code points of the lower-cased text, then of the text", () => {
    const words = ["b", "B", "a", "Z", "é", "😀", "\uff5e", "z", "", "A1", "a10", "a2"]
    expect(words.toSorted(alphabetically)).toEqual([
      "",
      "a",
      "A1",
      "a10",
      "a2",
      "B",
      "b",
      "Z",
      "z",
      "é",
      "\uff5e",
      "😀"
    ])
  })
  test("are sorted by code points like UTF-8 bytes", () => {
    const words = ["\ue000", "\ud7ff", "\u{10000}", "\uffff", "a", "ab", "\u{10ffff}", "é"]
    const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
    expect(words.toSorted(compareCodePoints)).toEqual(words.toSorted(bytes))
  })
})
