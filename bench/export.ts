/**
 * Measures how fast 1,000 edits are written into a model file of 200 MB, and how much memory that takes. Compares this
 * with ifcopenshell (bench/peers), which opens the file, makes the same edits through its API and writes the file, and
 * with a plain copy, which reads the file into memory and writes it from there. Each run has a separate process; the
 * engines run in turns, and medians are compared. The written files are read again and must contain the edits.
 *
 * Memory is the peak of resident memory minus that of the idle process; the pages of the mapped file that were read are
 * included. ifcopenshell opens the file as a whole and lazily; the better result is used.
 *
 * Usage:  bun run bench/export.ts [--ci] [--rounds 5] [--peers 2] [--megabytes 200] [--json FILE] [--models FOLDER]
 *                                 [--replicate NAME]
 *         --peers: the number of runs of ifcopenshell in each way; 0 leaves it out.
 *         --ci: 3 rounds, ifcopenshell once in each way, which is more than half of the time; exits with 1 if a ratio is
 *         worse than twice its gate, or if ifcopenshell cannot be installed.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import * as Either from "effect/Either"
import type { ModelContent } from "../src/domain/models/ModelContent.ts"
import { readModel } from "../src/ifc/ReadModel.ts"
import { check, pick } from "./ExportEdits.ts"
import type { Writing } from "./ExportEngine.ts"
import * as IfcOpenShell from "./IfcOpenShell.ts"
import { median } from "./QueryTimes.ts"
import { replicateTo } from "./Replicate.ts"

const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    rounds: { type: "string" },
    peers: { type: "string" },
    megabytes: { type: "string", default: "200" },
    replicate: { type: "string", default: "houten-kozijnen.ifc" },
    json: { type: "string" },
    models: { type: "string", default: process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../shared/models") }
  }
})
const rounds = Number(values.rounds ?? (values.ci ? 3 : 5))
const peerRounds = Number(values.peers ?? (values.ci ? 1 : 2))
const editCount = 1000

/**
 * The least speed as a multiple of that of ifcopenshell, the most time as a multiple of a plain copy, and the most
 * bytes of memory for each byte of the file.
 */
const speedGate = 5
const copyGate = 12
const memoryGate = 2.5

const peer = IfcOpenShell.name
const peers = [`${peer}, eager`, `${peer}, lazy`] as const

const folder = await mkdtemp(join(tmpdir(), "plinth-bench-"))
const source = join(folder, "source.ifc")
const target = join(folder, "target.ifc")
const editsPath = join(folder, "edits.json")

const contentOf = (path: string): ModelContent => Either.getOrThrow(readModel(Bun.mmap(path))).content

const runs = new Map<string, Array<Writing>>()

