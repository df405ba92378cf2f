import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { noFilters } from "../../../domain/products/Filter.ts"
import type { GroupFunction, GroupSort, SentMeasure } from "../../../domain/products/Groups.ts"
import { volume } from "../../../testing/Volume.ts"
import * as ProjectReference from "../../testing/ProjectReference.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import type { Value } from "../../testing/ReferenceForms.ts"
import { answerBudget } from "../AnswerBudget.ts"
import type { Calculator } from "../quantities/Calculator.ts"
import * as Quantities from "../quantities/Quantities.ts"
import * as QuantityResult from "../quantities/QuantityResult.ts"
import { answerProject, type ProjectRequest, type SeenModel } from "./ProjectAnswer.ts"

const seed = Number(process.env["SEED"] ?? 20261128)

const calculator = (name: string, unit: string | null, names: ReadonlyArray<string>): Calculator => ({
  name,
  version: 1,
  unit,
  authored: { kind: "VOLUMEUNIT", byClass: [{ classes: ["IfcDoor"], names: null }], others: names },
  computed: [],
  pair: null
})
const calculators = [calculator("Count", null, []), calculator("Net", "CubicMetre", ["Width", "FireRating", "b.c"])]

type Asked = Partial<Extract<ProjectRequest, { readonly kind: "Groups" }>>
interface Group {
  readonly keys: ReadonlyArray<Value>
  readonly count: number
  readonly measures: ReadonlyArray<{ readonly value: number | null; readonly measured: number }>
}
interface Answer {
  readonly groups: ReadonlyArray<Group>
  readonly totals: Omit<Group, "keys">
  readonly units: ReadonlyArray<string | null>
  readonly totalCount: number
}

const nothing = { groupBy: [], measures: [], sort: [], filters: noFilters, page: 1, pageSize: 5000, calculators }

const ask = (models: ReadonlyArray<SeenModel>, asked: Asked, most = answerBudget): Answer | string | number =>
  Either.match(answerProject(models, { ...nothing, ...asked, kind: "Groups" }, most), {
    onLeft: (error) => ("index" in error ? error.index : `${error._tag}: ${error.details}`),
    onRight: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Answer
  })

/** Returns a measure of some values, one for each product, as section 13 of the contract says. */
const measured = (kind: GroupFunction, values: ReadonlyArray<Value>) => {
  const all = values.filter((value) => value !== null)
  if (kind === "Count") return { value: all.length, measured: all.length }
  if (kind === "CountDistinct") return { value: new Set(all).size, measured: all.length }
  const numbers = all.filter((value) => typeof value === "number")
  const sum = numbers.reduce((sum, value) => sum + value, 0)
  const of = { Sum: sum, Mean: sum / numbers.length, Min: Math.min(...numbers), Max: Math.max(...numbers) }
  return { value: numbers.length === 0 ? null : of[kind] + 0, measured: numbers.length }
}

/** Returns the value of a calculator for each product, by model and guid, as M5 gives it. */
const calculated = (models: ReadonlyArray<SeenModel>): ReadonlyMap<string, number> => {
  const entries = models.flatMap(({ model, table, view }) => {
    const found = Quantities.calculate(table, view, { calculators, filters: noFilters, computed: null })
    const text = Buffer.concat([...QuantityResult.chunks(Either.getOrThrow(found), {})]).toString()
    const { products } = JSON.parse(text) as { products: ReadonlyArray<{ Guid: string; Net?: { value: number } }> }
    return products.flatMap(({ Guid, Net }): Array<[string, number]> =>
      Net ? [[`${model.id} ${Guid}`, Net.value]] : []
    )
  })
  return new Map(entries)
}

const near = (found: number | null, expected: number | null, scale: number): boolean =>
  found === expected || (found !== null && expected !== null && Math.abs(found - expected) <= 1e-9 * scale)

