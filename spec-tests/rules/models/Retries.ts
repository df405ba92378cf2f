import { holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { follow, importModel, upload } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 20", operating)

/** A project with a failed import of the first user. */
const failed = async (context: Context) => {
  const project = await context.newProject("Failed")
  const uploadKey = await upload(context.api, new TextEncoder().encode("ISO-10303-21;\nHEADER;\nnothing else"))
  const body = { modelName: "Broken", uploadKey, uploadFileName: "broken.ifc" }
  const id = status(await context.api.post(`${project.path}/models`, body), 202).string("id")
  await follow(context.api, id)
  return { project, id, retry: `/v1/operations/${id}/retry` }
}

export const retries = [
  rule(
    "20-operation-fields",
    "An operation says when, by whom, on what and with which file it ran",
    async (context) => {
      const { api, subject } = context
      const { modelId, operationId, project } = await importModel(api, await context.newProject("Timed"), "shed.ifc")
      const operation = status(await api.get(`/v1/operations/${operationId}`), 200)
      const times = ["createdAt", "startedAt", "endedAt"].map((name) => operation.string(name))
      for (const time of times) matches("time", time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
      const millis = times.map((time) => Date.parse(time))
      same(
        "in their order",
        millis,
        millis.toSorted((a, b) => a - b)
      )
      same("userId", operation.at("userId"), subject)
      same("projectId and modelId", [operation.at("projectId"), operation.at("modelId")], [project.id, modelId])
      matches("modelName", operation.at("modelName"), /./)
      matches("fileName", operation.at("fileName"), /\.ifc$/)
    }
  ),
  rule(
    "20-retry",
    "A failed import is tried again: 202, Location and a new operation for its model",
    async (context) => {
      const { api } = context
      const { id, project, retry } = await failed(context)
      const answer = status(await api.post(retry), 202)
      const again = answer.string("id")
      holds("another operation", again !== id)
      matches("Location", answer.header("location"), new RegExp(`/v1/operations/${again}$`))
      const looks = await follow(api, again)
      const before = status(await api.get(`/v1/operations/${id}`), 200)
      for (const name of ["modelId", "fileName", "error"]) same(name, looks.at(-1)!.at(name), before.at(name))
      const entries = status(await api.get(`${project.path}/audit`), 200).list("entries")
      const wanted = entries.filter(({ action, object }) => action === "operation.retry" && object === id)
      same("entries of the audit", wanted.length, 1)
    }
  ),
  rule("20-retry-refused", "Operations of another kind or state cannot be tried again: 400", async (context) => {
    const { api } = context
    const model = await importModel(api, await context.newProject("Ready"), "shed.ifc")
    problem(await api.post(`/v1/operations/${model.operationId}/retry`), 400, "InvalidParameter")
    const body = { calculators: ["Count"] }
    const started = status(await api.post(`${model.path}/products/quantities/query`, body), 202)
    await follow(api, started.string("id"))
    problem(await api.post(`/v1/operations/${started.string("id")}/retry`), 400, "InvalidParameter")
  }),
  rule("20-retry-hidden", "Who may not see an import cannot try it again: 404; an Owner can", async (context) => {
    const { api, second, secondSubject } = context
    const { project, retry } = await failed(context)
    const member = `${project.path}/members/${encodeURIComponent(secondSubject)}`
    problem(await second.post(retry), 404, "OperationNotFound")
    status(await api.put(member, { role: "Contributor" }), 200)
    problem(await second.post(retry), 404, "OperationNotFound")
    problem(await api.post("/v1/operations/nothing/retry"), 404, "OperationNotFound")
    status(await api.put(member, { role: "Owner" }), 200)
    const started = status(await second.post(retry), 202)
    same("userId", started.at("userId"), secondSubject)
    await follow(api, started.string("id"))
  })
]
