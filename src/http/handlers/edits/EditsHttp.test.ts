import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Changes {
  readonly changes: ReadonlyArray<{ guid: string; field: string; before: unknown; after: unknown }>
  readonly added: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
  readonly totalCount: number
}

interface Version {
  readonly modelVersionId: string
  readonly title: string
  readonly cells: number
  readonly deletedProducts: number
  readonly createdBy: string
}

const world = async (options?: TestService.TestOptions) => {
  const service = await Effect.runPromise(Scope.extend(TestService.make(options), scope))
  const ada = service.token("ada")
  const bert = service.token("bert")
  const projectId = await Seed.project(service, ada)
  const { modelId } = await Seed.model(service, ada, projectId)
  const path = `/v1/projects/${projectId}/models/${modelId}`
  await service.call("GET", "/v1/projects", { token: bert })
  await service.call("PUT", `/v1/projects/${projectId}/members/bert`, { token: ada, body: { role: "Contributor" } })
  await service.call("PUT", `${path}/members/bert`, { token: ada, body: { role: "Modeler" } })
  /** Returns the requests of one user on the model, within a session if `id` is given. */
  const user = (token: string, id: string | null) => {
    const headers = id === null ? {} : { "x-client-session-id": id }
    const ask = (method: string, below: string, body?: unknown) =>
      service.call(method, `${path}${below}`, { token, headers, ...(body === undefined ? {} : { body }) })
    const json = async <A>(method: string, below: string, body?: unknown) =>
      Seed.json<A>(await ask(method, below, body))
    return {
      ask,
      json,
      outcome: async (method: string, below: string, body?: unknown) => {
        const answer = await ask(method, below, body)
        const text = await answer.text()
        return answer.status < 400 ? [answer.status] : [answer.status, (JSON.parse(text) as { error: string }).error]
      },
      modify: async (body: unknown) =>
        (await json<{ errors: ReadonlyArray<Record<string, string>> }>("POST", "/products", body)).errors,
      values: async (field: string, query = "") => {
        const asked = { fields: ["Guid", field], filters: { Class: "Wall" } }
        const { result } = await json<{ result: ReadonlyArray<Record<string, unknown>> }>(
          "POST",
          `/products/properties/query${query}`,
          asked
        )
        return Object.fromEntries(
          result.map((row) => [row["Guid"] as string, (row[field] as { Value?: unknown } | null)?.Value ?? row[field]])
        )
      },
      changes: () => json<Changes>("GET", "/changes"),
      versions: async () => (await json<{ versions: ReadonlyArray<Version> }>("GET", "/versions")).versions
    }
  }
  return { service, projectId, path, ada, user, ada1: user(ada, "a"), bert1: user(bert, "b") }
}

let here: Awaited<ReturnType<typeof world>>
let walls: ReadonlyArray<string>
beforeAll(async () => {
  here = await world()
  walls = Object.keys(await here.ada1.values("Name"))
  expect(walls.length).toBeGreaterThan(1)
})

test("edits need a session; a deletion checks first the product, then the header, then the session", async () => {
  const { ada, user, ada1 } = here
  const body = { update: { Name: { [walls[0]!]: "A" } } }
  expect(await user(ada, null).outcome("POST", "/products", body)).toEqual([400, "MissingClientSessionId"])
  expect(await ada1.outcome("POST", "/products", body)).toEqual([400, "SessionNotActive"])
  expect(await ada1.outcome("DELETE", `/products/${"0".repeat(22)}`)).toEqual([404, "ProductNotFound"])
  expect(await ada1.outcome("DELETE", "/products/none")).toEqual([400, "InvalidIdentifier"])
  expect(await ada1.outcome("DELETE", `/products/${walls[0]}`)).toEqual([400, "SessionNotActive"])
  expect(await user(ada, null).outcome("POST", "/publish", { title: "t" })).toEqual([400, "MissingClientSessionId"])
  expect(await ada1.outcome("POST", "/publish", {})).toEqual([400, "InvalidBody"])
  expect(await ada1.outcome("POST", "/publish", { title: "t" })).toEqual([204])
  expect(await ada1.outcome("POST", "/discard")).toEqual([204])
  expect(await ada1.changes()).toEqual({ changes: [], added: [], deleted: [], totalCount: 0, ...paging })
})

