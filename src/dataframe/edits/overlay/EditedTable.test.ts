import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { type Edit, ownDeleted } from "../../../domain/edits/Edit.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { type Filters, noFilters } from "../../../domain/products/Filter.ts"
import { volume } from "../../../testing/Volume.ts"
import type { Calculator } from "../../query/quantities/Calculator.ts"
import * as Fields from "../../query/Fields.ts"
import * as Forms from "../../query/Forms.ts"
import * as Overlay from "../../query/Overlay.ts"
import * as Page from "../../query/answer/Page.ts"
import * as Quantities from "../../query/quantities/Quantities.ts"
import * as QuantityResult from "../../query/quantities/QuantityResult.ts"
import * as View from "../../query/View.ts"
import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import { encode } from "../../table/Container.ts"
import { open, type ProductTable } from "../../table/ProductTable.ts"
import { edited } from "../../testing/EditedContent.ts"
import { content, modelGuid, withParts } from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomEdits from "../../testing/RandomEdits.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { filtersOf, tableOf, type TestModel } from "../../testing/TestContent.ts"
import { EditedTable, of } from "./EditedTable.ts"

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const orError = <A, E>(result: Either.Either<A, E>): A | E => Either.merge(result)

const pageOf = (table: ProductTable, view: View.View, fields: FieldNames.FieldNames, filters: Filters): unknown => {
  const found = orError(Page.query(table, view, { fields, filters, page: 1, pageSize: 5000 }))
  return found instanceof Uint8Array ? text(found) : found
}

const fieldsOf = (table: ProductTable, view: View.View): { readonly fields: ReadonlyArray<string> } =>
  JSON.parse(text(Either.getOrThrow(Fields.query(table, view, { page: 1, pageSize: 5000 }))))

const quantity = (name: string, names: ReadonlyArray<string>): Calculator => ({
  name,
  version: 1,
  unit: "Metre",
  computed: [],
  authored: { kind: "VOLUMEUNIT", byClass: [{ classes: ["IfcDoor"], names: null }, { classes: ["IfcBeam"], names: ["c"] }], others: names }, // prettier-ignore
  pair: null
})
const gross = quantity("Gross", ["c", "Width"])
const calculators: ReadonlyArray<Calculator> = [
  { ...quantity("Net", ["Width", "FireRating", "b.c"]), pair: { side: "net", other: gross.authored } },
  gross
]

const sumsOf = (table: ProductTable, view: View.View, filters: Filters): unknown => {
  const found = orError(Quantities.calculate(table, view, { calculators, filters, computed: null }))
  return "table" in found ? text(Buffer.concat([...QuantityResult.chunks(found, {})])) : found
}

/** Returns for each product that is left whether its predefined type, material and codes are its type's. */
const levelsOf = (table: ProductTable): ReadonlyArray<unknown> => {
  const rows = Array.from({ length: table.count }, (_, row) => row)
  const left = rows.filter((row) => table.deleted === null || !Bits.has(table.deleted, row))
  const columns = [table.attribute("PredefinedType"), table.reference("materialSet"), table.reference("codeSet")]
  const isOfType = (column: Column, cell: number): boolean => cell !== -1 && column.isOfType(cell)
  return left.map((row) => columns.map((column) => isOfType(column, column.cellOf(row))))
}

describe("an edited table answers like a table of the edited content", () => {
  test.each([
    ["small ones", 1, volume(20, 60), false],
    ["other small ones", 2, volume(20, 60), false],
    ["more small ones", 3, volume(20, 60), false],
    ["large ones", 4, volume(1, 4), true]
  ])("%s", (_, seed, contents, large) => {
    const random = new Random(seed)
    for (let i = 0; i < contents; i++) {
      const model = parts(random, content(random, large))
      const changes = RandomEdits.edits(random, model, random.pick([1, 3, 20, 60]))
      const view = RandomEdits.withExternal(RandomQuery.view(random, model))
      const after = edited(model, modelGuid, changes)
      const packed = open(encode(after, { modelGuid }))
      const base = open(encode(model, { modelGuid }))
      const cut = random.below(changes.length + 1)
      const first = Overlay.add(Overlay.empty, changes.slice(0, cut))
      if (random.chance(0.5)) fieldsOf(of(base, first), view)
      const laid = of(base, Overlay.add(first, changes.slice(cut)))
      const { fields } = fieldsOf(packed, view)
      expect(fieldsOf(laid, view)).toEqual(fieldsOf(packed, view))
      const every = FieldNames.of([...fields, "MaterialLayers"])
      expect(pageOf(laid, view, every, noFilters)).toEqual(pageOf(packed, view, every, noFilters))
      expect(sumsOf(laid, view, noFilters)).toEqual(sumsOf(packed, view, noFilters))
      expect(levelsOf(laid)).toEqual(levelsOf(packed))
      for (let q = 0; q < 12; q++) {
        const asked = RandomQuery.fields(random, after)
        const filters = RandomQuery.filters(random, after)
        expect(pageOf(laid, view, asked, filters)).toEqual(pageOf(packed, view, asked, filters))
        if (q < 3) expect(sumsOf(laid, view, filters)).toEqual(sumsOf(packed, view, filters))
      }
    }
  })
})

