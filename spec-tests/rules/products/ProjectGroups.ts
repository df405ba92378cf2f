import { type Answer, type Json, textOf } from "../../harness/Answer.ts"
import { each, holds, near, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { admit } from "../../harness/Editing.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fixture, type Imported, importBytes, type ModelFile } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { calculate } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const thirteen = rules("contract 13", operating)

interface Plan {
  readonly project: Project
  readonly house: Imported
  readonly solid: Imported
}

const made = async (context: Context, name: string): Promise<Plan> => {
  const project = await context.newProject(name)
  const imported = async (modelName: string, file: ModelFile) =>
    importBytes(context.api, project, await fixture(file), { modelName })
  return { project, house: await imported("house", "house.ifc"), solid: await imported("Solid", "solid.ifc") }
}

/** A project with two models, which no rule changes. */
const plan = (context: Context): Promise<Plan> => context.once("plan of groups", () => made(context, "Groups"))

const count = { calculator: "Count" }

const ask = async (context: Context, below: { readonly path: string }, body: object, paging = "") =>
  status(await context.api.post(`${below.path}/products/groups${paging}`, body), 200)

/** The keys of the groups, and their counts. */
const groupsOf = (answer: Answer): ReadonlyArray<Json> =>
  answer.list("groups").map(({ count, keys }) => [keys!, count!])

export const projectGroups = [
  thirteen("13-groups-model", "Groups by Model count the products of each model, in both forms", async (context) => {
    const { house, project, solid } = await plan(context)
    const rows = async ({ path }: Imported) =>
      status(await context.api.post(`${path}/products/properties/query`, {}), 200).at("totalCount")!
    const [ofHouse, ofSolid] = [await rows(house), await rows(solid)]
    const both = await ask(context, project, { groupBy: ["Model"], measures: [count] })
    same("groups", groupsOf(both), [
      [["house"], ofHouse],
      [["Solid"], ofSolid]
    ])
    same("totals", both.at("totals", "count"), Number(ofHouse) + Number(ofSolid))
    same("members", Object.keys(both.object()).sort(), ["groups", "page", "pageSize", "totalCount", "totals", "units"])
    const one = await ask(context, house, { groupBy: ["Model"], measures: [count] })
    same("of one model", groupsOf(one), [[["house"], ofHouse]])
    const named = await ask(context, project, { groupBy: ["Model"], measures: [count], models: [solid.modelId] })
    same("named", groupsOf(named), [[["Solid"], ofSolid]])
    same(
      "models is not asked for below a model",
      groupsOf(await ask(context, house, { groupBy: ["Model"], measures: [count], models: ["1"] })),
      groupsOf(one)
    )
  }),
  thirteen(
    "13-groups-calculators",
    "A calculator's value equals that of M5, for authored and computed ones",
    async (context) => {
      const { house, project, solid } = await plan(context)
      const names = ["Count", "Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]
      const measures = names.map((calculator) => ({ calculator }))
      const totalsOf = async (model: Imported) => (await calculate(context, model, { calculators: names })).at("totals")
      const expected = new Map([
        ["house", await totalsOf(house)],
        ["Solid", await totalsOf(solid)]
      ])
      const ofSolid = expected.get("Solid") as Readonly<Record<string, number>>
      holds("shapes give a volume", ofSolid["NetVolume"]! > 0, ofSolid)
      const both = await ask(context, project, { groupBy: ["Model"], measures })
      for (const { keys, measures } of both.list("groups")) {
        const name = textOf((keys as ReadonlyArray<Json>)[0])
        const totals = expected.get(name) as Readonly<Record<string, number>>
        for (const [i, calculator] of names.entries()) {
          const { measured, value } = (measures as ReadonlyArray<{ value: number | null; measured: number }>)[i]!
          near(`${calculator} of ${name}`, value ?? 0, totals[calculator]!)
          same(`${calculator} of ${name} is measured`, (value === null) === (measured === 0), true)
        }
      }
    }
  ),
  thirteen("13-groups-no-access", "Groups include nothing of a model that the caller cannot read", async (context) => {
    const { house, project } = await made(context, "Groups of a hidden model")
    await admit(context, house, "NoAccess")
    const send = (body: object) => context.second.post(`${project.path}/products/groups`, body)
    const answer = status(await send({ groupBy: ["Model"], measures: [count] }), 200)
    same(
      "keys",
      answer.list("groups").map(({ keys }) => keys),
      [["Solid"]]
    )
    const named = { measures: [count], models: [house.modelId] }
    errorView(await send(named), 400, "ReferenceNotFound")
    errorView(await send({ groupBy: ["Größe"], measures: [count] }), 400, "InvalidField")
    errorView(await context.second.post(`${house.path}/products/groups`, { measures: [count] }), 404, "ModelNotFound")
  }),
  thirteen("13-groups-faults", "Wrong groups are refused before any is computed", async (context) => {
    const { project } = await plan(context)
    const send = (body: object, paging = "") => context.api.post(`${project.path}/products/groups${paging}`, body)
    await each<readonly [object, string]>(
      [
        [{}, "InvalidParameter"],
        [{ measures: [] }, "InvalidParameter"],
        [{ measures: [{}] }, "InvalidParameter"],
        [{ measures: [{ calculator: "Count", property: "Name", function: "Count" }] }, "InvalidParameter"],
        [{ measures: [{ calculator: "Weight" }] }, "InvalidCalculator"],
        [{ measures: [{ property: "Name", function: "Median" }] }, "InvalidCalculator"],
        [{ measures: [count], groupBy: ["No such"] }, "InvalidField"],
        [{ measures: [{ property: "No such", function: "Count" }] }, "InvalidField"],
        [{ measures: [count], groupBy: ["Name", "Class", "Guid", "Tag", "Model"] }, "InvalidParameter"],
        [{ measures: [count], sort: [{ key: 0 }] }, "InvalidParameter"],
        [{ measures: [count], filters: { "No such": "x" } }, "InvalidFilter"]
      ],
      ([body]) => JSON.stringify(body),
      async ([body, error]) => void errorView(await send(body), 400, error)
    )
    errorView(await send({ measures: [count] }, "?page=0"), 400, "InvalidParameter")
  })
]