const paging = { page: 1, pageSize: 1000 } as object

test("only the caller sees edits, everybody sees published changes, and each version stays as it was", async () => {
  const { ada1, bert1 } = here
  const [wall, other] = walls as [string, string]
  const before = await ada1.values("Name")
  expect(await ada1.outcome("POST", "/start-session")).toEqual([204])
  expect(
    await ada1.modify({
      update: { Name: { [wall]: "Mine" } },
      add: { New: { [other]: { PropertySet: "Own", Value: 3.5 } } }
    })
  ).toEqual([])
  expect((await ada1.values("Name"))[wall]).toBe("Mine")
  expect((await ada1.values("Own.New"))[other]).toBe(3.5)
  const row = { fields: ["Own.New"], filters: { "Own.New": "3.5" } }
  const { result } = await ada1.json<{ result: ReadonlyArray<{ "Own.New": { PropertyId: string } }> }>(
    "POST",
    "/products/properties/query",
    row
  )
  const guid = result[0]!["Own.New"].PropertyId
  const definitions = `/v1/projects/${here.projectId}/customProperties/property-definitions/${guid}`
  expect(await Seed.json<object>(await here.service.call("GET", definitions, { token: here.ada }))).toMatchObject({
    id: null,
    guid,
    name: "New",
    dataType: null
  })
  expect(await bert1.values("Name")).toEqual(before)
  const changes = [
    { guid: wall, field: "Name", before: before[wall], after: "Mine", change: "Changed" },
    { guid: other, field: "Own.New", before: null, after: 3.5, change: "Added" }
  ].sort((a, b) => (a.guid < b.guid ? -1 : 1))
  expect((await ada1.changes()).changes).toEqual(changes)
  expect(await ada1.json("GET", "/session")).toMatchObject({ active: true, cells: 2, deletedProducts: 0 })
  expect((await bert1.changes()).totalCount).toBe(0)

  const [first] = await ada1.versions()
  expect(first).toMatchObject({ title: "Import", cells: 0 })
  expect(await ada1.outcome("POST", "/publish", { title: " Names " })).toEqual([204])
  expect(await bert1.values("Name")).toEqual({ ...before, [wall]: "Mine" })
  expect(await ada1.changes()).toMatchObject({ totalCount: 0 })
  const [latest, oldest, ...others] = await bert1.versions()
  expect(others).toEqual([])
  expect([oldest]).toEqual([first])
  expect(latest).toMatchObject({ title: "Names", cells: 2, deletedProducts: 0, createdBy: "ada" })
  expect(await bert1.values("Name", `?version=${first!.modelVersionId}`)).toEqual(before)
  expect((await bert1.json<Changes>("GET", `/versions/${latest!.modelVersionId}/changes`)).changes).toEqual(changes)
  expect(await bert1.outcome("GET", "/versions/999999/changes")).toEqual([404, "VersionNotFound"])
  expect(await bert1.outcome("GET", "/products/properties/available-data?version=999999")).toEqual([
    404,
    "VersionNotFound"
  ])
  expect(await bert1.outcome("GET", "/products/properties/available-data?version=x")).toEqual([400, "InvalidParameter"])
})

test("if one cell is wrong, nothing is changed and every error is reported", async () => {
  const { ada1 } = here
  const before = await ada1.values("Name")
  const errors = await ada1.modify({
    Update: { Name: { [walls[0]!]: "Changed", nobody: "x" }, Nothing: { [walls[1]!]: { Value: 1 } } }
  })
  expect(errors.map(({ error, field, guid }) => [guid, field, error])).toEqual([
    ["nobody", "Name", "ProductNotFound"],
    [walls[1]!, "Nothing.Value", "FieldNotFound"]
  ])
  expect(Object.keys(errors[0]!).sort()).toEqual(["description", "error", "field", "guid"])
  expect(await ada1.values("Name")).toEqual(before)
  expect(await ada1.outcome("POST", "/products", { update: [] })).toEqual([400, "InvalidBody"])
})

