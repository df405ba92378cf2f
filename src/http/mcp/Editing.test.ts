import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { AuditEntry } from "../../domain/audit/AuditEntry.ts"
import * as McpUser from "../testing/McpUser.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
let place: { readonly projectId: string; readonly modelId: string }
let ada: McpUser.McpUser
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  place = { projectId, modelId: (await Seed.model(service, token, projectId)).modelId }
  ada = await McpUser.connectedTo(service, token)
})
afterAll(async () => {
  await ada.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const model = () => `/v1/projects/${place.projectId}/models/${place.modelId}`
const get = async (path: string) => Seed.json(await service.call("GET", path, { token: service.token("ada") }))
const [wall, door] = ["2WallA0000000000000000", "2Door00000000000000000"]
const tag = (value: string, guid = wall) => ({ ...place, update: { Tag: { [guid]: value } } })
const versions = async () => (await get(`${model()}/versions`))["totalCount"]
const listed = async () =>
  (await get(`${model()}/versions?pageSize=5000`))["versions"] as ReadonlyArray<
    Readonly<Record<"modelVersionId" | "title", string>>
  >
const unpublished = async () => (await get(`${model()}/changes`))["totalCount"]

beforeEach(async () => {
  const { structure } = await ada.call("get_changes", place)
  expect((await ada.call("discard", { ...place, expect: structure["expect"] })).error).toBeNull()
})

test("edits are proposed, applied and published under one expect, and the session ends with each call", async () => {
  const proposed = await ada.call("propose_edits", tag("T-1"))
  const change = { guid: wall, field: "Tag", before: "W-1", after: "T-1", change: "Changed" }
  expect(proposed.structure).toMatchObject({ changes: [change], added: [], deleted: [], totalCount: 1 })
  expect(await unpublished()).toBe(0)
  const applied = await ada.call("apply_edits", tag("T-1"))
  expect(applied.structure).toEqual(proposed.structure)
  expect((await ada.call("get_changes", place)).structure).toEqual(proposed.structure)
  expect(await get(`${model()}/session`)).toMatchObject({ active: false, cells: 1 })
  const before = Number(await versions())
  const { expect: expected } = proposed.structure
  const done = await ada.call("publish", { ...place, title: "Tagged", description: "by a program", expect: expected })
  expect(done).toMatchObject({ error: null, structure: { published: true, version: { title: "Tagged", cells: 1 } } })
  expect([Number(await versions()) - before, await unpublished()]).toEqual([1, 0])
  const { modelVersionId } = done.structure["version"] as { readonly modelVersionId: string }
  const { structure } = await ada.call("get_changes", { ...place, modelVersionId })
  expect(structure).toMatchObject({ changes: [change], totalCount: 1 })
  expect(structure).not.toHaveProperty("expect")
})

test("a proposal includes changes that are already unpublished", async () => {
  await ada.call("apply_edits", tag("T-2"))
  const { structure } = await ada.call("propose_edits", tag("D-2", door))
  expect(structure["changes"]).toMatchObject([{ guid: door }, { guid: wall }])
  const reverted = await ada.call("propose_edits", tag("T-1"))
  expect(reverted.structure).toMatchObject({ changes: [], totalCount: 0 })
})

test("if the changes differ by then, nothing is published or discarded, and the changes are listed", async () => {
  const { expect: expected } = (await ada.call("propose_edits", tag("T-3"))).structure
  const other = (await ada.call("apply_edits", tag("T-4"))).structure
  const before = await versions()
  for (const [tool, more] of [
    ["publish", { title: "No" }],
    ["discard", {}]
  ] as const) {
    for (const wrong of [expected, "", "x y", "\u{1F600}"]) {
      const refused = await ada.call(tool, { ...place, ...more, expect: wrong })
      expect(refused.error).toBe("Conflict")
      expect(refused.structure["changes"]).toMatchObject([{ guid: wall, after: "T-4" }])
      expect(refused.structure["expect"]).toBe(other["expect"])
    }
  }
  expect([await versions(), await unpublished()]).toEqual([before, 1])
  expect((await ada.call("discard", { ...place, expect: other["expect"] })).structure).toEqual({ discarded: true })
  expect(await unpublished()).toBe(0)
})

/** Edits that make more changes than fit into one result. */
const many = (value: string) => ({
  ...place,
  add: Object.fromEntries(
    Array.from({ length: 250 }, (_, i) => [`Many${i}`, { [wall]: { PropertySet: "Many", Value: value.repeat(200) } }])
  )
})

test("`next` continues only while the changes are the same, and `expect` comes with the last page", async () => {
  const applied = await ada.call("apply_edits", many("x"))
  expect(applied).toMatchObject({ error: null, structure: { totalCount: 250 } })
  const { next } = applied.structure
  expect(applied.structure["leftOut"]).toContain(`call get_changes with next "${String(next)}"`)
  expect(applied.structure).not.toHaveProperty("expect")
  const seen = [...(applied.structure["changes"] as ReadonlyArray<unknown>)]
  let last = applied
  while (last.structure["next"] !== undefined) {
    expect(last.structure).not.toHaveProperty("expect")
    last = await ada.call("get_changes", { ...place, next: last.structure["next"] })
    expect(last.error).toBeNull()
    seen.push(...(last.structure["changes"] as ReadonlyArray<unknown>))
  }
  const { expect: expected } = last.structure
  expect([seen.length, new Set(seen.map((change) => JSON.stringify(change))).size]).toEqual([250, 250])
  expect(String(next)).not.toContain(String(expected))
  // Another user changes a value that was already listed.
  await ada.call("apply_edits", { ...place, update: { Many0: { [wall]: "other" } } })
  const [, row] = /^(\d+)\./.exec(String(next))!
  for (const stale of [next, row, `${row}.${"a".repeat(16)}`]) {
    expect((await ada.call("get_changes", { ...place, next: stale })).error).toBe("Conflict")
  }
  const refused = await ada.call("publish", { ...place, title: "No", expect: expected })
  expect(refused.error).toBe("Conflict")
  expect(refused.structure).toMatchObject({ totalCount: 250 })
  expect(refused.structure["leftOut"]).toContain(`call get_changes with next "${String(refused.structure["next"])}"`)
  const rest = await ada.call("get_changes", { ...place, next: refused.structure["next"] })
  expect(rest.error).toBeNull()
  const proposed = await ada.call("propose_edits", tag("T-2"))
  expect(proposed.structure["leftOut"]).toContain("call again with the same arguments")
  expect((await ada.call("propose_edits", { ...tag("T-2"), next: proposed.structure["next"] })).error).toBeNull()
  expect((await ada.call("propose_edits", { ...tag("T-3"), next: proposed.structure["next"] })).error).toBe("Conflict")
  await service.call("POST", `${model()}/discard`, {
    token: service.token("ada"),
    headers: { "x-client-session-id": "any" }
  })
})

test("a token that only writes proposes, publishes and discards, and applies nothing that it could not list", async () => {
  const writer = await McpUser.connectedTo(service, service.token("ada", ["models:write"]))
  const { error, structure } = await writer.call("propose_edits", tag("W"))
  expect([error, structure["totalCount"]]).toEqual([null, 1])
  expect((await writer.call("apply_edits", tag("W"))).error).toBe("InsufficientScope")
  expect(await unpublished()).toBe(0)
  await ada.call("apply_edits", tag("W"))
  const refused = await writer.call("publish", { ...place, title: "No", expect: "x" })
  expect(refused).toMatchObject({ error: "Conflict" })
  expect(refused.structure).not.toHaveProperty("changes")
  const done = await writer.call("publish", { ...place, title: "Written", expect: structure["expect"] })
  expect(done).toMatchObject({ error: null, structure: { published: true, version: { title: "Written", cells: 1 } } })
  const none = (await ada.call("get_changes", place)).structure["expect"]
  const again = await writer.call("publish", { ...place, title: "Nothing", expect: none })
  expect([again.error, again.structure]).toEqual([null, { published: false }])
  await writer.close()
})

test("a publication returns its own version, even if others publish at the same time", async () => {
  const token = service.token("ada")
  const project = `/v1/projects/${place.projectId}`
  const names = ["ada", "bert", "emil", "fay"]
  for (const name of names.slice(1)) {
    await service.call("PUT", `${project}/members/${name}`, { token, body: { role: "Contributor" } })
    await service.call("PUT", `${model()}/members/${name}`, { token, body: { role: "Modeler" } })
  }
  const users = await Promise.all(names.map((name) => McpUser.connectedTo(service, service.token(name))))
  const publishes = async (user: McpUser.McpUser, name: string, round: number) => {
    const add = { [`Of ${name}`]: { [wall]: { PropertySet: name, Value: round } } }
    const made = await user.call("apply_edits", { ...place, addOrUpdate: add })
    const title = `${name} ${round}`
    const done = await user.call("publish", { ...place, title, expect: made.structure["expect"] })
    expect(done.error).toBeNull()
    return done.structure["version"] as { readonly modelVersionId: string; readonly title: string }
  }
  const before = new Set((await listed()).map(({ modelVersionId }) => modelVersionId))
  const told: Array<Awaited<ReturnType<typeof publishes>>> = []
  for (let round = 0; round < 3; round++) {
    told.push(...(await Promise.all(users.map((user, i) => publishes(user, names[i]!, round)))))
  }
  const made = (await listed()).filter(({ modelVersionId }) => !before.has(modelVersionId))
  const of = (versions: ReadonlyArray<(typeof told)[number]>) =>
    versions.map(({ modelVersionId, title }) => `${title}: ${modelVersionId}`).toSorted()
  expect(of(told)).toEqual(of(made))
  await Promise.all(users.map((user) => user.close()))
})

test("a public value that another user changed in between is a conflict", async () => {
  const token = service.token("ada")
  const { projectId } = place
  await service.call("PUT", `/v1/projects/${projectId}/members/bert`, { token, body: { role: "Contributor" } })
  await service.call("PUT", `${model()}/members/bert`, { token, body: { role: "Modeler" } })
  const mine = (await ada.call("apply_edits", tag("T-5"))).structure
  const bert = await McpUser.connectedTo(service, service.token("bert"))
  const his = (await bert.call("apply_edits", tag("B-5"))).structure
  expect((await bert.call("publish", { ...place, title: "His", expect: his["expect"] })).error).toBeNull()
  const refused = await ada.call("publish", { ...place, title: "Mine", expect: mine["expect"] })
  expect(refused.error).toBe("Conflict")
  expect(refused.structure["changes"]).toMatchObject([{ before: "B-5", after: "T-5" }])
  await bert.close()
})

test("while the user edits elsewhere, applying, publishing and discarding are refused", async () => {
  const { expect: expected } = (await ada.call("apply_edits", tag("T-6"))).structure
  const token = service.token("ada")
  const headers = { "x-client-session-id": "elsewhere" }
  expect((await service.call("POST", `${model()}/start-session`, { token, headers })).status).toBe(204)
  expect((await ada.call("propose_edits", tag("T-7"))).error).toBeNull()
  expect((await ada.call("apply_edits", tag("T-7"))).error).toBe("SessionAlreadyActive")
  expect((await ada.call("publish", { ...place, title: "No", expect: expected })).error).toBe("SessionAlreadyActive")
  expect((await ada.call("discard", { ...place, expect: expected })).error).toBe("SessionAlreadyActive")
  expect(await get(`${model()}/session`)).toMatchObject({ active: true, clientSessionId: "elsewhere", cells: 1 })
  expect((await service.call("POST", `${model()}/end-session`, { token, headers })).status).toBe(204)
})

test("an invalid edit refuses all, with a reason for each", async () => {
  const edits = { ...place, update: { Tag: { [wall]: "T-8" }, Guid: { [wall]: "x" }, Nowhere: { [door]: "1" } } }
  for (const tool of ["propose_edits", "apply_edits"]) {
    const { error, structure } = await ada.call(tool, edits)
    expect(error).toBe("FieldReadOnly")
    expect(structure["errors"]).toMatchObject([
      { guid: wall, field: "Guid", error: "FieldReadOnly" },
      { guid: door, field: "Nowhere", error: "FieldNotFound" }
    ])
  }
  expect(await unpublished()).toBe(0)
})

test("neither a token with read scopes nor a Viewer can change anything", async () => {
  const token = service.token("ada")
  await service.call("PUT", `/v1/projects/${place.projectId}/members/carol`, { token, body: { role: "User" } })
  const expected = { expect: "x" }
  const calls = [
    ["propose_edits", tag("no")],
    ["apply_edits", tag("no")],
    ["publish", { ...place, title: "no", ...expected }],
    ["discard", { ...place, ...expected }]
  ] as const
  const reader = await McpUser.connectedTo(
    service,
    service.token("ada", ["projects:read", "models:read", "libraries:read"])
  )
  const looker = await McpUser.connectedTo(service, service.token("carol"))
  const before = [await versions(), await unpublished(), await get(`${model()}/session`)]
  for (const [tool, args] of calls) {
    expect([tool, (await reader.call(tool, args)).error]).toEqual([tool, "InsufficientScope"])
    expect([tool, (await looker.call(tool, args)).error]).toEqual([tool, "Forbidden"])
  }
  expect([await versions(), await unpublished(), await get(`${model()}/session`)]).toEqual(before)
  await Promise.all([reader.close(), looker.close()])
})

test("the audit names the program and the interface of each change", async () => {
  const token = service.token("ada")
  const expiresAt = new Date(Date.now() + 3600_000).toISOString()
  const draft = { name: "agent", scopes: ["models:read", "models:write"], projects: [place.projectId], expiresAt }
  const made = await Seed.json<{ id: string; token: string }>(
    await service.call("POST", "/v1/tokens", { token, body: draft }),
    201
  )
  const program = await McpUser.connectedTo(service, made.token)
  expect((await program.call("apply_edits", tag("T-9"))).error).toBeNull()
  expect((await program.call("list_locations", { projectId: place.projectId })).error).toBe("InsufficientScope")
  expect((await program.call("list_projects")).error).toBe("InsufficientScope")
  await service.call("PUT", `/v1/projects/${place.projectId}`, { token, body: { description: "by hand" } })
  const { entries } = (await get(`/v1/projects/${place.projectId}/audit`)) as unknown as {
    entries: ReadonlyArray<AuditEntry>
  }
  const of = (action: string) => {
    const { client, userId, via } = entries.find((entry) => entry.action === action)!
    return [userId, client, via]
  }
  expect(of("model.modify")).toEqual(["ada", made.id, "mcp"])
  expect(of("listLocations")).toEqual(["ada", made.id, "mcp"])
  expect(of("project.change")).toEqual(["ada", undefined as never, "api"])
  await program.close()
})

test("only requests of tools may contain an expectation", async () => {
  await ada.call("apply_edits", tag("T-10"))
  const token = service.token("ada")
  const headers = { "x-client-session-id": "s", "x-expected-changes": "other" }
  for (const path of ["start-session", "discard", "end-session"]) {
    expect((await service.call("POST", `${model()}/${path}`, { token, headers })).status).toBe(204)
  }
  expect(await unpublished()).toBe(0)
})
