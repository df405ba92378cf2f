import { expect } from "bun:test"
import { Effect, Schema } from "effect"
import * as GlobalId from "../../domain/GlobalId.ts"
import { LocationView } from "../../domain/Location.ts"
import { effect } from "../../domain/testing/EffectTest.ts"
import { LocationList } from "../api/LocationsApi.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

interface World {
  readonly service: TestService.TestService
  readonly token: string
  readonly projectId: string
  readonly path: string
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>
  /** Creates one; its guid. */
  readonly create: (body: object) => Promise<string>
}

const it = (name: string, test: (world: World) => Promise<void>) =>
  effect(name, () =>
    Effect.gen(function* () {
      const service = yield* TestService.make()
      const token = service.token("ada")
      yield* Effect.promise(async () => {
        const projectId = await Seed.project(service, token)
        const path = `/v1/projects/${projectId}/locations`
        const send = (method: string, to: string, body?: unknown) => service.call(method, to, { token, body })
        const create = async (body: object) =>
          (await Seed.json<{ locationGuid: string }>(await send("POST", path, body), 201)).locationGuid
        await test({ service, token, projectId, path, send, create })
      })
    })
  )

const list = async ({ path, send }: World) =>
  Schema.decodeUnknownSync(LocationList)(await Seed.json(await send("GET", path)))

const problem = async (response: Response, status: number, code: string) => {
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"])
  expect(await response.json()).toMatchObject({ status, type: `urn:plinth:error:${code}` })
}

it("GET gives the flat list and the same as a tree, in the order of creation", async (world) => {
  expect(await list(world)).toEqual({ locations: [], locationViews: [] })
  const { create, projectId } = world
  const site = await create({ name: ' "Größe"\n ', type: "sITE" })
  const floor = await create({ name: "F", TYPE: "Floor", parentGuid: site })
  const other = await create({})
  const room = await create({ name: "R", parentGuid: floor })
  const hall = await create({ name: "H", type: null, parentGuid: site })
  const { locationViews, locations } = await list(world)
  expect(locations.map(({ locationGuid }) => String(locationGuid))).toEqual([site, floor, other, room, hall])
  expect(locations[0]).toEqual({
    locationGuid: site as GlobalId.GlobalId,
    projectId: projectId as never,
    name: '"Größe"',
    type: "Site",
    parentGuid: null,
    properties: [{ set: "", name: "Guid", value: site }]
  })
  const byGuid = new Map(locations.map((location) => [location.locationGuid, location]))
  const shape = ({ children, ...rest }: LocationView): unknown => {
    expect(rest).toEqual(byGuid.get(rest.locationGuid)!)
    return [String(rest.locationGuid), children.map(shape)]
  }
  expect(locationViews.map(shape)).toEqual([
    [
      site,
      [
        [floor, [[room, []]]],
        [hall, []]
      ]
    ],
    [other, []]
  ])
})

it("PUT keeps what is absent, moves by parentGuid, and answers the node with all below it", async ({
  create,
  path,
  send
}) => {
  const site = await create({ name: "S", type: "Site" })
  const floor = await create({ name: "F", type: "Floor", parentGuid: site })
  const room = await create({ name: "R", parentGuid: floor })
  const put = async (body: object) =>
    Schema.decodeUnknownSync(LocationView)(await Seed.json(await send("PUT", `${path}/${floor}`, body)))
  const renamed = await put({ name: "G" })
  expect([renamed.name, renamed.type, String(renamed.parentGuid)]).toEqual(["G", "Floor", site])
  expect(renamed.children.map(({ locationGuid }) => String(locationGuid))).toEqual([room])
  expect((await put({ parentGuid: null, type: "building" })).parentGuid).toBe(null)
  expect((await put({ name: "" })).name).toBe("")
})

it("what cannot be is 400 as ProblemDetails", async ({ create, path, send }) => {
  const top = await create({})
  const below = await create({ parentGuid: top })
  await problem(await send("POST", path, { type: "Room" }), 400, "invalid-body")
  await problem(await send("POST", path, { name: "n".repeat(256) }), 400, "invalid-body")
  await problem(await send("POST", path, { name: "a", NAME: "b" }), 400, "invalid-body")
  await problem(await send("POST", path, { parentGuid: "nonsense" }), 400, "invalid-body")
  await problem(await send("POST", path, { parentGuid: GlobalId.random() }), 400, "reference-not-found")
  await problem(await send("PUT", `${path}/${top}`, { name: null }), 400, "invalid-body")
  await problem(await send("PUT", `${path}/${top}`, { type: null }), 400, "invalid-body")
  await problem(await send("PUT", `${path}/${top}`, { parentGuid: below }), 400, "invalid-hierarchy")
  await problem(await send("PUT", `${path}/${top}`, { parentGuid: top }), 400, "invalid-hierarchy")
})

