import { type Json, type JsonObject, textOf } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { follow, importModel } from "../../harness/Imports.ts"
import { asked, called, done, refused } from "../../harness/Mcp.ts"
import { idsDocument, newDocument } from "../../harness/Requirements.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 19")
const signed = rules("contract 19", ["storage", "auth"])
const onModel = rules("contract 19", ["storage", "blobs", "queue"])

const mostBytes = 100_000

const houseOf = async (context: Context): Promise<JsonObject> => {
  const { modelId, project } = await context.house
  return { projectId: project.id, modelId }
}

const list = (value: Json | undefined): ReadonlyArray<JsonObject> => value as unknown as ReadonlyArray<JsonObject>

const names =
  "list_projects list_models list_fields query_products group_products get_product list_locations list_codes list_materials list_versions get_changes check_requirements propose_edits apply_edits publish discard"

export const mcp = [
  signed(
    "19-mcp-methods",
    "/mcp takes POST with a token: GET and DELETE are 405, without a token 401",
    async ({ api, anonymous }) => {
      for (const method of ["GET", "DELETE"]) problem(await api.send(method, "/mcp"), 405)
      problem(await anonymous.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }), 401)
    }
  ),
  rule(
    "19-mcp-tools",
    "Both revisions list the tools with input and output schemas, and the resources",
    async ({ api }) => {
      for (const revision of ["2026-07-28", "2025-11-25"] as const) {
        const tools = list((await asked(api, "tools/list", {}, revision))["tools"])
        same("tools", tools.map(({ name }) => textOf(name)).toSorted(), names.split(" ").toSorted())
        for (const { inputSchema, name, outputSchema } of tools) {
          for (const schema of [inputSchema, outputSchema])
            same(`${textOf(name)}: schema`, (schema as JsonObject)["type"], "object")
        }
        const resources = list((await asked(api, "resources/list", {}, revision))["resources"])
        holds("there are resources", resources.length > 0)
      }
    }
  ),
  onModel(
    "19-mcp-errors",
    "Unknown tools, faulty arguments and errors of the API are results with isError and the code",
    async (context) => {
      const house = await houseOf(context)
      const { api } = context
      holds("an unknown tool", (await called(api, "no_such_tool")).isError)
      holds("a missing argument", (await called(api, "list_models")).isError)
      await refused(api, "list_models", "ProjectNotFound", { projectId: "9007199254740991" })
      const where = { property: "Nowhere", operator: "Exists" }
      await refused(api, "query_products", "InvalidFilter", { ...house, where })
    }
  ),
  onModel(
    "19-mcp-answers",
    "Tools answer as the API: models, products, groups, fields by text, one product",
    async (context) => {
      const house = await houseOf(context)
      const { api } = context
      const { modelId, path, project } = await context.house
      const { models } = await done(api, "list_models", { projectId: project.id })
      same(
        "the model",
        list(models).map((model) => model["id"]),
        [modelId]
      )
      const body = { fields: ["Guid", "Name"], filters: { Class: "Wall" } }
      const rows = status(await api.post(`${path}/products/properties/query`, body), 200).at("result")
      const filters = [{ property: "Class", operator: "Contains", value: "Wall" }]
      same("rows", (await done(api, "query_products", { ...house, fields: body.fields, filters }))["products"], rows)
      const groups = { groupBy: ["Class"], measures: [{ calculator: "Count" }, { calculator: "NetVolume" }] }
      const sums = status(await api.post(`${path}/products/groups`, groups), 200).at("groups")
      same("groups", (await done(api, "group_products", { ...house, ...groups }))["groups"], sums)
      const { fields } = await done(api, "list_fields", { ...house, text: "fire rating" })
      holds(
        "FireRating is found",
        list(fields).some(({ name }) => name === "FireRating"),
        fields
      )
      const { product, properties } = await done(api, "get_product", { ...house, productId: g("WallA") })
      same("the product", (product as JsonObject)["Guid"], g("WallA"))
      holds(
        "FireRating is there",
        list(properties).some(({ field }) => field === "FireRating")
      )
    }
  ),
  onModel(
    "19-mcp-next",
    "A result says what it left out, and next goes on to the end, each within 25,000 tokens",
    async (context) => {
      const house = await houseOf(context)
      const { api } = context
      const { path } = await context.house
      const all = status(
        await api.post(`${path}/products/properties/query?pageSize=5000`, { fields: ["Guid"] }),
        200
      ).list("result")
      const found: Array<JsonObject> = []
      for (let next: Json = null, isOver = false; !isOver;) {
        const { bytes, isError, structure } = await called(api, "query_products", {
          ...house,
          fields: ["Guid"],
          pageSize: 3,
          next
        })
        holds("a result within the limit", !isError && bytes <= mostBytes, structure)
        found.push(...list(structure["products"]))
        isOver = structure["next"] === undefined
        holds("leftOut where there is more", isOver || typeof structure["leftOut"] === "string")
        next = structure["next"] ?? null
      }
      same("all products", found, all)
    }
  ),
  onModel(
    "19-mcp-checks",
    "check_requirements waits for the check and gives its result, and takes the operation later",
    async (context) => {
      const { api } = context
      const project = await context.newProject("Checks")
      const { modelId } = await importModel(api, project, "house.ifc")
      const requirementsId = await newDocument(api, project, idsDocument("Tag"))
      const place = { projectId: project.id, modelId }
      const { documents } = await done(api, "check_requirements", place)
      same(
        "the document",
        list(documents).map(({ id }) => id),
        [requirementsId]
      )
      // Several one after the other: some of them take longer than the first looks at the operation.
      for (let i = 0; i < 3; i++) {
        const started = await done(api, "check_requirements", { ...place, requirementsId })
        const operationId = (started["operation"] as JsonObject)["id"]!
        await follow(api, textOf(operationId))
        const later = await done(api, "check_requirements", { ...place, operationId })
        same("the document of the result", (later["requirements"] as JsonObject)["id"], requirementsId)
        same("specifications", list(later["specifications"]).length, 1)
        if (started["result"] !== undefined) same("the result", started["result"], later["result"]!)
      }
    }
  ),
  onModel(
    "19-mcp-edits",
    "Edits are proposed, applied and published under one expect; others meanwhile are a Conflict with the list",
    async (context) => {
      const { model } = await freshEditor(context)
      const { api } = context
      const headers = { "x-client-session-id": "ada" }
      const place = { projectId: model.project.id, modelId: model.modelId }
      const edits = (value: string): JsonObject => ({ ...place, update: { Tag: { [g("WallA")]: value } } })
      const proposed = await done(api, "propose_edits", edits("19"))
      same(
        "what is proposed",
        list(proposed["changes"]).map(({ after, field, guid }) => [guid, field, after]),
        [[g("WallA"), "Tag", "19"]]
      )
      same("nothing is stored", status(await api.get(`${model.path}/changes`), 200).at("totalCount"), 0)
      await refused(api, "apply_edits", "SessionAlreadyActive", edits("19"))
      status(await api.post(`${model.path}/end-session`, undefined, headers), 204)
      const applied = await done(api, "apply_edits", edits("19"))
      same("expect of both", applied["expect"], proposed["expect"])
      const other = await done(api, "apply_edits", edits("20"))
      const conflict = await refused(api, "publish", "Conflict", { ...place, title: "No", expect: applied["expect"]! })
      same(
        "what there is",
        list(conflict["changes"]).map(({ after }) => after),
        ["20"]
      )
      await refused(api, "discard", "Conflict", { ...place, expect: applied["expect"]! })
      same(
        "published",
        (await done(api, "publish", { ...place, title: "Nineteen", expect: other["expect"]! }))["published"],
        true
      )
      const versions = status(await api.get(`${model.path}/versions`), 200).list("versions")
      same("the version", versions[0]!["title"], "Nineteen")
      const entries = status(await api.get(`${model.project.path}/audit`), 200).list("entries")
      const { via } = entries.find(({ action }) => action === "model.publish")!
      same("via of the publication", via, "mcp")
    }
  ),
  rule(
    "19-llms",
    "/llms.txt leads programs to the OpenAPI document and to /mcp, without a token",
    async ({ anonymous }) => {
      const { text } = status(await anonymous.get("/llms.txt"), 200)
      for (const path of ["/openapi.json", "/mcp"]) holds(`it names ${path}`, text.includes(path), text)
    }
  )
]
