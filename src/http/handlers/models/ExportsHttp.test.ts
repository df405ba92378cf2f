import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { StorageUnavailable } from "../../../domain/StorageErrors.ts"
import type { PatchReport } from "../../../ifc/patch/PatchReport.ts"
import { FreeSpace } from "../../../ports/FreeSpace.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const house = await Bun.file(join(import.meta.dir, "../../../../spec-tests/fixtures/house.ifc")).bytes()

interface Started {
  readonly id: string
  readonly kind: string
  readonly source: { readonly modelVersionId: string }
}

interface Links {
  readonly downloadUrl: string
  readonly reportUrl: string
}

let service: TestService.TestService
let projectId: string
let ada: string
let isFull = false
const room = Layer.succeed(FreeSpace, {
  demand: Effect.suspend(() => (isFull ? new StorageUnavailable({ reason: "full" }) : Effect.void))
})
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make({ ports: room }), scope))
  ada = service.token("ada")
  projectId = await Seed.project(service, ada)
})

/** A model of its own, in a session of Ada's. */
const model = async (name: string) => {
  const { modelId } = await Seed.model(service, ada, projectId, name)
  const path = `/v1/projects/${projectId}/models/${modelId}`
  const headers = { "x-client-session-id": "a" }
  const call = (method: string, below: string, body?: unknown, token = ada) =>
    service.call(method, `${path}${below}`, { token, headers, ...(body === undefined ? {} : { body }) })
  await call("POST", "/start-session")
  const edit = async (body: unknown) => {
    const { errors } = await Seed.json<{ errors: ReadonlyArray<unknown> }>(await call("POST", "/products", body))
    expect(errors).toEqual([])
  }
  const publish = async () => expect((await call("POST", "/publish", { title: "P" })).status).toBe(204)
  const start = async () => Seed.json<Started & Record<string, unknown>>(await call("POST", "/export-ifc"), 202)
  const links = async (operationId: string) => {
    await Seed.ready(service, ada, operationId)
    return Seed.json<Links & Record<string, unknown>>(await call("GET", `/export-ifc/${operationId}/result`), 302)
  }
  const exported = async () => {
    const { downloadUrl, reportUrl } = await links((await start()).id)
    const file = Buffer.from(await (await service.call("GET", downloadUrl)).bytes())
    const report = await Seed.json<PatchReport & Record<string, unknown>>(await service.call("GET", reportUrl))
    return { file, report }
  }
  const walls = async () => {
    const asked = { fields: ["Guid", "Name"], filters: { Class: "Wall" } }
    const answer = await call("POST", "/products/properties/query", asked)
    return (await Seed.json<{ result: ReadonlyArray<{ Guid: string; Name: string }> }>(answer)).result
  }
  return { modelId, path, call, edit, publish, start, links, exported, walls }
}

test("a model without edits is exported byte for byte under the name of the model", async () => {
  const { call, exported, links, path, start } = await model("Haus Ä/1.ifc")
  const started = await start()
  expect(started).toMatchObject({ kind: "ExportIfc", percentageCompleted: 0 })
  const { latestPublicSource } = await Seed.json(await service.call("GET", path, { token: ada }))
  expect(started.source).toEqual(latestPublicSource as typeof started.source)
  const { downloadUrl } = await links(started.id)
  expect(downloadUrl).toEndWith("/Haus-A-1.ifc")
  const answer = await call("GET", `/export-ifc/${started.id}/result`)
  expect(answer.headers.get("location")).toStartWith("http://service.test/v1/files/downloads/")
  const { file, report } = await exported()
  expect(file.equals(Buffer.from(house))).toBe(true)
  expect(report).toMatchObject({ changed: {}, added: {}, removed: {}, applied: 0, notApplied: [] })
})

