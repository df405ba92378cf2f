import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { noFilters } from "../../../domain/products/Filter.ts"
import { volume } from "../../../testing/Volume.ts"
import * as ProjectReference from "../../testing/ProjectReference.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { filtersOf, tableOf, type TestProduct } from "../../testing/TestContent.ts"
import { answerBudget } from "../AnswerBudget.ts"
import * as View from "../View.ts"
import { answerProject, type ProjectRequest, type SeenModel } from "./ProjectAnswer.ts"

const seed = Number(process.env["SEED"] ?? 20261128)

type Asked = Partial<Omit<Extract<ProjectRequest, { readonly kind: "ProjectRows" }>, "fields">> & {
  readonly fields?: ReadonlyArray<string>
}

const ask = (models: ReadonlyArray<SeenModel>, { fields = [], ...request }: Asked, most = answerBudget): unknown => {
  const all = { filters: noFilters, page: 1, pageSize: 1000, ...request, fields: FieldNames.of(fields) }
  return Either.match(answerProject(models, { kind: "ProjectRows", ...all }, most), {
    onLeft: (error) => ("index" in error ? error.index : error._tag),
    onRight: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown
  })
}

/** Returns an answer without the units of its values, because the reference does not compute units. */
const withoutUnits = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), function (this: object, key, value: unknown) {
    return key === "Unit" && "PropertyId" in this ? undefined : value
  })

describe(`rows of several models equal the reference, seed ${seed}`, () => {
  test("pages, filters and sort orders of random models", () => {
    const random = new Random(seed)
    let [sorted, refused] = [0, 0]
    for (let i = 0; i < volume(40, 200); i++) {
      const models = ProjectReference.models(random, 4)
      const reference = ProjectReference.make(models)
      const seen = models.map((model) => model.seen)
      const anyContent = () => random.pick(models).content
      for (let q = 0; q < 20; q++) {
        const keys = random.chance(0.5) ? [] : RandomQuery.fields(random, anyContent()).slice(0, 3)
        if (random.chance(0.2)) keys.splice(0, 1, "Model")
        const sort = keys
          .filter((property) => property !== "MaterialLayers")
          .map((property) => ({ property, descending: random.chance(0.5) }))
        const own = random.chance(0.5) ? ["Model"] : []
        const fields = FieldNames.of([...own, ...RandomQuery.fields(random, anyContent())])
        const filters = filtersOf([
          ...RandomQuery.filters(random, anyContent()),
          ...(random.chance(0.2) ? [{ property: "Model", operator: random.pick(["Equals", "NotEquals", "Contains"]), value: random.pick(["House", "model-1", "O"]) }] : []) // prettier-ignore
        ])
        const where = ProjectReference.condition(random, models)
        const [page, pageSize] = [1 + random.below(3), random.pick([1, 7, 50, 5000])]
        const found = ask(seen, { fields, filters, sort, page, pageSize, ...(where !== undefined && { where }) })
        const all = reference.rows(FieldNames.of([...fields, ...sort.map(({ property }) => property)]), filters, where)
        if (typeof all !== "object") {
          expect(found).toBe(all)
          refused++
          continue
        }
        if (sort.some(({ property }) => !reference.isKnown(property))) {
          expect(found).toBe("InvalidField")
          continue
        }
        const inOrder = all.toSorted((a, b) => {
          for (const { descending, property } of sort) {
            const [x, y] = [a, b].map((row) => ProjectReference.plain(row, property, "Layers")) as [never, never]
            const order = ProjectReference.compare(x, y)
            if (order !== 0) return descending && x !== null && y !== null ? -order : order
          }
          return 0
        })
        const result = inOrder
          .slice((page - 1) * pageSize, page * pageSize)
          .map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])))
        // JSON has no -0.
        expect(withoutUnits(found)).toEqual(
          JSON.parse(JSON.stringify({ totalCount: all.length, page, pageSize, result }))
        )
        if (sort.length > 0 && all.length > 5) sorted++
      }
    }
    expect(sorted).toBeGreaterThan(50)
    expect(refused).toBeGreaterThan(0)
  })
})

const project = (...models: ReadonlyArray<ReadonlyArray<TestProduct>>): ReadonlyArray<SeenModel> =>
  models.map((products, i) => ({
    model: { id: `id${i}`, name: `Model ${i}` },
    table: tableOf({ products }),
    view: View.empty("1"),
    computed: null
  }))

describe("rows of several models", () => {
  const models = project(
    [
      { name: "b", cells: [["S|Model", "own"]] },
      { name: "d", cells: [["S|Only", 1]] }
    ],
    [],
    [{ name: "a" }, { name: "c", cells: [["S|Model.Name", "x"]] }]
  )
  const names = (asked: Asked): unknown =>
    (ask(models, { fields: ["Name"], ...asked }) as { result: ReadonlyArray<{ Name: string }> }).result.map(
      ({ Name }) => Name
    )

  test("are ordered by model, or merged by a sort order", () => {
    expect(names({})).toEqual(["b", "d", "a", "c"])
    expect(names({ page: 2, pageSize: 3 })).toEqual(["c"])
    expect(names({ sort: [{ property: "Name", descending: false }] })).toEqual(["a", "b", "c", "d"])
    expect(names({ sort: [{ property: "Model", descending: true }] })).toEqual(["a", "c", "b", "d"])
    expect(names({ sort: [{ property: "Only", descending: true }], page: 1, pageSize: 2 })).toEqual(["d", "b"])
  })

  test("have null for a property of other models; a property of no model is refused", () => {
    expect(names({ filters: filtersOf([{ property: "Only", operator: "Equals", value: null }]) })).toEqual(["b", "a", "c"]) // prettier-ignore
    expect(names({ filters: filtersOf([{ property: "Only", operator: "NotEquals", value: null }]) })).toEqual(["d"])
    const wrong = filtersOf([{ property: "Model", operator: "Equals", value: "id0" }, { property: "None", operator: "Equals", value: 1 }]) // prettier-ignore
    expect(ask(models, { filters: wrong })).toBe(1)
    expect(ask(models, { sort: [{ property: "None", descending: false }] })).toBe("InvalidField")
    expect(ask(models, { sort: [{ property: "Computed.Volume", descending: false }] })).toBe("InvalidField")
  })

  test("have the reserved Model, and a property of that name is qualified with its set", () => {
    const { result } = ask(models, { fields: ["Model", "S.Model", "Model.ModelId", "Model.Name"] }) as {
      result: ReadonlyArray<Record<string, { Value?: string }>>
    }
    expect(result[0]).toMatchObject({
      Model: { ModelId: "id0", Name: "Model 0" },
      "S.Model": { Value: "own" },
      "Model.ModelId": "id0",
      "Model.Name": { Value: null }
    })
    expect(result[3]).toMatchObject({ Model: { ModelId: "id2", Name: "Model 2" }, "Model.Name": { Value: "x" } })
    expect(names({ filters: filtersOf({ Model: "MODEL 2" }) })).toEqual(["a", "c"])
    expect(names({ filters: filtersOf([{ property: "Model.ModelId", operator: "In", value: ["id0"] }]) })).toEqual(["b", "d"]) // prettier-ignore
  })

  test("are refused above the budget", () => {
    expect(ask(models, {}, 100)).toBe("AnswerTooLarge")
  })

  test("are empty without models", () => {
    expect(ask([], { sort: [{ property: "Name", descending: false }] })).toMatchObject({ totalCount: 0, result: [] })
  })
})
