import { Database } from "bun:sqlite"
import { afterAll, expect, test } from "bun:test"
import { readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { mkdtemp, readdir } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../testing/FreePort.ts"
import { fullTest, volume } from "../testing/Volume.ts"
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

/** Sends the signal and returns the exit code of the process that was started. */
const stop = ({ service }: Running, signal: NodeJS.Signals = "SIGTERM") => {
  service.child.kill(signal)
  return service.child.exited
}

/** Waits until the condition holds. */
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await Bun.sleep(10)
}

const alive = (pid: number) => ServiceProcess.kill(pid, 0 as never)

/** Waits until no process of the folder is left. */
const noProcessLeft = ({ directory }: Running) => until(() => ServiceProcess.processesAt(directory).length === 0)

/** Waits until the service has begun to stop. */
const stopping = ({ client }: Running) => until(async () => (await client.call("GET", "/readyz")).status === 503)

/** The log does not say that the service ended before it was done. */
const endedInTime = ({ service }: Running) => expect(service.log()).not.toContain("stopped without waiting")

/** Paths of the files in the blob folder, sorted. */
const filesOf = (directory: string) =>
  readdirSync(join(directory, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .toSorted()
const isPartial = (path: string) => path.includes(".tmp")

/** Waits until this many bytes of uploads have been received. */
const receiving = ({ directory }: Running, ...sizes: ReadonlyArray<number>) =>
  until(() => {
    const found = filesOf(directory).filter(isPartial)
    return sizes.every((size) => found.some((path) => statSync(path, { throwIfNoEntry: false })?.size === size))
  })

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

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  fullTest(`${signal} ends an idle service with exit code 0 and leaves no process`, async () => {
    const running = await serve({ environment: { WARM_WORKERS: "2" } })
    const workers = running.service.workers()
    expect(workers).toHaveLength(2)
    expect(await stop(running, signal)).toBe(0)
    endedInTime(running)
    await until(() => !workers.some(alive))
    await noProcessLeft(running)
  })
}

test("a stop finishes requests in progress, refuses new ones and cuts an upload after seven seconds", async () => {
  const running = await serve()
  const before = filesOf(running.directory).filter((path) => !isPartial(path))
  const upload = await openUpload(running, 6)
  upload.send("ISO")
  const endless = await openUpload(running, 1_000_000)
  endless.send("x".repeat(100_000))
  await receiving(running, 3, 100_000)
  const over = stop(running)
  await stopping(running)
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
  expect(await endless.closed).toBe("")
  expect(await over).toBe(0)
  endedInTime(running)
  // A stop by force would leave the partial file for the next start.
  const after = filesOf(running.directory)
  expect(after.filter(isPartial)).toEqual([])
  expect(after).toHaveLength(before.length + 1)
})

test("without its broker the service accepts and finishes work; /readyz names the dependencies that do not answer", async () => {
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
  // The service remembers each check for a second.
  await until(async () => Bun.deepEquals(await readiness(), [503, "2", { ...away, blobs: "unavailable" }]))
  renameSync(join(directory, "elsewhere"), join(directory, "blobs/.tmp"))
  await until(async () => Bun.deepEquals(await readiness(), [503, "2", away]))
})

test("a second signal ends the service at once, with exit code 1", async () => {
  const running = await serve()
  const upload = await openUpload(running, 10)
  upload.send("ISO")
  await receiving(running, 3)
  const over = stop(running)
  await stopping(running)
  // Two signals within 200 ms count as one.
  await Bun.sleep(250)
  running.service.child.kill("SIGTERM")
  expect(await over).toBe(1)
  upload.end()
  await noProcessLeft(running)
})

test("a stop returns an operation in progress and leaves no process; the next start finishes the operation", async () => {
  const first = await serve({ environment: { WARM_WORKERS: "1" } })
  expect(first.service.workers()).toHaveLength(1)
  const projectId = await first.client.createProject("Interrupted")
  const operationId = await first.client.startImport(projectId, "Walls", largeModel(volume(8000, 60_000)))
  while ((await first.client.operation(operationId)).status === "Queued") await Bun.sleep(10)
  expect(await stop(first)).toBe(0)
  endedInTime(first)
  expect(ServiceProcess.processesAt(first.directory)).toEqual([])
  const db = new Database(join(first.directory, "plinth.sqlite"), { readonly: true })
  expect(db.query("SELECT status FROM operations WHERE id = ?").get(operationId)).toEqual({ status: "Queued" })
  db.close()
  const second = await serve({ directory: first.directory })
  expect(await second.client.ended(operationId)).toMatchObject({ status: "Ready", percentageCompleted: 100 })
  await stop(second)
})

test("a second service on a folder is refused, and a killed one does not keep the folder locked", async () => {
  const first = await serve()
  const second = serve({ directory: first.directory, logFile: join(first.directory, "second.txt") })
  expect(await second.catch((error: Error) => error.message)).toMatch(
    /ended with 1: plinth: DATA_DIR: .*is in use by another process\n/
  )
  first.service.child.kill("SIGKILL")
  await first.service.child.exited
  const third = await serve({ directory: first.directory })
  expect(await stop(third)).toBe(0)
  expect(await readdir(join(first.directory, "scratch"))).toEqual([])
})

// Configuration.test.ts and ConverterCommand.test.ts try the values without a process.
for (const [run, name, value, wanted] of [
  [test, "ROLE", "worker", "ROLE: .*STORAGE=postgres"],
  [fullTest, "ROLE", "api", "ROLE: .*STORAGE=postgres"],
  [fullTest, "ROLE", "everything", "ROLE: .*all"],
  [fullTest, "STORAGE", "oracle", "STORAGE: .*sqlite"],
  [test, "STORAGE", "postgres", "DATABASE_URL: "],
  [fullTest, "LOG_LEVEL", "loud", "LOG_LEVEL: must be debug, info, warn, error, none\n"],
  [fullTest, "IMPLICIT_SESSIONS", "often", "IMPLICIT_SESSIONS: .*boolean"],
  [fullTest, "CONVERTER_RVT", "convert {in}", "CONVERTER_RVT: must have both"],
  [fullTest, "TRUST_PROXY", "always", "TRUST_PROXY: .*boolean"]
] as const) {
  run(`the service does not start with ${name}=${value} and names the variable at fault`, async () => {
    const message = await serve({ environment: { [name]: value } }).catch((error: Error) => error.message)
    expect(message).toMatch(new RegExp(`ended with 1: plinth: ${wanted}`))
  })
}

test("with LOG_LEVEL=none the service answers, logs nothing and ends with exit code 0", async () => {
  const environment = { LOG_LEVEL: "none", PORT: String(await freePort()) }
  const running = await serve({ environment })
  expect((await running.client.call("GET", "/v1/projects")).status).toBe(200)
  expect(await stop(running)).toBe(0)
  expect(running.service.log()).toBe("")
})

test("the files of the token command and the service can be read only by their user", async () => {
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

test("ctrl-C, which npm and the service both receive, counts as one signal: requests in progress are finished", async () => {
  const running = await serve({ command: ["npm", "start", "--silent"] })
  expect(running.service.pid).not.toBe(running.service.child.pid)
  const upload = await openUpload(running, 6)
  upload.send("ISO")
  await receiving(running, 3)
  const over = stop(running, "SIGINT")
  ServiceProcess.kill(running.service.pid, "SIGINT")
  await stopping(running)
  upload.send("103")
  expect(await upload.closed).toStartWith("HTTP/1.1 200")
  await over
  await noProcessLeft(running)
  endedInTime(running)
})

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  fullTest(`${signal} to npm reaches the service: npm and the service end and leave no process`, async () => {
    const running = await serve({ command: ["npm", "start", "--silent"] })
    expect(running.service.pid).not.toBe(running.service.child.pid)
    await stop(running, signal)
    await noProcessLeft(running)
    endedInTime(running)
  })
}