test("a user who discards sees the public values again, and a deleted product disappears when published", async () => {
  const { ada1, bert1 } = here
  const before = await ada1.values("Name")
  await ada1.modify({ update: { Name: { [walls[0]!]: "Discarded" } } })
  expect(await ada1.json("DELETE", `/products/${encodeURIComponent(walls[1]!)}`)).toEqual({ errors: [] })
  expect(await ada1.outcome("DELETE", `/products/${walls[1]}`)).toEqual([404, "ProductNotFound"])
  expect((await ada1.changes()).deleted).toContain(walls[1]!)
  expect(await ada1.outcome("POST", "/discard")).toEqual([204])
  expect(await ada1.values("Name")).toEqual(before)

  await bert1.outcome("POST", "/start-session")
  expect(await bert1.outcome("DELETE", `/products/${walls[1]}`)).toEqual([200])
  expect(Object.keys(await ada1.values("Name"))).toContain(walls[1]!)
  expect(await bert1.outcome("POST", "/publish", { title: "Gone", description: "One wall less" })).toEqual([204])
  expect(Object.keys(await ada1.values("Name"))).not.toContain(walls[1]!)
  const [latest, earlier] = await ada1.versions()
  expect(latest!.deletedProducts).toBeGreaterThan(0)
  expect((await ada1.json<Changes>("GET", `/versions/${latest!.modelVersionId}/changes`)).deleted).toContain(walls[1]!)
  expect(Object.keys(await ada1.values("Name", `?version=${earlier!.modelVersionId}`))).toContain(walls[1]!)
})

test("products show the names of material, location and code, and show none after these are deleted", async () => {
  const { ada1, ada, projectId, service } = here
  const made = async (below: string, body: unknown) =>
    (await service.call("POST", `/v1/projects/${projectId}/${below}`, { token: ada, body })).json() as Promise<
      Record<string, string>
    >
  const library = await made("material-libraries", { name: "Wood", source: "us" })
  const oak = await made(`material-libraries/${library["guid"]}/materials`, { name: "Oak" })
  const wall = walls[0]!
  expect(await ada1.modify({ update: { Material: { [wall]: { MaterialId: oak["guid"] } } } })).toEqual([])
  const materialOf = async () => (await ada1.values("MaterialLayerSet"))[wall]
  expect(JSON.stringify(await materialOf())).toContain("Oak")
  expect(await ada1.modify({ update: { Material: { [wall]: crypto.randomUUID() } } })).toMatchObject([
    { error: "ReferenceNotFound", field: "Material" }
  ])
  expect(await ada1.outcome("POST", "/publish", { title: "Oak" })).toEqual([204])
  expect(JSON.stringify(await materialOf())).toContain("Oak")
  const path = `/v1/projects/${projectId}/material-libraries/${library["guid"]}/materials/${oak["guid"]}`
  expect((await service.call("DELETE", path, { token: ada })).status).toBe(204)
  expect(JSON.stringify(await materialOf())).not.toContain("Oak")
})

test("a request repeated with its Idempotency-Key is carried out once, and reads show the current state", async () => {
  const { service, path, ada, ada1 } = here
  const repeat = async (below: string, body: unknown) => {
    const headers = { "x-client-session-id": "a", "idempotency-key": below }
    const ask = async () => {
      const answer = await service.call("POST", `${path}${below}`, { token: ada, headers, body })
      return [answer.status, await answer.text()]
    }
    const first = await ask()
    expect(await ask()).toEqual(first)
    return first[0]
  }
  const before = (await ada1.versions()).length
  expect(await repeat("/products", { update: { Tag: { [walls[0]!]: "Once" } } })).toBe(200)
  expect((await ada1.values("Tag"))[walls[0]!]).toBe("Once")
  expect(await ada1.modify({ update: { Tag: { [walls[0]!]: "Twice" } } })).toEqual([])
  expect((await ada1.values("Tag"))[walls[0]!]).toBe("Twice")
  expect(await ada1.changes()).toMatchObject({ totalCount: 1 })
  expect(await repeat("/publish", { title: "Once" })).toBe(204)
  expect((await ada1.versions()).length).toBe(before + 1)
  expect((await ada1.values("Tag"))[walls[0]!]).toBe("Twice")
})