it("an unknown, foreign, deleted or malformed location is 404 before the body is looked at", async (world) => {
  const { create, path, send, service, token } = world
  const elsewhere = await Seed.project(service, token)
  const inOther = await send("POST", `/v1/projects/${elsewhere}/locations`, {})
  const foreign = (await Seed.json<{ locationGuid: string }>(inOther, 201)).locationGuid
  const deleted = await create({})
  expect((await send("DELETE", `${path}/${deleted}`)).status).toBe(204)
  for (const guid of [GlobalId.random(), foreign, deleted, "nonsense", crypto.randomUUID()]) {
    await problem(await send("PUT", `${path}/${guid}`, "not json"), 404, "not-found")
    await problem(await send("DELETE", `${path}/${guid}`), 404, "not-found")
  }
  await problem(await send("GET", "/v1/projects/nonsense/locations"), 404, "project-not-found")
})

it("a repeated creation with its Idempotency-Key makes one location", async ({ path, send, service, token }) => {
  const call = () => service.call("POST", path, { token, body: { name: "once" }, headers: { "idempotency-key": "k" } })
  const [first, second] = [await Seed.json(await call(), 201), await Seed.json(await call(), 201)]
  expect(second).toEqual(first)
  expect((await Seed.json<{ locations: ReadonlyArray<unknown> }>(await send("GET", path))).locations).toHaveLength(1)
})

it("changes show in product rows and filters; products of a deleted location are unplaced", async (world) => {
  const { path, projectId, send, service, token } = world
  const { modelId } = await Seed.model(service, token, projectId)
  const root = `/v1/projects/${projectId}/models/${modelId}`
  const source = async () =>
    (await Seed.json<{ latestPublicSource: { sharedDataVersionId: string } }>(await send("GET", root)))
      .latestPublicSource
  const placed = async (value: unknown) => {
    const body = { fields: ["SpatialLocation"], filters: [{ property: "SpatialLocation", operator: "Equals", value }] }
    const answer = await send("POST", `${root}/products/properties/query`, body)
    type Rows = { totalCount: number; result: ReadonlyArray<{ SpatialLocation: Record<string, unknown> }> }
    return Seed.json<Rows>(answer)
  }
  const { locations } = await list(world)
  const ground = locations.find(({ name }) => name === "Ground floor")!
  const before = await placed(ground.locationGuid)
  expect(before.totalCount).toBeGreaterThan(0)
  const first = await source()
  await send("PUT", `${path}/${ground.locationGuid}`, { name: "Basement" })
  const second = await source()
  expect(second.sharedDataVersionId).not.toBe(first.sharedDataVersionId)
  expect((await placed("Ground floor")).totalCount).toBe(0)
  const renamed = await placed("Basement")
  expect([renamed.totalCount, renamed.result[0]!.SpatialLocation["Floor"]]).toEqual([before.totalCount, "Basement"])
  await send("PUT", `${path}/${ground.locationGuid}`, { name: "Basement" })
  expect(await source()).toEqual(second)
  await send("DELETE", `${path}/${ground.locationGuid}`)
  expect((await placed("Basement")).totalCount).toBe(0)
  const unplaced = { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }
  expect((await placed(null)).result[0]!.SpatialLocation).toEqual(unplaced)

  const again = await Seed.model(service, token, projectId, "Again")
  expect((await list(world)).locations.map(({ name }) => name)).toContain("Ground floor")
  expect((await placed("Ground floor")).totalCount).toBe(0)
  const body = { filters: [{ property: "SpatialLocation", operator: "Equals", value: "Ground floor" }] }
  const query = `/v1/projects/${projectId}/models/${again.modelId}/products/properties/query`
  expect(await Seed.json<object>(await send("POST", query, body))).toMatchObject({ totalCount: before.totalCount })
})
