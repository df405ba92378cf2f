import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { ProjectEvent } from "../../../domain/events/Event.ts"
import type { Scope as TokenScope } from "../../../domain/Principal.ts"
import { EventRepository } from "../../../ports/events/EventRepository.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Page {
  readonly events: ReadonlyArray<ProjectEvent>
  readonly next: string
}

const eventsOf = async (projectId: string, token: string, query = "") =>
  Seed.json<Page>(await service.call("GET", `/v1/projects/${projectId}/events${query}`, { token }))

/** Reads pages until an empty one and returns their events, and the last cursor. */
const pagesOf = async (projectId: string, token: string, limit: number): Promise<Page> => {
  const found: Array<ProjectEvent> = []
  for (let after = "0"; ;) {
    const { events, next } = await eventsOf(projectId, token, `?after=${after}&limit=${limit}`)
    if (events.length === 0) return { events: found, next }
    expect(events.length).toBeLessThanOrEqual(limit)
    found.push(...events)
    after = next
  }
}

const told = ({ data, object, type, userId }: ProjectEvent) => [userId, type, object, data]

/** Changes something below a project and returns the answer's body. */
const send = async (method: string, path: string, token: string, body?: unknown) => {
  const answer = await service.call(method, `/v1/projects/${path}`, { token, ...(body === undefined ? {} : { body }) })
  expect(answer.status).toBeLessThan(300)
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>)
}

test("each change creates one event with its author; refused requests and those without effect create none", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  const { next } = await eventsOf(id, ada)
  await send("PUT", id, ada, { name: "House" })
  await send("PUT", id, ada, { description: "d" })
  for (const role of ["User", "User", "Contributor"]) await send("PUT", `${id}/members/carol`, ada, { role })
  const carol = service.token("carol")
  const library = await send("POST", `${id}/codifications`, carol, { name: "L" })
  const code = await send("POST", `${id}/codifications/${library["guid"]}/codification`, carol, {
    name: "n",
    identification: "1"
  })
  await send("DELETE", `${id}/codifications/${library["guid"]}`, carol)
  const location = await send("POST", `${id}/locations`, carol, { name: "Site" })
  expect((await service.call("PUT", `/v1/projects/${id}`, { token: carol, body: { name: "No" } })).status).toBe(403)
  await send("DELETE", `${id}/members/carol`, ada)
  const { events } = await eventsOf(id, ada, `?after=${next}`)
  const [guid = "", place = ""] = [library["guid"], location["locationGuid"]]
  const ofCodes = { area: "codifications", kind: "library", guid }
  expect(events.map(told)).toEqual([
    ["ada", "project.changed", "", { id, change: "Changed" }],
    ["ada", "member.changed", "members/carol", { id: "carol", change: "Created" }],
    ["ada", "member.changed", "members/carol", { id: "carol", change: "Changed" }],
    ["carol", "library.changed", `codifications/${guid}`, { ...ofCodes, change: "Created" }],
    [
      "carol",
      "library.changed",
      `codifications/${guid}/codification/${code["guid"]}`,
      { area: "codifications", kind: "code", guid: code["guid"], change: "Created" }
    ],
    ["carol", "library.changed", `codifications/${guid}`, { ...ofCodes, change: "Deleted" }],
    [
      "carol",
      "location.changed",
      `locations/${place}`,
      { area: "locations", kind: "location", guid: place, change: "Created" }
    ],
    ["ada", "member.changed", "members/carol", { id: "carol", change: "Deleted" }]
  ])
})

test("an import announces new shared data, then itself, then its end; a publication announces its counts", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  const { modelId, operationId } = await Seed.model(service, ada, id)
  const { events, next } = await eventsOf(id, ada)
  const types = events.map(({ type }) => type)
  expect(types.slice(-3)).toEqual(["location.changed", "model.imported", "operation.ended"])
  expect(new Set(types.slice(1, -3))).toEqual(new Set(["library.changed"]))
  const [imported, ended] = events.slice(-2)
  expect(imported).toMatchObject({ userId: "ada", object: `models/${modelId}`, modelId, operationId })
  expect(ended).toMatchObject({ modelId, operationId, data: { kind: "ImportIfc", status: "Ready" } })
  const session = { headers: { "x-client-session-id": "s" }, token: ada }
  const path = `/v1/projects/${id}/models/${modelId}`
  const rows = await Seed.json<{ result: ReadonlyArray<{ Guid: string }> }>(
    await service.call("POST", `${path}/products/properties/query`, { token: ada, body: { fields: ["Guid"] } })
  )
  const [wall, slab] = rows.result
  await service.call("POST", `${path}/start-session`, session)
  await service.call("POST", `${path}/products`, { ...session, body: { update: { Name: { [wall!.Guid]: "A" } } } })
  await service.call("DELETE", `${path}/products/${encodeURIComponent(slab!.Guid)}`, session)
  expect((await eventsOf(id, ada, `?after=${next}`)).events).toEqual([])
  await service.call("POST", `${path}/publish`, { ...session, body: { title: "First" } })
  await service.call("POST", `${path}/publish`, { ...session, body: { title: "Nothing" } })
  const [published, ...others] = (await eventsOf(id, ada, `?after=${next}`)).events
  expect(others).toEqual([])
  const { versions } = await Seed.json<{ versions: ReadonlyArray<Record<string, string>> }>(
    await service.call("GET", `${path}/versions`, { token: ada })
  )
  const { cells, deletedProducts, modelVersionId = "", title } = versions[0]!
  expect(published).toMatchObject({
    type: "version.published",
    modelVersionId,
    data: { title, cells, deletedProducts }
  })
  expect(published!.object).toBe(`models/${modelId}/versions/${modelVersionId}`)
})

