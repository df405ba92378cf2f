import { afterAll, expect, test } from "bun:test"
import { readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { mkdtemp, readdir } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../testing/FreePort.ts"
import { largeModel } from "./testing/LargeModel.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const roots: Array<string> = []
const started: Array<ServiceProcess.ServiceProcess> = []
afterAll(() => {
  for (const { child, pid } of started) {
    ServiceProcess.kill(pid)
    child.kill("SIGKILL")
  }
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const folder = async () => {
  const root = await mkdtemp(join(tmpdir(), "plinth-serve-"))
  roots.push(root)
  return root
}

const serve = async (options: Partial<ServiceProcess.ServiceOptions> = {}) => {
  const directory = options.directory ?? (await folder())
  const service = await ServiceProcess.start({ directory, logFile: join(directory, "log.txt"), ...options })
  started.push(service)
  const client = ServiceClient.make(service.url, await service.token("ada"))
  return { service, directory, client }
}

type Running = Awaited<ReturnType<typeof serve>>

/** Seconds after which platforms kill what they have told to end; a busy machine adds to the nine that it takes at most. */
const platformWaits = 10

/** Sends the signal and gives how the process ended and how long that took, in seconds. */
const stop = async ({ service }: Running, signal: NodeJS.Signals = "SIGTERM") => {
  const at = performance.now()
  service.child.kill(signal)
  const code = await service.child.exited
  return { code, seconds: (performance.now() - at) / 1000 }
}

const filesOf = (directory: string) =>
  readdirSync(join(directory, "blobs"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** A PUT whose bytes come when `send` is called. */
const openUpload = async ({ client, service }: Running, size: number) => {
  const issued = (await client.call("GET", "/v1/files/upload-url")).json as unknown as Record<string, string>
  const socket = connect(service.port, "127.0.0.1")
  let received = ""
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(received)))
  socket.on("data", (chunk) => (received += chunk.toString()))
  socket.on("error", () => {})
  socket.write(`PUT ${new URL(issued["uploadUrl"]!).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`)
  return { send: (text: string) => socket.write(text), end: () => socket.destroy(), closed }
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s stops a service that does nothing: exit 0, no process left",
  async (signal) => {
    const running = await serve({ environment: { WARM_WORKERS: "2" } })
    const workers = running.service.workers()
    expect(workers).toHaveLength(2)
    const { code, seconds } = await stop(running, signal)
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(platformWaits)
    await Bun.sleep(200)
    expect(workers.filter((pid) => ServiceProcess.kill(pid, 0 as never))).toEqual([])
    expect(ServiceProcess.processesAt(running.directory)).toEqual([])
  }
)

test("a request in flight is finished; what comes meanwhile is told that the service stops", async () => {
  const running = await serve()
  const upload = await openUpload(running, 6)
  upload.send("ISO")
  await Bun.sleep(300)
  const over = stop(running)
  await Bun.sleep(300)
  const readiness = await running.client.call("GET", "/readyz")
  expect(readiness.status).toBe(503)
  expect(readiness.json).toMatchObject({ status: "unavailable", checks: { storage: "ok", service: "stopping" } })
  expect((await running.client.call("GET", "/healthz")).status).toBe(200)
  const refused = await running.client.call("GET", "/v1/projects")
  expect(refused.status).toBe(503)
  expect(refused.headers.get("retry-after")).not.toBeNull()
  expect(refused.headers.get("content-type")).toContain("application/problem+json")
  upload.send("103")
  expect(await upload.closed).toStartWith("HTTP/1.1 200")
  expect((await over).code).toBe(0)
})

test("with a broker that is away from the start it takes and finishes work; /readyz names what does not answer", async () => {
  const environment = { QUEUE: "kafka", KAFKA_BROKERS: `127.0.0.1:${await freePort()}` }
  const { client, directory } = await serve({ environment, asks: "/healthz" })
  const readiness = async (): Promise<unknown> => {
    const { headers, json, status } = await client.call("GET", "/readyz")
    return [status, headers.get("retry-after"), json["checks"]]
  }
  const away = { storage: "ok", blobs: "ok", queue: "unavailable", tokens: "ok" }
  expect(await readiness()).toEqual([503, "2", away])
  const projectId = await client.createProject("Without Kafka")
  const house = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")).bytes()
  expect(await client.ended(await client.startImport(projectId, "House", house))).toMatchObject({ status: "Ready" })
  renameSync(join(directory, "blobs/.tmp"), join(directory, "elsewhere"))
  // What was asked is remembered for a second.
  await Bun.sleep(1100)
  expect(await readiness()).toEqual([503, "2", { ...away, blobs: "unavailable" }])
  renameSync(join(directory, "elsewhere"), join(directory, "blobs/.tmp"))
  await Bun.sleep(1100)
  expect(await readiness()).toEqual([503, "2", away])
})

test("an upload that is still running after seven seconds is cut and leaves nothing", async () => {
  const running = await serve()
  const paths = () => filesOf(running.directory).map(({ name, parentPath }) => join(parentPath, name))
  const before = paths().filter((path) => !path.includes(".tmp"))
  const upload = await openUpload(running, 1_000_000)
  upload.send("x".repeat(100_000))
  await Bun.sleep(300)
  const { code, seconds } = await stop(running)
  expect(code).toBe(0)
  expect(seconds).toBeGreaterThan(6)
  expect(seconds).toBeLessThan(platformWaits)
  expect(await upload.closed).toBe("")
  expect(running.service.log()).not.toContain("stopped without waiting")
  // What a stop by force leaves for the next start is gone too.
  expect(paths().sort()).toEqual(before.sort())
})

test("a second signal ends the service at once", async () => {
  const running = await serve()
  const upload = await openUpload(running, 10)
  await Bun.sleep(300)
  const over = stop(running)
  await Bun.sleep(500)
  running.service.child.kill("SIGTERM")
  const { code, seconds } = await over
  expect(code).toBe(1)
  expect(seconds).toBeLessThan(4)
  upload.end()
  await Bun.sleep(300)
  expect(ServiceProcess.processesAt(running.directory)).toEqual([])
})

test("work in hand is given back without counting the try, and the next start takes it up at once", async () => {
  const first = await serve()
  const projectId = await first.client.createProject("Interrupted")
  const operationId = await first.client.startImport(projectId, "Walls", largeModel(60_000))
  while ((await first.client.operation(operationId)).status === "Queued") await Bun.sleep(10)
  const { code } = await stop(first)
  expect(code).toBe(0)
  expect(ServiceProcess.processesAt(first.directory)).toEqual([])
  const second = await serve({ directory: first.directory })
  expect(await second.client.ended(operationId)).toMatchObject({ status: "Ready", percentageCompleted: 100 })
  await stop(second)
})

test("a folder is one service's at a time, also after a kill", async () => {
  const first = await serve()
  const second = serve({ directory: first.directory, logFile: join(first.directory, "second.txt") })
  expect(await second.catch((error: Error) => error.message)).toMatch(
    /ended with 1: plinth: DATA_DIR: .*is in use by another process\n/
  )
  first.service.child.kill("SIGKILL")
  await first.service.child.exited
  const third = await serve({ directory: first.directory })
  expect((await stop(third)).code).toBe(0)
  expect(await readdir(join(first.directory, "scratch"))).toEqual([])
})

test.each([
  ["ROLE", "worker", "ROLE: .*STORAGE=postgres"],
  ["ROLE", "api", "ROLE: .*STORAGE=postgres"],
  ["ROLE", "everything", "ROLE: .*all"],
  ["STORAGE", "oracle", "STORAGE: .*sqlite"],
  ["STORAGE", "postgres", "DATABASE_URL: "],
  ["LOG_LEVEL", "loud", "LOG_LEVEL: must be debug, info, warn, error, none\n"],
  ["IMPLICIT_SESSIONS", "often", "IMPLICIT_SESSIONS: .*boolean"],
  ["CONVERTER_RVT", "convert {in}", "CONVERTER_RVT: must have both"],
  ["TRUST_PROXY", "always", "TRUST_PROXY: .*boolean"]
])("%s=%s, which cannot be, stops the start and is named", async (name, value, wanted) => {
  const message = await serve({ environment: { [name]: value } }).catch((error: Error) => error.message)
  expect(message).toMatch(new RegExp(`ended with 1: plinth: ${wanted}`))
})

test("with LOG_LEVEL=none nothing is logged, and it serves", async () => {
  const environment = { LOG_LEVEL: "none", PORT: String(await freePort()) }
  const running = await serve({ environment })
  expect((await running.client.call("GET", "/v1/projects")).status).toBe(200)
  expect((await stop(running)).code).toBe(0)
  expect(running.service.log()).toBe("")
})

test("what the service and the token command make is their user's alone, whoever makes it first", async () => {
  const root = await folder()
  const directory = join(root, "data")
  const environment = { PATH: process.env["PATH"] ?? "", DATA_DIR: directory }
  const command = [process.execPath, "--no-install", join(import.meta.dir, "Token.ts"), "--user", "ada"]
  // Under the umask of most systems.
  const token = Bun.spawn(["sh", "-c", `umask 022; exec "$0" "$@"`, ...command], { env: environment, stdout: "ignore" })
  expect(await token.exited).toBe(0)
  const running = await serve({ directory, logFile: join(root, "log.txt") })
  await running.client.createProject("Private")
  const open = [
    directory,
    ...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name)))
  ].filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
  expect(open).toEqual([])
  await stop(running)
})

test("ctrl-C, which npm and the service both get, is one signal: the service drains", async () => {
  const running = await serve({ command: ["npm", "start", "--silent"] })
  const upload = await openUpload(running, 6)
  upload.send("ISO")
  await Bun.sleep(300)
  const over = stop(running, "SIGINT")
  ServiceProcess.kill(running.service.pid, "SIGINT")
  await Bun.sleep(500)
  expect((await running.client.call("GET", "/healthz")).status).toBe(200)
  upload.send("103")
  expect(await upload.closed).toStartWith("HTTP/1.1 200")
  await over
})

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s to npm reaches the service: it drains, npm ends, no process is left",
  async (signal) => {
    const running = await serve({ command: ["npm", "start", "--silent"] })
    expect(running.service.pid).not.toBe(running.service.child.pid)
    const { seconds } = await stop(running, signal)
    expect(seconds).toBeLessThan(platformWaits)
    await Bun.sleep(300)
    expect(ServiceProcess.processesAt(running.directory)).toEqual([])
  }
)
