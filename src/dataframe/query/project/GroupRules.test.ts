import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { noFilters } from "../../../domain/products/Filter.ts"
import type { Groups, SentMeasure } from "../../../domain/products/Groups.ts"
import { ownDeleted } from "../../../domain/edits/Edit.ts"
import * as EditedTable from "../../edits/overlay/EditedTable.ts"
import { filtersOf, guidOf, tableOf, type TestModel } from "../../testing/TestContent.ts"
import { answerBudget } from "../AnswerBudget.ts"
import * as Overlay from "../Overlay.ts"
import type { Calculator } from "../quantities/Calculator.ts"
import * as View from "../View.ts"
import { answerProject, type ProjectRequest, type SeenModel } from "./ProjectAnswer.ts"

const units = [
  { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
  { name: "Metre", kind: "LENGTHUNIT", toSi: 1, offset: 0 }
]
const project = (...models: ReadonlyArray<TestModel>): ReadonlyArray<SeenModel> =>
  models.map((model, i) => ({
    model: { id: `id${i}`, name: i === 2 ? "Model 0" : `Model ${i}` },
    table: tableOf({ units, ...model }),
    view: View.empty("1"),
    computed: null
  }))

const net: Calculator = {
  name: "Net",
  version: 1,
  unit: "Metre",
  authored: { kind: "LENGTHUNIT", byClass: [{ classes: ["IfcDoor"], names: null }], others: ["Length"] },
  computed: [{ classes: null, measure: "Length", agreement: null }],
  pair: null
}

type Asked = Partial<Extract<ProjectRequest, { readonly kind: "Groups" }>>
const count: SentMeasure = { property: "Guid", function: "Count" }
const nothing = { groupBy: [], measures: [count], sort: [], filters: noFilters, page: 1, pageSize: 5000 }
const ask = (models: ReadonlyArray<SeenModel>, asked: Asked, most = answerBudget) =>
  Either.match(answerProject(models, { kind: "Groups", calculators: [net], ...nothing, ...asked }, most), {
    onLeft: (error): unknown => ("details" in error ? `${error._tag}: ${error.details}` : error._tag),
    onRight: (bytes): unknown => JSON.parse(new TextDecoder().decode(bytes))
  })
const keysOf = (models: ReadonlyArray<SeenModel>, asked: Asked): unknown =>
  (ask(models, asked) as { groups: ReadonlyArray<{ keys: unknown; count: number }> }).groups.map(({ count, keys }) => [
    keys,
    count
  ])
const by = (...groupBy: ReadonlyArray<string>): Pick<Groups, "groupBy"> => ({ groupBy })
const of = (property: string, name: "Sum" | "Min" | "CountDistinct"): Asked => ({
  measures: [{ property, function: name }]
})

describe("keys", () => {
  const models = project(
    {
      products: [
        { class: "IfcDoor", location: 1, codes: [0, 1], materialSet: 0, cells: [["S|a", 2]] },
        { location: 0, cells: [["S|a", { value: "x; y", several: true }]] },
        { cells: [["S|a", "10"]] }
      ],
      locations: [
        { guid: "site", name: "Site", type: "Site", parent: -1 },
        { guid: "floor", name: "Floor", type: "Floor", parent: 0 }
      ],
      codes: [
        { codification: 0, identification: "B", name: "bee" },
        { codification: 0, identification: "A", name: "ay" }
      ],
      materials: ["Brick"],
      materialSets: [{ name: "Outer", form: "layers", layers: [{ material: 0, name: null, thickness: 100, fraction: null }] }] // prettier-ignore
    },
    { products: [{ cells: [["T|a", true]] }, { cells: [["T|a", 10]] }, { cells: [["T|a", { value: null }]] }] },
    { products: [{ cells: [["S|a", 2]] }] }
  )

  test("are ordered as numbers, texts and booleans; several values are joined, empty ones are null and last", () => {
    const found = [
      [[2], 2],
      [[10], 1],
      [["10"], 1],
      [["x; y"], 1],
      [[true], 1],
      [[null], 1]
    ]
    expect(keysOf(models, by("a"))).toEqual(found)
    const down = [...found.slice(0, -1).toReversed(), found.at(-1)]
    expect(keysOf(models, { ...by("a"), sort: [{ key: 0, descending: true }] })).toEqual(down)
  })

  test("of a field with its own form are names", () => {
    expect(keysOf(models, by("SpatialLocation"))).toEqual([[["Floor"], 1], [["Site"], 1], [[null], 5]]) // prettier-ignore
    expect(keysOf(models, by("Code"))).toEqual([[["B; A"], 1], [[null], 6]]) // prettier-ignore
    expect(keysOf(models, by("Material"))).toEqual([[["Outer"], 1], [[null], 6]]) // prettier-ignore
    expect(keysOf(models, by("MaterialLayers", "SpatialLocation.Site"))).toEqual([[["Brick", "Site"], 1], [[null, "Site"], 1], [[null, null], 5]]) // prettier-ignore
    expect(keysOf(models, by("Model"))).toEqual([[["Model 0"], 4], [["Model 1"], 3]]) // prettier-ignore
    expect(keysOf(models, by("Model.ModelId", "Model.Name"))).toEqual([[["id0", "Model 0"], 3], [["id1", "Model 1"], 3], [["id2", "Model 0"], 1]]) // prettier-ignore
  })

  test("that no model has are refused; models without a key that others have get null", () => {
    expect(keysOf(models, by("T.a"))).toEqual([[[10], 1], [[true], 1], [[null], 5]]) // prettier-ignore
    expect(ask(models, by("a", "None"))).toStartWith(`InvalidField: groupBy[1]: no model has a field "None"`)
    expect(ask(models, by("Computed.Volume"))).toStartWith("InvalidField: groupBy[0]")
    expect(ask(models, of("None", "Sum"))).toStartWith("InvalidField: measures[0].property")
  })

  test("may be missing: then there is one group, even of no product; with keys and no product there is none", () => {
    const none = filtersOf([{ property: "Guid", operator: "In", value: [] }])
    const measures: Asked["measures"] = [count, { property: "a", function: "Max" }, { calculator: "Net" }]
    const nothing = [
      { value: 0, measured: 0 },
      { value: null, measured: 0 },
      { value: null, measured: 0 }
    ]
    const totals = { count: 0, measures: nothing }
    const rest = { totals, units: [null, null, "Metre"], page: 1, pageSize: 5000 }
    const group = { keys: [], count: 0, measures: nothing }
    for (const seen of [models, []]) {
      const filters = seen === models ? none : noFilters
      expect(ask(seen, { measures, filters })).toEqual({ groups: [group], totalCount: 1, ...rest })
      expect(ask(seen, { measures, filters, ...by("Class") })).toEqual({ groups: [], totalCount: 0, ...rest })
    }
  })

  test("count edits of values, but not deleted products", () => {
    const [first, ...others] = models as [SeenModel, ...ReadonlyArray<SeenModel>]
    const overlay = Overlay.add(Overlay.empty, [
      { kind: "Deleted", guid: guidOf(1) },
      { kind: "Property", guid: guidOf(2), set: "S", name: "a", now: ownDeleted }
    ])
    const edited = [{ ...first, table: EditedTable.of(first.table, overlay) }, ...others]
    expect(keysOf(edited, by("a"))).toEqual([[[2], 2], [[10], 1], [[true], 1], [[null], 2]]) // prettier-ignore
  })
})

describe("measures", () => {
  const models = project(
    {
      products: [
        { cells: [["S|mm", { value: 1000, unit: 0 }], ["Qto_S|Length", { value: 3000, unit: 0 }], ["S|bare", 1]] }, // prettier-ignore
        { height: 2000, cells: [["S|mm", { value: 500, unit: 0 }], ["S|both", { value: 5, unit: 0 }]] }, // prettier-ignore
        { class: "IfcDoor", cells: [["S|mm", "text"]] }
      ]
    },
    {
      products: [
        { cells: [["S|mm", { value: 250, unit: 0 }], ["S|both", { value: 5, unit: 1 }], ["S|bare", { value: 5, unit: 1 }]] } // prettier-ignore
      ]
    }
  )
  const totals = (asked: Asked, seen = models): unknown => {
    const found = ask(seen, asked)
    if (typeof found === "string") return found
    const { totals, units } = found as { totals: { measures: ReadonlyArray<{ value: number }> }; units: unknown }
    return [totals.measures.map(({ value }) => value), units]
  }

  test("of numbers have the unit of the numbers, but not CountDistinct; texts are not measured", () => {
    expect(totals(of("mm", "Sum"))).toEqual([[1750], ["Millimetre"]])
    expect(totals(of("mm", "CountDistinct"))).toEqual([[4], [null]])
    expect(totals(of("OverallHeight", "Min"))).toEqual([[2000], ["Millimetre"]])
    expect(totals(of("Model", "CountDistinct"))).toEqual([[2], [null]])
    expect(totals(of("Name", "Sum"))).toEqual([[null], [null]])
  })

  test("are those of each product if all, many or few have different numbers", () => {
    const length = 20_000
    const steps = [["all", 1], ["many", 3], ["few", 60]] as const // prettier-ignore
    const products = Array.from({ length }, (_, i) => ({
      class: i % 3 === 0 ? "IfcDoor" : "IfcWall",
      cells: steps.flatMap(([name, step]) =>
        i % step === 0 ? [[`S|${name}`, { value: i + 0.25, unit: 0 }] as const] : []
      )
    }))
    const seen = project({ products }, { products: products.slice(1).toReversed() })
    const sum = (step: number, isDoor: boolean): number =>
      Array.from({ length }, (_, i) => i)
        .filter((i) => i % step === 0 && (i % 3 === 0) === isDoor)
        .reduce((all, i) => all + (i === 0 ? 0.25 : 2 * (i + 0.25)), 0)
    for (const [name, step] of steps) {
      const { groups, units } = ask(seen, { ...by("Class"), ...of(name, "Sum") }) as {
        groups: ReadonlyArray<{ keys: ReadonlyArray<string>; measures: ReadonlyArray<{ value: number | null }> }>
        units: unknown
      }
      const found = groups.map(({ keys, measures }) => [keys[0], measures[0]!.value ?? 0])
      expect(found).toEqual([
        ["IfcDoor", sum(step, true)],
        ["IfcWall", sum(step, false)]
      ])
      expect(units).toEqual(["Millimetre"])
    }
  })

  test("in different units are refused with both units, but only if they are requested", () => {
    expect(totals(of("both", "Sum"))).toMatch(
      /^InvalidCalculator: "both" has numbers in Millimetre and numbers in Metre/
    )
    expect(totals(of("bare", "Min"))).toMatch(
      /^InvalidCalculator: "bare" has numbers without a unit and numbers in Metre/
    )
    expect(totals(of("both", "CountDistinct"))).toEqual([[1], [null]])
    expect(totals({ ...of("both", "Sum"), filters: filtersOf({ Model: "id1" }) })).toEqual([[5], ["Metre"]])
  })

  test("in different units are converted to SI, unless some have no unit", () => {
    expect(totals({ ...of("both", "Sum"), units: "SI" })).toEqual([[5.005], ["Metre"]])
    expect(totals({ ...of("mm", "Sum"), units: "SI" })).toEqual([[1.75], ["Metre"]])
    expect(totals({ ...of("OverallHeight", "Min"), units: "SI" })).toEqual([[2], ["Metre"]])
    expect(totals({ ...of("bare", "Sum"), units: "SI" })).toStartWith("InvalidCalculator")
    expect(totals({ measures: [{ calculator: "Net" }], units: "SI" })).toEqual([[3], ["Metre"]])
    expect(keysOf(models, { ...by("mm"), units: "SI", filters: filtersOf({ Model: "id1" }) })).toEqual([[[0.25], 1]])
  })

  test("of a calculator use its authored quantity, then geometry, in SI", () => {
    const measured = Float64Array.of(7, 0.5, 9)
    const withGeometry = models.map((seen, i) => ({ ...seen, computed: i === 0 ? { valuesOf: () => measured } : null }))
    expect(totals({ measures: [{ calculator: "Net" }] })).toEqual([[3], ["Metre"]])
    expect(totals({ measures: [{ calculator: "Net" }] }, withGeometry)).toEqual([[3.5], ["Metre"]])
    expect(totals({ measures: [{ calculator: "Weight" }] })).toStartWith("InvalidCalculator: ")
  })
})

describe("many groups", () => {
  const products = Array.from({ length: 1001 }, (_, row) => ({ cells: [["S|n", row]] as const }))
  const [one] = project({ products }) as [SeenModel]
  const models = (number: number): ReadonlyArray<SeenModel> =>
    Array.from({ length: number }, (_, i) => ({ ...one, model: { id: `id${i}`, name: `M${i}` } }))
  const sums: Asked = { measures: [{ property: "n", function: "Sum" }], pageSize: 2 }

  test("are counted and paged up to the limit of 1,000,000, and refused beyond it", () => {
    const found = ask(models(999), { ...sums, ...by("Model.ModelId", "n"), sort: [{ measure: 0, descending: true }] })
    expect(found).toMatchObject({
      totalCount: 999_999,
      totals: { count: 999_999, measures: [{ value: 999 * 500_500, measured: 999_999 }] },
      groups: [{ keys: ["id0", 1000] }, { keys: ["id1", 1000] }]
    })
    expect(ask(models(1000), { ...sums, ...by("Model.ModelId", "Guid") })).toMatch(
      /^AnswerTooLarge: .*1,000,000 groups/
    )
  })

  test("are refused in a small answer", () => {
    expect(ask(models(1), { ...by("n") }, 2000)).toStartWith("AnswerTooLarge: ")
  })
})