test("a user who cannot see a model gets no event of it; one who could when it was removed gets that event", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  for (const user of ["carol", "dora"]) await send("PUT", `${id}/members/${user}`, ada, { role: "User" })
  const { modelId } = await Seed.model(service, ada, id)
  await send("PUT", `${id}/models/${modelId}/members/dora`, ada, { role: "NoAccess" })
  const calculation = await service.call("POST", `/v1/projects/${id}/models/${modelId}/products/quantities/query`, {
    token: service.token("carol"),
    body: { calculators: ["Count"] }
  })
  const { id: operationId } = await Seed.json<{ id: string }>(calculation, 202)
  await Seed.ready(service, service.token("carol"), operationId)
  const typesOf = async (user: string, scopes?: ReadonlyArray<TokenScope>) =>
    (await eventsOf(id, service.token(user, scopes))).events.flatMap(({ modelId, object, type }) =>
      modelId === undefined ? [] : [type === "operation.ended" && object.endsWith(operationId) ? "calculated" : type]
    )
  const own = ["model.imported", "operation.ended", "model.changed"]
  expect(await typesOf("ada")).toEqual(own)
  expect(await typesOf("carol")).toEqual([...own, "calculated"])
  expect(await typesOf("dora")).toEqual([])
  expect(await typesOf("ada", ["projects:read", "libraries:read"])).toEqual([])
  const narrow = service.token("ada", ["projects:read", "models:read"])
  const withoutLibraries = await eventsOf(id, narrow)
  expect(await pagesOf(id, narrow, 1)).toEqual(withoutLibraries)
  expect(withoutLibraries.events.some(({ type }) => type === "library.changed")).toBe(false)
  expect(withoutLibraries.next).toBe((await eventsOf(id, service.token("dora"))).next)
  await send("DELETE", `${id}/models/${modelId}`, ada)
  await send("PUT", `${id}/members/erik`, ada, { role: "Owner" })
  const seen = ["model.imported", "model.changed", "model.removed"]
  expect(await typesOf("carol")).toEqual([...seen.slice(0, 2), "calculated", "model.removed"])
  expect(await typesOf("ada")).toEqual([...own, "model.removed"])
  expect(await typesOf("dora")).toEqual([])
  expect(await typesOf("erik")).toEqual(["operation.ended"])
})

test("a private query is announced only to its author, a shared one to all, also when it becomes private", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  await send("PUT", `${id}/members/carol`, ada, { role: "User" })
  const query = await send("POST", `${id}/queries`, ada, { name: "Q", query: {} })
  for (const shared of [false, true, false]) await send("PUT", `${id}/queries/${query["id"]}`, ada, { shared })
  await send("DELETE", `${id}/queries/${query["id"]}`, ada)
  const changes = async (user: string) =>
    (await eventsOf(id, service.token(user))).events.flatMap(({ data, type }) =>
      type === "query.changed" ? [data!["change"]] : []
    )
  expect(await changes("ada")).toEqual(["Created", "Changed", "Changed", "Deleted"])
  expect(await changes("carol")).toEqual(["Changed", "Changed"])
})

test("paging ends with an empty page, and `next` is the same for users who see less", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  for (let i = 0; i < 5; i++) await send("PUT", id, ada, { name: `Name ${i}` })
  const all = await eventsOf(id, ada)
  expect(await pagesOf(id, ada, 2)).toEqual(all)
  for (const query of ["?after=x", "?after=-1", "?after=01", "?after=", "?limit=0", "?limit=1001", "?limit=2.5"]) {
    const answer = await service.call("GET", `/v1/projects/${id}/events${query}`, { token: ada })
    expect(`${query} ${answer.status}`).toBe(`${query} 400`)
  }
})

test("a cursor before the oldest event is answered with 410, in streams too", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  await send("PUT", id, ada, { name: "Changed" })
  const { events, next } = await eventsOf(id, ada)
  await service.run(Effect.flatMap(EventRepository, ({ forget }) => forget(-1)))
  const path = `/v1/projects/${id}/events?after=${events[0]!.id}`
  for (const accept of ["application/json", "text/event-stream"]) {
    const answer = await service.call("GET", path, { token: ada, headers: { accept } })
    expect(answer.status).toBe(410)
    expect(await answer.json()).toMatchObject({ type: "urn:plinth:error:cursor-expired", status: 410 })
  }
  expect(await eventsOf(id, ada, `?after=${next}`)).toEqual({ events: [], next })
  expect(await eventsOf(id, ada)).toEqual({ events: [], next })
})
