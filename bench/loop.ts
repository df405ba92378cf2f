/**
 * Measures the delays of the event loop of a service while files are imported and products queried, and compares them
 * with those of an idle process at the same time. The service runs in a separate process, which reports its delays at
 * GET /metrics.
 *
 * Usage:  bun run bench/loop.ts [--ci] [--seconds 20] [--runs 3] [--pause 50] [--each] [--json FILE] [--models FOLDER]
 *         --each: also runs each activity alone, and all of them at once; these runs are not compared with the gate.
 *         --ci: a short run, which exits with 1 if the 99 % quantile is beyond twice its gate, multiplied by the
 *         slowness of this machine (chaos/Pace.ts). Only runs are compared in which the host took at most 10 % of the
 *         processors and the idle process was within the gate. Up to twice as many runs are made for that; if none is
 *         valid, this is reported.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setPriority } from "node:os"
import { parseArgs } from "node:util"
import * as Pace from "../scripts/chaos/Pace.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import * as StolenTime from "../src/testing/StolenTime.ts"
import { freePort } from "../src/testing/FreePort.ts"
import { activities, caller, type Models } from "./LoopActivities.ts"

const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    each: { type: "boolean", default: false },
    seconds: { type: "string" },
    pause: { type: "string", default: "50" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
    models: { type: "string", default: process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../shared/models") }
  }
})
const seconds = Number(values.seconds ?? (values.ci ? 10 : 20))
const gateMs = 10
const pace = Pace.watch(values.ci)
/**
 * Milliseconds between an answer and the next request of a caller. Callers without a pause would measure only how busy
 * the loop can be.
 */
const pause = Number(values.pause)
const files: Models = {
  products: "mini-project.ifc",
  properties: "houten-kozijnen.ifc",
  large: "janesville-restaurant.ifc"
}

interface Delay {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** Returns the delays of the event loop since the last call, in milliseconds. */
const delayOf = async (metricsPort: number): Promise<Delay> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const statistic = (name: string): number =>
    Number(new RegExp(`^plinth_event_loop_delay_seconds\\{statistic="${name}"\\} (\\S+)`, "m").exec(text)![1]) * 1000
  return { p50: statistic("median"), p99: statistic("p99"), most: statistic("max") }
}

/** The lateness of timers of a process that has nothing else to do: the part that the machine itself causes. */
const idleProgram = `
const { monitorEventLoopDelay } = require("node:perf_hooks")
const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()
process.on("message", () => {
  process.send({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 })
  delay.reset()
})`
let heard: (delay: Delay) => void = () => {}
const idle = Bun.spawn([process.execPath, "-e", idleProgram], {
  stdio: ["ignore", "inherit", "inherit"],
  ipc: (message) => heard(message as Delay)
})
const idleDelay = (): Promise<Delay> => {
  const answer = new Promise<Delay>((resolve) => {
    heard = resolve
  })
  idle.send("delay")
  return answer
}

const metricsPort = await freePort()
const service = await ServiceProcess.start({ environment: { WARM_WORKERS: "2", METRICS_PORT: String(metricsPort) } })
// Callers have a lower priority than the service, because real callers use other machines. Child processes that are
// started later inherit the priority.
setPriority(15)
/**
 * Returns the seconds for which the thread of the event loop has run, and for which it was ready and waited for a
 * processor, which the service cannot influence (Linux; zero elsewhere).
 */
const processorOf = (): { readonly ran: number; readonly waited: number } => {
  const { pid } = service
  const file = `/proc/${pid}/task/${pid}/schedstat`
  if (!existsSync(file)) return { ran: 0, waited: 0 }
  const [ran, waited] = readFileSync(file, "utf8").split(" ")
  return { ran: Number(ran) / 1e9, waited: Number(waited) / 1e9 }
}

/** Repeats the work for a while, with pauses, and returns the number of repetitions. */
const repeat = async (work: () => Promise<void>, until: number): Promise<number> => {
  let times = 0
  for (; performance.now() < until; times++) {
    await work()
    await Bun.sleep(pause)
  }
  return times
}

interface Run {
  readonly name: string
  readonly delay: Delay
  readonly idle: Delay
  /** The fractions of the time for which the thread ran and waited. */
  readonly ran: number
  readonly waited: number
  readonly stolen: number
  readonly turns: Readonly<Record<string, number>>
}

