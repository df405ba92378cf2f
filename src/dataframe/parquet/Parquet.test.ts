import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Either from "effect/Either"
import { parquetMetadata } from "hyparquet"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { encode } from "../table/Container.ts"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import * as Page from "../query/answer/Page.ts"
import { parquet } from "./Parquet.ts"
import { open, type ProductTable } from "../table/ProductTable.ts"
import { type LongRow as Row, readLongRows as read } from "../testing/LongRows.ts"
import * as RandomContent from "../testing/RandomContent.ts"
import { Random } from "../../testing/Random.ts"
import * as View from "../query/View.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../shared/models")
const fixture = join(import.meta.dir, "../../../spec-tests/fixtures/house.ifc")

const written = (table: ProductTable): ArrayBuffer => {
  const parts = [...parquet(table)]
  expect(parts.map(({ fraction }) => fraction)).toEqual(parts.map(({ fraction }) => fraction).toSorted((a, b) => a - b))
  expect(parts.at(-1)!.fraction).toBe(1)
  return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes))).buffer
}

const tableOf = (content: ModelContent): ProductTable => open(encode(content, { modelGuid: RandomContent.modelGuid }))
const tableOfFile = async (path: string): Promise<ProductTable> =>
  tableOf(Either.getOrThrow(readModel(await Bun.file(path).bytes())).content)

type Shown = Readonly<Record<string, unknown>>

/** Every row of the model as the pages give it, by GlobalId. */
const shown = (table: ProductTable, fields: ReadonlyArray<string>): Map<unknown, Shown> => {
  const request = { fields: FieldNames.of(["Guid", ...fields]), filters: noFilters, page: 1, pageSize: 5000, all: true }
  const page = Either.getOrThrow(Page.query(table, View.empty("1"), request))
  const { result } = JSON.parse(new TextDecoder().decode(page)) as { readonly result: ReadonlyArray<Shown> }
  return new Map(result.map((row) => [row["Guid"], row]))
}

const valueOf = ({ number, text }: Row): unknown => {
  if (text !== null && number !== null) return number === 1
  return text ?? number
}

const attributes = [
  "Class",
  "Name",
  "Description",
  "ObjectType",
  "Tag",
  "PredefinedType",
  "TypeName",
  "OverallHeight",
  "OverallWidth"
]

const order = (a: Row, b: Row): number =>
  Number(a.propertySet !== null) - Number(b.propertySet !== null) ||
  compareCodePoints(a.propertySet ?? "", b.propertySet ?? "") ||
  compareCodePoints(a.property, b.property) ||
  compareCodePoints(a.product, b.product)

const compare = (table: ProductTable, rows: ReadonlyArray<Row>): void => {
  for (const [i, row] of rows.entries()) if (i > 0) expect(order(rows[i - 1]!, row)).toBeLessThan(0)

  const own = shown(table, attributes)
  let attributeRows = 0
  for (const product of own.values()) {
    for (const name of attributes) {
      // Class and Name are plain; the others are shown with a set, which they have none of.
      const value = product[name]
      const plain = typeof value === "object" && value !== null ? (value as { readonly Value: unknown }).Value : value
      if (plain !== null && plain !== "") attributeRows++
    }
  }
  const [inSets, inNone] = [
    rows.filter((row) => row.propertySet !== null),
    rows.filter((row) => row.propertySet === null)
  ]
  expect(inNone.length).toBe(attributeRows)
  for (const row of inNone) {
    const value = own.get(row.product)![row.property]
    const plain = typeof value === "object" ? (value as { readonly Value: unknown }).Value : value
    expect(plain).toBe(typeof plain === "number" ? row.number : row.text)
  }

  let propertyRows = 0
  const byProperty = Map.groupBy(inSets, ({ property, propertySet }) => JSON.stringify([propertySet, property]))
  const texts = Map.groupBy(table.properties, ({ name, set }) => `${set}.${name}`)
  const plainNames = new Set(table.properties.map(({ name }) => name))
  for (const { set, name } of table.properties) {
    const field = `${set}.${name}`
    // A part of a complex property may be called so as a whole, and goes first; or the text may be split elsewhere.
    if (plainNames.has(field) || texts.get(field)!.length > 1) {
      propertyRows += byProperty.get(JSON.stringify([set, name]))!.length
      continue
    }
    const answers = shown(table, [field])
    const found = new Map((byProperty.get(JSON.stringify([set, name])) ?? []).map((row) => [row.product, row]))
    for (const [guid, product] of answers) {
      const cell = product[field] as { readonly PropertySet: unknown; readonly Value: unknown }
      if (cell.PropertySet === null) expect(found.has(guid as string)).toBe(false)
      else {
        expect(cell.PropertySet).toBe(set)
        expect(valueOf(found.get(guid as string)!)).toEqual(cell.Value)
        propertyRows++
      }
    }
  }
  expect(inSets.length).toBe(propertyRows)
}

