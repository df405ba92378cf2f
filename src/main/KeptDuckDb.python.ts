import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { tableReaders } from "../../bench/TableReaders.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = join(import.meta.dir, "../..")
const folder = mkdtempSync(join(tmpdir(), "plinth-kept-duckdb-"))
const dump =
  "import duckdb, json, sys; print(json.dumps(duckdb.connect(sys.argv[1]).execute('SELECT * FROM products ORDER BY ALL').fetchall()))"

let service: Awaited<ReturnType<typeof ServiceProcess.start>>
let python: string
beforeAll(async () => {
  python = await pythonOf(tableReaders)
  service = await ServiceProcess.start()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("examples/keep_duckdb.py begins with the models as they are, and events keep its file equal to a new one", async () => {
  const token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  const projectId = await client.createProject("Kept")
  const run = async (...args: ReadonlyArray<string>): Promise<string> => {
    const env = { ...process.env, PLINTH_URL: service.url, PLINTH_TOKEN: token }
    const child = Bun.spawn([python, ...args], { env, stderr: "inherit" })
    return (await new Response(child.stdout).text()).trim()
  }
  const keep = (file: string) => run(join(root, "examples/keep_duckdb.py"), projectId, join(folder, file))
  const rowsOf = async (file: string) => JSON.parse(await run("-c", dump, join(folder, file))) as ReadonlyArray<unknown>
  const add = async (name: string) => {
    const bytes = await Bun.file(join(root, "spec-tests/fixtures", name)).bytes()
    expect(await client.ended(await client.startImport(projectId, name, bytes))).toMatchObject({ status: "Ready" })
  }
  await add("house.ifc")
  expect(await keep("kept.duckdb")).toBe("0 events followed, 13 products")

  const [house] = await client.models(projectId)
  const path = `/v1/projects/${projectId}/models/${house!.id}`
  const call = async (method: string, below: string, body?: unknown) => {
    const answer = await client.call(method, path + below, { session: "s", ...(body === undefined ? {} : { body }) })
    expect([below, answer.status < 300]).toEqual([below, true])
    return answer.json
  }
  const query = { fields: ["Guid"], filters: { Class: "Wall" } }
  const walls: ReadonlyArray<{ readonly Guid: string }> = (await call("POST", "/products/properties/query", query))[
    "result"
  ]!
  const [first, second] = walls.map(({ Guid }) => Guid)
  await call("POST", "/start-session")
  await call("POST", "/products", { update: { Name: { [first!]: "Renamed" } } })
  await call("DELETE", `/products/${encodeURIComponent(second!)}`)
  await call("POST", "/publish", { title: "Published" })
  await add("shed.ifc")
  expect(await keep("kept.duckdb")).toMatch(/^[1-9]\d* events followed, /)
  expect(await keep("new.duckdb")).toStartWith("0 events followed, ")
  const kept = await rowsOf("kept.duckdb")
  expect(JSON.stringify(kept)).toContain("Renamed")
  expect(kept).toEqual(await rowsOf("new.duckdb"))
})