/** Runs an engine once. @param verify checks the file that it wrote */
const write = async (name: string, command: ReadonlyArray<string>, verify: (path: string) => void): Promise<void> => {
  const child = Bun.spawn([...command], { stdio: ["ignore", "pipe", "inherit"] })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${name} ended with ${child.exitCode}`)
  runs.set(name, [...(runs.get(name) ?? []), JSON.parse(printed) as Writing])
  verify(target)
  Bun.gc(true)
  await rm(target)
}

const own = (engine: "plinth" | "copy", verify: (path: string) => void): Promise<void> => {
  const program = [process.execPath, "--no-install", join(import.meta.dir, "ExportEngine.ts")]
  return write(engine, [...program, engine, source, target, editsPath], verify)
}

const fixed = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

interface Measured {
  readonly ms: number
  readonly cpu: number
  /** The peak memory in excess of the idle process, and the whole peak memory, in bytes. */
  readonly memory: number
  readonly peak: number
  readonly parts: Readonly<Record<string, number>>
}

const measuredOf = (writings: ReadonlyArray<Writing>): Measured => ({
  ms: median(writings.map(({ ms }) => ms)),
  cpu: median(writings.map(({ cpu }) => cpu)),
  memory: median(writings.map(({ idle, peak }) => peak - idle)),
  peak: median(writings.map(({ peak }) => peak)),
  parts: Object.fromEntries(
    Object.keys(writings[0]!.parts).map((part) => [part, median(writings.map(({ parts }) => parts[part]!))])
  )
})

interface Gate {
  readonly what: string
  /** Null if it could not be measured. */
  readonly value: number | null
  readonly gate: number
  readonly isAtLeast: boolean
}

/** Returns whether the value passes its gate. With `slack` it may miss the gate by that factor. */
const holds = ({ gate, isAtLeast, value }: Gate, slack: number): boolean =>
  value !== null && (isAtLeast ? value * slack >= gate : value <= gate * slack)

try {
  const copies = await replicateTo(join(values.models, values.replicate), source, Number(values.megabytes) * 1e6)
  const { size } = Bun.file(source)
  const before = contentOf(source)
  const edits = pick(before, editCount)
  await Bun.write(editsPath, JSON.stringify(edits))
  const words = `${fixed(size / 1e6)} MB, ${before.products.count} products, ${edits.length} edits`
  console.log(`${values.replicate} ×${copies}: ${words}`)
  const verify = (path: string) => check(before, contentOf(path), edits)
  const isSame = (path: string) => {
    if (Bun.file(path).size !== size) throw new Error(`The copy has ${Bun.file(path).size} bytes`)
  }
  const told = ({ message }: Error): null => {
    console.log(message)
    return null
  }
  const python = peerRounds === 0 ? null : await IfcOpenShell.pythonOf().catch(told)
  if (python === null) console.log(`${peer} is not compared with`)
  const turns = python === null ? [] : Array.from({ length: peerRounds }, () => peers).flat()
  for (let round = 0; round < rounds; round++) {
    await own("copy", isSame)
    await own("plinth", round === 0 ? verify : () => {})
    for (const [turn, name] of turns.entries()) {
      if (Math.floor((turn * rounds) / turns.length) !== round) continue
      const script = join(import.meta.dir, "peers/export.py")
      const way = name.endsWith("lazy") ? "lazy" : "eager"
      await write(name, [python!, script, source, target, editsPath, way], turn < peers.length ? verify : () => {})
    }
  }
  const measured = Object.fromEntries(runs.entries().map(([name, writings]) => [name, measuredOf(writings)] as const))
  for (const [name, { cpu, memory, ms, parts, peak }] of Object.entries(measured)) {
    const of = Object.entries(parts).map(([part, time]) => `${part} ${fixed(time)}`)
    const mb = `${fixed(memory / 1e6)} MB over idle, ${fixed(peak / 1e6)} MB in all`
    console.log(
      `  ${name.padEnd(31)} ${fixed(ms).padStart(6)} ms (${of.join(", ")}), ${fixed(cpu)} ms of processors   ${mb}`
    )
  }
  const plinth = measured["plinth"]!
  const fastest = python === null ? null : Math.min(...peers.map((name) => measured[name]!.ms))
  const gates: ReadonlyArray<Gate> = [
    {
      what: `times as fast as ${peer}`,
      value: fastest === null ? null : fastest / plinth.ms,
      gate: speedGate,
      isAtLeast: true
    },
    { what: "times a plain copy", value: plinth.ms / measured["copy"]!.ms, gate: copyGate, isAtLeast: false },
    { what: "bytes over idle for one of the file", value: plinth.memory / size, gate: memoryGate, isAtLeast: false }
  ]
  for (const one of gates) {
    const value = one.value === null ? "not measured" : fixed(one.value)
    const limit = `at ${one.isAtLeast ? "least" : "most"} ${one.gate}`
    console.log(`${holds(one, 1) ? "holds " : "MISSED"} ${one.what}: ${value}, ${limit}`)
  }
  const json = JSON.stringify({ bench: "export", bytes: size, edits: edits.length, measured, gates })
  if (values.json === undefined) console.log(json)
  else await Bun.write(values.json, json)
  if (gates.some((one) => !holds(one, values.ci ? 2 : 1))) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
