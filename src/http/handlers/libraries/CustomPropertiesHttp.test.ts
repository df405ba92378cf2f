import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { effect } from "../../../testing/EffectTest.ts"
import { PropertyDefinition } from "../../../domain/libraries/PropertyDefinition.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

interface PropertySet {
  readonly id: number
  readonly propertyDefinitions: ReadonlyArray<{ readonly id: number; readonly guid: string }>
}

/** A service with a project of the user `ada`, and the requests for its custom properties. */
const setUp = async (service: TestService.TestService) => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const base = `/v1/projects/${projectId}/customProperties`
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `${base}${path}`, { token, ...(body === undefined ? {} : { body }) })
  const createSet = async (body: unknown) => Seed.json<PropertySet>(await call("POST", "/property-sets", body), 201)
  const problem = async (response: Response, status: number, code: string) => {
    const body = await Seed.json<{ type: string }>(response, status)
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(body.type).toBe(`urn:plinth:error:${code}`)
  }
  return { service, token, projectId, call, createSet, problem }
}

const it = (name: string, run: (world: Awaited<ReturnType<typeof setUp>>) => Promise<void>) =>
  effect(name, () =>
    Effect.flatMap(TestService.make(), (service) => Effect.promise(async () => run(await setUp(service))))
  )

it("imported properties are found by their PropertyId if the caller can read a model that has them", async ({
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

  // A definition of the same names is the same property; when it is renamed it keeps the guid, and the values get
  // another.
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
