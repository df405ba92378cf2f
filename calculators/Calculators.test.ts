import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Bits from "../src/dataframe/table/Bits.ts"
import * as Quantities from "../src/dataframe/query/quantities/Quantities.ts"
import * as QuantityResult from "../src/dataframe/query/quantities/QuantityResult.ts"
import * as CalculatorNames from "../src/domain/products/CalculatorNames.ts"
import { type Filters, noFilters } from "../src/domain/products/Filter.ts"
import {
  filtersOf,
  guidOf,
  tableOf,
  type TestCell,
  type TestModel,
  type TestProduct
} from "../src/dataframe/testing/TestContent.ts"
import * as View from "../src/dataframe/query/View.ts"
import { calculators } from "./Calculators.ts"

interface Result {
  readonly calculators: ReadonlyArray<string>
  readonly totals: Record<string, number>
  readonly units: Record<string, string>
  readonly byClass: Record<string, Record<string, number>>
  readonly products: ReadonlyArray<Record<string, { value: number; origin: string; from: string; suspect?: true }>>
  readonly missing: Record<string, ReadonlyArray<string>>
  readonly carriedByParts: Record<string, ReadonlyArray<string>>
}

const view = View.empty("1")
const all = calculators.map(({ name }) => name)

const result = (
  model: TestModel,
  names: ReadonlyArray<string>,
  more: Partial<Quantities.QuantityRequest> = {}
): Result => {
  const asked = Either.getOrThrow(CalculatorNames.parse(all, names)).map((name) =>
    calculators.find((calculator) => calculator.name === name)!
  )
  const request = { calculators: asked, filters: noFilters, computed: null, ...more }
  const quantities = Either.getOrThrow(Quantities.calculate(tableOf(model), view, request))
  return JSON.parse(Buffer.concat([...QuantityResult.chunks(quantities, {})]).toString()) as Result
}

