import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { parquetReadObjects } from "hyparquet"
import { datasetTables } from "../../domain/dataset/DatasetTables.ts"
import type { ModelId, VersionId } from "../../domain/Identifier.ts"
import { VALUE_DIGITS, VALUE_REAL, VALUE_TEXT } from "../../domain/models/ModelContent.ts"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import * as EditedTable from "../edits/overlay/EditedTable.ts"
import * as Names from "../query/Names.ts"
import * as Overlay from "../query/Overlay.ts"
import * as Page from "../query/answer/Page.ts"
import type { View } from "../query/View.ts"
import * as Bits from "../table/Bits.ts"
import { encode } from "../table/Container.ts"
import { open, type ProductTable } from "../table/ProductTable.ts"
import * as RandomContent from "../testing/RandomContent.ts"
import { Random } from "../../testing/Random.ts"
import * as RandomEdits from "../testing/RandomEdits.ts"
import * as RandomQuery from "../testing/RandomQuery.ts"
import * as SiContent from "../testing/SiContent.ts"
import type { DatasetFile } from "./DatasetFile.ts"
import type { DatasetModel } from "./DatasetModel.ts"
import { productRows } from "./ProductRows.ts"
import { propertyRows } from "./PropertyRows.ts"

type Row = Readonly<Record<string, string | number | boolean | null>>

const written = async (parts: Generator<Uint8Array, DatasetFile, undefined>) => {
  const bytes: Array<Uint8Array> = []
  let next = parts.next()
  for (; next.done !== true; next = parts.next()) bytes.push(next.value)
  const file = new Uint8Array(Buffer.concat(bytes)).buffer
  const compressors = { ZSTD: (page: Uint8Array) => Bun.zstdDecompressSync(page) }
  const rows = (await parquetReadObjects({ file, compressors })) as unknown as ReadonlyArray<Row>
  const { facts } = next.value
  expect([facts.rows, facts.bytes]).toEqual([rows.length, file.byteLength])
  return { rows, facts }
}

/** All products as M4 shows them, by GlobalId. */
const shown = (table: ProductTable, view: View, fields: ReadonlyArray<string>, units: "Model" | "SI") => {
  const request = {
    fields: FieldNames.of(["Guid", ...fields]),
    filters: noFilters,
    units,
    page: 1,
    pageSize: 5000,
    all: true
  }
  const page = Either.getOrThrow(Page.query(table, view, request))
  const { result } = JSON.parse(new TextDecoder().decode(page)) as {
    readonly result: ReadonlyArray<Record<string, unknown>>
  }
  return result
}

const random = new Random(16)

/** A random model with random edits. */
const randomModel = (): DatasetModel => {
  const content = SiContent.withUnits(random, RandomContent.content(random))
  const overlay = Overlay.add(Overlay.empty, RandomEdits.edits(random, content, 60))
  const table = EditedTable.of(open(encode(content, { modelGuid: RandomContent.modelGuid })), overlay)
  const view = { ...RandomEdits.withExternal(RandomQuery.view(random, content)), overlay }
  const rows = Uint32Array.from(Array(table.count).keys()).filter(
    (row) => table.deleted === null || !Bits.has(table.deleted, row)
  )
  return { table, view, rows, measures: [], modelId: "7" as ModelId, modelVersionId: "9" as VersionId }
}

const models = Array.from({ length: 25 }, randomModel)

const order = (a: Row, b: Row): number =>
  datasetTables.properties.sortedBy.reduce((so, name) => so || compareCodePoints(String(a[name]), String(b[name])), 0)

