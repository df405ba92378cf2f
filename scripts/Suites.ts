import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import * as Changed from "./suites/Changed.ts"
import * as Outcome from "./suites/Outcome.ts"
import type { Occasion, Suite } from "./suites/Suite.ts"
import { suites } from "./suites/Suites.ts"

const usage = `usage: scripts/Suites.ts run|nightly|bench [--changed [REF]] [--list] [NAME …]

Runs the suites of an occasion, or those named, from the table scripts/suites/Suites.ts: two at a time, then, one by one,
those that need the machine for themselves. Ends with "N passed, N failed, N skipped".

  --changed [REF]  only suites that depend on something that changed since REF; default: the branch point from main, or the
                   last commit on main itself
  --list           prints the suites with their commands and runs none`

const occasions: ReadonlyArray<string> = ["run", "nightly", "bench"]
const sideBySide = 2
/** A suite that takes longer is stopped. The longest takes about half of this time on a slow machine. */
const mostMinutes = 60

const fail = (message: string): never => {
  process.stderr.write(`${message}\n\n${usage}\n`)
  process.exit(2)
}

/** `--changed` may be given without a value, which parseArgs does not support. */
const words = process.argv.slice(2)
const at = words.indexOf("--changed")
const known = new Set(suites.map(({ name }) => name))
const following = words[at + 1]
const hasReference = at !== -1 && following !== undefined && !following.startsWith("--") && !known.has(following)
const reference = at === -1 ? null : hasReference ? following : "HEAD~1"
const { positionals, values } = parseArgs({
  args: at === -1 ? words : words.toSpliced(at, hasReference ? 2 : 1),
  options: { list: { type: "boolean" }, help: { type: "boolean" } },
  allowPositionals: true
})
const [occasion, ...names] = positionals
if (values.help === true) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
if (!occasions.includes(occasion ?? "")) fail(`There is no occasion ${occasion ?? "without a name"}.`)
const ofOccasion = suites.filter((suite) => suite.occasion === (occasion as Occasion))
for (const name of names) {
  if (!ofOccasion.some((suite) => suite.name === name)) fail(`There is no suite ${name} in ${occasion}.`)
}
const named = ofOccasion.filter(({ name }) => names.length === 0 || names.includes(name))
const change =
  reference === null
    ? null
    : await Changed.since(reference).catch((error: unknown) =>
        fail(error instanceof Error ? error.message : String(error))
      )
const chosen = named.filter((suite) => change === null || Changed.concerns(change, suite))
for (const { name } of named.filter((suite) => !chosen.includes(suite))) {
  process.stdout.write(`left out: ${name}, which depends on nothing that changed since ${reference}\n`)
}

if (values.list === true) {
  for (const { command, dependsOn, name, runsAlone } of chosen) {
    process.stdout.write(`${name}${runsAlone === true ? " (alone)" : ""}: ${command}\n  ${dependsOn.join(" ")}\n`)
  }
  process.exit(0)
}

interface Ended extends Outcome.Outcome {
  readonly name: string
  readonly minutes: number
  /** The processor time of all processes that the suite started and waited for. */
  readonly processorMinutes: number
}

const logs = mkdtempSync(join(tmpdir(), "plinth-suites-"))
process.on("exit", () => rmSync(logs, { recursive: true, force: true }))

const runOne = async ({ command, name }: Suite): Promise<Ended> => {
  const startedAt = performance.now()
  const log = Bun.file(join(logs, name))
  const limit = ["timeout", "--kill-after=30", `${mostMinutes}m`]
  const child = Bun.spawn([...limit, "sh", "-c", `(${command}) 2>&1`], { stdin: "ignore", stdout: log, stderr: log })
  process.stdout.write(`== ${name} begins: ${command}\n`)
  const code = await child.exited
  const output = await log.text()
  const outcome = Outcome.read(code === 124 ? `${output}\nFAILED: not over after ${mostMinutes} minutes` : output, code)
  const minutes = (performance.now() - startedAt) / 60_000
  const processorMinutes = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 60e6
  const ended = { ...outcome, name, minutes, processorMinutes }
  process.stdout.write(`${output.trimEnd()}\n== ${lineOf(ended)}\n`)
  return ended
}

const lineOf = ({ failed, minutes, name, passed, processorMinutes, skipped }: Ended): string =>
  `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${minutes.toFixed(1)} minutes (${processorMinutes.toFixed(1)} of processor time)`

const startedAt = performance.now()
const waiting = chosen.filter(({ runsAlone }) => runsAlone !== true)
const ended: Array<Ended> = []
const lane = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) ended.push(await runOne(next))
}
await Promise.all(Array.from({ length: sideBySide }, lane))
for (const suite of chosen.filter(({ runsAlone }) => runsAlone === true)) ended.push(await runOne(suite))

process.stdout.write("== all suites\n")
for (const one of ended) {
  process.stdout.write(`${lineOf(one)}\n`)
  for (const reason of one.reasons) process.stdout.write(`  ${reason}\n`)
}
const total = (count: (one: Ended) => number): number => ended.reduce((sum, one) => sum + count(one), 0)
const failed = total((one) => one.failed)
process.stdout.write(
  `in all ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes, ${total(({ processorMinutes }) => processorMinutes).toFixed(1)} of processor time\n`
)
process.stdout.write(
  `${total(({ passed }) => passed)} passed, ${failed} failed, ${total(({ skipped }) => skipped)} skipped\n`
)
process.exitCode = failed === 0 ? 0 : 1
