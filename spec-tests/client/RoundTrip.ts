import createClient from "openapi-fetch"
import type { paths } from "./generated"

/**
 * Uses the service with a client that uses only the generated types. If it does not compile, or an answer differs from
 * its type, the document is wrong.
 *
 * usage: RoundTrip.ts BASE_URL TOKEN FILE.ifc
 */
declare const Bun: { readonly argv: ReadonlyArray<string>; file(path: string): Blob; sleep(ms: number): Promise<void> }

const [, , baseUrl = "", token = "", file = ""] = Bun.argv
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

const done = (name: string): void => console.log(`ok   ${name}`)

interface Answer<A> {
  readonly data?: A
  readonly error?: unknown
  readonly response: Response
}

/** Returns the data of an answer. Throws if its status is not the one that the document declares for success. */
const take = async <A>(name: string, status: number, asked: Promise<Answer<A>>): Promise<NonNullable<A>> => {
  const { data, error, response } = await asked
  if (response.status !== status) throw new Error(`${name}: ${response.status} ${JSON.stringify(error)}`)
  done(name)
  return data as NonNullable<A>
}

const same = (name: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${name}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)
  }
}

const project = await take("createProject", 201, client.POST("/v1/projects", { body: { name: "Generated" } }))
const inProject = { path: { projectId: project.id } }
const listed = await take("listProjects", 200, client.GET("/v1/projects"))
same(
  "the project is listed",
  listed.projects.some(({ id }) => id === project.id),
  true
)
same(
  "readProject",
  (await take("readProject", 200, client.GET("/v1/projects/{projectId}", { params: inProject }))).name,
  "Generated"
)
const changed = await take(
  "changeProject",
  200,
  client.PUT("/v1/projects/{projectId}", { params: inProject, body: { description: "By a generated client" } })
)
same("its description", changed.description, "By a generated client")

const somebody = { path: { ...inProject.path, userId: "somebody" } }
const member = await take(
  "putMember",
  200,
  client.PUT("/v1/projects/{projectId}/members/{userId}", { params: somebody, body: { role: "User" } })
)
same("the member's role", member.role, "User")
const members = await take("listMembers", 200, client.GET("/v1/projects/{projectId}/members", { params: inProject }))
same("members", members.members.length, 2)

const ticket = await take("uploadUrl", 200, client.GET("/v1/files/upload-url"))
const put = await fetch(ticket.uploadUrl, { method: ticket.method, body: Bun.file(file) })
same("upload", put.status, 200)
done("upload")
const created = await take(
  "createModel",
  202,
  client.POST("/v1/projects/{projectId}/models", {
    params: { ...inProject, header: { "Idempotency-Key": "once" } },
    body: { modelName: "Model", uploadKey: ticket.uploadKey, uploadFileName: "model.ifc", tags: ["generated"] }
  })
)

const ended = async (operationId: string) => {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = await client.GET("/v1/operations/{operationId}", { params: { path: { operationId } } })
    if (data?.status === "Ready") return data
    if (data?.status === "Failed") throw new Error(`${data.error}: ${data.errorDetails}`)
    await Bun.sleep(100)
  }
  throw new Error("the operation did not end")
}
same("the import", (await ended(created.id)).percentageCompleted, 100)
done("readOperation")
await take(
  "cancelOperation",
  204,
  client.DELETE("/v1/operations/{operationId}", { params: { path: { operationId: created.id } } })
)

const models = await take("listModels", 200, client.GET("/v1/projects/{projectId}/models", { params: inProject }))
same("its tags", models.models[0]?.tags, ["generated"])
const onModel = { path: { ...inProject.path, modelId: created.modelId } }
const model = await take("readModel", 200, client.GET("/v1/projects/{projectId}/models/{modelId}", { params: onModel }))
same("its guid", model.guid, created.modelGuid)

const onSomebody = { path: { ...onModel.path, userId: "somebody" } }
const modelMember = await take(
  "putModelMember",
  200,
  client.PUT("/v1/projects/{projectId}/models/{modelId}/members/{userId}", {
    params: onSomebody,
    body: { role: "DataEditor" }
  })
)
same("the role on the model", modelMember.role, "DataEditor")
const modelMembers = await take(
  "listModelMembers",
  200,
  client.GET("/v1/projects/{projectId}/models/{modelId}/members", { params: onModel })
)
same("members of the model", modelMembers.members.length, 2)
await take(
  "removeModelMember",
  204,
  client.DELETE("/v1/projects/{projectId}/models/{modelId}/members/{userId}", { params: onSomebody })
)

const fields = await take(
  "listFields",
  200,
  client.GET("/v1/projects/{projectId}/models/{modelId}/products/properties/available-data", {
    params: { ...onModel, query: { page: 1, pageSize: 5000 } }
  })
)
same("fields", fields.fields.slice(0, 3), ["Guid", "Class", "Name"])
const answered = await take(
  "queryProducts",
  200,
  client.POST("/v1/projects/{projectId}/models/{modelId}/products/properties/query", {
    params: { ...onModel, query: { pageSize: 2 } },
    body: { fields: ["Guid", "Class"], filters: [{ property: "Class", operator: "Contains", value: "Ifc" }] }
  })
)
// The document also describes files, which a client gets if its `Accept` names them.
if (typeof answered === "string") throw new Error("queryProducts: a file in place of JSON")
const page = answered
same("rows", page.result.length, 2)
const calculation = await take(
  "startQuantities",
  202,
  client.POST("/v1/projects/{projectId}/models/{modelId}/products/quantities/query", {
    params: onModel,
    body: { calculators: ["Count", "NetVolume"] }
  })
)
await ended(calculation.id)
const link = await take(
  "quantityResult",
  200,
  client.GET("/v1/projects/{projectId}/models/{modelId}/products/quantities/{operationId}/result", {
    params: { path: { ...onModel.path, operationId: calculation.id } }
  })
)
const result = (await (await fetch(link.downloadUrl)).json()) as { readonly totals: { readonly Count: number } }
same("Count", result.totals.Count, page.totalCount)
done("download")

const missing = await client.GET("/v1/projects/{projectId}/models/{modelId}", {
  params: { path: { ...inProject.path, modelId: "9007199254740991" } }
})
same("an error of a model endpoint", missing.error && "error" in missing.error && missing.error.error, "ModelNotFound")
const foreign = await client.GET("/v1/projects/{projectId}", { params: { path: { projectId: "9007199254740991" } } })
same("an error elsewhere", foreign.error && "status" in foreign.error && foreign.error.status, 404)
done("errors")

await take("removeModel", 204, client.DELETE("/v1/projects/{projectId}/models/{modelId}", { params: onModel }))
await take("removeMember", 204, client.DELETE("/v1/projects/{projectId}/members/{userId}", { params: somebody }))
await take("deleteProject", 204, client.DELETE("/v1/projects/{projectId}", { params: inProject }))

// The story waits for this line.
console.log("done")
