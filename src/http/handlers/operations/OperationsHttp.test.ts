import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { uploadedFile } from "../../../application/common/BlobKeys.ts"
import type { OperationId, ProjectId } from "../../../domain/Identifier.ts"
import { BlobStore } from "../../../ports/BlobStore.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Listed {
  readonly operations: ReadonlyArray<{ readonly id: string; readonly reportUrl?: string }>
  readonly totalCount: number
}

const listed = async (projectId: string, user: string, query = "") =>
  Seed.json<Listed & Record<string, unknown>>(
    await service.call("GET", `/v1/projects/${projectId}/operations${query}`, { token: service.token(user) })
  )

const calculation = async (token: string, model: string): Promise<string> => {
  const body = { calculators: ["Count"] }
  const started = await service.call("POST", `${model}/products/quantities/query`, { token, body })
  const { id } = await Seed.json<{ id: string }>(started, 202)
  await Seed.ready(service, token, id)
  return id
}

test("each member sees exactly the operations that this member can read, newest first", async () => {
  const users = ["ada", "ben", "carol", "dora"] as const
  const [ada, ben, carol, dora] = users.map((user) => service.token(user)) as [string, string, string, string]
  const projectId = await Seed.project(service, ada)
  const path = `/v1/projects/${projectId}`
  const give = (where: string, role: string) => service.call("PUT", `${path}/${where}`, { token: ada, body: { role } })
  for (const user of ["ben", "carol", "dora"]) await give(`members/${user}`, user === "ben" ? "Contributor" : "User")
  const all: Array<string> = []
  const first = await Seed.model(service, ada, projectId, "First")
  const second = await Seed.model(service, ben, projectId, "Second")
  all.push(first.operationId, second.operationId)
  const model = (id: string) => `${path}/models/${id}`
  for (const token of [ada, ben, carol, dora]) all.push(await calculation(token, model(first.modelId)))
  all.push(await calculation(carol, model(second.modelId)))
  all.push(await Seed.failedImport(service, ada, projectId), await Seed.failedImport(service, ben, projectId))
  const third = await Seed.model(service, ben, projectId, "Third")
  all.push(third.operationId, await calculation(carol, model(third.modelId)))
  await service.call("DELETE", model(third.modelId), { token: ben })
  await give(`models/${first.modelId}/members/dora`, "NoAccess")
  await give(`models/${second.modelId}/members/carol`, "NoAccess")
  const elsewhere = await Seed.project(service, ada, "Elsewhere")
  await Seed.model(service, ada, elsewhere)

  const counts: Record<string, number> = {}
  for (const user of users) {
    const readable: Array<object> = []
    for (const id of all.toReversed()) {
      const answer = await service.call("GET", `/v1/operations/${id}`, { token: service.token(user) })
      if (answer.status === 404) continue
      const { reportUrl, ...rest } = await Seed.json(answer)
      readable.push({ ...rest, hasReport: reportUrl !== undefined })
    }
    const { operations, ...page } = await listed(projectId, user)
    const shown = operations.map(({ reportUrl, ...rest }) => ({ ...rest, hasReport: reportUrl !== undefined }))
    expect(shown).toEqual(readable as typeof shown)
    expect(page).toEqual({ totalCount: readable.length, page: 1, pageSize: 1000 })
    counts[user] = readable.length
    const pages = await Promise.all([1, 2, 3, 4, 5].map((at) => listed(projectId, user, `?page=${at}&pageSize=2`)))
    expect(pages.flatMap(({ operations: some }) => some.map(({ id }) => id))).toEqual(operations.map(({ id }) => id))
    expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(new Set([readable.length]))
  }
  expect(counts).toEqual({ ada: 6, ben: 5, carol: 3, dora: 1 })
  expect((await listed(projectId, "ada", "?page=9007199254740991")).operations).toEqual([])
  const { operations } = await listed(projectId, "ada")
  const report = operations.find(({ reportUrl }) => reportUrl !== undefined)!.reportUrl!
  expect((await service.call("GET", report)).status).toBe(200)
})

test("strangers get 404, tokens without models:read get 403", async () => {
  const projectId = await Seed.project(service, service.token("ada"))
  const path = `/v1/projects/${projectId}/operations`
  expect((await service.call("GET", path, { token: service.token("eve") })).status).toBe(404)
  expect((await service.call("GET", path, { token: service.token("ada", ["projects:read"]) })).status).toBe(403)
})

