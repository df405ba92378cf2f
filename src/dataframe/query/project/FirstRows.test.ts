import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { noFilters } from "../../../domain/products/Filter.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import { content, modelGuid } from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import { tableOf } from "../../testing/TestContent.ts"
import { answerBudget } from "../AnswerBudget.ts"
import * as View from "../View.ts"
import { answerProject, type SeenModel } from "./ProjectAnswer.ts"

const view = View.empty("1")

const guids = (
  models: ReadonlyArray<SeenModel>,
  sort: ReadonlyArray<readonly [string, boolean]>,
  page: number,
  pageSize: number
) => {
  const keys = sort.map(([property, descending]) => ({ property, descending }))
  const asked = { filters: noFilters, fields: FieldNames.of(["Model", "Guid"]), sort: keys, page, pageSize }
  const bytes = Either.getOrThrow(answerProject(models, { kind: "ProjectRows", ...asked }, answerBudget))
  return (JSON.parse(new TextDecoder().decode(bytes)) as { readonly result: ReadonlyArray<unknown> }).result
}

const models = (tables: ReadonlyArray<SeenModel["table"]>): ReadonlyArray<SeenModel> =>
  tables.map((table, m) => ({ model: { id: String(m), name: `M${m}` }, table, view, computed: null }))

test("pages of few products equal parts of a page of all, for any sort order", () => {
  const random = new Random(20261128)
  const contents = Array.from({ length: 3 }, (_, m) => content(random, m > 0))
  const seen = models(contents.map((one) => open(encode(one, { modelGuid }))))
  const names = seen.flatMap(({ table }) => table.properties.map(({ name, set }) => `${set}.${name}`))
  const fields = [...new Set(names), "Class", "Guid", "Name", "OverallHeight", "Code", "SpatialLocation", "Model"]
  for (const field of fields) {
    for (const descending of [false, true]) {
      const second = [random.pick(fields), random.chance(0.5)] as const
      const sort = [[field, descending], second] as const
      const most = guids(seen, sort, 1, 5000)
      for (const [page, pageSize] of [
        [1, 1],
        [3, 7],
        [2, 300],
        [14, 100]
      ] as const) {
        expect(guids(seen, sort, page, pageSize)).toEqual(most.slice((page - 1) * pageSize, page * pageSize))
      }
    }
  }
})

test("more distinct values than are kept at a time are sorted, in both directions", () => {
  const number = (i: number): number => ((i * 7919) % 5003) - 2500
  const table = (m: number) =>
    tableOf({
      products: Array.from({ length: 2500 }, (_, i) => ({
        name: String(number(i * 2 + m)),
        cells: [
          ["S|Number", number(i * 2 + m)],
          ["S|Text", `${i % 2 === 0 ? "É" : "x"}${m === 0 ? "ABC" : "abc"}${number(i * 2 + m) + 5000}`]
        ]
      }))
    })
  const seen = models([table(0), table(1)])
  for (const property of ["Number", "Text"]) {
    for (const descending of [false, true]) {
      const most = guids(seen, [[property, descending]], 1, 5000)
      expect(most).toHaveLength(5000)
      for (const [page, pageSize] of [
        [1, 10],
        [30, 10],
        [2, 600]
      ] as const) {
        const found = guids(seen, [[property, descending]], page, pageSize)
        expect(found).toEqual(most.slice((page - 1) * pageSize, page * pageSize))
      }
    }
  }
})
