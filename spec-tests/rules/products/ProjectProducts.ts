import { type Json, textOf } from "../../harness/Answer.ts"
import { alphabetical, each, holds, same, status } from "../../harness/Check.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import type { Imported } from "../../harness/Imports.ts"
import { ask, column, made, plan, type Rows, rowsOf, rowsOfModel } from "../../harness/ProjectQuestions.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const thirteen = rules("contract 13", operating)

const sorted = (rows: Rows) => alphabetical(column(rows, "Guid").map(textOf))

/** A filter on a property that only the house has. */
const ofHouse = { filters: [{ property: "Größe", operator: "NotEquals", value: null }] }

export const projectProducts = [
  thirteen(
    "13-rows",
    "The rows are those of M4 of each model, in the order of M1, each with its Model",
    async (context) => {
      const both = await plan(context)
      const { bridge, house } = both
      const rows = await rowsOf(ask(context, both, { units: "Model" }))
      const own = [await rowsOfModel(context, bridge, {}), await rowsOfModel(context, house, {})]
      const withModel = (model: Imported, Name: string, of: Rows) =>
        of.map((row) => ({ Model: { ModelId: model.modelId, Name }, ...row }))
      same("rows", rows, [...withModel(bridge, "Bridge", own[0]!), ...withModel(house, "house", own[1]!)])
      same("order of fields", Object.keys(rows[0]!), ["Model", ...Object.keys(own[0]![0]!)])
      const without = await rowsOf(ask(context, both, { fields: ["Guid", "Class", "Name"] }))
      same("members", Object.keys(without[0]!), ["Guid", "Class", "Name"])
    }
  ),
  thirteen(
    "13-rows-pages",
    "Pages continue across models: totalCount counts all, a page past the end is empty",
    async (context) => {
      const both = await plan(context)
      const fields = ["Guid", "Model"]
      const all = await rowsOf(ask(context, both, { fields }))
      const pages: Array<Json> = []
      const pageSize = 5
      for (let page = 1; page <= Math.ceil(all.length / pageSize); page++) {
        const answer = status(await ask(context, both, { fields }, `?page=${page}&pageSize=${pageSize}`), 200)
        same(
          "paging",
          [answer.at("page"), answer.at("pageSize"), answer.at("totalCount")],
          [page, pageSize, all.length]
        )
        pages.push(...answer.list("result"))
      }
      same("pages", pages, all)
      const past = status(await ask(context, both, { fields }, "?page=1000000"), 200)
      same("past the end", [past.at("result"), past.at("totalCount")], [[], all.length])
      errorView(await ask(context, both, {}, "?pageSize=5001"), 400, "InvalidParameter")
    }
  ),
  thirteen(
    "13-rows-sort",
    "A sort order merges the models; equal products keep the order of models and files",
    async (context) => {
      const both = await plan(context)
      const sort = [{ property: "Class" }, { property: "Model", descending: true }]
      const body = { fields: ["Class", "Guid", "Model"], sort }
      const all = await rowsOf(ask(context, both, body))
      const unsorted = await rowsOf(ask(context, both, { fields: body.fields }))
      same("the same products", sorted(all), sorted(unsorted))
      const classes = column(all, "Class").map((name) => textOf(name).toLowerCase())
      same("classes", classes, alphabetical(classes))
      const ids = [both.house.modelId, both.bridge.modelId]
      for (const name of new Set(classes)) {
        const models = all.filter((row) => textOf(row["Class"]).toLowerCase() === name).map(({ Model }) => Model)
        const places = models.map((model) => ids.indexOf(textOf((model as Record<string, Json>)["ModelId"])))
        same(
          `models of ${name}`,
          places,
          places.toSorted((a, b) => a - b)
        )
      }
      const second = await rowsOf(ask(context, both, body, "?page=2&pageSize=4"))
      same("second page", second, all.slice(4, 8))
      errorView(await ask(context, both, { sort: [{ property: "No such" }] }), 400, "InvalidField")
      const four = ["Class", "Name", "Guid", "Model"].map((property) => ({ property }))
      errorView(await ask(context, both, { sort: four }), 400, "InvalidParameter")
    }
  ),
  thirteen(
    "13-rows-filters",
    "Filters apply to the products of every model; a name unknown to all is InvalidFilter",
    async (context) => {
      const both = await plan(context)
      const { bridge, house } = both
      const filters = [{ property: "Class", operator: "Contains", value: "e" }]
      const own = [await rowsOfModel(context, bridge, { filters }), await rowsOfModel(context, house, { filters })]
      same("count", (await rowsOf(ask(context, both, { filters }))).length, own[0]!.length + own[1]!.length)
      const found = await rowsOf(ask(context, both, { ...ofHouse, fields: ["Guid"] }))
      same("a property of one model", found, await rowsOfModel(context, house, { ...ofHouse, fields: ["Guid"] }))
      holds("it has some", found.length > 0)
      errorView(await ask(context, both, { filters: { "No such": "x" } }), 400, "InvalidFilter")
      const all = await rowsOfModel(context, house, {})
      await each(
        [
          { property: "Model", operator: "Equals", value: house.modelId },
          { property: "Model", operator: "Equals", value: "house" },
          { property: "Model.Name", operator: "In", value: ["house", "No such"] },
          { property: "Model.ModelId", operator: "NotEquals", value: bridge.modelId },
          { property: "Model", operator: "Contains", value: "OUS" }
        ],
        ({ operator, property, value }) => `${property} ${operator} ${String(value)}`,
        async (filter) =>
          same("rows", column(await rowsOf(ask(context, both, { filters: [filter] })), "Guid"), column(all, "Guid"))
      )
    }
  ),
  thirteen(
    "13-models-named",
    "models lists the models; a repeated id counts once, and no id means no model",
    async (context) => {
      const both = await plan(context)
      const { house } = both
      const own = column(await rowsOfModel(context, house, {}), "Guid")
      await each(
        [[house.modelId], [house.modelId, house.modelId], [Number(house.modelId)]],
        (models) => JSON.stringify(models),
        async (models) => same("rows", column(await rowsOf(ask(context, both, { Models: models })), "Guid"), own)
      )
      same("none", await rowsOf(ask(context, both, { models: [] })), [])
      same("null", (await rowsOf(ask(context, both, { models: null }))).length > own.length, true)
      await each(
        [["x"], ["0"], [1.5], house.modelId, Array.from({ length: 1001 }, () => house.modelId)],
        (models) => JSON.stringify(models).slice(0, 40),
        async (models) => void errorView(await ask(context, both, { models }), 400, "InvalidBody")
      )
      const { house: elsewhere } = await context.once("other plan", () => made(context, "Another project"))
      errorView(await ask(context, both, { models: [house.modelId, elsewhere.modelId] }), 400, "ReferenceNotFound")
      errorView(await context.api.post("/v1/projects/x/products/properties/query", {}), 400, "InvalidIdentifier")
    }
  ),
  thirteen("13-fields", "The fields are the union of those of the models, and Model", async (context) => {
    const both = await plan(context)
    const { bridge, house, project } = both
    const read = async ({ path }: { readonly path: string }, query = "") =>
      status(await context.api.get(`${path}/products/properties/available-data?pageSize=5000${query}`), 200)
    const own = await read(house)
    const union = new Set([...own.list("fields"), ...(await read(bridge)).list("fields")].map(String)).add("Model")
    const all = await read(project)
    const listed = all.list("fields").map(String)
    same("fields", alphabetical(listed), alphabetical(union))
    same("order", listed, [...listed.slice(0, 3), ...alphabetical(listed.slice(3))])
    same("first", listed.slice(0, 3), ["Guid", "Class", "Name"])
    same("totalCount", all.at("totalCount"), listed.length)
    const twice = await read(project, `&models=${house.modelId}&models=${house.modelId}`)
    same(
      "of one model",
      alphabetical(twice.list("fields").map(String)),
      alphabetical([...own.list("fields").map(String), "Model"])
    )
    const url = `${project.path}/products/properties/available-data`
    errorView(await context.api.get(`${url}?models=${house.modelId}&models=9007199254740991`), 400, "ReferenceNotFound")
    errorView(await context.api.get(`${url}?models=x`), 400, "InvalidParameter")
  })
]
