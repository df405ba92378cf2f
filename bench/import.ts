/**
 * Measures how fast a model file is read, and how much memory that takes, and compares it with web-ifc (bench/peers),
 * which reads the same: elements, property sets, quantities, types, spatial tree, materials and classifications. Each
 * engine runs in separate processes, in turns. The fastest time of all turns is used, because other programs disturb it
 * least, and the median of the memory.
 *
 * Cold: the first file of a process that has only read the small sample model, like the worker processes of the
 * service. Warm: files after the warm-up. Both engines read the file through a memory mapping. web-ifc has two
 * interfaces; the better result is used.
 *
 * Usage:  bun run bench/import.ts [--ci] [--rounds 7] [--cold 3] [--replicate NAME] [--json FILE] [--models FOLDER] [FILE…]
 *         FILE: uses only these models, and no replica unless --replicate names its source.
 *         --ci: fewer rounds and a smaller replica; exits with 1 if a ratio is worse than twice its gate.
 */
import { existsSync } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { type EngineName, engines, type Order, type Reading } from "./ImportEngine.ts"
import { replicateTo } from "./Replicate.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ci: { type: "boolean", default: false },
    rounds: { type: "string" },
    cold: { type: "string" },
    replicate: { type: "string" },
    json: { type: "string" },
    models: { type: "string", default: process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../shared/models") }
  }
})
const rounds = Number(values.rounds ?? (values.ci ? 3 : 7))
const colds = Number(values.cold ?? 3)
const warmUp = values.ci ? 0.5 : 2
const large = values.ci ? 40e6 : 200e6

const speedGate = 4
const memoryGate = 0.6
/**
 * Files below this size are not compared with the gate for cold reading, because most of their time is the start of the
 * compiler.
 */
const coldFrom = 20e6

interface Child {
  readonly read: (order: Order) => Promise<Reading>
  readonly stop: () => Promise<unknown>
}

const start = async (engine: EngineName): Promise<Child> => {
  let heard: (message: unknown) => void = () => {}
  let failed: (error: Error) => void = () => {}
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      heard = resolve
      failed = reject
    })
  const ready = next()
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, "ImportEngine.ts"), engine], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message) => heard(message),
    onExit: (_, code) => failed(new Error(`${engine} ended with ${code}`))
  })
  await ready
  return {
    read: async (order) => {
      const answer = next()
      child.send(order)
      return (await answer) as Reading
    },
    stop: async () => {
      failed = () => {}
      child.kill()
      await child.exited
    }
  }
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

interface Measured {
  readonly cold: number
  readonly warm: number
  /** The peak memory in excess of the idle process, in bytes, of a process that reads the file once. */
  readonly memory: number
  readonly products: number
  readonly records: number
}

/** Returns the number of readings of one turn, which is greater for small files. */
const turn = (bytes: number): number => Math.max(1, Math.min(200, Math.ceil(40e6 / bytes)))

interface Times {
  readonly warm: number
  readonly cold: number
  /** Seconds of reading before the measurement starts, because the compiler of the engine shares the processors. */
  readonly warmUp: number
}

const measure = async (file: string, times: Times) => {
  const coldRuns = new Map<EngineName, Array<Reading>>(engines.map((engine) => [engine, []]))
  for (let round = 0; round < times.cold; round++) {
    for (const engine of engines) {
      const child = await start(engine)
      coldRuns.get(engine)!.push(await child.read({ file, times: 1, seconds: 0 }))
      await child.stop()
    }
  }
  const warmRuns = new Map<EngineName, Array<number>>(engines.map((engine) => [engine, []]))
  const children: Array<readonly [EngineName, Child]> = []
  for (const engine of engines) children.push([engine, await start(engine)])
  for (const [, child] of children) await child.read({ file, times: 1, seconds: times.warmUp })
  for (let round = 0; round < times.warm; round++) {
    for (const [engine, child] of children) {
      const { ms } = await child.read({ file, times: turn(Bun.file(file).size), seconds: 0 })
      warmRuns.get(engine)!.push(ms)
    }
  }
  for (const [, child] of children) await child.stop()
  return Object.fromEntries(
    engines.map((engine): [EngineName, Measured] => {
      const runs = coldRuns.get(engine)!
      const { products, records } = runs[0]!
      return [
        engine,
        {
          cold: Math.min(...runs.map(({ ms }) => ms)),
          warm: Math.min(...warmRuns.get(engine)!),
          memory: median(runs.map(({ idle, peak }) => peak - idle)),
          products,
          records
        }
      ]
    })
  ) as Record<EngineName, Measured>
}

