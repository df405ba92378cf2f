import { expect } from "bun:test"
import { Effect, Schema } from "effect"
import { effect } from "../../domain/testing/EffectTest.ts"
import { MaterialLibrary } from "../../domain/Material.ts"
import { MaterialLibraries } from "../api/MaterialsApi.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

interface Named {
  readonly guid: string
  readonly name: string
}
interface Library extends Named {
  readonly properties: ReadonlyArray<ReadonlyArray<{ set: string; name: string; value: string }>>
}

/** A service with a project of Ada's, and the ways to ask for its materials. */
const setUp = async (service: TestService.TestService) => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const call = (method: string, path = "", body?: unknown) =>
    service.call(method, `/v1/projects/${projectId}/material-libraries${path}`, {
      token,
      ...(body === undefined ? {} : { body })
    })
  const create = async (path: string, body: unknown) => Seed.json<Named>(await call("POST", path, body), 201)
  const libraries = async () =>
    (await Seed.json<{ materialProperties: ReadonlyArray<Library> }>(await call("GET"))).materialProperties
  return { service, token, projectId, call, create, libraries }
}

const it = (name: string, run: (world: Awaited<ReturnType<typeof setUp>>) => Promise<void>) =>
  effect(name, () =>
    Effect.flatMap(TestService.make(), (service) => Effect.promise(async () => run(await setUp(service))))
  )

const valuesOf = (library: Library) => library.properties.map((rows) => rows.map(({ name, value }) => [name, value]))

it("a library shows one list of values for each material, those that it has", async ({ call, create, libraries }) => {
  expect(await libraries()).toEqual([])
  const library = await create("", { name: "Finishes", edition: "1", source: null })
  expect(library).toEqual({ name: "Finishes", guid: library.guid, properties: [] } as never)
  const materials = `/${library.guid}/materials`
  const oak = await create(materials, { name: "Oak", color: "#A52a2aff", description: "d", category: "Wood" })
  const ash = await create(materials, { name: "Ash", color: null, description: "" })
  expect(oak).toEqual({ name: "Oak", guid: oak.guid })
  const answer = await Seed.json<Library & Record<string, unknown>>(await call("GET", `/${library.guid}`))
  expect(Schema.is(MaterialLibrary)(answer)).toBe(true)
  expect(valuesOf(answer)).toEqual([
    [
      ["Name", "Oak"],
      ["Guid", oak.guid],
      ["Color", "#A52a2aff"],
      ["Description", "d"],
      ["Category", "Wood"]
    ],
    [
      ["Name", "Ash"],
      ["Guid", ash.guid]
    ]
  ])
  await create("", { name: "Finishes" })
  const all = await Seed.json(await call("GET"))
  expect(Schema.is(MaterialLibraries)(all)).toBe(true)
  expect((await libraries()).map(({ name, properties }) => [name, properties.length])).toEqual([
    ["Finishes", 2],
    ["Finishes", 0]
  ])
})

it("PUT keeps what is absent, null clears; the updated material is answered", async ({ call, create, libraries }) => {
  const { guid: library } = await create("", { name: "L" })
  const { guid } = await create(`/${library}/materials`, { name: "Oak", color: "#fff", category: "c" })
  const path = `/${library}/materials/${guid}`
  expect(await Seed.json(await call("PUT", path, { Name: " Ash ", color: null }))).toEqual({ name: "Ash", guid })
  expect(await Seed.json(await call("GET", path.toUpperCase()))).toEqual({ name: "Ash", guid })
  expect(valuesOf((await libraries())[0]!)).toEqual([
    [
      ["Name", "Ash"],
      ["Guid", guid],
      ["Category", "c"]
    ]
  ])
  for (const body of [{ name: null }, { name: " " }, { color: "red" }, { color: "" }, { category: 1 }]) {
    const response = await call("PUT", path, body)
    expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/problem+json"])
  }
})

