import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Either from "effect/Either"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { readModel } from "../../../ifc/ReadModel.ts"
import { encode } from "../../table/Container.ts"
import { open, type ProductTable } from "../../table/ProductTable.ts"
import { filtersOf, modelGuid, tableOf, type TestCell, type TestProduct } from "../../testing/TestContent.ts"
import { units } from "../../testing/SiContent.ts"
import * as Fields from "../Fields.ts"
import * as Page from "../answer/Page.ts"
import { select } from "../Selection.ts"
import { selectIn } from "../SelectionInUnits.ts"
import * as View from "../View.ts"
import { inUnits } from "./SiTable.ts"

const view = View.empty("1")
const unitOf = (name: string): number => units.findIndex((unit) => unit.name === name)
const [millimetre, foot, celsius, fahrenheit, euro] = ["Millimetre", "Foot", "DegreeCelsius", "Fahrenheit", "EUR"].map(
  unitOf
) as [number, number, number, number, number]

const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes))

/** Returns the objects of the field `P` of all products. */
const cellsOf = (table: ProductTable, units: Units, withUnit = false): ReadonlyArray<Record<string, unknown>> => {
  const asked = { fields: FieldNames.of(["P"]), filters: filtersOf([]), units, withUnit, page: 1, pageSize: 5000 }
  const { result } = json(Either.getOrThrow(Page.query(table, view, asked)))
  return result.map(({ P }: { readonly P: Record<string, unknown> }) => P)
}

const withCells = (cells: ReadonlyArray<TestCell>): ProductTable =>
  tableOf({ units, products: cells.map((cell): TestProduct => ({ cells: [["S|P", cell]] })) })

const valuesOf = (...cells: ReadonlyArray<TestCell>): ReadonlyArray<readonly [unknown, unknown]> =>
  cellsOf(withCells(cells), "SI").map(({ Unit, Value }) => [Value, Unit])

const detailOf = (table: ProductTable, of: View.View = view) => {
  const { fieldDetails } = json(Either.getOrThrow(Fields.query(table, of, { page: 1, pageSize: 5000, units: "SI" })))
  return fieldDetails.find(({ name }: { readonly name: string }) => name === "P")
}

describe("values in SI", () => {
  test("are converted each by its own unit if a column has several", () => {
    const cells = [
      { value: 2400, unit: millimetre },
      { value: 10, unit: foot },
      { value: 20, unit: celsius },
      { value: 9.5, unit: euro },
      { value: 3 },
      { value: true },
      { value: null }
    ]
    const expected = [
      [2.4, "Metre"],
      [3.048, "Metre"],
      [293.15, "Kelvin"],
      [9.5, "EUR"],
      [3, null],
      [true, null],
      [null, null]
    ] as const
    expect(valuesOf(...cells)).toEqual(expected)
  })

  test("are converted in lists, bounds and enumerations, and for long integers", () => {
    const list = { several: true, unit: millimetre }
    expect(
      valuesOf(
        { value: "2400; 100; 0.1", ...list },
        { value: "; 2500", fixed: true, ...list },
        { value: "-40; 212", several: true, unit: fahrenheit },
        { value: "50", enumeration: ["50", "100"], unit: millimetre },
        { value: "9007199254740993", digits: true, unit: millimetre },
        { value: "12; x", several: true, unit: millimetre }
      )
    ).toEqual([
      ["2.4; 0.1; 0.0001", "Metre"],
      ["; 2.5", "Metre"],
      ["233.15; 373.15", "Kelvin"],
      ["0.05", "Metre"],
      [9007199254740.99, "Metre"],
      ["12; x", "Metre"]
    ])
  })

  test("are without value if no double holds them, because JSON has no infinity", () => {
    const large = { value: 1e308, unit: fahrenheit }
    const numbersOf = (...cells: ReadonlyArray<TestCell>) => valuesOf(...cells).map(([value]) => value)
    expect(numbersOf(large, { value: 50, unit: fahrenheit }, { value: true })).toEqual([null, 283.15, true])
    expect(numbersOf(...Array.from({ length: 40 }, (_, i) => ({ ...large, value: (1 + i / 100) * 1e308 })))).toEqual(
      Array.from({ length: 40 }, () => null)
    )
    expect(
      numbersOf(
        { value: "9".repeat(400), digits: true, unit: millimetre },
        { value: "9007199254740993", digits: true, unit: millimetre },
        { value: "1e+308; 50", several: true, unit: fahrenheit }
      )
    ).toEqual([null, 9007199254740.99, "; 283.15"])
    const table = withCells([large, { value: 50, unit: fahrenheit }])
    const filters = filtersOf([{ property: "P", operator: "Equals", value: null }])
    expect([...Either.getOrThrow(selectIn(table, view, { filters, units: "SI" })).indices()]).toEqual([0])
  })

  test("are real numbers, even for integers, and words of enumerations are converted", () => {
    const [length] = [withCells([{ value: 3, integer: true, unit: millimetre }])]
    expect(detailOf(length)).toMatchObject({ dataType: "Real", unit: "Metre" })
    const words = withCells([{ value: "50", enumeration: ["50", "100"], unit: millimetre }])
    expect(detailOf(words)).toMatchObject({ dataType: "Enum", unit: "Metre", enumerationValues: ["0.05", "0.1"] })
  })

  test("units of one dimension become one unit; others stay mixed", () => {
    const lengths = withCells([
      { value: 1, unit: millimetre },
      { value: 1, unit: foot }
    ])
    expect(detailOf(lengths).unit).toBe("Metre")
    const others = withCells([
      { value: 1, unit: millimetre },
      { value: 1, unit: celsius }
    ])
    expect(detailOf(others).unit).toBeNull()
  })

  test("objects have Unit in the units of the model, too, on request", () => {
    const table = withCells([{ value: 2400, unit: millimetre }])
    expect(cellsOf(table, "Model")[0]).not.toContainKey("Unit")
    expect(cellsOf(table, "Model", true)[0]).toMatchObject({ Value: 2400, Unit: "Millimetre" })
  })

  test("an item among more texts than a small dictionary holds is found", () => {
    const cells = Array.from({ length: 6000 }, (_, i) => ({ value: `${i}; ${i + 0.5}`, several: true, unit: foot }))
    const table = withCells(cells)
    const texts = cellsOf(table, "SI").map(({ Value }) => Value as string)
    for (const row of [1, 999, 4999]) {
      for (const value of [texts[row]!, texts[row]!.split("; ")[1]!]) {
        const filters = filtersOf([{ property: "P", operator: "Equals", value }])
        const selection = Either.getOrThrow(selectIn(table, view, { filters, units: "SI" }))
        expect([...selection.indices()]).toEqual([row])
      }
    }
  })
})

