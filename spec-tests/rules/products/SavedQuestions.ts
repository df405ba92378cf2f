import type { Json } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fetched, follow, importModel, type Imported } from "../../harness/Imports.ts"
import { calculate, query } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 13", operating)

/** A project of its own with the house, in which queries are saved. */
const house = (context: Context): Promise<Imported> =>
  context.once("house of saved queries", async () =>
    importModel(context.api, await context.newProject("Saved queries of a house"), "house.ifc")
  )

const save = async (context: Context, { project }: Imported, query: object, client = context.api) =>
  status(await client.post(`${project.path}/queries`, { name: "Saved", query }), 201).number("id")

const walls = [{ property: "Name", operator: "Contains", value: "Wall" }]

/** The rows of M4 with the values of their `Name` alone. */
const namesOf = async (context: Context, model: Imported, body: object): Promise<ReadonlyArray<Json>> =>
  status(await query(context, model, body), 200)
    .list("result")
    .map(({ Name }) => Name ?? null)

export const savedQuestions = [
  rule("13-saved-rows", "M4: members that the body lacks are taken from a saved query", async (context) => {
    const model = await house(context)
    const whole = { fields: ["Name"], filters: walls, sort: [{ property: "Name", descending: true }] }
    const savedQuery = await save(context, model, whole)
    const of = (body: object) => query(context, model, body)
    const asked = status(await of({ savedQuery }), 200)
    same("all members", asked.object(), status(await of(whole), 200).object())
    same("rows", await namesOf(context, model, { savedQuery }), ["Wall B", "Wall A"])
    const null_ = { savedQuery, fields: null, filters: null, sort: null }
    same("null is absent", status(await of(null_), 200).object(), asked.object())
    const fields = ["Guid", "Name"]
    const row = status(await of({ savedQuery, fields }), 200).list("result")[0]!
    same("fields of the body", [Object.keys(row), row["Name"]], [fields, "Wall B"])
    const filters = [{ property: "Name", operator: "Contains", value: "slab" }]
    same("filters of the body", await namesOf(context, model, { SavedQuery: savedQuery, filters }), ["Floor slab"])
    holds("no filters", (await namesOf(context, model, { savedQuery, filters: [] })).length > 2)
    same("order of the file", await namesOf(context, model, { savedQuery, sort: [] }), ["Wall A", "Wall B"])
    const older = status(await context.api.post(`${model.path}/products/query`, { savedQuery }), 200)
    same("older spelling", older.at("result"), asked.at("result"))
  }),
  rule("13-saved-defaults", "Members that neither has have their defaults", async (context) => {
    const model = await house(context)
    const savedQuery = await save(context, model, {})
    same(
      "rows",
      status(await query(context, model, { savedQuery }), 200).object(),
      status(await query(context, model, {}), 200).object()
    )
    const grouped = await save(context, model, {
      models: ["1"],
      groupBy: ["Class"],
      measures: [{ calculator: "Count" }],
      fields: ["Name"]
    })
    same(
      "members that the endpoint does not take",
      status(await query(context, model, { savedQuery: grouped }), 200).object(),
      status(await query(context, model, { fields: ["Name"] }), 200).object()
    )
  }),
  rule("13-saved-calculations", "M5 and M8 use the filters of a saved query, and not its fields", async (context) => {
    const model = await house(context)
    const sort = [{ property: "Name" }]
    const savedQuery = await save(context, model, { fields: ["Name"], filters: walls, sort, units: "SI" })
    const counted = await calculate(context, model, { calculators: ["Count"], savedQuery })
    same("count", (counted.at("totals") as { readonly Count: number }).Count, 2)
    same("filters", counted.at("filters"), walls)
    const started = await context.api.post(`${model.path}/products/dynamic-properties/query`, { savedQuery })
    const id = status(started, 202).string("id")
    same("end", (await follow(context.api, id)).at(-1)?.at("status"), "Ready")
    const link = status(await context.api.get(`${model.path}/products/dynamic-properties/${id}/result`), 200)
    const result = status(await fetched(context.anonymous, link.string("downloadUrl")), 200)
    same("products", result.at("totalCount"), 2)
    same("fields are those of M8", result.list("fields").length, 13)
  }),
  rule("13-saved-references", "A query that the caller cannot see: 400 ReferenceNotFound", async (context) => {
    const model = await house(context)
    const { project } = model
    const asking = ["properties/query", "quantities/query", "dynamic-properties/query"]
    const member = `${project.path}/members/${encodeURIComponent(context.secondSubject)}`
    status(await context.api.put(member, { role: "User" }), 200)
    const theirs = await save(context, model, {}, context.second)
    const gone = await save(context, model, {})
    status(await context.api.delete(`${project.path}/queries/${gone}`), 204)
    const other = await context.newProject("Other queries")
    const elsewhere = status(await context.api.post(`${other.path}/queries`, { name: "Q", query: {} }), 201).number(
      "id"
    )
    await each(asking, String, async (path) => {
      const ask = (savedQuery: unknown, client = context.api) =>
        client.post(`${model.path}/products/${path}`, { calculators: ["Count"], savedQuery })
      for (const id of [theirs, gone, elsewhere, Number.MAX_SAFE_INTEGER]) {
        errorView(await ask(id), 400, "ReferenceNotFound")
      }
      for (const id of [0, -1, 1.5, "a", {}, 2 ** 53]) errorView(await ask(id), 400, "InvalidBody")
      status(await ask(theirs, context.second), 200, 202)
    })
  }),
  rule("13-saved-project-rows", "Queries of a project also use the models of a saved query", async (context) => {
    const model = await house(context)
    const path = `${model.project.path}/products/properties/query`
    const whole = { models: [model.modelId], fields: ["Model", "Name"], filters: walls, sort: [{ property: "Name" }] }
    const savedQuery = await save(context, model, whole)
    const asked = status(await context.api.post(path, { savedQuery }), 200)
    same("rows", asked.list("result").length, 2)
    same("all members", asked.object(), status(await context.api.post(path, whole), 200).object())
    same(
      "models of the body",
      status(await context.api.post(path, { savedQuery, models: [] }), 200).at("totalCount"),
      0
    )
    const foreign = await save(context, model, { models: [String(Number.MAX_SAFE_INTEGER)] })
    errorView(await context.api.post(path, { savedQuery: foreign }), 400, "ReferenceNotFound")
    const byDefault = status(
      await context.api.post(path, { savedQuery: await save(context, model, { fields: [] }) }),
      200
    )
    same("default fields", byDefault.object(), status(await context.api.post(path, {}), 200).object())
  }),
  rule("13-saved-judged", "A saved query is validated as if the caller had sent it", async (context) => {
    const model = await house(context)
    const filters = [{ property: "NoSuchProperty", operator: "Equals", value: 1 }]
    const savedQuery = await save(context, model, { filters })
    errorView(await query(context, model, { savedQuery }), 400, "InvalidFilter")
    status(await query(context, model, { savedQuery, filters: {} }), 200)
  })
]