test("a client that cannot read a redirect gets the file directly", async () => {
  const { links, path, start } = await model("Preferred")
  const { id } = await start()
  const { downloadUrl, reportUrl } = await links(id)
  const headers = { prefer: "return=representation" }
  const answer = await service.call("GET", `${path}/export-ifc/${id}/result`, { token: ada, headers })
  expect(answer.headers.get("preference-applied")).toBe("return=representation")
  const seen = await Seed.json<Links>(answer, 200)
  expect(Object.keys(seen)).toEqual(["downloadUrl", "reportUrl"])
  const nameOf = (url: string) => url.split("/").at(-1)!
  expect([seen.downloadUrl, seen.reportUrl].map(nameOf)).toEqual([downloadUrl, reportUrl].map(nameOf))
})

test("published edits are in the file and can be read back, unpublished ones are not; equal sources give equal bytes", async () => {
  const { call, edit, exported, publish, walls } = await model("Edited")
  const [wall, other] = await walls()
  await edit({
    update: { Name: { [wall!.Guid]: "Wand Ä" } },
    addOrUpdate: { Owner: { [other!.Guid]: { PropertySet: "Own set", Value: "we" } } }
  })
  expect((await exported()).file.equals(Buffer.from(house))).toBe(true)
  await publish()
  await edit({ update: { Name: { [wall!.Guid]: "unpublished" } } })
  const { file, report } = await exported()
  expect(report.applied).toBe(2)
  expect(report.notApplied).toEqual([])
  expect(report.added).toMatchObject({ IfcPropertySet: 1, IfcPropertySingleValue: 1 })
  expect((await exported()).file.equals(file)).toBe(true)

  // In another project, the shared guid has none of the data of the first project.
  const another = await Seed.project(service, ada)
  const { modelId } = await Seed.model(service, ada, another, "Again", file)
  const again = `/v1/projects/${another}/models/${modelId}`
  const body = { fields: ["Guid", "Name", "Own set.Owner"], filters: { Guid: wall!.Guid } }
  const { result } = await Seed.json<{ result: ReadonlyArray<unknown> }>(
    await service.call("POST", `${again}/products/properties/query`, { token: ada, body })
  )
  expect(result).toMatchObject([{ Guid: wall!.Guid, Name: "Wand Ä" }])
  await call("POST", "/discard")
})

test("edits that are reverted and published leave the original bytes", async () => {
  const { edit, exported, publish, walls } = await model("There and back")
  const [wall] = await walls()
  await edit({ update: { Name: { [wall!.Guid]: "Other" } } })
  await publish()
  expect((await exported()).file.equals(Buffer.from(house))).toBe(false)
  await edit({ update: { Name: { [wall!.Guid]: wall!.Name } } })
  await publish()
  const { file, report } = await exported()
  expect(file.equals(Buffer.from(house))).toBe(true)
  expect(report.applied).toBe(0)
})

test("every user who can read the model can read its export, under its kind and model only", async () => {
  const mine = await model("Shared")
  const { id } = await mine.start()
  await mine.links(id)
  await service.call("PUT", `/v1/projects/${projectId}/members/bert`, { token: ada, body: { role: "User" } })
  const bert = service.token("bert")
  expect((await mine.call("GET", `/export-ifc/${id}/result`, undefined, bert)).status).toBe(302)
  const state = await Seed.json(await service.call("GET", `/v1/operations/${id}`, { token: bert }))
  const [createdAt, startedAt, endedAt] = Array.from({ length: 3 }, () => expect.any(String) as unknown)
  expect(state).toEqual({
    id,
    kind: "ExportIfc",
    status: "Ready",
    percentageCompleted: 100,
    createdAt,
    startedAt,
    endedAt,
    userId: "ada",
    projectId,
    modelId: mine.modelId,
    modelName: "Shared"
  })
  const other = await model("Other")
  expect((await mine.call("GET", `/products/quantities/${id}/result`)).status).toBe(404)
  expect((await other.call("GET", `/export-ifc/${id}/result`)).status).toBe(404)
  const stranger = service.token("mallory")
  expect((await mine.call("POST", "/export-ifc", undefined, stranger)).status).toBe(404)
})

