import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, matches, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { follow, importModel } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const four = rules("contract 4", operating)
const eight = rules("contract 8", operating)

/** A project with a model and a calculation on it that have ended, and their operations. */
const setting = (context: Context) =>
  context.once("a project with operations", async () => {
    const model = await importModel(context.api, await context.newProject("Operations"), "solid.ifc")
    const body = { calculators: ["Count"] }
    const started = status(await context.api.post(`${model.path}/products/quantities/query`, body), 202)
    await follow(context.api, started.string("id"))
    return { ...model, calculation: started.string("id"), list: `${model.project.path}/operations` }
  })

/** The URL is signed again each time. */
const withoutUrl = (operation: JsonObject) => ({ ...operation, reportUrl: operation["reportUrl"] !== undefined })

const idsOf = async (client: Client, path: string) =>
  status(await client.get(path), 200)
    .list("operations")
    .map(({ id }) => id ?? null)

export const operationLists = [
  four(
    "4-operations-list",
    "The operations of a project are listed newest first, with the same data as single reads",
    async (context) => {
      const { calculation, list, operationId } = await setting(context)
      const answer = status(await context.api.get(list), 200)
      same("members", Object.keys(answer.object()).sort(), ["operations", "page", "pageSize", "totalCount"])
      same("numbers", [answer.at("page"), answer.at("totalCount")], [1, 2])
      const operations = answer.list("operations")
      same("order", await idsOf(context.api, list), [calculation, operationId])
      for (const one of operations) {
        const alone = status(await context.api.get(`/v1/operations/${textOf(one["id"])}`), 200)
        same("as it is read", withoutUrl(one), withoutUrl(alone.object()))
      }
      matches("reportUrl of the import", operations[1]!["reportUrl"], /^https?:\/\//)
    }
  ),
  four(
    "4-operations-pages",
    "Pages are consecutive; a page past the end is empty and has the total",
    async (context) => {
      const { calculation, list, operationId } = await setting(context)
      const page = (at: number) => idsOf(context.api, `${list}?page=${at}&pageSize=1`)
      same("pages", [await page(1), await page(2), await page(3)], [[calculation], [operationId], []])
      same("total", status(await context.api.get(`${list}?page=900`), 200).at("totalCount"), 2)
      await each(["page=0", "pageSize=5001"], String, async (query) => {
        problem(await context.api.get(`${list}?${query}`), 400, "InvalidParameter")
      })
    }
  ),
  eight(
    "8-operations-list-visible",
    "Imports are listed for those who can read the model, calculations only for their starter",
    async (context) => {
      const { calculation, list, modelId, operationId, path, project } = await setting(context)
      const member = `members/${encodeURIComponent(context.secondSubject)}`
      problem(await context.second.get(list), 404, "ProjectNotFound")
      status(await context.api.put(`${project.path}/${member}`, { role: "User" }), 200)
      try {
        same("a member", await idsOf(context.second, list), [operationId])
        status(await context.api.put(`${path}/${member}`, { role: "NoAccess" }), 200)
        same(`without access to model ${modelId}`, await idsOf(context.second, list), [])
        errorView(await context.second.get(path), 404, "ModelNotFound")
        status(await context.api.put(`${project.path}/${member}`, { role: "Owner" }), 200)
        same("a second Owner", await idsOf(context.second, list), [operationId])
        same("the starter", await idsOf(context.api, list), [calculation, operationId])
      } finally {
        await context.api.delete(`${project.path}/${member}`)
      }
    }
  ),
  eight("8-operations-list-failed", "A failed import is listed for its starter with the reason", async (context) => {
    const project = await context.newProject("Failed")
    const issued = status(await context.api.get("/v1/files/upload-url"), 200)
    const bytes = new TextEncoder().encode("ISO-10303-21;\nHEADER;\nnothing else")
    status(await context.api.send("PUT", issued.string("uploadUrl"), { bytes }), 200)
    const body = { modelName: "Broken", uploadKey: issued.string("uploadKey"), uploadFileName: "broken.ifc" }
    const started = status(await context.api.post(`${project.path}/models`, body), 202)
    await follow(context.api, started.string("id"))
    const [one] = status(await context.api.get(`${project.path}/operations`), 200).list("operations")
    same("operation", [one?.["id"], one?.["status"], typeof one?.["error"]], [started.at("id"), "Failed", "string"])
  })
]
