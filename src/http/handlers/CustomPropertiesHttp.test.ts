import { expect } from "bun:test"
import { Effect, Schema } from "effect"
import { effect } from "../../domain/testing/EffectTest.ts"
import { PropertyDefinition } from "../../domain/PropertyDefinition.ts"
import { PropertyLibrary } from "../api/CustomPropertiesApi.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

interface Definition {
  readonly id: number
  readonly guid: string
  readonly name: string
}
interface PropertySet {
  readonly id: number
  readonly propertyDefinitions: ReadonlyArray<Definition>
}

/** A service with a project of Ada's, and the ways to ask for its custom properties. */
const setUp = async (service: TestService.TestService) => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const base = `/v1/projects/${projectId}/customProperties`
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `${base}${path}`, { token, ...(body === undefined ? {} : { body }) })
  const createSet = async (body: unknown) =>
    Seed.json<PropertySet & Record<string, unknown>>(await call("POST", "/property-sets", body), 201)
  const problem = async (response: Response, status: number, code: string) => {
    const body = await Seed.json<{ type: string; errors?: ReadonlyArray<{ pointer: string }> }>(response, status)
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(body.type).toBe(`urn:plinth:error:${code}`)
    return (body.errors ?? []).map(({ pointer }) => pointer)
  }
  return { service, token, projectId, call, createSet, problem }
}

const it = (name: string, run: (world: Awaited<ReturnType<typeof setUp>>) => Promise<void>) =>
  effect(name, () =>
    Effect.flatMap(TestService.make(), (service) => Effect.promise(async () => run(await setUp(service))))
  )

const a = { name: "a", dataType: "String" }

it("a set is sent in any spelling of members and words, and answered in the schema's", async ({ call, createSet }) => {
  const created = await createSet({
    NAME: " Maintenance ",
    EntityTypes: [{ Value: "ifcWall", PredefinedTypes: [{ value: "SHEAR", DisplayName: "Shear" }] }],
    propertydefinitions: [{ Name: "Grade", DataType: "enumeration", EnumerationValues: ["x"], MeasureType: "Ratio" }]
  })
  expect(created).toMatchObject({
    name: "Maintenance",
    entityTypes: [{ name: "ifcWall", predefinedTypes: ["SHEAR"] }],
    propertyDefinitions: [
      { name: "Grade", dataType: "enumeration", enumerationValues: ["x"], measureType: "ratio", unitName: null }
    ]
  })
  const library = await Seed.json(await call("GET", ""))
  expect(Schema.decodeUnknownSync(PropertyLibrary)(library) as unknown).toEqual(library)
  expect(library["sets"]).toEqual([created])
})

it("each fault of a body is told with its place", async ({ call, createSet, problem }) => {
  const { id } = await createSet({ name: "S", propertyDefinitions: [a] })
  const set = `/property-sets/${id}`
  const refused = async (method: string, path: string, body: unknown) =>
    problem(await call(method, path, body), 400, "invalid-body")
  expect(await refused("POST", "/property-sets", {})).toEqual(["/name"])
  expect(await refused("POST", "/property-sets", { name: "Computed" })).toEqual(["/name"])
  expect(await refused("PUT", set, { name: " Computed" })).toEqual(["/name"])
  expect(await refused("PUT", set, { name: null })).toEqual(["/name"])
  expect(await refused("POST", "/property-sets", { name: "T", entityTypes: [{}] })).toContain("/entityTypes/0/value")
  const words = { name: "T", propertyDefinitions: [a, { name: "b", dataType: "Enumeration" }] }
  expect(await refused("POST", "/property-sets", words)).toEqual(["/propertyDefinitions/1/enumerationValues"])
  expect(await refused("PUT", set, { propertyDefinitions: [{ name: "new" }] })).toEqual([
    "/propertyDefinitions/0/dataType"
  ])
  expect(await refused("POST", `${set}/property`, { name: "b", dataType: "Double" })).toEqual(["/dataType"])
  expect(await refused("POST", `${set}/property`, { ...a, name: "b", enumerationValues: ["x"] })).toEqual([
    "/enumerationValues"
  ])
})

it("names are unique in the project and in the set", async ({ call, createSet, problem }) => {
  const { id } = await createSet({ name: "S", propertyDefinitions: [a, { ...a, name: "b" }] })
  await createSet({ name: "s" })
  const definitions = `/property-sets/${id}/property`
  await problem(await call("POST", "/property-sets", { name: "S " }), 400, "duplicate-name")
  await problem(await call("PUT", `/property-sets/${id}`, { name: "s" }), 400, "duplicate-name")
  await problem(await call("POST", definitions, a), 400, "duplicate-name")
  const { sets } = await Seed.json<{ sets: ReadonlyArray<PropertySet> }>(await call("GET", ""))
  const b = `${definitions}/${sets[0]!.propertyDefinitions[1]!.id}`
  await problem(await call("PUT", b, { name: "a" }), 400, "duplicate-name")
})

