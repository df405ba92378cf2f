import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { parse } from "../../../domain/products/Condition.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { type Filter, Filters } from "../../../domain/products/Filter.ts"
import { content, modelGuid, tableOf, type TestModel } from "../../testing/TestContent.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import { isSmall } from "./QueryCost.ts"
import * as View from "../View.ts"

const view = View.empty("1")
const products = (count: number, text: (row: number) => string): TestModel => ({
  products: Array.from({ length: count }, (_, row) => ({ cells: [["S|P", text(row)]] }))
})
const table = tableOf(products(3000, (row) => `value ${row}`))
const usual = { kind: "Rows", fields: FieldNames.of([]), page: 1, pageSize: 100, encoding: null } as const
const rows = (
  filters: ReadonlyArray<Filter> = [],
  more: Partial<{ fields: ReadonlyArray<string>; pageSize: number }> = {}
) => ({
  ...usual,
  ...more,
  fields: FieldNames.of(more.fields ?? []),
  filters: Filters.make(filters)
})
const has = (value: string, property = "P"): Filter => ({ property, operator: "Contains", value })
const every = { kind: "Fields", page: 1, pageSize: 5000, encoding: null } as const
const definition = (name: string, enumerationValues: ReadonlyArray<string> | null): View.CustomDefinition => ({
  set: "D",
  name,
  guid: name,
  dataType: enumerationValues === null ? "String" : "Enum",
  unit: null,
  enumerationValues
})

test("usual pages, filters and lists of fields are small", () => {
  expect(isSmall(table, view, rows())).toBe(true)
  expect(isSmall(table, view, rows([has("1"), { property: "Class", operator: "Equals", value: "IfcWall" }]))).toBe(true)
  expect(isSmall(table, view, every)).toBe(true)
  expect(isSmall(table, view, { kind: "Check", filters: Filters.make([has("7")]) })).toBe(true)
})

test("many rows, fields and definitions are large", () => {
  expect(isSmall(table, view, rows([], { pageSize: 5000 }))).toBe(false)
  expect(isSmall(table, view, { ...rows(), all: true })).toBe(false)
  expect(isSmall(table, view, rows([], { fields: Array.from({ length: 2000 }, (_, i) => `${i}`) }))).toBe(false)
  const many = Array.from({ length: 2000 }, (_, i) => definition(`${i}`, null))
  expect(isSmall(table, View.empty("1", { definitions: many }), rows())).toBe(false)
})

test("many filters, long lists of values and long texts are large, in pages and in checks", () => {
  const few = Array.from({ length: 9 }, (_, i) => has(`${i}`))
  const values = Array.from({ length: 10_000 }, (_, i) => i)
  for (const filters of [few, [{ property: "P", operator: "In", value: values } as const], [has("x".repeat(20_000))]]) {
    expect(isSmall(table, view, rows(filters))).toBe(false)
    expect(isSmall(table, view, { kind: "Check", filters: Filters.make(filters) })).toBe(false)
  }
})

test("a filter on a column of long texts is large, but not a page beside it", () => {
  const long = tableOf(products(100, (row) => `${row} ${"x".repeat(20_000)}`))
  expect(isSmall(long, view, rows([has("x")]))).toBe(false)
  expect(isSmall(long, view, rows([has("x", "Name")]))).toBe(true)
})

test("enumerations with many words, of the project or of the model, are large", () => {
  const words = Array.from({ length: 1000 }, (_, i) => `word ${i}`)
  const defined = Array.from({ length: 20 }, (_, i) => definition(`${i}`, words))
  expect(isSmall(table, View.empty("1", { definitions: defined }), every)).toBe(false)
  expect(isSmall(table, View.empty("1", { definitions: defined }), rows())).toBe(true)
})

test("data that has to be read before the answer counts", () => {
  const locations = Array.from({ length: 2000 }, (_, i) => ({
    guid: `location ${i}`,
    name: `Space ${i}`,
    type: "Space",
    parent: -1
  }))
  const model = content(products(10, () => "x"))
  const crowded = open(encode({ ...model, locations } as unknown as typeof model, { modelGuid }))
  expect(isSmall(crowded, view, rows())).toBe(false)
})

test("comparisons of a condition count like filters, and an expression is always large", () => {
  const where = (...leaves: ReadonlyArray<unknown>) => Either.getOrThrow(parse({ and: leaves }))!
  const asked = (...leaves: ReadonlyArray<unknown>) => ({ ...rows(), where: where(...leaves) })
  expect(isSmall(table, view, asked(has("1")))).toBe(true)
  expect(isSmall(table, view, asked(...Array.from({ length: 9 }, () => has("1"))))).toBe(false)
  expect(isSmall(table, view, asked({ property: "P", operator: "Matches", value: "1" }))).toBe(false)
})
