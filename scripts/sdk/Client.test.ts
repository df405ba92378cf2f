import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect, type Plinth, PlinthError } from "../../sdk/plinth.ts"
import * as OpenApi from "../../src/http/openapi/OpenApi.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import * as Client from "./Client.ts"

const root = join(import.meta.dir, "../..")
const kept = join(root, "sdk/plinth.ts")
const scratch = mkdtempSync(join(tmpdir(), "plinth-sdk-"))

let service: ServiceProcess.ServiceProcess
let plinth: Plinth
beforeAll(async () => {
  service = await ServiceProcess.start()
  plinth = connect({ url: `${service.url}/`, token: () => service.token("ada") })
})
afterAll(async () => {
  await service.stop()
  rmSync(scratch, { recursive: true })
})

const refused = (call: Promise<unknown>): Promise<PlinthError> =>
  call.then(
    () => expect.unreachable("it was served"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PlinthError)
      return error as PlinthError
    }
  )

test("the client that is kept is the one of this source's document (else: npm run sdk)", () => {
  const document = OpenApi.make("http://localhost:8080") as unknown as Client.Document
  expect(readFileSync(kept, "utf8") === Client.text(document)).toBe(true)
})

test("it compiles where there are only the types of browsers", () => {
  const options = ["--lib", "ESNext,DOM,DOM.Iterable", "--types", "", "--target", "ESNext", "--module", "ESNext"]
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"]
  const tsc = join(root, "node_modules/.bin/tsc")
  const { stdout } = Bun.spawnSync([tsc, "--ignoreConfig", ...strict, ...options, kept])
  expect(stdout.toString()).toBe("")
})

test("Node runs it", async () => {
  const script = new Bun.Transpiler({ loader: "ts" }).transformSync(readFileSync(kept, "utf8"))
  const program = `${script}
    const plinth = connect({ url: ${JSON.stringify(service.url)}, token: ${JSON.stringify(await service.token("eve"))} })
    const ticket = await plinth.uploadUrl()
    const parts = new ReadableStream({ start(to) { to.enqueue(new TextEncoder().encode("ISO-")); to.enqueue(new TextEncoder().encode("10303-21;")); to.close() } })
    await plinth.put(ticket, parts)
    console.log((await plinth.health()).status)`
  const file = join(scratch, "node.mjs")
  await Bun.write(file, program)
  const { stderr, stdout } = Bun.spawnSync(["node", file])
  expect(stderr.toString()).toBe("")
  expect(stdout.toString()).toBe("ok\n")
})

test("a model comes in as a stream, is waited for, is read page after page, and leaves as a stream", async () => {
  const { id: projectId } = await plinth.createProject({ body: { name: "By the client" } })
  const ticket = await plinth.uploadUrl()
  await plinth.put(ticket, Bun.file(join(root, "spec-tests/fixtures/house.ifc")).stream())
  const body = { modelName: "House", uploadKey: ticket.uploadKey, uploadFileName: "house.ifc" }
  const started = await plinth.createModel({ projectId, body, idempotencyKey: "once" })
  expect((await plinth.createModel({ projectId, body, idempotencyKey: "once" })).id).toBe(started.id)
  const seen: Array<number> = []
  const told = {
    onProgress: (one: { readonly percentageCompleted: number }) => void seen.push(one.percentageCompleted)
  }
  expect((await plinth.waitFor(started, told)).status).toBe("Ready")
  expect(seen.at(-1)).toBe(100)
  const model = { projectId, modelId: started.modelId }
  const rows: Array<string> = []
  for await (const page of plinth.queryProductsPages({ ...model, pageSize: 5, body: { fields: ["Guid"] } })) {
    rows.push(...page.result.map((row) => String(row["Guid"])))
  }
  expect(new Set(rows).size).toBe((await plinth.queryProducts({ ...model, body: { fields: ["Guid"] } })).totalCount)
  expect((await plinth.getProducts({ ...model, fields: ["Name"], filters: { Class: "Wall" } })).totalCount).toBe(3)
  const exporting = await plinth.startExport(model)
  await plinth.waitFor(exporting)
  const link = { ...model, operationId: exporting.id }
  const file = await plinth.exportResultFile(link)
  expect(file.body).toBeInstanceOf(ReadableStream)
  const text = await file.text()
  expect(text).toStartWith("ISO-10303-21;")
  expect(await (await plinth.get((await plinth.exportResult(link)).downloadUrl)).text()).toBe(text)
})

test("errors have one form, whichever the service gave them", async () => {
  const problem = await refused(plinth.readProject({ projectId: "9007199254740991", requestId: "mine" }))
  expect(problem).toMatchObject({ status: 404, code: "ProjectNotFound", requestId: "mine" })
  const [{ id: projectId }] = (await plinth.listProjects()).projects as unknown as [{ id: string }]
  const view = await refused(plinth.readModel({ projectId, modelId: "9007199254740991" }))
  expect(view).toMatchObject({ status: 404, code: "ModelNotFound" })
  expect(view.message).not.toBe("")
})

test("a failed import is an error with the operation's code", async () => {
  const { id: projectId } = await plinth.createProject({ body: { name: "Broken" } })
  const ticket = await plinth.uploadUrl()
  await plinth.put(ticket, "ISO-10303-21; broken")
  const body = { modelName: "Broken", uploadKey: ticket.uploadKey, uploadFileName: "broken.ifc" }
  const failed = await refused(plinth.waitFor(await plinth.createModel({ projectId, body })))
  expect(failed).toMatchObject({ status: 0, code: "InvalidModelFile", body: { status: "Failed" } })
})

test("what is 503 is asked again where it may be, as long as nobody ends it", async () => {
  let asked = 0
  const busy = () => {
    asked++
    const headers = { "retry-after": asked === 1 ? "0" : "20", "x-request-id": "r" }
    return Promise.resolve(Response.json({ error: "Overloaded", errorDetails: "d" }, { status: 503, headers }))
  }
  const here = connect({ url: "http://nowhere", fetch: busy })
  const error = await refused(here.createProject({ body: { name: "Once" } }))
  expect([error.code, error.retryAfter, asked]).toEqual(["Overloaded", 0, 1])
  asked = 0
  const signal = AbortSignal.timeout(50)
  const given = await here.listProjects({ signal }).catch((error: unknown) => error)
  expect(given).toMatchObject({ name: "TimeoutError" })
  expect(asked).toBe(2)
})
