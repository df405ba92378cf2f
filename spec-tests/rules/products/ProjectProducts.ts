import { type Answer, type Json, textOf } from "../../harness/Answer.ts"
import { alphabetical, each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { admit } from "../../harness/Editing.ts"
import { Editor } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fixture, follow, type Imported, importBytes, startImport } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const thirteen = rules("contract 13", operating)

interface Plan {
  readonly project: Project
  /** The first of the list of models. */
  readonly bridge: Imported
  readonly house: Imported
}

const made = async (context: Context, name: string): Promise<Plan> => {
  const project = await context.newProject(name)
  const imported = async (modelName: string, file: "bridge.ifc" | "house.ifc") =>
    importBytes(context.api, project, await fixture(file), { modelName })
  return { project, house: await imported("house", "house.ifc"), bridge: await imported("Bridge", "bridge.ifc") }
}

/** A project with two models, which no rule changes. */
const plan = (context: Context): Promise<Plan> => context.once("plan", () => made(context, "Questions to a project"))

const ask = (context: Context, { project }: Plan, body: object, paging = "", client = context.api): Promise<Answer> =>
  client.post(`${project.path}/products/properties/query${paging}`, body)

type Rows = ReadonlyArray<Readonly<Record<string, Json>>>

const rowsOf = async (answer: Promise<Answer>): Promise<Rows> => status(await answer, 200).list("result")

const rowsOfModel = (context: Context, { path }: Imported, body: object): Promise<Rows> =>
  rowsOf(context.api.post(`${path}/products/properties/query`, body))

const column = (rows: Rows, field: string) => rows.map((row) => row[field])

const sorted = (rows: Rows) => alphabetical(column(rows, "Guid").map(textOf))

/** A filter on a property that the house alone has. */
const ofHouse = { filters: [{ property: "Größe", operator: "NotEquals", value: null }] }

/** The error and its text without the id that it names. */
const refusalOf = (answer: Answer, id: string) => textOf(errorView(answer, 400).at("errorDetails")).replaceAll(id, "…")

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
    "Pages run over the models: totalCount is of all, a page past the end is empty",
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
    "A sort merges the models, equal products in the order of the models and files",
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
    "Filters hold for the products of every model; a name that none has is InvalidFilter",
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
    "models names the models; an id twice counts once, no id means no model",
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
  thirteen(
    "13-no-access",
    "Who may not read a model learns nothing of it: no row, no field, no other error",
    async (context) => {
      const both = await made(context, "Hidden model")
      const { bridge, house } = both
      const { second } = context
      errorView(await ask(context, both, {}, "", second), 404, "ProjectNotFound")
      await admit(context, house, "NoAccess")
      const seen = (body: object) => ask(context, both, body, "", second)
      same("rows", column(await rowsOf(seen({})), "Guid"), column(await rowsOfModel(context, bridge, {}), "Guid"))
      const hidden = refusalOf(await seen({ models: [bridge.modelId, house.modelId] }), house.modelId)
      const unknown = "9007199254740991"
      same("unknown and unreadable", hidden, refusalOf(await seen({ models: [bridge.modelId, unknown] }), unknown))
      errorView(await seen({ models: [house.modelId] }), 400, "ReferenceNotFound")
      const filterOn = (property: string) => ({ filters: [{ property, operator: "Equals", value: "x" }] })
      const [of, none] = [await seen(filterOn("Größe")), await seen(filterOn("No such"))]
      errorView(of, 400, "InvalidFilter")
      same("text", refusalOf(of, "Größe"), refusalOf(none, "No such"))
      same("null object", (await rowsOf(seen({ fields: ["Größe"] })))[0], {
        Größe: { PropertySet: null, Value: null, PropertyId: null }
      })
      same("by name", await rowsOf(seen({ filters: [{ property: "Model", operator: "Equals", value: "house" }] })), [])
      status(await context.api.delete(`${house.path}/members/${encodeURIComponent(context.secondSubject)}`), 204)
      holds("with the default role", (await rowsOf(seen({ models: [house.modelId] }))).length > 0)
    }
  ),
  thirteen(
    "13-unpublished",
    "A question shows the caller's own unpublished changes and nobody else's",
    async (context) => {
      const both = await made(context, "Unpublished changes")
      const { bridge, house } = both
      await admit(context, house, "Viewer")
      const [first] = await rowsOfModel(context, house, { fields: ["Guid"] })
      const guid = textOf(first!["Guid"])
      const editor = new Editor(context.api, house, "ada")
      await editor.start()
      await editor.apply({ update: { Name: { [guid]: "Renamed before publishing" } } })
      const renamed = { filters: { Name: "Renamed before" }, fields: ["Guid", "Name"] }
      const row = { Guid: guid, Name: "Renamed before publishing" }
      same("own", await rowsOf(ask(context, both, renamed)), [row])
      same("of others", await rowsOf(ask(context, both, renamed, "", context.second)), [])
      status(await editor.send("POST", "/publish", { title: "Renamed" }), 204)
      same("published", await rowsOf(ask(context, both, renamed, "", context.second)), [row])
      await editor.end()
      status(await context.api.delete(house.path), 204)
      errorView(await ask(context, both, { models: [house.modelId] }), 400, "ReferenceNotFound")
      const left = await rowsOf(ask(context, both, {}))
      same("after the removal", column(left, "Guid"), column(await rowsOfModel(context, bridge, {}), "Guid"))
    }
  ),
  thirteen("13-without-version", "A model whose import failed has no products", async (context) => {
    const project = await context.newProject("Failed import")
    const started = await startImport(context.api, project, new TextEncoder().encode("ISO-10303-21;\n"))
    const ended = (await follow(context.api, started.string("id"))).at(-1)!
    same("status", ended.at("status"), "Failed")
    const url = `${project.path}/products/properties/query`
    await each(
      [{}, { models: [started.string("modelId")] }],
      (body) => JSON.stringify(body),
      async (body) => {
        const answer = status(await context.api.post(url, body), 200)
        same("no row", [answer.at("result"), answer.at("totalCount")], [[], 0])
      }
    )
  })
]