test("with implicit sessions, edits need neither a start nor an id, and another id takes over", async () => {
  const settings = { implicitSessions: true }
  const { ada, user } = await world({ settings })
  const [nameless, other] = [user(ada, null), user(ada, "other")]
  const [wall] = Object.keys(await nameless.values("Name")) as [string]
  expect(await nameless.modify({ update: { Name: { [wall]: "Nameless" } } })).toEqual([])
  expect(await other.modify({ update: { Tag: { [wall]: "Other" } } })).toEqual([])
  expect(await nameless.json("GET", "/session")).toMatchObject({ active: true, clientSessionId: "other", cells: 2 })
  expect(await user(ada, "third").outcome("POST", "/publish", { title: "All" })).toEqual([204])
  expect((await nameless.versions()).map(({ cells }) => cells)).toEqual([2, 0])
  expect(await nameless.outcome("DELETE", `/products/${wall}`)).toEqual([200])
  expect(await nameless.outcome("POST", "/discard")).toEqual([204])
  expect(Object.keys(await nameless.values("Name"))).toContain(wall)
})

test("a dry run returns the changes, and neither needs nor renews a session", async () => {
  const { ada, ada1, user } = await world()
  const none = user(ada, null)
  const [wall] = Object.keys(await none.values("Name")) as [string]
  const before = (await none.values("Name"))[wall]
  const body = { update: { Name: { [wall]: "Dry" } }, addOrUpdate: { FireRating: { [wall]: "F120" } } }
  const answer = await none.json("POST", "/products?dryRun=true", body)
  expect(answer).toEqual({
    errors: [],
    changes: [
      { guid: wall, field: "Name", before, after: "Dry", change: "Changed" },
      { guid: wall, field: "Pset_WallCommon.FireRating", before: "REI 60", after: "F120", change: "Changed" }
    ]
  })
  expect((await none.changes()).totalCount).toBe(0)
  const wrong = { update: { Name: { [wall]: "Dry", ["0".repeat(22)]: "x" } } }
  expect(await none.json("POST", "/products?dryRun=TRUE", wrong)).toMatchObject({
    errors: [{ error: "ProductNotFound" }],
    changes: []
  })
  expect(await none.outcome("POST", "/products?dryRun=maybe", body)).toEqual([400, "InvalidParameter"])
  expect(await none.outcome("POST", "/products?dryRun=false", body)).toEqual([400, "MissingClientSessionId"])
  await ada1.ask("POST", "/start-session")
  const expiry = async () => (await none.json<{ expiresAt: string }>("GET", "/session")).expiresAt
  const expiresAt = await expiry()
  await Bun.sleep(20)
  await ada1.json("POST", "/products?dryRun=true", body)
  expect(await expiry()).toBe(expiresAt)
})

test("a dry run names the references that it would set, in addition to the caller's own changes", async () => {
  const { ada, ada1, projectId, service, user } = await world()
  const [wall] = Object.keys(await ada1.values("Name")) as [string]
  await ada1.ask("POST", "/start-session")
  const { locationGuid } = await Seed.json<{ locationGuid: string }>(
    await service.call("POST", `/v1/projects/${projectId}/locations`, { token: ada, body: { name: "Annex" } }),
    201
  )
  const body = { addOrUpdate: { SpatialLocation: { [wall]: locationGuid } } }
  const preview = () => user(ada, null).json<Changes>("POST", "/products?dryRun=true", body)
  expect((await preview()).changes).toMatchObject([{ guid: wall, field: "SpatialLocation", after: locationGuid }])
  expect(await ada1.modify(body)).toEqual([])
  expect((await preview()).changes).toEqual([])
})