const model: TestModel = {
  units: [{ name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 }],
  products: [
    { guid: "a", name: "A", location: 0, cells: [["S|P", "x"], ["S|N", { value: 1, unit: 0 }]] }, // prettier-ignore
    { guid: "b", name: "B", whole: 0, cells: [["S|P", { value: "t", ofType: true, ambiguous: true }]] },
    { guid: "c", cells: [["S|Only", 1]] }
  ],
  locations: [{ guid: "1site", name: "Site", type: "Site", parent: -1 }]
}
const nothing = View.empty("1")
const set = (guid: string, name: string, value: string | number): Edit => {
  const type = typeof value === "string" ? "String" : "Real"
  return { kind: "Property", guid, set: "S", name, now: { value, type, quantity: false, unit: null } }
}
const rows = (table: ProductTable, view: View.View, ...fields: ReadonlyArray<string>): unknown =>
  JSON.parse(pageOf(table, view, FieldNames.of(fields), noFilters) as string).result

describe("an edited table", () => {
  test("is the table itself without edits, and one object per overlay", () => {
    const base = tableOf(model)
    expect(of(base, Overlay.empty)).toBe(base)
    const overlay = Overlay.add(Overlay.empty, [set("a", "P", "y")])
    expect(of(base, overlay)).toBe(of(base, overlay))
  })

  test("recomputes only the column that one more edit touches", () => {
    const base = tableOf(model)
    const first = Overlay.add(Overlay.empty, [set("a", "P", "y"), { kind: "SpatialLocation", guid: "a", now: "2new" }])
    const before = of(base, first)
    const after = of(base, Overlay.add(first, [set("a", "N", 2)]))
    const column = (table: ProductTable, name: string) => table.property(table.indexOf("S", name)).column
    expect(column(after, "P")).toBe(column(before, "P"))
    expect(column(after, "Only")).toBe(column(base, "Only"))
    expect(column(after, "N")).not.toBe(column(before, "N"))
    expect(Forms.of(after, nothing).places).toBe(Forms.of(before, nothing).places)
    expect(Forms.of(after, nothing).materials).toBe(Forms.of(base, nothing).materials)
    expect(Forms.of(after, nothing).places).not.toBe(Forms.of(base, nothing).places)
  })

  test("is sent to another thread without its bytes", () => {
    const base = tableOf(model)
    const edits = [set("a", "P", "y"), set("b", "New", 1), { kind: "Deleted", guid: "c" } as const]
    const laid = of(base, Overlay.add(Overlay.empty, edits)) as EditedTable
    expect(laid.edits.columns.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true)
    expect(laid.edits.deleted?.buffer).toBeInstanceOf(SharedArrayBuffer)
    const there = new EditedTable(open(base.container), structuredClone(laid.edits))
    const fields = FieldNames.of(["Guid", "P", "New"])
    expect(pageOf(there, nothing, fields, noFilters)).toBe(pageOf(laid, nothing, fields, noFilters))
    expect(laid.byteLength).toBeGreaterThan(0)
  })

  test("a value of the type shows again, is kept, and is ambiguous as before", () => {
    const base = tableOf(model)
    const own = Overlay.add(Overlay.empty, [set("b", "P", "own")])
    const again = Overlay.add(own, [{ kind: "Property", guid: "b", set: "S", name: "P", now: ownDeleted }])
    const columns = [own, again].map((overlay) => of(base, overlay).property(0).column)
    expect(columns.map((column) => [column.at(1), column.isOfType(1)])).toEqual([["own", false], ["t", true]]) // prettier-ignore
    expect(columns.map((column) => [...column.ambiguousRows()])).toEqual([[], [1]])
  })

  test("an edit that clears the predefined type, or sets NOTDEFINED, shows that of the type", () => {
    const base = tableOf({
      products: [
        { guid: "own", predefinedType: "SOLIDWALL", ofType: { predefinedType: "SHEAR" } },
        { guid: "typed", ofType: { predefinedType: "SHEAR" } },
        { guid: "bare", predefinedType: "SOLIDWALL" }
      ]
    })
    const after = (now: string | null) => {
      const edits = ["own", "typed", "bare"].map((guid): Edit => ({ kind: "Attribute", guid, name: "PredefinedType", now })) // prettier-ignore
      const column = of(base, Overlay.add(Overlay.empty, edits)).attribute("PredefinedType")
      return [0, 1, 2].map((row) => [column.at(row), column.cellOf(row) !== -1 && column.isOfType(column.cellOf(row))])
    }
    expect(after(null)).toEqual([["SHEAR", true], ["SHEAR", true], [null, false]]) // prettier-ignore
    expect(after("NOTDEFINED")).toEqual([["SHEAR", true], ["SHEAR", true], ["NOTDEFINED", false]]) // prettier-ignore
    expect(after("PARAPET")).toEqual([["PARAPET", false], ["PARAPET", false], ["PARAPET", false]]) // prettier-ignore
  })

  test("an unknown location is null, and parts move with their whole", () => {
    const laid = of(tableOf(model), Overlay.add(Overlay.empty, [{ kind: "SpatialLocation", guid: "a", now: "2new" }]))
    const { references } = nothing.shared
    const locations = new Map([["2new", { name: "New", type: "Floor", parentGuid: "1site" }]])
    const known = View.empty("1", { references: { ...references, locations } })
    const floors = (view: View.View) => rows(laid, view, "SpatialLocation.Site", "SpatialLocation.Floor")
    const none = { "SpatialLocation.Site": null, "SpatialLocation.Floor": null }
    const there = { "SpatialLocation.Site": "Site", "SpatialLocation.Floor": "New" }
    expect(floors(known)).toEqual([there, there, none])
    expect(floors(nothing)).toEqual([none, none, none])
  })

  test("added texts are sorted among many values, and numbers keep their other unit", () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({
      guid: `guid ${i}`,
      cells: [["S|T", `text ${i}`], ["S|N", { value: i / 7, unit: 0 }]] as const // prettier-ignore
    }))
    const base = tableOf({ units: model.units!, products: many })
    expect(base.property(1).column.plain).not.toBe(null)
    const edits = [set("guid 9", "T", "text 1b"), set("guid 9", "N", 0.25), set("guid 8", "T", "a")]
    const laid = of(base, Overlay.add(Overlay.empty, edits))
    const guids = (property: string, value: string | number): unknown =>
      JSON.parse(
        pageOf(laid, nothing, FieldNames.of(["Guid"]), filtersOf([{ property, operator: "Equals", value }])) as string
      ).result.map(({ Guid }: { readonly Guid: string }) => Guid)
    expect([guids("T", "a"), guids("T", "text 1b"), guids("T", "text 4999")]).toEqual([["guid 8"], ["guid 9"], ["guid 4999"]]) // prettier-ignore
    expect([guids("T", "text 9"), guids("N", 0.25), guids("N", 1)]).toEqual([[], ["guid 9"], ["guid 7"]])
    const unitOf = (table: ProductTable): unknown =>
      (JSON.parse(text(Either.getOrThrow(Fields.query(table, nothing, { page: 1, pageSize: 50 })))) as { fieldDetails: ReadonlyArray<{ name: string; unit: unknown }> }).fieldDetails.find(({ name }) => name === "N")!.unit // prettier-ignore
    expect([unitOf(base), unitOf(laid)]).toEqual(["Millimetre", null])
  })

  test("new properties of one name are ordered by their sets, whatever the order of the edits", () => {
    const now = { value: 1, type: "Real", quantity: false, unit: null } as const
    const edits = ["Z", "Y"].map((set): Edit => ({ kind: "Property", guid: "a", set, name: "Q", now }))
    const laid = of(tableOf(model), Overlay.add(Overlay.empty, edits))
    expect(rows(laid, nothing, "Q")).toMatchObject([{ Q: { PropertySet: "Y" } }, {}, {}])
  })

  test("a name that occurs in two sets only in deleted products is listed once", () => {
    const two: TestModel = {
      products: [
        { guid: "a", cells: [["A|P", 1], ["B|P", "x"]] }, // prettier-ignore
        { guid: "b", cells: [["A|P", 1]] },
        { guid: "c", cells: [["B|P", 2]] }
      ]
    }
    expect(fieldsOf(tableOf(two), nothing).fields).toContain("A.P")
    const laid = of(tableOf(two), Overlay.add(Overlay.empty, [{ kind: "Deleted", guid: "a" }]))
    expect(fieldsOf(laid, nothing).fields).not.toContain("A.P")
  })

  test("a property that only deleted products have is no field of the model", () => {
    const laid = of(tableOf(model), Overlay.add(Overlay.empty, [{ kind: "Deleted", guid: "c" }]))
    expect(fieldsOf(tableOf(model), nothing).fields).toContain("Only")
    expect(fieldsOf(laid, nothing).fields).not.toContain("Only")
  })
})

/** Some products as parts, some without a shape. */
const parts = (random: Random, given: ReturnType<typeof content>): ReturnType<typeof content> => {
  const model = withParts(random, given)
  const hasShape = model.products.hasShape.map(() => random.below(2))
  return { ...model, products: { ...model.products, hasShape } }
}
