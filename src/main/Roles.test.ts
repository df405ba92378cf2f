import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as OwnDatabase from "../../adapters/storage/testing/OwnDatabase.ts"
import * as CutProxy from "../../adapters/storage/testing/CutProxy.ts"
import { handOver } from "./testing/HandOver.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const { serverUrl } = OwnDatabase
const root = mkdtempSync(join(tmpdir(), "plinth-roles-"))
const running: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  rmSync(root, { recursive: true, force: true })
})

/** A database of its own on the server, gone with the test. */
const database = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const { drop, url } = await OwnDatabase.make(serverUrl!)
  try {
    return await use(url)
  } finally {
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    await drop()
  }
}

const start = async (url: string, role: string, name: string, folder = "data") => {
  const service = await ServiceProcess.start({
    directory: join(root, folder),
    logFile: join(root, `${name}.log`),
    environment: { STORAGE: "postgres", DATABASE_URL: url, ROLE: role, WORKERS: "1" }
  })
  running.push(service)
  return service
}

const it = (title: string, run: (url: string) => Promise<void>) =>
  serverUrl === undefined
    ? test.skip(`${title} (TEST_DATABASE_URL names no PostgreSQL)`, () => {})
    : test(title, () => database(run))

it("an API process serves requests only; a worker runs operations and serves only its health", async (url) => {
  const api = await start(url, "api", "api")
  const client = ServiceClient.make(api.url, await api.token("ada"))
  const projectId = await client.createProject("Roles")
  const house = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")).bytes()
  const operationId = await client.startImport(projectId, "House", house)
  await Bun.sleep(3000)
  expect(await client.operation(operationId)).toMatchObject({ status: "Queued", percentageCompleted: 0 })
  expect(api.workers()).toEqual([])
  const worker = await start(url, "worker", "worker")
  expect(await client.ended(operationId)).toMatchObject({ status: "Ready" })
  for (const [path, status] of [
    ["/healthz", 200],
    ["/readyz", 200],
    ["/v1/projects", 404],
    ["/openapi.json", 404]
  ] as const) {
    expect((await fetch(`${worker.url}${path}`)).status).toBe(status)
  }
})

it("another worker finishes the operation of a stopping worker, and the stop counts as no attempt", async (url) => {
  const row = await handOver(url, (role, name) => start(url, role, name))
  expect(row).toMatchObject({ status: "Ready", attempt: 1, interruptions: 0, token: 2 })
})

it("a lost answer to COMMIT is 503 OutcomeUnknown, and repeating the key returns the outcome", async (url) => {
  const { hostname, port } = new URL(url)
  const proxy = await CutProxy.make(hostname, Number(port))
  const through = new URL(url)
  through.port = String(proxy.port)
  try {
    const api = await start(through.href, "api", "api")
    const client = ServiceClient.make(api.url, await api.token("ada"))
    const create = (name: string) => client.call("POST", "/v1/projects", { body: { name }, key: name })
    const lost = async () => {
      // The service itself writes now and then: whose COMMIT is next is not known.
      for (let i = 0; i < 20; i++) {
        proxy.cutAfter("COMMIT")
        const answer = await create(`Lost ${i}`)
        if (answer.json["type"] === "urn:plinth:error:outcome-unknown") return { name: `Lost ${i}`, answer }
      }
      throw new Error("no answer was ever lost")
    }
    const { answer, name } = await lost()
    expect(answer.status).toBe(503)
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]/)
    const [again, third] = [await create(name), await create(name)]
    expect([again.status, third.status]).toEqual([201, 201])
    expect(third.json["id"]).toBe(again.json["id"])
    const { projects } = (await client.call("GET", "/v1/projects")).json as unknown as {
      readonly projects: ReadonlyArray<{ readonly name: string }>
    }
    expect(projects.filter((project) => project.name === name)).toHaveLength(1)
  } finally {
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    proxy.close()
  }
})

it("a process with other keys than the others is refused at the start, until its keys are in force", async (url) => {
  await start(url, "api", "first")
  // A worker issues nothing.
  await start(url, "worker", "worker", "elsewhere")
  const refused = start(url, "api", "second", "other").catch(String)
  expect(await refused).toMatch(
    /the service ended with 1: .*plinth: DATA_DIR: the processes on DATABASE_URL have other/s
  )
  const rotated = Bun.spawnSync([process.execPath, "--no-install", "src/main/Keys.ts", "rotate", "--now"], {
    cwd: join(import.meta.dir, "../.."),
    env: { ...process.env, STORAGE: "postgres", DATABASE_URL: url, DATA_DIR: join(root, "other") }
  })
  expect(rotated.stderr.toString()).toBe("")
  const api = await start(url, "api", "second", "other")
  expect(
    (await fetch(`${api.url}/v1/projects`, { headers: { authorization: `Bearer ${await api.token("ada")}` } })).status
  ).toBe(200)
  expect(await start(url, "api", "third").catch(String)).toMatch(/other keys than/)
})
