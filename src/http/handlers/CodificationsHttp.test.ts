import { expect } from "bun:test"
import { Effect, Schema } from "effect"
import { Code, CodificationLibraryWithCodes } from "../../domain/Codification.ts"
import { effect } from "../../domain/testing/EffectTest.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

interface World {
  readonly service: TestService.TestService
  readonly token: string
  readonly projectId: string
  readonly path: string
  /** Path of a library of the project, and that of its codes. */
  readonly library: string
  readonly codes: string
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>
  readonly add: (body: object) => Promise<Code>
}

const strict = { onExcessProperty: "error" } as const

const it = (name: string, test: (world: World) => Promise<void>) =>
  effect(name, () =>
    Effect.gen(function* () {
      const service = yield* TestService.make()
      const token = service.token("ada")
      yield* Effect.promise(async () => {
        const projectId = await Seed.project(service, token)
        const path = `/v1/projects/${projectId}/codifications`
        const send = (method: string, to: string, body?: unknown) => service.call(method, to, { token, body })
        const { guid } = await Seed.json<{ guid: string }>(await send("POST", path, { name: "Library" }), 201)
        const codes = `${path}/${guid}/codification`
        const add = async (body: object) =>
          Schema.decodeUnknownSync(
            Code,
            strict
          )(await Seed.json(await send("POST", codes, { name: "n", ...body }), 201))
        await test({ service, token, projectId, path, library: `${path}/${guid}`, codes, send, add })
      })
    })
  )

const view = async (response: Response, status: number, code: string) => {
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"])
  expect(await response.json()).toMatchObject({ error: code, requestId: response.headers.get("x-request-id")! })
}

const problem = async (response: Response, status: number, code: string, mediaType = "application/problem+json") => {
  expect([response.status, response.headers.get("content-type")]).toEqual([status, mediaType])
  expect(await response.json()).toMatchObject({ status, type: `urn:plinth:error:${code}` })
}

const unknown = "11111111-2222-4333-8444-555555555555"

it("a library is listed without codes and read with them", async ({ add, library, path, send }) => {
  const code = await add({ identification: "1" })
  const read = Schema.decodeUnknownSync(
    CodificationLibraryWithCodes,
    strict
  )(await Seed.json(await send("GET", library.toUpperCase().replace("/V1/PROJECTS", "/v1/projects"))))
  expect(read).toEqual({ guid: read.guid, name: "Library", modelGuid: "", group: "Project", codes: [code] })
  const { codes: _, ...listed } = read
  expect(await Seed.json(await send("GET", path))).toEqual({ codificationLibraries: [listed] })
  const created = await Seed.json<{ guid: string; codes: unknown }>(
    await send("POST", path, { name: "Empty", description: null, uri: "u" }),
    201
  )
  expect(await Seed.json(await send("GET", `${path}/${created.guid}`))).toEqual(created)
  expect(created.codes).toEqual([])
})

it("a code gives what was sent, measure definitions included", async ({ add, codes, send }) => {
  const measureDefinitions = [
    {
      id: "m",
      hardcodedOptionName: "",
      descriptionValue: "d",
      calculator: { type: "formula", description: "", parameters: [{ name: "a", value: -1.5 }] },
      costCalculation: { name: "n", label: "l", description: "d", type: "t" },
      unit: "m²"
    },
    {}
  ]
  const code = await add({
    identification: " 1 ",
    description: "d",
    sort: 2,
    MeasureDefinitions: [...measureDefinitions, { ID: "x", unit: null, color: "red" }]
  })
  expect(code).toEqual({
    guid: code.guid,
    identification: "1",
    name: "n",
    description: "d",
    parentId: null,
    sort: 2,
    measureDefinitions: [...measureDefinitions, { id: "x" }],
    properties: []
  })
  expect(await Seed.json<Code>(await send("GET", `${codes}/${code.guid.toUpperCase()}`))).toEqual(code)
})

it("in a change null keeps, '' clears the description and moves to the top", async ({ add, codes, send }) => {
  const top = await add({ identification: "1" })
  const code = await add({ identification: "2", description: "d", sort: 1, parentId: top.guid.toUpperCase() })
  const put = async (body: object) => Seed.json<Code>(await send("PUT", `${codes}/${code.guid}`, body))
  const nulls = {
    name: null,
    identification: null,
    parentId: null,
    description: null,
    measureDefinitions: null,
    sort: null
  }
  expect(await put(nulls)).toEqual(code)
  const { description: _, ...cleared } = code
  expect(await put({ description: "", parentId: "" })).toEqual({ ...cleared, parentId: null })
})