describe("a Parquet file agrees with the pages of the same table", () => {
  test("of a small house", async () => {
    const table = await tableOfFile(fixture)
    compare(table, await read(written(table)))
  })

  for (const name of ["AC20-FZK-Haus.ifc", "mini-project.ifc"]) {
    const path = join(models, name)
    test.skipIf(!existsSync(path))(`of ${name} (MODELS_DIR)`, async () => {
      const table = await tableOfFile(path)
      compare(table, await read(written(table)))
    })
  }
})

test("hidden values of types are left out; texts, numbers, booleans and cells without value keep their places", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const content = RandomContent.content(new Random(seed))
    const table = tableOf(content)
    const rows = (await read(written(table))).filter((row) => row.propertySet !== null)
    const visible = content.cells.flags.slice(0, content.cells.count).filter((flags) => (flags & 2) === 0).length
    expect(rows.length).toBe(visible)
    for (const { number, text } of rows) {
      if (number !== null) expect(Number.isFinite(number)).toBe(true)
      if (number !== null && text !== null)
        expect([text, number]).toEqual([String(number === 1), Number(text === "true")])
    }
  }
})

test("rows are in groups of 100,000 whose statistics show the sets and properties", async () => {
  const content = RandomContent.content(new Random(4), true)
  const many = 40
  const count = content.products.count * many
  const repeated: ModelContent = {
    ...content,
    properties: Array.from({ length: many }, (_, i) => ({
      set: `Set ${i % 4}`,
      name: `Property ${i}`,
      quantity: false,
      enumeration: null
    })),
    cells: {
      count,
      product: Uint32Array.from({ length: count }, (_, i) => Math.floor(i / many)),
      property: Uint32Array.from({ length: count }, (_, i) => i % many),
      value: Uint32Array.from({ length: count }, (_, i) => i % content.values.kind.length),
      flags: new Uint8Array(count)
    }
  }
  const table = tableOf(repeated)
  const file = written(table)
  const { created_by, num_rows, row_groups } = parquetMetadata(file)
  expect(created_by).toMatch(/^Plinth version \d+\.\d+\.\d+$/)
  expect(row_groups.slice(0, -1).map((group) => Number(group.num_rows))).toEqual(
    Array.from({ length: row_groups.length - 1 }, () => 100_000)
  )
  expect(row_groups.length).toBeGreaterThan(2)
  const rows = await read(file)
  expect(rows.length).toBe(Number(num_rows))
  expect(rows.filter((row) => row.propertySet !== null).length).toBe(count)
  for (const [i, { columns }] of row_groups.entries()) {
    const sets = rows.slice(i * 100_000, (i + 1) * 100_000).flatMap(({ propertySet }) => propertySet ?? [])
    const { max_value, min_value } = columns[1]!.meta_data!.statistics!
    expect([min_value, max_value]).toEqual([sets[0], sets.at(-1)])
  }
  compareOrder(rows)
})

const compareOrder = (rows: ReadonlyArray<Row>): void => {
  for (const [i, row] of rows.entries()) {
    if (i > 0 && order(rows[i - 1]!, row) >= 0) throw new Error(`row ${i} stands before the one above it`)
  }
}

test("a model without products becomes a file without rows", async () => {
  const content = RandomContent.content(new Random(1))
  const none: ModelContent = {
    ...content,
    products: { ...content.products, count: 0, guid: [] },
    cells: { ...content.cells, count: 0 }
  }
  expect(await read(written(tableOf(none)))).toEqual([])
})
