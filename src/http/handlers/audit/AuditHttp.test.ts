import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { AuditEntry } from "../../../domain/audit/AuditEntry.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const auditOf = async (projectId: string, user = "ada") => {
  const answer = await service.call("GET", `/v1/projects/${projectId}/audit`, { token: service.token(user) })
  return Seed.json<{ entries: ReadonlyArray<AuditEntry>; totalCount: number }>(answer)
}

const told = ({ action, object, outcome, userId }: AuditEntry) => [userId, action, object, outcome]

test("each refusal of scope, role or membership is an entry with its request; successful reads are not recorded", async () => {
  const ada = service.token("ada")
  const projectId = await Seed.project(service, ada)
  const path = `/v1/projects/${projectId}`
  const { modelId } = await Seed.model(service, ada, projectId)
  await service.call("PUT", `${path}/members/carol`, { token: ada, body: { role: "User" } })
  await service.call("PUT", `${path}/models/${modelId}/members/carol`, { token: ada, body: { role: "NoAccess" } })
  const before = (await auditOf(projectId)).totalCount
  const asked: ReadonlyArray<readonly [status: number, method: string, path: string, token: string]> = [
    [404, "GET", path, service.token("eve")],
    [404, "DELETE", `${path}/members/carol`, service.token("eve")],
    [403, "PUT", path, service.token("carol")],
    [403, "GET", `${path}/members`, service.token("ada", ["models:read"])],
    [404, "GET", `${path}/models/${modelId}`, service.token("carol")],
    [403, "DELETE", `${path}/members/ada`, service.token("carol")],
    [200, "GET", path, service.token("carol")],
    [404, "GET", `${path}/models/9007199254740991`, service.token("carol")],
    [401, "GET", path, "unknown"]
  ]
  for (const [i, [status, method, where, token]] of asked.entries()) {
    const answer = await service.call(method, where, { token, headers: { "x-request-id": `asked ${i}` } })
    expect(`${method} ${where} ${answer.status}`).toBe(`${method} ${where} ${status}`)
  }
  const { entries, totalCount } = await auditOf(projectId)
  expect(totalCount).toBe(before + 6)
  const refused = entries.slice(0, 6).toReversed()
  expect(refused.map(told)).toEqual([
    ["eve", "readProject", projectId, "ProjectNotFound"],
    ["eve", "removeMember", "carol", "ProjectNotFound"],
    ["carol", "changeProject", projectId, "Forbidden"],
    ["ada", "listMembers", projectId, "InsufficientScope"],
    ["carol", "readModel", modelId, "ModelNotFound"],
    ["carol", "removeMember", "ada", "Forbidden"]
  ])
  expect(refused.map(({ requestId }) => requestId)).toEqual([0, 1, 2, 3, 4, 5].map((i) => `asked ${i}`))
})

test("a forbidden cancellation is in the audit of the project", async () => {
  const ada = service.token("ada")
  const projectId = await Seed.project(service, ada)
  const { operationId } = await Seed.model(service, ada, projectId)
  await service.call("PUT", `/v1/projects/${projectId}/members/carol`, { token: ada, body: { role: "User" } })
  const answer = await service.call("DELETE", `/v1/operations/${operationId}`, { token: service.token("carol") })
  expect(answer.status).toBe(403)
  expect(told((await auditOf(projectId)).entries[0]!)).toEqual(["carol", "cancelOperation", operationId, "Forbidden"])
})

test("requests for a project that does not exist are not recorded", async () => {
  const token = service.token("eve")
  for (const method of ["GET", "DELETE"]) {
    const answer = await service.call(method, "/v1/projects/9007199254740991", { token })
    expect(answer.status).toBe(404)
  }
  expect((await service.call("GET", "/v1/projects/9007199254740991/audit", { token })).status).toBe(404)
})

test("other members and strangers cannot read it, and their attempts are recorded", async () => {
  const ada = service.token("ada")
  const projectId = await Seed.project(service, ada)
  const path = `/v1/projects/${projectId}/audit`
  await service.call("PUT", `/v1/projects/${projectId}/members/carol`, { token: ada, body: { role: "Contributor" } })
  expect((await service.call("GET", path, { token: service.token("carol") })).status).toBe(403)
  expect((await service.call("GET", path, { token: service.token("eve") })).status).toBe(404)
  expect((await service.call("GET", path, { token: service.token("ada", ["models:read"]) })).status).toBe(403)
  expect((await auditOf(projectId)).entries.slice(0, 3).map(told)).toEqual([
    ["ada", "readAudit", projectId, "InsufficientScope"],
    ["eve", "readAudit", projectId, "ProjectNotFound"],
    ["carol", "readAudit", projectId, "Forbidden"]
  ])
})

test("a user who is refused endlessly adds few entries, and does not delay changes to the project", async () => {
  const ada = service.token("ada")
  const eve = service.token("eve")
  const projectId = await Seed.project(service, ada)
  // The number of concurrent requests is so small that none is refused because of the others.
  const asking = (async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 10; round++) {
      const asked = Array.from({ length: 50 }, () =>
        service.call("DELETE", `/v1/projects/${projectId}`, { token: eve })
      )
      for (const { status } of await Promise.all(asked)) statuses.add(status)
    }
    return statuses
  })()
  const body = { description: "changed" }
  expect((await service.call("PUT", `/v1/projects/${projectId}`, { token: ada, body })).status).toBe(200)
  expect(await asking).toEqual(new Set([404]))
  expect((await auditOf(projectId)).totalCount).toBe(2 + 30)
})