test("the table of properties has the values that M4 shows, in the units of the model and in SI", async () => {
  let [cells, edited] = [0, 0]
  for (const model of models) {
    const { table, view } = model
    const { rows } = await written(propertyRows(model))
    expect(rows.toSorted(order)).toEqual(rows as Array<Row>)
    const byProperty = Map.groupBy(rows, ({ property, property_set }) => `${property_set}.${property}`)
    const names = Names.of(table, view)
    for (const property of table.properties) {
      const name = `${property.set}.${property.name}`
      const field = Names.resolve(names, name)
      // Several properties may have the same name with dots; M4 shows only one of them.
      if (field.kind !== "Property" || field.properties[0] !== property || field.properties.length > 1) continue
      const own = new Map((byProperty.get(name) ?? []).map((row) => [row["guid"]!, row]))
      for (const units of ["Model", "SI"] as const) {
        for (const product of shown(table, view, [name], units)) {
          const cell = product[name] as { readonly PropertySet: string | null; readonly Value: unknown }
          const row = own.get(product["Guid"] as string)
          if (cell.PropertySet === null) expect(row).toBeUndefined()
          else {
            const { boolean, number, number_si, text, origin } = row!
            const value = units === "SI" ? (number_si ?? boolean) : (number ?? boolean)
            // Texts with several numbers remain in the unit of the model.
            if (units === "Model") expect(value ?? text!).toBe(cell.Value as string)
            else if (typeof cell.Value !== "string") expect(value).toBe(cell.Value as number)
            cells++
            if (origin === "Edit") edited++
            expect(["Occurrence", "Type", "Edit"]).toContain(origin as string)
          }
        }
      }
    }
  }
  expect(cells).toBeGreaterThan(500)
  expect(edited).toBeGreaterThan(20)
})

test("a number that is too large in SI is null there", async () => {
  const kilometre = { name: "Kilometre", kind: "LENGTHUNIT", toSi: 1000, offset: 0 }
  const digits = "9".repeat(400)
  const { texts, units, values, ...content } = SiContent.withUnits(random, RandomContent.content(random))
  const isDigits = (i: number) => values.kind[i] === (VALUE_TEXT | VALUE_DIGITS)
  const large = {
    ...content,
    texts: [...texts, digits],
    units: units.map(() => kilometre),
    values: {
      ...values,
      number: values.number.map((number, i) =>
        isDigits(i) ? texts.length : values.kind[i] === VALUE_REAL ? 1e308 : number
      )
    }
  }
  const table = open(encode(large, { modelGuid: RandomContent.modelGuid }))
  const view = { ...RandomQuery.view(random, large), overlay: Overlay.empty }
  const rows = Uint32Array.from(Array(table.count).keys())
  const ids = { modelId: "7" as ModelId, modelVersionId: "9" as VersionId }
  const { rows: found } = await written(propertyRows({ table, view, rows, measures: [], ...ids }))
  const inSi = (shown: (row: Row) => boolean) => new Set(found.filter(shown).map(({ number_si }) => number_si))
  expect(inSi(({ number, unit }) => number === 1e308 && unit === "Kilometre")).toEqual(new Set([null]))
  expect(inSi(({ text }) => text === digits)).toEqual(new Set([null]))
})

test("the table of products has the values that M4 shows", async () => {
  const fields = {
    class: "Class",
    name: "Name",
    description: "Description",
    predefined_type: "PredefinedType",
    object_type: "ObjectType",
    type_name: "TypeName",
    tag: "Tag"
  }
  for (const model of models) {
    const { facts, rows } = await written(productRows(model))
    const products = shown(model.table, model.view, [...Object.values(fields), "SpatialLocation", "MaterialLayerSet", "Code"], "Model") // prettier-ignore
    expect(rows.map(({ guid }) => guid!)).toEqual(
      products.map(({ Guid }) => Guid as string).toSorted(compareCodePoints)
    )
    const byGuid = new Map(rows.map((row) => [row["guid"]!, row]))
    for (const product of products) {
      const row = byGuid.get(product["Guid"] as string)!
      for (const [column, field] of Object.entries(fields)) {
        const cell = product[field]
        expect(row[column]!).toBe(
          (typeof cell === "object" ? (cell as { readonly Value: string }).Value : cell) as string
        )
      }
      const place = product["SpatialLocation"] as Readonly<Record<string, string>>
      expect([
        row["site"],
        row["building"],
        row["floor"],
        row["space"],
        row["location_guid"]
      ] as Array<unknown>).toEqual(
        ["Site", "Building", "Floor", "Space", "SpatialLocationId"].map((level) => place[level])
      )
      expect(row["material"]!).toBe((product["MaterialLayerSet"] as { readonly Layers: string }).Layers)
      const codes = Object.values(product["Code"] as Record<string, { readonly Identification: string }>)
      expect(row["codes"]).toBe(codes.length === 0 ? null : codes.map((code) => code.Identification).join("; "))
    }
    for (const { bounds, nulls, values } of facts.columns) {
      expect(values).toBe(rows.length)
      expect(bounds === null).toBe(nulls === values)
    }
  }
})
