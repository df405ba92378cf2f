/**
 * How fast a model is checked against a document of 50 specifications with six requirements each, beside ifctester doing
 * the same: processor time, without and with opening the model, and whether both find the same failures. The best of
 * several rounds counts, in one process for each engine.
 *
 * Usage:  bun run bench/ids.ts [--ci] [--model FILE] [--agree]
 *         --agree: instead, prints for each requirement of a document with every facet where the two differ.
 *         --ci: ends with 1 if the check is less than half as much faster as its gate asks.
 */
import * as Either from "effect/Either"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { checkIds } from "../src/ids/check/Check.ts"
import type { CheckResult } from "../src/ids/check/CheckResult.ts"
import { compileIds } from "../src/ids/check/CompiledIds.ts"
import { readIds } from "../src/ids/document/ReadIds.ts"
import { openIfc, type OpenIfc } from "../src/ids/OpenIfc.ts"
import { allCombinations, idsOf } from "./IdsDocuments.ts"
import { pythonOf } from "./PythonEnvironment.ts"

const folder = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../shared/models")
const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    agree: { type: "boolean", default: false },
    model: { type: "string", default: join(folder, "janesville-restaurant.ifc") }
  }
})
const gate = 20
const rounds = 10

interface PeerResult {
  /** Seconds of processor time. */
  readonly open: number
  readonly check: number
  readonly specifications: ReadonlyArray<{
    readonly applicable: ReadonlyArray<number>
    readonly failures: ReadonlyArray<ReadonlyArray<number>>
  }>
}

const seconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e6
}

const measure = (bytes: Uint8Array, text: Uint8Array) => {
  const best = { open: Number.POSITIVE_INFINITY, check: Number.POSITIVE_INFINITY }
  let last: { readonly open: OpenIfc; readonly result: CheckResult } | null = null
  for (let round = 0; round < rounds; round++) {
    const start = seconds()
    const compiled = Either.getOrThrow(Either.flatMap(readIds(text), compileIds))
    const read = seconds()
    const open = Either.getOrThrow(openIfc(bytes, compiled.needsShapes))
    const opened = seconds()
    const result = checkIds(compiled, open.entities, { mostFailures: Number.POSITIVE_INFINITY })
    best.open = Math.min(best.open, opened - read)
    best.check = Math.min(best.check, read - start + seconds() - opened)
    last = { open, result }
  }
  return { best, last: last! }
}

const peerOf = async (text: string): Promise<PeerResult> => {
  const python = await pythonOf({ requirements: "ids.txt", folder: "ids/.venv", trial: "import ifctester.ids" })
  const scratch = await mkdtemp(join(tmpdir(), "ids-"))
  try {
    const document = join(scratch, "document.ids")
    await Bun.write(document, text)
    const child = Bun.spawn([python, join(import.meta.dir, "peers/ids.py"), values.model, document], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const lines = (await new Response(child.stdout).text()).trim().split("\n")
    if ((await child.exited) !== 0) throw new Error("ifctester failed")
    return JSON.parse(lines.at(-1)!) as PeerResult
  } finally {
    await rm(scratch, { recursive: true })
  }
}

const text = values.agree ? idsOf(allCombinations) : idsOf(50, 6)
const ours = measure(await readFile(values.model), new TextEncoder().encode(text))
const peer = await peerOf(text)
const { open, result } = ours.last

let differing = 0
for (const [i, { applicable, requirements, source }] of result.specifications.entries()) {
  const other = peer.specifications[i]!
  for (const [k, { failures, text }] of requirements.entries()) {
    const own = failures.map(({ row }) => open.file.idOf(row)).sort((a, b) => a - b)
    if (applicable === other.applicable.length && own.join() === other.failures[k]!.join()) continue
    differing++
    if (!values.agree) continue
    const mine = `${own.length} of ${applicable}`
    const theirs = `${other.failures[k]!.length} of ${other.applicable.length}`
    console.log(`${source.name}: ${text}\n  fails here for ${mine}, in ifctester for ${theirs}`)
  }
}

const ratio = peer.check / ours.best.check
const whole = (peer.open + peer.check) / (ours.best.open + ours.best.check)
console.log(
  `${basename(values.model)}: check ${ours.best.check.toFixed(3)} s, ifctester ${peer.check.toFixed(3)} s: ${ratio.toFixed(1)} times` +
    ` as fast (at least ${gate}); with opening ${whole.toFixed(1)} times; ${differing} requirements differ`
)
if (values.ci && !values.agree && ratio < gate / 2) process.exitCode = 1