describe(`groups of several models equal the reference, seed ${seed}`, () => {
  test("keys, measures, filters and sort orders of random models", () => {
    const random = new Random(seed)
    let [grouped, refused] = [0, 0]
    for (let i = 0; i < volume(40, 300); i++) {
      const models = ProjectReference.models(random, 4, true)
      const reference = ProjectReference.make(models)
      const seen = models.map((model) => model.seen)
      const net = calculated(seen)
      const someField = (): string =>
        random.chance(0.15) ? "Model" : RandomQuery.fields(random, random.pick(models).content)[0]!
      for (let q = 0; q < 12; q++) {
        const groupBy = Array.from({ length: random.below(5) }, someField)
        const functions = ["Count", "CountDistinct", "Sum", "Mean", "Min", "Max"] as const
        const measures = Array.from({ length: 1 + random.below(4) }, (): SentMeasure =>
          random.chance(0.3)
            ? { calculator: random.pick(["Count", "Net"]) }
            : { property: someField(), function: random.pick(functions) }
        )
        // Few products match random filters, so every second question is about all products.
        const isOfAll = q % 2 === 0
        const filters = isOfAll ? noFilters : RandomQuery.filters(random, random.pick(models).content)
        const where = isOfAll ? undefined : ProjectReference.condition(random, models)
        const chosen = { filters, ...(where !== undefined && { where }) }
        const sort = Array.from({ length: random.below(3) }, (): GroupSort => {
          const descending = random.chance(0.5)
          return groupBy.length === 0 || random.chance(0.5)
            ? { measure: random.below(measures.length), descending }
            : { key: random.below(groupBy.length), descending }
        })
        const properties = measures.flatMap((measure) => ("property" in measure ? [measure.property] : []))
        const fields = FieldNames.of(["Guid", "Model", ...groupBy, ...properties])
        const rows = reference.rows(fields, filters, where)
        const found = ask(seen, { groupBy, measures, sort, ...chosen })
        if (typeof rows !== "object") {
          expect(found).toBe(rows)
          refused++
          continue
        }
        if (![...groupBy, ...properties].every(reference.isKnown)) {
          expect(found).toStartWith("InvalidField")
          continue
        }
        const valuesOf = (measure: SentMeasure, rows: ReadonlyArray<ProjectReference.Row>): ReadonlyArray<Value> =>
          rows.map((row) =>
            "property" in measure
              ? ProjectReference.plain(row, measure.property, "Name")
              : measure.calculator === "Count"
                ? true
                : (net.get(`${(row["Model"] as { ModelId: string }).ModelId} ${row["Guid"] as string}`) ?? null)
          )
        const kindOf = (measure: SentMeasure): GroupFunction =>
          "property" in measure ? measure.function : measure.calculator === "Count" ? "Count" : "Sum"
        const measure = (rows: ReadonlyArray<ProjectReference.Row>) =>
          measures.map((one) => ({
            ...measured(kindOf(one), valuesOf(one, rows)),
            scale: valuesOf(one, rows).reduce<number>((sum, value) => sum + (typeof value === "number" ? Math.abs(value) : 0), 0) // prettier-ignore
          }))
        const keyed = Map.groupBy(rows, (row) =>
          JSON.stringify(groupBy.map((name) => ProjectReference.plain(row, name, "Name")))
        )
        if (groupBy.length === 0) keyed.set("[]", [...rows])
        const expected = Array.from(keyed, ([key, rows]) => ({
          keys: JSON.parse(key) as ReadonlyArray<Value>,
          count: rows.length,
          measures: measure(rows)
        }))
        const answer = found as Answer
        expect(answer.totalCount).toBe(expected.length)
        expect(answer.totals.count).toBe(rows.length)
        const byKey = new Map(expected.map((group) => [JSON.stringify(group.keys), group]))
        for (const { count, keys, measures } of answer.groups) {
          const group = byKey.get(JSON.stringify(keys))!
          expect(count).toBe(group.count)
          const isRight = measures.every(
            (one, m) =>
              one.measured === group.measures[m]!.measured &&
              near(one.value, group.measures[m]!.value, group.measures[m]!.scale)
          )
          if (!isRight) expect(measures as unknown).toEqual(group.measures)
        }
        expect(new Set(answer.groups.map(({ keys }) => JSON.stringify(keys))).size).toBe(expected.length)
        const totals = measure(rows)
        for (const [m, one] of answer.totals.measures.entries()) {
          expect(one.measured).toBe(totals[m]!.measured)
          expect(near(one.value, totals[m]!.value, totals[m]!.scale)).toBe(true)
        }
        const order = (a: Group, b: Group): number => {
          const byKeys = groupBy.map((_, key) => ({ key, descending: false }))
          for (const entry of [...sort, ...byKeys]) {
            const [x, y] = [a, b].map((group) =>
              "key" in entry ? group.keys[entry.key]! : group.measures[entry.measure]!.value
            ) as [Value, Value]
            const found = ProjectReference.compare(x, y)
            if (found !== 0) return entry.descending && x !== null && y !== null ? -found : found
          }
          return 0
        }
        expect(answer.groups).toEqual(answer.groups.toSorted(order))
        const page = ask(seen, { groupBy, measures, sort, ...chosen, page: 2, pageSize: 3 }) as Answer
        expect(page).toEqual({ ...answer, page: 2, pageSize: 3, groups: answer.groups.slice(3, 6) } as Answer)
        if (expected.length > 5) grouped++
      }
    }
    expect(grouped).toBeGreaterThan(50)
    expect(refused).toBeGreaterThan(0)
  })
})
