import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const house = await Bun.file(join(import.meta.dir, "../../../../spec-tests/fixtures/house.ifc")).text()
const bytesOf = (text: string) => new TextEncoder().encode(text)

interface Row {
  readonly Guid: string
  readonly Name: string
}

const world = async () => {
  const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId, "House", bytesOf(house))
  const path = `/v1/projects/${projectId}/models/${modelId}`
  const headers = { "x-client-session-id": "a" }
  const call = (method: string, below: string, body?: unknown) =>
    service.call(method, `${path}${below}`, { token, headers, ...(body === undefined ? {} : { body }) })
  const json = async <A>(method: string, below: string, body?: unknown, status = 200) =>
    Seed.json<A>(await call(method, below, body), status)
  const walls = async (query = "") =>
    (
      await json<{ result: ReadonlyArray<Row> }>("POST", `/products/properties/query${query}`, {
        fields: ["Guid", "Name"],
        filters: { Class: "Wall" }
      })
    ).result
  /** Returns the operation's id. */
  const start = async (text: string, title: string) => {
    const uploadKey = await Seed.upload(service, token, bytesOf(text))
    const body = { uploadKey, uploadFileName: "house.ifc", title, description: "From the architects" }
    return (await json<{ id: string }>("POST", "/imports", body, 202)).id
  }
  const versions = async () =>
    (await json<{ versions: ReadonlyArray<{ modelVersionId: string; title: string }> }>("GET", "/versions")).versions
  return { service, token, call, json, walls, start, versions }
}

test("a new file is the next version: edits are kept, missing products are removed, and changes list the differences", async () => {
  const { call, json, service, start, token, versions, walls } = await world()
  const [a, b] = (await walls()) as [Row, Row]
  await call("POST", "/start-session")
  await json("POST", "/products", { update: { Name: { [a.Guid]: "Published" } } })
  expect((await call("POST", "/publish", { title: "Mine" })).status).toBe(204)
  await json("POST", "/products", { update: { Description: { [a.Guid]: "Unpublished" } } })

  const renamed = house.replaceAll(`'${a.Name}'`, "'Of the file'").replaceAll(`'${b.Name}'`, "'Also of the file'")
  const operationId = await start(renamed, "Second file")
  await Seed.ready(service, token, operationId)
  const names = new Map((await walls()).map(({ Guid, Name }) => [Guid, Name]))
  expect([names.get(a.Guid), names.get(b.Guid)]).toEqual(["Published", "Also of the file"])
  const [latest, mine, first] = await versions()
  expect([latest!.title, mine!.title, first!.title]).toEqual(["Second file", "Mine", "Import"])
  expect(await json<object>("GET", `/versions/${latest!.modelVersionId}/changes`)).toMatchObject({
    changes: [{ guid: b.Guid, field: "Name", before: b.Name, after: "Also of the file", change: "Changed" }],
    added: [],
    deleted: [],
    totalCount: 1
  })
  const since = `/versions/${latest!.modelVersionId}/changes?since=${first!.modelVersionId}`
  expect((await json<{ totalCount: number }>("GET", since)).totalCount).toBe(2)
  expect((await walls(`?version=${mine!.modelVersionId}`)).find(({ Guid }) => Guid === b.Guid)!.Name).toBe(b.Name)
  expect(await json<object>("GET", "/session")).toMatchObject({ active: true, cells: 1 })

  const line = renamed.split("\n").find((one) => one.includes(b.Guid))!
  const without = renamed.replace(line, "").replaceAll(new RegExp(`(\\(|,)${line.split("=")[0]}(?=[,)])`, "g"), "$1")
  await Seed.ready(service, token, await start(without.replaceAll("(,", "(").replaceAll(",)", ")"), "Third file"))
  const [third] = await versions()
  expect(await json<object>("GET", `/versions/${third!.modelVersionId}/changes`)).toMatchObject({ deleted: [b.Guid] })
  // The tests of the page check the shapes themselves, which this model does not have.
  expect(await json<object>("GET", `/geometry?version=${latest!.modelVersionId}`)).toMatchObject({ triangles: 0 })
  expect(await json<object>("GET", "/geometry?version=999999999", undefined, 404)).toMatchObject({
    error: "VersionNotFound"
  })
  expect((await walls()).map(({ Guid }) => Guid)).not.toContain(b.Guid)
})

test("a file that cannot be read leaves the model unchanged and reports the reason", async () => {
  const { call, json, start, versions, walls, service, token } = await world()
  const before = await walls()
  const operationId = await start(house.slice(0, 400), "Broken")
  for (;;) {
    const { status } = await Seed.json<{ status: string }>(
      await service.call("GET", `/v1/operations/${operationId}`, { token })
    )
    if (status === "Failed") break
    expect(status).not.toBe("Ready")
    await Bun.sleep(20)
  }
  expect(await walls()).toEqual(before)
  expect((await versions()).map(({ title }) => title)).toEqual(["Import"])
  expect((await call("POST", "/imports", { uploadFileName: "a.ifc", title: "t" })).status).toBe(400)
  const untitled = { uploadKey: "none", uploadFileName: "a.ifc" }
  expect(await json<object>("POST", "/imports", untitled, 400)).toMatchObject({ error: "InvalidBody" })
})
