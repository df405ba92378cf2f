import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import { tableOf, type TestModel } from "../testing/TestContent.ts"
import { answerBudget } from "./AnswerBudget.ts"
import * as Fields from "./Fields.ts"
import * as Page from "./answer/Page.ts"
import * as View from "./View.ts"

const view = View.empty("1")
const tooLarge = { _tag: "Left", left: { _tag: "AnswerTooLarge", details: expect.stringContaining("128 MB") } }
const rows = (count: number, text: string): TestModel => ({
  products: Array.from({ length: count }, () => ({ cells: [["S|P", text]] }))
})
const page = (fields: ReadonlyArray<string>) =>
  ({ fields: FieldNames.of(fields), filters: noFilters, page: 1, pageSize: 5000 }) as const

test("a page of one long text in all rows is refused above 128 MB, and a smaller one of the same table is returned", () => {
  const table = tableOf(rows(5000, "x".repeat(30_000)))
  expect(Page.query(table, view, page(["P"]))).toMatchObject(tooLarge)
  expect(Either.getOrThrow(Page.query(table, view, { ...page(["P"]), pageSize: 100 })).length).toBeGreaterThan(
    3_000_000
  )
})

test("a page whose names alone are too large is refused in advance", () => {
  const table = tableOf(rows(5000, "x"))
  const names = Array.from({ length: 10_000 }, (_, i) => `Not there ${i}`)
  expect(Page.query(table, view, page(names))).toMatchObject(tooLarge)
  expect(Either.isRight(Page.query(table, view, { ...page(names), pageSize: 100 }))).toBe(true)
})

test("a list of fields whose enumerations have many words is refused above 128 MB", () => {
  const enumerationValues = Array.from({ length: 1000 }, (_, i) => `${i} ${"x".repeat(200)}`)
  const definitions = Array.from({ length: 1000 }, (_, i) => ({
    set: "S",
    name: `Enum ${i}`,
    guid: `g${i}`,
    dataType: "Enum" as const,
    unit: null,
    enumerationValues
  }))
  const seen = View.empty("1", { definitions })
  const table = tableOf({ products: [] })
  expect(Fields.query(table, seen, { page: 1, pageSize: 5000 })).toMatchObject(tooLarge)
  expect(Either.getOrThrow(Fields.query(table, seen, { page: 1, pageSize: 10 })).length).toBeLessThan(answerBudget)
})