const runs: Array<Run> = []
const wanted = Number(values.runs)
const most = values.ci ? wanted * 2 : wanted
const tried = (): ReadonlyArray<Run> => runs.filter(({ name }) => name.startsWith("imports and queries"))
/** Returns the runs that are compared with the gate. On a shared machine, only undisturbed runs count. */
const judged = (): ReadonlyArray<Run> =>
  tried().filter(({ idle, stolen }) => !values.ci || (stolen <= StolenTime.most && idle.p99 <= gateMs))
const fixed = (value: number): string => value.toFixed(1).padStart(6)

const run = async (name: string, work: ReadonlyArray<readonly [string, () => Promise<void>]>, forSeconds: number) => {
  await delayOf(metricsPort)
  await idleDelay()
  const before = processorOf()
  const ticks = StolenTime.ticks()
  const start = performance.now()
  const until = performance.now() + forSeconds * 1000
  const counts = await Promise.all(work.map(async ([of, once]) => [of, await repeat(once, until)] as const))
  const [delay, nothing] = [await delayOf(metricsPort), await idleDelay()]
  const after = processorOf()
  const elapsed = (performance.now() - start) / 1000
  const [ran, waited] = [(after.ran - before.ran) / elapsed, (after.waited - before.waited) / elapsed]
  const stolen = StolenTime.shareSince(ticks)
  runs.push({ name, delay, idle: nothing, ran, waited, stolen, turns: Object.fromEntries(counts) })
  const turns = counts.map(([of, count]) => (work.length === 1 ? `${count} turns` : `${count} ${of}`)).join(", ")
  console.log(
    `${name.padEnd(28)} p50 ${fixed(delay.p50)}  p99 ${fixed(delay.p99)}  most ${fixed(delay.most)} ms` +
      `   idle process p99 ${fixed(nothing.p99)}  most ${fixed(nothing.most)} ms` +
      `   ran ${(ran * 100).toFixed(0)} %, waited ${(waited * 100).toFixed(0)} %, taken from the machine ${(stolen * 100).toFixed(0)} %   ${turns}`
  )
}

try {
  const token = await service.token("ada")
  const created = await fetch(`${service.url}/v1/projects`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: "Load" })
  })
  const { id: project } = (await created.json()) as { readonly id: string }
  const ada = caller(service.url, token, project, values.models)
  const paths: Models = {
    products: await ada.imported(files.products),
    properties: await ada.imported(files.properties),
    large: await ada.imported(files.large)
  }
  const listed = await ada.call("GET", `${paths.products}/products/properties/available-data?pageSize=20`)
  const { fields } = (await listed.json()) as { readonly fields: ReadonlyArray<string> }
  const all = Object.entries(activities(ada, files, paths, fields))
  if (values.each) for (const [name, once] of all) await run(name, [[name, once]], Math.min(seconds, 6))
  const imports = all.filter(([name]) => name.startsWith("imports"))
  const others = all.filter(([name]) => !name.startsWith("imports"))
  const queries = others.filter(([name]) => !["calculations", "downloads", "uploads"].includes(name))
  let next = 0
  const inTurn = async (): Promise<void> => imports[next++ % imports.length]![1]()
  for (let i = 1; i <= most && judged().length < wanted; i++) {
    await run(`imports and queries, run ${i}`, [...queries, ["imports", inTurn]], seconds)
  }
  if (values.each) await run("everything", [...others, ["imports", inTurn]], seconds)
} finally {
  await service.stop()
  idle.kill()
}
const limit = gateMs * pace.leeway()
const worst = judged().length === 0 ? null : Math.max(...judged().map(({ delay }) => delay.p99))
if (worst === null) {
  const all = (of: (run: Run) => number): string =>
    tried()
      .map((run) => of(run).toFixed(1))
      .join(", ")
  const [late, idleLate] = [all(({ delay }) => delay.p99), all(({ idle }) => idle.p99)]
  console.log(
    `not judged: how late the event loop is, p99 ${late} ms, gate ${gateMs} ms; an idle process meanwhile ${idleLate} ms;` +
      ` taken from the machine ${all(({ stolen }) => stolen * 100)} %`
  )
} else {
  const count = `${judged().length} runs that are judged, of ${tried().length}`
  console.log(
    `Worst p99 of ${count}: ${worst.toFixed(1)} ms, gate ${gateMs} ms, failing past ${limit.toFixed(1)} ms;` +
      ` the same work takes ${pace.slowness().toFixed(2)} times as long as usual`
  )
}
const json = JSON.stringify({ bench: "loop", gateMs, worst, slowness: pace.slowness(), runs })
if (values.json === undefined) console.log(json)
else await Bun.write(values.json, json)
process.exit(worst !== null && worst > limit ? 1 : 0)
