import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Units } from "../../../domain/products/Units.ts"
import { volume } from "../../../testing/Volume.ts"
import * as EditedTable from "../../edits/overlay/EditedTable.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import { edited } from "../../testing/EditedContent.ts"
import * as ProjectReference from "../../testing/ProjectReference.ts"
import { content, modelGuid } from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomEdits from "../../testing/RandomEdits.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { inSi, withUnits } from "../../testing/SiContent.ts"
import { filtersOf } from "../../testing/TestContent.ts"
import { answerBudget } from "../AnswerBudget.ts"
import * as Overlay from "../Overlay.ts"
import { answerProject, type ProjectRequest } from "./ProjectAnswer.ts"

const seed = Number(process.env["SEED"] ?? 20261128)

/** Returns a model of random units, edited or not, and the same model as its file would be in SI. */
const model = (random: Random, i: number, view: ReturnType<typeof RandomQuery.view>) => {
  const stated = withUnits(random, content(random))
  const changes = random.chance(0.5) ? [] : RandomEdits.edits(random, stated, 20)
  const after = inSi(changes.length === 0 ? stated : edited(stated, modelGuid, changes))
  const seen = { model: { id: `model-${i}`, name: random.pick(["House", `M${i}`]) }, view, computed: null }
  const table = EditedTable.of(open(encode(stated, { modelGuid })), Overlay.add(Overlay.empty, changes))
  const expected = open(encode(after, { modelGuid }))
  return { content: after, seen: { ...seen, table }, expected: { ...seen, table: expected } }
}

type Answer = Record<string, unknown>

test(`models of different units answer in SI like models in SI, seed ${seed}`, () => {
  const random = new Random(seed)
  const met = { rows: 0, groups: 0, refused: 0 }
  for (let i = 0; i < volume(25, 150); i++) {
    const view = RandomEdits.withExternal(RandomQuery.view(random, content(random)))
    const models = Array.from({ length: 1 + random.below(3) }, (_, m) => model(random, m, view))
    const [stated, inUnits] = [models.map(({ seen }) => seen), models.map(({ expected }) => expected)]
    const ask = (all: typeof stated, request: ProjectRequest): Answer =>
      Either.match(answerProject(all, request, answerBudget), {
        onLeft: (error) => JSON.parse(JSON.stringify(error)) as Answer,
        onRight: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Answer
      })
    for (let q = 0; q < 10; q++) {
      const some = random.pick(models).content
      const where = ProjectReference.condition(random, models)
      const filters = filtersOf(RandomQuery.filters(random, some).slice(0, random.below(2)))
      const fields = RandomQuery.fields(random, some)
      const [property, key] = [fields[0]!, fields.at(-1)!]
      const page = { filters, page: 1, pageSize: 5000, ...(where !== undefined && { where }) }
      const rows = (units: Units): ProjectRequest => ({ kind: "ProjectRows", ...page, fields, units })
      const groups = (units: Units): ProjectRequest => ({
        ...page,
        kind: "Groups",
        units,
        groupBy: [key],
        sort: [],
        calculators: [],
        measures: (["Count", "CountDistinct", "Min", "Max"] as const).map((name) => ({ property, function: name }))
      })
      const found = ask(stated, rows("SI"))
      expect(found).toEqual(ask(inUnits, rows("Model")))
      const grouped = ask(stated, groups("SI"))
      const expected = ask(inUnits, groups("Model"))
      // Only the advice to ask in SI units may differ, which a query in SI units does not return.
      if (typeof expected["details"] === "string") {
        expect(grouped).toMatchObject({ _tag: expected["_tag"] })
        met.refused++
      } else {
        expect(grouped).toEqual(expected)
        if ((grouped["totalCount"] as number) > 3) met.groups++
      }
      if ((found["totalCount"] as number) > 3) met.rows++
    }
  }
  expect(met.rows).toBeGreaterThan(40)
  expect(met.groups).toBeGreaterThan(20)
  expect(met.refused).toBeGreaterThan(0)
})