it("what is malformed or not there is told before the body is looked at", async ({ call, createSet, problem }) => {
  const { id } = await createSet({ name: "S", propertyDefinitions: [a] })
  const none = "9007199254740991"
  for (const [method, path] of [
    ["PUT", "/property-sets/01"],
    ["POST", "/property-sets/x/property"],
    ["PUT", `/property-sets/${id}/property/-1`]
  ] as const) {
    await problem(await call(method, path, "not json"), 400, "invalid-identifier")
  }
  for (const [method, path] of [
    ["DELETE", "/property-sets/01"],
    ["DELETE", `/property-sets/${id}/property/x`],
    ["GET", "/property-definitions/x"],
    ["GET", `/property-definitions/${crypto.randomUUID()}`],
    ["DELETE", `/property-sets/${none}`],
    ["PUT", `/property-sets/${none}`],
    ["POST", `/property-sets/${none}/property`],
    ["PUT", `/property-sets/${id}/property/${none}`],
    ["DELETE", `/property-sets/${id}/property/${none}`]
  ] as const) {
    await problem(await call(method, path, method === "GET" ? undefined : "not json"), 404, "not-found")
  }
})

it("a definition is added, read by its guid in any case, changed, deleted", async ({ call, createSet, problem }) => {
  const { id } = await createSet({ name: "S" })
  const set = `/property-sets/${id}`
  const made = await Seed.json<Definition>(
    await call("POST", `${set}/property`, { name: "Mass", dataType: "real", measureType: "Mass", unit: "kg" }),
    201
  )
  const read = async () => Seed.json(await call("GET", `/property-definitions/${made.guid.toUpperCase()}`))
  expect(await read()).toEqual({ ...made })
  const path = `${set}/property/${made.id}`
  const changed = await Seed.json(await call("PUT", path, { name: "Weight", unit: null }))
  expect(changed).toEqual({ ...made, name: "Weight", unitName: null })
  expect(await read()).toEqual(changed)
  expect((await call("DELETE", path)).status).toBe(204)
  await problem(await call("GET", `/property-definitions/${made.guid}`), 404, "not-found")
  await problem(await call("DELETE", path), 404, "not-found")
})

it("imported properties resolve by their PropertyId, as far as the caller may see a model that has them", async ({
  call,
  createSet,
  problem,
  projectId,
  service,
  token
}) => {
  const { modelId } = await Seed.model(service, token, projectId)
  const idOf = async (field: string) => {
    const path = `/v1/projects/${projectId}/models/${modelId}/products/properties/query`
    const { result } = await Seed.json<{ result: ReadonlyArray<Record<string, { PropertyId: string | null }>> }>(
      await service.call("POST", path, { token, body: { fields: [field] } })
    )
    return result.map((row) => row[field]!.PropertyId).find((found) => found !== null)!
  }
  const guid = await idOf("Depth")
  const path = `/property-definitions/${guid}`
  const found = await Seed.json(await call("GET", path))
  expect(Schema.is(PropertyDefinition)(found)).toBe(true)
  expect(found).toMatchObject({ id: null, guid, name: "Depth", dataType: "double", measureType: null })
  const foreign = await Seed.project(service, token, "Foreign")
  await problem(
    await service.call("GET", `/v1/projects/${foreign}/customProperties${path}`, { token }),
    404,
    "not-found"
  )
  const bob = service.token("bob")
  const members = `/v1/projects/${projectId}/members/bob`
  await service.call("PUT", members, { token, body: { role: "User" } })
  const asBob = () => service.call("GET", `/v1/projects/${projectId}/customProperties${path}`, { token: bob })
  expect((await asBob()).status).toBe(200)
  const role = `/v1/projects/${projectId}/models/${modelId}/members/bob`
  await service.call("PUT", role, { token, body: { role: "NoAccess" } })
  await problem(await asBob(), 404, "not-found")

  // A definition of the same names is the same property; renamed, it takes the guid along and values get another.
  const fields = `/v1/projects/${projectId}/models/${modelId}/products/properties/query`
  const { result } = await Seed.json<{ result: ReadonlyArray<{ Depth: { PropertySet: string | null } }> }>(
    await service.call("POST", fields, { token, body: { fields: ["Depth"] } })
  )
  const name = result.map(({ Depth }) => Depth.PropertySet).find((set) => set !== null)!
  const set = await createSet({ name, propertyDefinitions: [{ name: "Depth", dataType: "Real" }] })
  expect(set.propertyDefinitions[0]!.guid).toBe(guid)
  await call("PUT", `/property-sets/${set.id}`, { name: "Renamed" })
  const other = await idOf("Depth")
  expect(other).not.toBe(guid)
  expect(await Seed.json(await call("GET", `/property-definitions/${other}`))).toMatchObject({ id: null, guid: other })
  expect(await Seed.json(await call("GET", path))).toMatchObject({ id: set.propertyDefinitions[0]!.id, name: "Depth" })
  await call("DELETE", `/property-sets/${set.id}`)
  await problem(await call("GET", path), 404, "not-found")
  expect(await idOf("Depth")).toBe(other)
})