test("an operation states its times, user, model and file", async () => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const { modelId, operationId } = await Seed.model(service, token, projectId, "Timed")
  const read = async () => Seed.json(await service.call("GET", `/v1/operations/${operationId}`, { token }))
  const { createdAt, endedAt, startedAt, ...operation } = await read()
  const times = [createdAt, startedAt, endedAt].map((time) => Date.parse(String(time)))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(operation).toMatchObject({ userId: "ada", projectId, modelId, modelName: "Timed", fileName: "house.ifc" })
  await service.call("DELETE", `/v1/projects/${projectId}/models/${modelId}`, { token })
  expect(await read()).not.toHaveProperty("modelName")
})

test("its starter and Owners can retry a failed import, once at a time", async () => {
  const [ada, ben, carol] = ["ada", "ben", "carol"].map((user) => service.token(user)) as [string, string, string]
  const projectId = await Seed.project(service, ada)
  const path = `/v1/projects/${projectId}`
  for (const user of ["ben", "carol"]) {
    await service.call("PUT", `${path}/members/${user}`, { token: ada, body: { role: "Contributor" } })
  }
  const failed = await Seed.failedImport(service, ben, projectId)
  const retry = (token: string, id: string) => service.call("POST", `/v1/operations/${id}/retry`, { token })
  expect((await retry(carol, failed)).status).toBe(404)
  expect((await retry(ada, "nothing")).status).toBe(404)
  const started = await retry(ada, failed)
  const again = await Seed.json<{ id: string; modelId: string; fileName: string; userId: string }>(started, 202)
  expect(started.headers.get("location")).toEndWith(`/v1/operations/${again.id}`)
  expect([again.fileName, again.userId]).toEqual(["a.ifc", "ada"])
  await Seed.ready(service, ada, again.id).catch(() => undefined)
  expect((await retry(ben, failed)).status).toBe(202)
  const ready = await Seed.model(service, ada, projectId)
  const refused = await Seed.json<{ type: string }>(await retry(ada, ready.operationId), 400)
  expect(refused.type).toBe("urn:plinth:error:invalid-parameter")
  const { entries } = await Seed.json<{ entries: ReadonlyArray<{ action: string; object: string }> }>(
    await service.call("GET", `${path}/audit`, { token: ada })
  )
  expect(entries.filter(({ action }) => action === "operation.retry").map(({ object }) => object)).toEqual([
    failed,
    failed
  ])
})

test("Modelers can retry a failed new file while the file is kept", async () => {
  const [ada, ben, carol] = ["ada", "ben", "carol"].map((user) => service.token(user)) as [string, string, string]
  const projectId = await Seed.project(service, ada)
  const { modelId } = await Seed.model(service, ada, projectId)
  const path = `/v1/projects/${projectId}`
  const give = async (user: string, role: string) => {
    await service.call("PUT", `${path}/members/${user}`, { token: ada, body: { role: "User" } })
    await service.call("PUT", `${path}/models/${modelId}/members/${user}`, { token: ada, body: { role } })
  }
  await give("ben", "Modeler")
  await give("carol", "DataEditor")
  const uploadKey = await Seed.upload(service, ben, Buffer.from("ISO-10303-21;\nHEADER;\nnothing"))
  const body = { uploadKey, uploadFileName: "a.ifc", title: "Broken" }
  const begun = await service.call("POST", `${path}/models/${modelId}/imports`, { token: ben, body })
  const { id: failed } = await Seed.json<{ id: string }>(begun, 202)
  await Seed.ready(service, ben, failed).catch(() => undefined)
  const retry = (token: string) => service.call("POST", `/v1/operations/${failed}/retry`, { token })
  const type = async (token: string, status: number) =>
    (await Seed.json<{ type: string }>(await retry(token), status)).type

  expect((await retry(carol)).status).toBe(404)
  const again = await Seed.json<{ id: string }>(await retry(ben), 202)
  await Seed.ready(service, ben, again.id).catch(() => undefined)
  await give("ben", "DataEditor")
  expect(await type(ben, 403)).toBe("urn:plinth:error:forbidden")
  await give("carol", "Modeler")
  await service.run(Effect.flatMap(BlobStore, ({ remove }) => remove(uploadedFile(projectId as ProjectId, failed as OperationId)))) // prettier-ignore
  expect(await type(carol, 400)).toBe("urn:plinth:error:upload-not-found")
})