describe("definitions", () => {
  const definition = {
    set: "S",
    name: "P",
    guid: "g",
    dataType: "Real",
    unit: "Foot",
    enumerationValues: null
  } as const
  const defining = View.empty("1", { definitions: [definition] })

  test("name the SI unit of a property that no product has", () => {
    expect(detailOf(tableOf({ products: [{}] }), defining).unit).toBe("Metre")
  })

  test("leave numbers without unit unchanged", () => {
    expect(detailOf(withCells([{ value: 3 }]), defining).unit).toBe("Foot")
  })
})

describe("a table in SI", () => {
  const table = tableOf({
    units,
    products: [{ height: 2100, cells: [["S|P", { value: 2400, unit: millimetre }], ["S|Text", "a"], ["S|N", 3]] }] // prettier-ignore
  })

  test("is one object whose unconverted columns are those of the table", () => {
    const seen = inUnits(table, view, "SI")
    expect(inUnits(table, view, "SI").table).toBe(seen.table)
    expect(inUnits(table, view, "SI").view.shared).toBe(seen.view.shared)
    expect(inUnits(seen.table, seen.view, "SI")).toEqual(seen)
    expect(inUnits(table, view, undefined)).toEqual({ table, view })
    const column = (of: ProductTable, name: string) => of.property(of.indexOf("S", name)).column
    expect(["Text", "N", "P"].map((name) => column(seen.table, name) === column(table, name))).toEqual([
      true,
      true,
      false
    ])
    expect(seen.table.attribute("Name")).toBe(table.attribute("Name"))
    expect(seen.table.attribute("OverallHeight").at(0)).toBe(2.1)
  })

  test("converts a column once and counts its bytes", () => {
    const fresh = withCells([{ value: 2400, unit: millimetre }])
    const before = fresh.byteLength
    cellsOf(fresh, "SI")
    const after = fresh.byteLength
    expect(after - before).toBeGreaterThanOrEqual(Float64Array.BYTES_PER_ELEMENT)
    const { column } = inUnits(fresh, view, "SI").table.property(0)
    cellsOf(fresh, "SI")
    expect(inUnits(fresh, view, "SI").table.property(0).column).toBe(column)
    expect(fresh.byteLength).toBe(after)
  })

  test("is not used if numbers are compared in the units of the model", () => {
    const filters = filtersOf([{ property: "P", operator: "Equals", value: 2.4 }])
    const found = (units: Units) => Either.getOrThrow(selectIn(table, view, { filters, units })).numRows()
    expect([found("Model"), found("SI")]).toEqual([0, 1])
    expect(Either.getOrThrow(select(table, view, { filters })).numRows()).toBe(0)
  })
})

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../../shared/models")

describe("multiplies each cell of a real model by the factor of its unit", () => {
  for (const name of ["AC20-FZK-Haus.ifc", "SampleHouse.ifc", "janesville-restaurant.ifc", "houten-kozijnen.ifc"]) {
    const path = join(models, name)
    test.skipIf(!existsSync(path))(`${name} (MODELS_DIR)`, () => {
      const { content } = Either.getOrThrow(readModel(readFileSync(path)))
      const stored = open(encode(content, { modelGuid }))
      const { table } = inUnits(stored, view, "SI")
      let converted = 0
      for (const { column, index } of stored.properties) {
        const si = table.property(index).column
        for (let row = 0; row < stored.count; row++) {
          const key = column.keyOf(row)
          const [value, other] = [column.at(row), si.at(row)]
          const unit = key === -1 ? undefined : stored.units[column.unitOf(key)]
          if (unit === undefined || unit.name === "" || typeof value !== "number") {
            if (typeof value !== "string") expect(other).toBe(value)
            continue
          }
          const expected = value * unit.toSi + unit.offset
          const isNear = Math.abs((other as number) - expected) <= 1e-14 * Math.abs(expected)
          if (!isNear) expect([unit.name, other]).toEqual([unit.name, expected])
          converted++
        }
      }
      expect(converted).toBeGreaterThan(100)
    })
  }
})