interface Result {
  readonly file: string
  readonly bytes: number
  readonly engines: Record<EngineName, Measured>
  /** The speed as a multiple of that of the faster interface of web-ifc. */
  readonly warmRatio: number
  readonly coldRatio: number
  /** The memory as a share of that of the more economical interface of web-ifc. */
  readonly memoryRatio: number
}

const resultOf = (file: string, bytes: number, measured: Record<EngineName, Measured>): Result => {
  const own = measured.plinth
  const peers = [measured["web-ifc, lines"], measured["web-ifc, raw"]]
  for (const { products, records } of peers) {
    if (products !== own.products || records !== own.records) {
      throw new Error(
        `${file}: ${own.products} products and ${own.records} records, web-ifc ${products} and ${records}`
      )
    }
  }
  const best = (of: (one: Measured) => number): number => Math.min(...peers.map(of))
  return {
    file,
    bytes,
    engines: measured,
    warmRatio: best(({ warm }) => warm) / own.warm,
    coldRatio: best(({ cold }) => cold) / own.cold,
    memoryRatio: own.memory / best(({ memory }) => memory)
  }
}

const fixed = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

const print = ({ bytes, coldRatio, engines: measured, file, memoryRatio, warmRatio }: Result): void => {
  const own = measured.plinth
  console.log(`\n${file}: ${fixed(bytes / 1e6)} MB, ${own.products} products, ${own.records} property records`)
  for (const [name, { cold, memory, warm }] of Object.entries(measured)) {
    const speed = `${fixed(bytes / 1e3 / warm)} MB/s`
    console.log(
      `  ${name.padEnd(16)} warm ${fixed(warm).padStart(6)} ms ${speed.padStart(12)}   cold ${fixed(cold).padStart(6)} ms   ${fixed(memory / 1e6).padStart(6)} MB over idle`
    )
  }
  console.log(`  ${fixed(warmRatio)} times as fast warm, ${fixed(coldRatio)} cold; ${fixed(memoryRatio)} of the memory`)
}

/** Returns the results that miss their gates. `slack` is a factor by which the gates are eased. */
const misses = (results: ReadonlyArray<Result>, slack: number): ReadonlyArray<string> =>
  results.flatMap(({ bytes, coldRatio, file, memoryRatio, warmRatio }) => [
    ...(warmRatio * slack < speedGate ? [`${file}: ${fixed(warmRatio)} times as fast warm, wanted ${speedGate}`] : []),
    ...(bytes >= coldFrom && coldRatio * slack < speedGate
      ? [`${file}: ${fixed(coldRatio)} times as fast cold, wanted ${speedGate}`]
      : []),
    ...(file.includes("×") && memoryRatio > memoryGate * slack
      ? [`${file}: ${fixed(memoryRatio)} of the memory, wanted ${memoryGate}`]
      : [])
  ])

const models = (await readdir(values.models)).filter(
  (name) => name.endsWith(".ifc") && (positionals.length === 0 || positionals.includes(name))
)
const replicated = values.replicate ?? (positionals.length === 0 ? "houten-kozijnen.ifc" : null)
const folder = await mkdtemp(join(tmpdir(), "plinth-bench-"))
const results: Array<Result> = []
try {
  const bySize = models.map((name) => join(values.models, name)).toSorted((a, b) => Bun.file(a).size - Bun.file(b).size)
  for (const path of bySize) {
    const measured = await measure(path, { warm: rounds, cold: colds, warmUp })
    results.push(resultOf(basename(path), Bun.file(path).size, measured))
    print(results.at(-1)!)
  }
  const original = replicated === null ? null : join(values.models, replicated)
  if (original !== null && existsSync(original)) {
    const replica = join(folder, "replica.ifc")
    const copies = await replicateTo(original, replica, large)
    const measured = await measure(replica, {
      warm: 3,
      cold: 2,
      warmUp
    })
    results.push(resultOf(`${replicated} ×${copies}`, Bun.file(replica).size, measured))
    print(results.at(-1)!)
  }
} finally {
  await rm(folder, { recursive: true })
}
const missed = misses(results, 1)
for (const line of missed) console.log(`Misses its gate: ${line}`)
const json = JSON.stringify({ bench: "import", gates: { speedGate, memoryGate, coldFrom }, results, missed })
if (values.json === undefined) console.log(json)
else await Bun.write(values.json, json)
if (values.ci ? misses(results, 2).length > 0 : missed.length > 0) process.exitCode = 1