it("what cannot be is 400 as ErrorView", async ({ add, codes, path, send }) => {
  const top = await add({ identification: "1" })
  const below = await add({ identification: "2", parentId: top.guid })
  await view(await send("POST", path, {}), 400, "InvalidBody")
  await view(await send("POST", path, { name: "n", edition: "e".repeat(256) }), 400, "InvalidBody")
  const bad = [{}, { sort: "1" }, { sort: 1, identification: " " }, { identification: "3", parentId: "nonsense" }]
  const deep = { identification: "3", measureDefinitions: [{ calculator: { parameters: [{ value: "1" }] } }] }
  const long = { identification: "3", measureDefinitions: Array.from({ length: 1001 }, () => ({})) }
  for (const body of [...bad, deep, long])
    await view(await send("POST", codes, { name: "n", ...body }), 400, "InvalidBody")
  await view(await send("POST", codes, { name: "n", identification: "1" }), 400, "DuplicateName")
  await view(await send("POST", codes, { name: "n", identification: "3", parentId: unknown }), 400, "ReferenceNotFound")
  await view(await send("PUT", `${codes}/${below.guid}`, { identification: "1" }), 400, "DuplicateName")
  await view(await send("PUT", `${codes}/${below.guid}`, { name: "" }), 400, "InvalidBody")
  await view(await send("PUT", `${codes}/${top.guid}`, { parentId: below.guid }), 400, "InvalidHierarchy")
})

it("what is unknown is 404 before the body is looked at, a code that is read as application/json", async (world) => {
  const { add, codes, path, send } = world
  const code = await add({ identification: "1" })
  const second = (await Seed.json<{ guid: string }>(await send("POST", path, { name: "Second" }), 201)).guid
  await problem(await send("GET", `${path}/${unknown}`), 404, "not-found")
  await problem(await send("DELETE", `${path}/${unknown}`), 404, "not-found")
  await problem(await send("POST", `${path}/${unknown}/codification`, "not json"), 404, "not-found")
  for (const at of [`${codes}/${unknown}`, `${path}/${second}/codification/${code.guid}`]) {
    await problem(await send("GET", at), 404, "not-found", "application/json")
    await problem(await send("PUT", at, "not json"), 404, "not-found")
    await problem(await send("DELETE", at), 404, "not-found")
  }
})

it("a malformed identifier is 404 on deleting a library and reading a code, else 400", async ({
  codes,
  library,
  path,
  send
}) => {
  await problem(await send("DELETE", `${path}/nonsense`), 404, "not-found")
  await problem(await send("GET", `${codes}/nonsense`), 404, "not-found", "application/json")
  await problem(await send("GET", `${path}/nonsense/codification/${unknown}`), 404, "not-found", "application/json")
  await view(await send("GET", `${path}/nonsense`), 400, "InvalidIdentifier")
  await view(await send("GET", "/v1/projects/0/codifications"), 400, "InvalidIdentifier")
  await view(await send("POST", "/v1/projects/x/codifications", {}), 400, "InvalidIdentifier")
  await view(await send("POST", `${path}/nonsense/codification`, {}), 400, "InvalidIdentifier")
  await view(await send("PUT", `${codes}/nonsense`, {}), 400, "InvalidIdentifier")
  await view(await send("DELETE", `${codes}/nonsense`), 400, "InvalidIdentifier")
  expect((await send("DELETE", library)).status).toBe(204)
})

it("changes show in product rows and filters; a deleted code or library leaves its products", async (world) => {
  const { path, projectId, send, service, token } = world
  const { modelId } = await Seed.model(service, token, projectId)
  const query = `/v1/projects/${projectId}/models/${modelId}/products/properties/query`
  type Rows = { totalCount: number; result: ReadonlyArray<{ Code: Record<string, Record<string, string>> }> }
  const having = async (value: unknown, operator = "Equals") =>
    Seed.json<Rows>(await send("POST", query, { fields: ["Code"], filters: [{ property: "Code", operator, value }] }))
  const before = await having("EF_25_10")
  expect(before.totalCount).toBeGreaterThan(0)
  const [guid, shown] = Object.entries(before.result[0]!.Code).find(([, one]) => one["Identification"] === "EF_25_10")!
  const code = `${path}/${shown["LibraryGuid"]}/codification/${guid}`
  expect(await Seed.json(await send("GET", code))).toMatchObject({ guid, identification: "EF_25_10" })
  await send("PUT", code, { identification: "X", name: "Renamed" })
  expect((await having("EF_25_10")).totalCount).toBe(0)
  const renamed = await having("Renamed")
  expect(renamed.totalCount).toBe(before.totalCount)
  expect(renamed.result[0]!.Code[guid]).toEqual({ ...shown, Identification: "X", Name: "Renamed" })
  await send("DELETE", code)
  expect((await having(guid)).totalCount).toBe(0)
  await send("DELETE", `${path}/${shown["LibraryGuid"]}`)
  const left = await having(null, "NotEquals")
  for (const { Code } of left.result) {
    for (const { LibraryGuid } of Object.values(Code)) expect(LibraryGuid).not.toBe(shown["LibraryGuid"]!)
  }
})