const units = [
  { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
  { name: "SquareFoot", kind: "AREAUNIT", toSi: 0.09290304, offset: 0 }
]
const quantity = (value: TestCell["value"], unit = -1, more: Partial<TestCell> = {}): TestCell => ({
  value,
  unit,
  quantity: true,
  ...more
})
const one = (name: string, product: TestProduct): Result => result({ units, products: [product] }, [name])
const from = (name: string, product: TestProduct): string | undefined => one(name, product).products[0]![name]?.from

describe("choice of the authored quantity", () => {
  const everything = [
    "Length",
    "Area",
    "Volume",
    "NetArea",
    "GrossArea",
    "NetSideArea",
    "GrossSideArea",
    "NetSurfaceArea",
    "GrossSurfaceArea",
    "OuterSurfaceArea",
    "NetVolume",
    "GrossVolume"
  ]
  const groups = {
    walls: ["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase", "IfcCurtainWall"],
    bars: [
      "IfcBeam",
      "IfcBeamStandardCase",
      "IfcColumn",
      "IfcColumnStandardCase",
      "IfcMember",
      "IfcMemberStandardCase"
    ],
    openings: ["IfcDoor", "IfcDoorStandardCase", "IfcWindow", "IfcWindowStandardCase"],
    others: ["IfcSlab", "IfcCovering", "IfcPlate", "IfcBuildingElementProxy"]
  }
  const table: Record<string, Record<keyof typeof groups, ReadonlyArray<string>>> = {
    Length: { walls: ["Length"], bars: ["Length"], openings: [], others: ["Length"] },
    NetArea: {
      walls: ["NetSideArea", "NetArea"],
      bars: ["NetSurfaceArea", "OuterSurfaceArea"],
      openings: ["Area"],
      others: ["NetArea", "NetSurfaceArea", "Area"]
    },
    GrossArea: {
      walls: ["GrossSideArea", "GrossArea"],
      bars: ["GrossSurfaceArea"],
      openings: ["Area"],
      others: ["GrossArea", "GrossSurfaceArea", "Area"]
    },
    NetVolume: { walls: ["NetVolume"], bars: ["NetVolume"], openings: ["Volume"], others: ["NetVolume", "Volume"] },
    GrossVolume: {
      walls: ["GrossVolume"],
      bars: ["GrossVolume"],
      openings: ["Volume"],
      others: ["GrossVolume", "Volume"]
    }
  }
  const rows = Object.entries(table).flatMap(([name, byGroup]) =>
    Object.entries(groups).flatMap(([group, classes]) =>
      classes.map((className) => [name, className, byGroup[group as keyof typeof groups]] as const)
    )
  )
  test.each(rows)("%s of %s", (name, className, served) => {
    for (const [i] of served.entries()) {
      const left = everything.filter((quantity) => !served.slice(0, i).includes(quantity))
      const cells = left.map((of) => [`BaseQuantities|${of}`, quantity(1)] as const)
      expect(from(name, { class: className, cells })).toBe(`BaseQuantities.${served[i]}`)
    }
    const cells = everything.filter((of) => !served.includes(of)).map((of) => [`Qto_X|${of}`, quantity(1)] as const)
    const without = one(name, { class: className, cells })
    expect(without.products).toEqual([{ Guid: guidOf(0), Class: className }] as never)
    expect(without.missing).toEqual({ [name]: served.length === 0 ? [] : [guidOf(0)] })
  })

  test("Qto_ sets precede BaseQuantities and other element quantities; property sets are never used", () => {
    const cells: TestProduct["cells"] = [
      ["Pset_X|Length", 9],
      ["Other|Length", quantity(3)],
      ["BaseQuantities|Length", quantity(2)],
      ["Qto_X|Length", quantity(1)]
    ]
    expect(from("Length", { cells })).toBe("Qto_X.Length")
    expect(from("Length", { cells: cells.slice(0, 3) })).toBe("BaseQuantities.Length")
    expect(from("Length", { cells: cells.slice(0, 2) })).toBe("Other.Length")
    expect(from("Length", { cells: cells.slice(0, 1) })).toBe(undefined)
  })

  test("the better name precedes the better set; invalid values are skipped", () => {
    const cells: TestProduct["cells"] = [
      ["BaseQuantities|NetSideArea", quantity(2)],
      ["Qto_X|NetArea", quantity(1)]
    ]
    expect(from("NetArea", { cells })).toBe("BaseQuantities.NetSideArea")
    expect(from("NetArea", { cells: [["BaseQuantities|NetSideArea", quantity(null)], cells[1]!] })).toBe(
      "Qto_X.NetArea"
    )
  })

  test("the order of a product's own sets decides", () => {
    const products = [
      {
        cells: [
          ["Qto_A|Length", quantity(1)],
          ["Qto_B|Length", quantity(2)]
        ] as const
      },
      {
        cells: [
          ["Qto_B|Length", quantity(2)],
          ["Qto_A|Length", quantity(1)]
        ] as const
      },
      {
        cells: [
          ["Qto_A|Length", quantity(1, -1, { ofType: true })],
          ["Qto_B|Length", quantity(2)]
        ] as const
      }
    ]
    expect(result({ products }, ["Length"]).products.map(({ Length }) => Length!.value)).toEqual([1, 2, 2])
  })
})

describe("the result", () => {
  const model: TestModel = {
    units,
    products: [
      {
        class: "IfcWall",
        cells: [
          ["Qto_W|Length", quantity(2500, 0)],
          ["Qto_W|NetSideArea", quantity(100, 1)]
        ]
      },
      // A plain number is in the model's unit of length, millimetres.
      { class: "IfcSlab", cells: [["Qto_S|Length", quantity(1000)]] },
      { class: "IfcWall", shape: false },
      { class: "IfcDoor", whole: 2 },
      { class: "IfcWall", whole: 2, cells: [["Qto_W|Length", quantity(4000, 0)]] },
      { class: "IfcSlab", shape: false }
    ]
  }
  test("is in SI, by class, with missing products and the values of parts", () => {
    const found = result(model, ["Count", "Length", "NetArea", "Count"])
    expect(found).toEqual({
      calculators: ["Count", "Length", "NetArea"],
      filters: [],
      totals: { Count: 6, Length: 7.5, NetArea: 9.290304 },
      units: { Length: "Metre", NetArea: "SquareMetre" },
      byClass: {
        IfcWall: { Count: 3, Length: 6.5, NetArea: 9.290304 },
        IfcSlab: { Count: 2, Length: 1, NetArea: 0 },
        IfcDoor: { Count: 1, Length: 0, NetArea: 0 }
      },
      products: [
        {
          Guid: guidOf(0),
          Class: "IfcWall",
          Length: { value: 2.5, origin: "Authored", from: "Qto_W.Length" },
          NetArea: { value: 9.290304, origin: "Authored", from: "Qto_W.NetSideArea" }
        },
        { Guid: guidOf(1), Class: "IfcSlab", Length: { value: 1, origin: "Authored", from: "Qto_S.Length" } },
        { Guid: guidOf(2), Class: "IfcWall" },
        { Guid: guidOf(3), Class: "IfcDoor" },
        { Guid: guidOf(4), Class: "IfcWall", Length: { value: 4, origin: "Authored", from: "Qto_W.Length" } },
        { Guid: guidOf(5), Class: "IfcSlab" }
      ],
      missing: { Length: [guidOf(5)], NetArea: [1, 3, 4, 5].map(guidOf) },
      carriedByParts: { Length: [guidOf(2)], NetArea: [guidOf(2)] },
      alsoCarriedByParts: { Length: [], NetArea: [] }
    } as never)
  })

  test("lists wholes whose parts at any depth also have a value", () => {
    const volume = (value: number) => ["Qto_X|NetVolume", quantity(value)] as const
    const products = [
      { cells: [volume(5)] },
      { whole: 0, shape: false },
      { whole: 1, cells: [volume(2)] },
      { cells: [volume(1)] },
      { whole: 3, name: "without value" }
    ]
    const listed = (filters?: Filters) =>
      (
        result({ products }, ["NetVolume"], filters && { filters }) as unknown as {
          readonly alsoCarriedByParts: unknown
        }
      ).alsoCarriedByParts
    expect(listed()).toEqual({ NetVolume: [guidOf(0)] })
    expect(listed(filtersOf([{ property: "Guid", operator: "NotEquals", value: guidOf(2) }]))).toEqual({
      NetVolume: []
    })
    const deep = Array.from({ length: 100 }, (_, i) => ({
      ...(i > 0 && { whole: i - 1 }),
      ...(i % 99 === 0 && { cells: [volume(1)] })
    }))
    expect(result({ products: deep }, ["NetVolume"])).toMatchObject({ alsoCarriedByParts: { NetVolume: [guidOf(0)] } })
  })

  test("never uses a quantity of another kind, whatever its name and unit", () => {
    const kinds = ["MASSUNIT", "AREAUNIT", "COUNTUNIT", "LENGTHUNIT"]
    const units = kinds.map((kind) => ({ name: kind === "COUNTUNIT" ? "" : "X", kind, toSi: 2, offset: 0 }))
    const products = kinds.map((_, unit) => ({ cells: [["Qto_X|Length", quantity(3, unit)]] as const }))
    const { missing, totals } = result({ products, units }, ["Length"])
    expect([missing, totals]).toEqual([{ Length: [0, 1, 2].map(guidOf) }, { Length: 6 }])
  })

  test("uses the sizes of doors and windows if no area is authored", () => {
    const size = { height: 2100, width: 900 }
    const products = [
      { ...size, class: "IfcDoor" },
      { ...size, class: "IfcWindow", cells: [["Qto_X|Area", quantity(1.5, 2)]] as const },
      { class: "IfcDoor", height: 2100 },
      { ...size, class: "IfcWall" }
    ]
    const metric = [
      { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
      { name: "Metre", kind: "LENGTHUNIT", toSi: 1, offset: 0 },
      { name: "SquareMetre", kind: "AREAUNIT", toSi: 1, offset: 0 }
    ]
    const { missing, products: found } = result({ products, units: metric }, ["NetArea"])
    const { from, origin, value } = found[0]!["NetArea"]!
    expect([value, origin, from]).toEqual([expect.closeTo(1.89, 9), "Computed", "OverallWidth × OverallHeight"])
    expect(found[1]!["NetArea"]!.from).toBe("Qto_X.Area")
    expect(missing).toEqual({ NetArea: [guidOf(2), guidOf(3)] })
  })
  test("respects filters", () => {
    const filters = filtersOf([{ property: "Class", operator: "Equals", value: "Wall" }])
    const found = result(model, ["Length"], { filters })
    expect(found.totals).toEqual({ Length: 6.5 })
    expect(found.byClass).toEqual({ IfcWall: { Length: 6.5 } })
    expect(found.products).toHaveLength(3)
    const none = result(model, all, {
      filters: filtersOf([{ property: "Class", operator: "Equals", value: "Nothing" }])
    })
    expect(none.totals).toEqual({ Count: 0, Length: 0, NetArea: 0, GrossArea: 0, NetVolume: 0, GrossVolume: 0 })
    expect(none.missing).toEqual({ Length: [], NetArea: [], GrossArea: [], NetVolume: [], GrossVolume: [] })
    expect(result({ products: [] }, all).byClass).toEqual({})
  })
  test("refuses an unknown property", () => {
    const request = {
      calculators,
      filters: filtersOf([{ property: "No", operator: "Equals", value: 1 }]),
      computed: null
    }
    expect(Either.isLeft(Quantities.calculate(tableOf(model), view, request))).toBe(true)
  })
  test("is delivered in pieces that together are the whole, the head first", () => {
    const products = Array.from({ length: 20_000 }, (_, i) => ({ cells: [["Qto_X|Length", quantity(i)]] as const }))
    const request = { calculators, filters: noFilters, computed: null }
    const quantities = Either.getOrThrow(Quantities.calculate(tableOf({ products }), view, request))
    const head = { operationId: "o", modelId: "1" }
    const parts = [...QuantityResult.chunks(quantities, head)]
    expect(parts.length).toBeGreaterThan(4)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(400_000)
    const body = JSON.parse(Buffer.concat(parts).toString()) as Result
    expect(Object.keys(body).slice(0, 3)).toEqual(["operationId", "modelId", "calculators"])
    expect(body.products).toHaveLength(20_000)
    expect(body.missing["NetArea"]).toHaveLength(20_000)
  })
})

describe("suspect values", () => {
  const isSuspect = (name: string, cells: TestProduct["cells"]): boolean | undefined =>
    one(name, { class: "IfcSlab", cells: cells! }).products[0]![name]?.suspect
  test.each<[string, number, true | undefined]>([
    ["positive", 1, undefined],
    ["zero", 0, true],
    ["negative", -1, true]
  ])("a value that is %s", (_, value, suspect) => {
    expect(isSuspect("Length", [["Qto_X|Length", quantity(value)]])).toBe(suspect)
  })
  test("a net value above its gross value, and that gross value", () => {
    const pair = (net: number, gross: number): TestProduct["cells"] => [
      ["Qto_X|NetVolume", quantity(net)],
      ["Qto_X|GrossVolume", quantity(gross)]
    ]
    for (const name of ["NetVolume", "GrossVolume"]) {
      expect(isSuspect(name, pair(2, 1))).toBe(true)
      expect(isSuspect(name, pair(1, 1))).toBe(undefined)
      expect(isSuspect(name, pair(1 + 1e-12, 1))).toBe(undefined)
    }
    expect(isSuspect("NetArea", pair(2, 1))).toBe(undefined)
  })
  test("different values of one name in one set", () => {
    expect(isSuspect("Length", [["Qto_X|Length", quantity(1, -1, { ambiguous: true })]])).toBe(true)
    const better: TestProduct["cells"] = [
      ["Qto_X|Length", quantity(1)],
      ["Z|Length", quantity(1, -1, { ambiguous: true })]
    ]
    expect(isSuspect("Length", better)).toBe(undefined)
  })
})

describe("computed values", () => {
  const model: TestModel = {
    products: [
      { cells: [["Qto_X|Length", quantity(10)]] },
      {},
      { cells: [["Qto_X|Length", quantity(10)]] },
      {},
      { class: "IfcDoor" }
    ]
  }
  const computed: Quantities.ComputedMeasures = {
    valuesOf: (name) => (name === "Length" ? Float64Array.of(11, 3, 13, Number.NaN, 5) : null)
  }
  test("replace missing authored values and check existing ones", () => {
    const found = result(model, ["Length", "NetArea"], { computed })
    expect(found.products.map(({ Length }) => Length as unknown)).toEqual([
      { value: 10, origin: "Authored", from: "Qto_X.Length" },
      { value: 3, origin: "Computed", from: "Computed.Length" },
      { value: 10, origin: "Authored", from: "Qto_X.Length", suspect: true },
      undefined,
      undefined
    ])
    expect(found.totals["Length"]).toBe(23)
    expect(found.missing["Length"]).toEqual([guidOf(3)])
  })
  test("do not change the table", () => {
    const table = tableOf(model)
    const request = { calculators: [calculators[1]!], filters: noFilters, computed }
    Quantities.calculate(table, view, request)
    const again = Either.getOrThrow(Quantities.calculate(table, view, { ...request, computed: null }))
    expect(again.byClass.map(({ sums }) => sums)).toEqual([[20], [0]])
    expect([...again.measures[0]!.suspects]).toEqual([...Bits.none(5)])
  })
})

test("each calculator is listed once and names existing quantities", () => {
  expect(all).toEqual(["Count", "Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"])
})