test("a deleted product is missing from the file", async () => {
  const { call, exported, publish, walls } = await model("Less")
  const [wall] = await walls()
  expect((await call("DELETE", `/products/${wall!.Guid}`)).status).toBe(200)
  await publish()
  const { file, report } = await exported()
  expect(file.includes(`'${wall!.Guid}'`)).toBe(false)
  expect(report.notApplied).toEqual([])
  expect(Object.keys(report.removed)).toContain("IfcWall")
})

test("after a new file, the export is that file with the edits", async () => {
  const { call, edit, exported, publish, walls } = await model("Newer")
  const [wall] = await walls()
  await edit({ update: { Name: { [wall!.Guid]: "Kept" } } })
  await publish()
  const newer = Buffer.from(
    Buffer.from(house).toString("latin1").replace("ENDSEC;\n", "ENDSEC;\n/* newer */\n"),
    "latin1"
  )
  const uploadKey = await Seed.upload(service, ada, newer)
  const body = { uploadKey, uploadFileName: "house.ifc", title: "Newer" }
  const { id } = await Seed.json<{ id: string }>(await call("POST", "/imports", body), 202)
  await Seed.ready(service, ada, id)
  const { file } = await exported()
  expect(file.includes("/* newer */")).toBe(true)
  expect(file.includes("'Kept'")).toBe(true)
})

test("materials, codes and locations of the project are exported; renamed or deleted ones are reported", async () => {
  const { call, edit, exported, publish, walls } = await model("Referring")
  const [wall] = await walls()
  const root = `/v1/projects/${projectId}`
  const made = async (path: string, body: unknown) =>
    Seed.json<{ guid: string; locationGuid: string }>(
      await service.call("POST", `${root}/${path}`, { token: ada, body }),
      201
    )
  const library = await made("material-libraries", { name: "Own" })
  const material = await made(`material-libraries/${library.guid}/materials`, {
    name: "Hanf 'n' Kalk",
    category: "Insulation"
  })
  const codification = await made("codifications", { name: "Own system" })
  const code = await made(`codifications/${codification.guid}/codification`, { name: "Walls", identification: "W.1" })
  const location = await made("locations", { name: "New storey", type: "Floor" })
  await edit({
    update: {
      Material: { [wall!.Guid]: material.guid },
      SpatialLocation: { [wall!.Guid]: location.locationGuid }
    },
    addOrUpdate: { Code: { [wall!.Guid]: code.guid } }
  })
  await publish()
  const first = await exported()
  expect(first.report.notApplied).toEqual([])
  const text = first.file.toString("latin1")
  expect(text).toContain("IFCMATERIAL('Hanf ''n'' Kalk',$,'Insulation')")
  expect(text).toContain("IFCCLASSIFICATIONREFERENCE($,'W.1','Walls',")
  expect(text).toContain(`IFCBUILDINGSTOREY('${location.locationGuid}'`)

  const { locations } = await Seed.json<{ locations: ReadonlyArray<{ locationGuid: string; name: string }> }>(
    await service.call("GET", `${root}/locations`, { token: ada })
  )
  const ofFile = locations.find(({ locationGuid }) => Buffer.from(house).includes(locationGuid))!
  const renamed = { token: ada, body: { name: "Called otherwise" } }
  expect((await service.call("PUT", `${root}/locations/${ofFile.locationGuid}`, renamed)).status).toBeLessThan(300)
  const { file, report } = await exported()
  expect(report.notApplied).toEqual([
    {
      guid: ofFile.locationGuid,
      field: "SpatialLocation",
      reason: `It is called "Called otherwise" in the project; the file keeps its name`
    }
  ])
  expect(file.equals(first.file)).toBe(true)
  await call("POST", "/discard")
})

test("an export is refused if there is no room for its file; existing ones can be downloaded", async () => {
  const { call, links, start } = await model("Full")
  const { id } = await start()
  await links(id)
  isFull = true
  try {
    expect((await call("POST", "/export-ifc")).status).toBe(503)
    expect((await call("GET", `/export-ifc/${id}/result`)).status).toBe(302)
  } finally {
    isFull = false
  }
})
