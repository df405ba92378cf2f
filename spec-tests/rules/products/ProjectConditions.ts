import type { Answer, Json } from "../../harness/Answer.ts"
import { near, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fixture, type Imported, importBytes, type ModelFile } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { ask, column, plan, rowsOf, rowsOfModel } from "../../harness/ProjectQuestions.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const thirteen = rules("contract 13", operating)

interface Plan {
  readonly project: Project
  readonly house: Imported
  readonly shed: Imported
}

/** A project with a model in millimetres and one in feet, which no rule changes. */
const planOfUnits = (context: Context): Promise<Plan> =>
  context.once("plan of units", async () => {
    const project = await context.newProject("Units of two models")
    const imported = async (modelName: string, file: ModelFile) =>
      importBytes(context.api, project, await fixture(file), { modelName })
    return { project, house: await imported("House", "house.ifc"), shed: await imported("Shed", "shed.ifc") }
  })

/** The heights of the doors in the files, in metres: 2100 mm and 7 ft. */
const heights = { house: 2.1, shed: 2.1336 }

const doors = { where: { property: "Class", operator: "IsA", value: "Door" } }

const cellsOf = (rows: ReadonlyArray<Record<string, Json>>): ReadonlyArray<readonly [Json, Json]> =>
  rows.map((row) => {
    const cell = row["OverallHeight"] as Record<string, Json>
    return [cell["Value"]!, cell["Unit"]!]
  })

const groups = (context: Context, { path }: Project, body: object): Promise<Answer> =>
  context.api.post(`${path}/products/groups`, body)

export const projectConditions = [
  thirteen(
    "13-units",
    "Numbers of models in different units are returned, compared and sorted in SI",
    async (context) => {
      const both = await planOfUnits(context)
      const sort = [{ property: "OverallHeight", descending: true }]
      const body = { ...doors, fields: ["OverallHeight", "Model"], sort }
      same("in SI", cellsOf(await rowsOf(ask(context, both, body))), [
        [heights.shed, "Metre"],
        [heights.house, "Metre"]
      ])
      same("in the models' units", cellsOf(await rowsOf(ask(context, both, { ...body, units: "Model" }))), [
        [2100, "Millimetre"],
        [7, "Foot"]
      ])
      const taller = { property: "OverallHeight", operator: "GreaterThan", value: 2.11 }
      const found = await rowsOf(ask(context, both, { where: { and: [doors.where, taller] }, fields: ["Model"] }))
      same("taller", found, [{ Model: { ModelId: both.shed.modelId, Name: "Shed" } }])
      const listed = status(
        await context.api.get(`${both.project.path}/products/properties/available-data?pageSize=5000`),
        200
      )
      const detail = listed
        .list("fieldDetails")
        .find((one) => (one as Record<string, Json>)["name"] === "OverallHeight")
      same("unit of the field", (detail as Record<string, Json>)["unit"], "Metre")
      errorView(await ask(context, both, { ...body, units: "Imperial" }), 400, "InvalidParameter")
    }
  ),
  thirteen(
    "13-groups-units",
    "Groups add numbers of different units in SI, and refuse to add them otherwise",
    async (context) => {
      const { project } = await planOfUnits(context)
      const body = { ...doors, measures: [{ property: "OverallHeight", function: "Sum" }] }
      const answer = status(await groups(context, project, body), 200)
      same("units", answer.at("units"), ["Metre"])
      near("sum", Number(answer.at("totals", "measures", 0, "value")), heights.house + heights.shed)
      same("measured", answer.at("totals", "measures", 0, "measured"), 2)
      errorView(await groups(context, project, { ...body, units: "Model" }), 400, "InvalidCalculator")
    }
  ),
  thirteen("13-where", "A condition may use the model and properties of some models", async (context) => {
    const both = await plan(context)
    const { bridge, house } = both
    const guids = async (where: object) => column(await rowsOf(ask(context, both, { where })), "Guid")
    const all = async (model: Imported, body: object = {}) => column(await rowsOfModel(context, model, body), "Guid")
    const has = { property: "Größe", operator: "Exists" }
    const ofBridge = { property: "Model", operator: "Equals", value: bridge.modelId }
    same("a property of one model", await guids(has), await all(house, { where: has }))
    same("of a model or with a property", await guids({ or: [ofBridge, has] }), [
      ...(await all(bridge)),
      ...(await all(house, { where: has }))
    ])
    same("of no other model", await guids({ not: ofBridge }), await all(house))
    same("both", await guids({ and: [ofBridge, has] }), [])
    const wrong = { and: [ofBridge, { property: "No such", operator: "Exists" }] }
    errorView(await ask(context, both, { where: wrong }), 400, "InvalidFilter")
  })
]
