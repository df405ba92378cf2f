/**
 * Compares the time for the scene and the measures of a model with the time of web-ifc alone, which opens the file,
 * meshes the same elements with the same settings and returns corners and triangles of each geometry once. Each engine
 * runs in separate processes, in turns. Compared are the medians of each model and of all models together. web-ifc gets
 * the list of elements, whereas the service also has to find the elements and those with equal descriptions. The pass
 * over elements without their openings is reported separately and not compared with the gate.
 *
 * Usage:  bun run bench/meshes.ts [--ci] [--runs 5] [--models FOLDER] [FILE…]
 *         FILE: uses only these models. --ci: fewer runs; exits with 1 if the ratio is worse than twice its gate.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { folder } from "../src/ifc/testing/RealModels.ts"
import { type EngineName, engines, type Meshing } from "./MeshEngine.ts"
import { median } from "./QueryTimes.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ci: { type: "boolean", default: false },
    runs: { type: "string" },
    models: { type: "string", default: folder }
  }
})
const runs = Number(values.runs ?? (values.ci ? 3 : 5))

/** The limit as a multiple of the time of web-ifc alone. */
const mostRatio = 1.3

type Times = Readonly<Record<EngineName, number>>

const meshed = async (engine: EngineName, path: string): Promise<Meshing> => {
  const script = join(import.meta.dir, "MeshEngine.ts")
  const child = Bun.spawn([process.execPath, "--no-install", script, engine, path], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const text = await new Response(child.stdout).text()
  const code = await child.exited
  if (code !== 0) throw new Error(`${engine} ended with ${code}`)
  return JSON.parse(text) as Meshing
}

const measure = async (path: string): Promise<Times> => {
  const turns: Array<Record<EngineName, Meshing>> = []
  for (let run = 0; run < runs; run++) {
    const turn: Partial<Record<EngineName, Meshing>> = {}
    for (const engine of run % 2 === 0 ? engines : engines.toReversed()) turn[engine] = await meshed(engine, path)
    turns.push(turn as Record<EngineName, Meshing>)
  }
  const [{ plinth, "web-ifc": peer }] = turns as [Record<EngineName, Meshing>]
  if (plinth.elements !== peer.elements || (!plinth.isRewritten && plinth.triangles !== peer.triangles)) {
    throw new Error(`${path}: ${JSON.stringify(plinth)}, web-ifc ${JSON.stringify(peer)}`)
  }
  return Object.fromEntries(engines.map((engine) => [engine, median(turns.map((turn) => turn[engine].ms))])) as Times
}

const ratioOf = (times: Times): number => times.plinth / times["web-ifc"]

const print = (what: string, times: Times): void => {
  const shown = engines.map((engine) => `${engine} ${times[engine].toFixed(0)} ms`)
  console.log(`${what.padEnd(28)} ${shown.join(", ")}: ${ratioOf(times).toFixed(2)} times`)
}

const names = readdirSync(values.models).filter(
  (name) => name.endsWith(".ifc") && (positionals.length === 0 || positionals.includes(name))
)
const all: Array<Times> = []
for (const name of names) {
  const times = await measure(join(values.models, name))
  all.push(times)
  print(name, times)
}
const total = Object.fromEntries(
  engines.map((engine) => [engine, all.reduce((sum, times) => sum + times[engine], 0)])
) as Times
print("all", total)
const ratio = ratioOf(total)
console.log(
  `${ratio <= mostRatio ? "holds " : "MISSED"} times web-ifc alone: ${ratio.toFixed(2)}, at most ${mostRatio}`
)
if (!(ratio <= mostRatio * (values.ci ? 2 : 1))) process.exitCode = 1