it("each endpoint has its own form for what is malformed or missing", async ({ call, create, service, token }) => {
  const { guid: library } = await create("", { name: "L" })
  const none = crypto.randomUUID()
  const [view, problem, asJson] = ["application/json view", "application/problem+json", "application/json"]
  for (const [method, path, status, form] of [
    ["POST", "/x/materials", 400, problem],
    ["PUT", `/${library}/materials/x`, 400, problem],
    ["GET", "/x", 404, problem],
    ["DELETE", "/x", 404, problem],
    ["GET", `/${library}/materials/x`, 404, asJson],
    ["DELETE", `/${library}/materials/x`, 404, problem],
    ["GET", `/${none}`, 404, problem],
    ["DELETE", `/${none}`, 404, problem],
    ["POST", `/${none}/materials`, 404, problem],
    ["GET", `/${library}/materials/${none}`, 404, asJson],
    ["PUT", `/${library}/materials/${none}`, 404, problem],
    ["DELETE", `/${library}/materials/${none}`, 404, problem]
  ] as const) {
    const response = await call(method, path, method === "POST" || method === "PUT" ? "not json" : undefined)
    const body = (await response.json()) as Record<string, unknown>
    const got = `${response.headers.get("content-type")}${body["errorDetails"] === undefined ? "" : " view"}`
    expect([method, path, response.status, got]).toEqual([method, path, status, form])
  }
  const listed = await service.call("GET", "/v1/projects/x/material-libraries", { token })
  expect([listed.status, Object.keys((await listed.json()) as object)[0]]).toEqual([400, "error"])
  expect(view).toContain(listed.headers.get("content-type")!)
})

it("what an import brought is read, renamed and deleted, and products and calculations show it", async ({
  call,
  libraries,
  projectId,
  service,
  token
}) => {
  const { modelId } = await Seed.model(service, token, projectId)
  const products = `/v1/projects/${projectId}/models/${modelId}/products`
  const rows = async (filters: unknown) => {
    const body = { fields: ["MaterialLayerSet", "MaterialLayers"], filters }
    const answer = await service.call("POST", `${products}/properties/query`, { token, body })
    return (await Seed.json<{ result: ReadonlyArray<Record<string, Record<string, unknown>>> }>(answer)).result
  }
  const count = async (filters: unknown) => {
    const body = { calculators: ["Count"], filters }
    const started = await service.call("POST", `${products}/quantities/query`, { token, body })
    const { id } = await Seed.json<{ id: string }>(started, 202)
    await Seed.ready(service, token, id)
    const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(
      await service.call("GET", `${products}/quantities/${id}/result`, { token })
    )
    return (await Seed.json<{ totals: { Count: number } }>(await service.call("GET", downloadUrl))).totals.Count
  }
  const equals = (value: string) => [{ property: "MaterialLayerSet", operator: "Equals", value }]
  const [library] = await libraries()
  expect(library!.name).toBe("House")
  const brick = library!.properties.find((rows) => rows[0]!.value === "Brick")!
  const guid = brick.find(({ name }) => name === "Guid")!.value
  const found = await rows(equals("Brick"))
  expect(found.length).toBeGreaterThan(0)
  const path = `/${library!.guid}/materials/${guid}`
  expect(await Seed.json(await call("GET", path))).toEqual({ name: "Brick", guid })
  await Seed.json(await call("PUT", path, { name: "Clinker" }))
  expect(await rows(equals("Brick"))).toEqual([])
  expect((await rows(equals("Clinker"))).length).toBe(found.length)
  expect(await count(equals("Clinker"))).toBe(found.length)
  expect((await call("DELETE", path)).status).toBe(204)
  expect(await rows(equals("Clinker"))).toEqual([])
  expect(await count(equals(guid))).toBe(0)
  expect(JSON.stringify(await rows([]))).not.toContain(guid)
  expect((await service.call("DELETE", `/v1/projects/${projectId}/models/${modelId}`, { token })).status).toBe(204)
  expect(await libraries()).toEqual([])
})
