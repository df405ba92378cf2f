/**
 * Measures how fast a model is checked against a document of 50 specifications with six requirements each, and compares
 * it with ifctester: processor time, with and without opening the model. Then measures how the time grows with the
 * number of elements and of specifications, and estimates it for 550,000 elements and 848 specifications. The best of
 * several rounds is used; each engine runs in one process.
 *
 * Usage:  bun run bench/ids.ts [--ci] [--model FILE]
 *         --ci: exits with 1 if the speed compared with ifctester is less than half of its gate, or if the time for
 *         twice the elements or specifications grows by more than twice its gate.
 */
import * as Either from "effect/Either"
import { readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { checkIds } from "../src/ids/check/Check.ts"
import { compileIds } from "../src/ids/check/CompiledIds.ts"
import { readIds } from "../src/ids/document/ReadIds.ts"
import { openIfc } from "../src/ids/OpenIfc.ts"
import { idsOf } from "./IdsDocuments.ts"
import { checkWithIfcTester } from "./IfcTester.ts"
import { replicate } from "./Replicate.ts"

const folder = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../shared/models")
const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    model: { type: "string", default: join(folder, "janesville-restaurant.ifc") }
  }
})
const gate = 20
/** The most by which the time may grow for twice the elements, or twice the specifications. */
const growthGate = 2.3
const rounds = 10
const each = 6
const large = { elements: 550_000, specifications: 848 }

const seconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e6
}

interface Best {
  open: number
  check: number
  elements: number
}

/** Returns the shortest time of several rounds in seconds. */
const measure = (bytes: Uint8Array, document: string, times: number): Best => {
  const text = new TextEncoder().encode(document)
  const best: Best = { open: Number.POSITIVE_INFINITY, check: Number.POSITIVE_INFINITY, elements: 0 }
  for (let round = 0; round < times; round++) {
    const start = seconds()
    const compiled = Either.getOrThrow(Either.flatMap(readIds(text), compileIds))
    const read = seconds()
    const { entities } = Either.getOrThrow(openIfc(bytes, compiled.needsShapes))
    const opened = seconds()
    checkIds(compiled, entities, { mostFailures: Number.POSITIVE_INFINITY })
    best.check = Math.min(best.check, read - start + seconds() - opened)
    best.open = Math.min(best.open, opened - read)
    const elements = entities.classes.filter((one) => one.class.kinds.has("IfcElement"))
    best.elements = elements.reduce((sum, { rows }) => sum + rows.length, 0)
  }
  return best
}

const bytes = await readFile(values.model)
const document = idsOf(50, each)
const ours = measure(bytes, document, rounds)
const [peer] = await checkWithIfcTester(values.model, [document])
const ratio = peer!.check / ours.check
const whole = (peer!.open + peer!.check) / (ours.open + ours.check)
console.log(
  `${basename(values.model)}: check ${ours.check.toFixed(3)} s, ifctester ${peer!.check.toFixed(3)} s: ${ratio.toFixed(1)} times` +
    ` as fast (at least ${gate}); with opening ${whole.toFixed(1)} times`
)

/** Prints a row of measurements, each of twice as much as the one before it, and returns the largest growth. */
const grow = (what: string, steps: ReadonlyArray<readonly [count: number, check: number]>): number => {
  const growths = steps.slice(1).map(([, check], i) => check / steps[i]![1])
  const told = steps.map(([count, check]) => `${count}: ${check.toFixed(3)} s`).join(", ")
  const most = Math.max(...growths)
  console.log(
    `${what}: ${told}; twice as many take ${growths.map((one) => one.toFixed(2)).join(", ")} times (at most ${growthGate})`
  )
  return most
}

const ofElements = [1, 2, 4].map((copies) => {
  const model = Buffer.concat([...replicate(bytes, copies)])
  const { check, elements } = measure(model, document, values.ci ? 2 : 4)
  return [elements, check] as const
})
const ofSpecifications = [106, 212, 424, large.specifications].map(
  (count) => [count, measure(bytes, idsOf(count, each), values.ci ? 2 : 4).check] as const
)
const growths = [grow("elements", ofElements), grow("specifications", ofSpecifications)]
const extrapolated = (ofSpecifications.at(-1)![1] * large.elements) / ours.elements
console.log(
  `${large.elements} elements and ${large.specifications} specifications would take ${extrapolated.toFixed(0)} s of processor time`
)
if (values.ci && (ratio < gate / 2 || growths.some((growth) => growth > 2 * growthGate))) process.exitCode = 1
