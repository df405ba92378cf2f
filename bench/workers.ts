/**
 * Compares the throughput of two worker processes over one PostgreSQL with that of one, for imports and calculations of
 * the small models and for calculations that only wait for 200 ms. Nearly all operations are queued before the workers
 * start, so that no other process uses the processors meanwhile. A calculation is queued when an import ends, because
 * calculations are run before imports. Turns with one and with two processes alternate. The ratio is that of the
 * medians of three rounds; with --ci the run ends after the first round with the wanted ratio.
 * Usage: bun run bench/workers.ts [--ci] (TEST_DATABASE_URL names a server on which databases may be made)
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Pool, types } from "pg"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"

types.setTypeParser(types.builtins.INT8, Number)
const { values } = parseArgs({ options: { ci: { type: "boolean", default: false } } })
const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../shared/models")
const names = ["SampleHouse.ifc", "AC20-FZK-Haus.ifc", "mini-project.ifc"]
const rounds = 3
/** The part of a turn that is measured. Processes are slow at the start, and at the end only one of them has work. */
const window = [0.4, 0.9]
/** The number of models of a turn, and the number of its calculations that only wait. */
const [imports, waits] = [30, 60]

const median = (list: ReadonlyArray<number>): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

/** The least ratio of two counting processes to one. A lower ratio means that other programs use the processors. */
const leastFree = 1.7
const countMillis = 500

/** Returns the sum to which some processes count at the same time. */
const counted = async (processes: number): Promise<number> => {
  const script = `let n = 0; const end = performance.now() + ${countMillis}; while (performance.now() < end) n++; console.log(n)`
  const all = Array.from({ length: processes }, async () => {
    const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" })
    return Number(await new Response(child.stdout).text())
  })
  return (await Promise.all(all)).reduce((sum, count) => sum + count, 0)
}

const address = process.env["TEST_DATABASE_URL"]
if (address === undefined) throw new Error("TEST_DATABASE_URL names no PostgreSQL")
const server = new Pool({ connectionString: address })
const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`
await server.query(`CREATE DATABASE ${name}`)
const url = new URL(address)
url.pathname = name
const database = new Pool({ connectionString: url.href })
const root = mkdtempSync(join(tmpdir(), "plinth-workers-"))
const directory = join(root, "data")
const environment = {
  STORAGE: "postgres",
  DATABASE_URL: url.href,
  DATA_DIR: directory,
  WORKERS: "1",
  WARM_WORKERS: "2"
}

/** Runs operations in a process until it is stopped. */
type Worker = () => Promise<unknown>

const service = async (role: string, index: number) =>
  ServiceProcess.start({
    directory,
    logFile: join(root, `${role}-${index}.log`),
    environment: { ...environment, ROLE: role }
  })
const working = async (index: number): Promise<Worker> => (await service("worker", index)).stop
const sleeping = async (): Promise<Worker> => {
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, "SleepingWorker.ts")], {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdout: "pipe",
    stderr: "inherit"
  })
  await child.stdout.getReader().read()
  return async () => {
    child.kill("SIGTERM")
    await child.exited
  }
}

const api = await service("api", 0)
const client = ServiceClient.make(api.url, await api.token("ada"))
const projectId = await client.createProject("Workers")
const files = await Promise.all(names.map((file) => Bun.file(join(models, file)).bytes()))

const importSome = async (count: number): Promise<ReadonlyArray<string>> => {
  const started: Array<string> = []
  for (let i = 0; i < count; i++) {
    started.push(await client.startImport(projectId, crypto.randomUUID(), files[i % files.length]!))
  }
  return started
}
const calculateSome = async (ids: ReadonlyArray<string>, count: number): Promise<ReadonlyArray<string>> => {
  const started: Array<string> = []
  for (let i = 0; i < count; i++) {
    const path = `/v1/projects/${projectId}/models/${ids[i % ids.length]!}/products/quantities/query`
    const { headers } = await client.call("POST", path, { body: { calculators: ["Count", "NetVolume"] } })
    started.push(headers.get("location")!.split("/").at(-1)!)
  }
  return started
}

/**
 * Returns the number of operations that end per second in the middle of a turn. If calculations follow, one is queued
 * whenever one of the begun operations has ended. Polling costs hardly any processor time.
 */
const rate = async (begun: ReadonlyArray<string>, isFollowed: boolean): Promise<number> => {
  const operations = [...begun]
  const isBegun = new Set(begun)
  for (;;) {
    const { rows } = await database.query<{ id: string; status: string; at: number | null }>(
      "SELECT id, status, ended_at AS at FROM operations WHERE id = ANY($1) ORDER BY ended_at",
      [operations]
    )
    const failed = rows.find(({ at, status }) => at !== null && status !== "Ready")
    if (failed !== undefined) throw new Error(`an operation ended ${failed.status}`)
    if (rows.every(({ at }) => at !== null)) {
      const [from, to] = window.map((part) => Math.floor(rows.length * part)) as [number, number]
      return ((to - from) * 1000) / (rows[to]!.at! - rows[from]!.at!)
    }
    const ended = rows.filter(({ at, id }) => at !== null && isBegun.has(id)).length
    const followed = operations.length - begun.length
    if (isFollowed) operations.push(...(await calculateSome(known, ended - followed)))
    await Bun.sleep(500)
  }
}

const first = await working(0)
for (const id of await importSome(names.length)) await client.ended(id)
await first()
const known = (await client.models(projectId)).map(({ id }) => id)

const kinds = {
  "imports and calculations": { gate: 1.4, begin: () => importSome(imports), isFollowed: true, worker: working },
  "calculations that wait 200 ms": {
    gate: 1.9,
    begin: () => calculateSome(known, waits),
    isFollowed: false,
    worker: sleeping
  }
}
let missed = 0
let unjudged = 0
for (const [kind, { begin, gate, isFollowed, worker }] of Object.entries(kinds)) {
  const rates = new Map<number, Array<number>>([
    [1, []],
    [2, []]
  ])
  const free: Array<number> = []
  // Shared processors do less than their number suggests, so --ci fails only if less than half of the gain is reached.
  const wanted = values.ci ? 1 + (gate - 1) / 2 : gate
  const ratio = () => median(rates.get(2)!) / median(rates.get(1)!)
  // If --ci is set, the run ends after the first round with the wanted result.
  for (let round = 0; round < rounds && !(values.ci && round > 0 && ratio() >= wanted); round++) {
    free.push((await counted(2)) / (await counted(1)))
    for (const count of [1, 2]) {
      const begun = await begin()
      const stops = await Promise.all(Array.from({ length: count }, (_, index) => worker(index)))
      const found = await rate(begun, isFollowed)
      rates.get(count)!.push(found)
      for (const stop of stops) await stop()
      console.log(`${kind}, ${count} of them: ${found.toFixed(2)} a second`)
    }
  }
  console.log(`${kind}: two do ${ratio().toFixed(2)} times what one does, wanted at least ${gate}`)
  console.log(`two processes that only count did ${median(free).toFixed(2)} times what one does`)
  if (ratio() >= wanted) continue
  if (values.ci && median(free) < leastFree) {
    console.log(`not judged: ${kind}: ${ratio().toFixed(2)}, while others had the processors`)
    unjudged += 1
  } else missed += 1
}
await api.stop()
await database.end()
await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
await server.end()
rmSync(root, { recursive: true, force: true })
console.log(`${Object.keys(kinds).length - missed - unjudged} passed, ${missed} failed`)
process.exit(missed === 0 ? 0 : 1)
