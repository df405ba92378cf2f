/**
 * Compares a small authenticated GET (`/v1/projects/{id}`) with a bare `Bun.serve` that returns the same bytes, and
 * with a list of one project. Both servers run in separate processes and are measured in turns within one run. The
 * figures are medians of the processor time of a request (Linux) and of the requests per second.
 *
 * Usage: bun run bench/http.ts [--ci] [--rounds 15] [--seconds 0.7] [--connections 32] [--json FILE] [--profile FOLDER]
 *        --ci: exits with 1 if a ratio is more than twice its gate.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { freePort } from "../src/testing/FreePort.ts"
import { type Load, load } from "./HttpLoad.ts"

const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "0.7" },
    connections: { type: "string", default: "32" },
    json: { type: "string", default: join(tmpdir(), "plinth-http.json") },
    profile: { type: "string" }
  }
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const warmRequests = 30_000

const root = join(import.meta.dir, "..")
const directory = await mkdtemp(join(tmpdir(), "plinth-bench-"))

interface Server {
  readonly name: string
  readonly port: number
  readonly path: string
  readonly process: Bun.Subprocess
}

const running: Array<Bun.Subprocess> = []

const startPlinth = async (name: string, settings: Record<string, string>): Promise<Server> => {
  const profile = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`]
  const { child, port } = await ServiceProcess.start({
    directory: join(directory, name),
    environment: { PORT: String(await freePort()), WORKERS: "1", WARM_WORKERS: "2", ...settings },
    command: [process.execPath, ...profile, join(root, "src/main/Serve.ts")]
  })
  running.push(child)
  return { name, port, path: "", process: child }
}

/** Creates a project to read and the token for reading it. */
const prepared = async (server: Server): Promise<{ server: Server; headers: Record<string, string>; body: string }> => {
  const headers = { authorization: `Bearer ${await ServiceClient.tokenOf(join(directory, server.name), "ada")}` }
  const base = `http://127.0.0.1:${server.port}/v1/projects`
  const body = JSON.stringify({ name: "Bench", description: "A project to be read over and over" })
  const created = (await (await fetch(base, { method: "POST", headers, body })).json()) as { readonly id: string }
  const path = `/v1/projects/${created.id}`
  const text = await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).text()
  return { server: { ...server, path }, headers, body: text }
}

const startBare = async (body: string): Promise<Server> => {
  const port = await freePort()
  const code = `Bun.serve({ port: ${port}, hostname: "127.0.0.1", fetch: () =>
    new Response(${JSON.stringify(body)}, { headers: { "content-type": "application/json" } }) })`
  const server = Bun.spawn([process.execPath, "-e", code], { stderr: "inherit" })
  running.push(server)
  while ((await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) === null) await Bun.sleep(20)
  return { name: "bare", port, path: "/", process: server }
}

/** Returns the processor time of a process so far, in microseconds; null if the system does not report it. */
const cpuMicros = async (pid: number): Promise<number | null> => {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

interface Sample extends Load {
  readonly microsPerRequest: number | null
}

const measure = async (server: Server, headers: Record<string, string>): Promise<Sample> => {
  const before = await cpuMicros(server.process.pid)
  const found = await load(server.port, server.path, headers, connections, seconds)
  const after = await cpuMicros(server.process.pid)
  return { ...found, microsPerRequest: before === null || after === null ? null : (after - before) / found.requests }
}

/**
 * Sends requests before the measurement, so that frequently used code is compiled, as in a service that has run for a
 * long time.
 */
const warm = async (server: Server, headers: Record<string, string>): Promise<void> => {
  for (let requests = 0; requests < warmRequests;) requests += (await measure(server, headers)).requests
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const summary = (samples: ReadonlyArray<Sample>) => ({
  requestsPerSecond: Math.round(median(samples.map((one) => one.requests / one.seconds))),
  microsPerRequest: Number(median(samples.map((one) => one.microsPerRequest ?? Number.NaN)).toFixed(2)),
  p50: Number(median(samples.map((one) => one.p50)).toFixed(3)),
  p99: Number(median(samples.map((one) => one.p99)).toFixed(3))
})

const contest = async (): Promise<ReadonlyArray<ReadonlyArray<Sample>>> => {
  const plinth = await prepared(await startPlinth("plinth", {}))
  const quiet = await prepared(await startPlinth("quiet", { LOG_LEVEL: "warn" }))
  const bare = await startBare(plinth.body)
  const list = { ...plinth, server: { ...plinth.server, name: "list", path: "/v1/projects" } }
  const contestants = [{ server: bare, headers: {} }, plinth, quiet, list].map((one) => ({
    ...one,
    samples: [] as Array<Sample>
  }))
  for (const { headers, server } of contestants) await warm(server, headers)
  for (let round = 0; round < rounds; round++) {
    // Each contestant goes first in turn, because a measurement after a busy one is some per cent slower.
    for (let i = 0; i < contestants.length; i++) {
      const { headers, samples, server } = contestants[(round + i) % contestants.length]!
      samples.push(await measure(server, headers))
    }
  }
  return contestants.map(({ samples }) => samples)
}

const stopAll = async (): Promise<void> => {
  for (const one of running) one.kill("SIGTERM")
  await Promise.all(running.map((one) => one.exited))
  await rm(directory, { recursive: true, force: true })
}

const [bareSamples, wholeSamples, quietSamples, listSamples] = await contest().finally(stopAll)

/** Returns the median over the rounds. Other work on the machine affects all contestants of a round. */
const ofRounds = (compare: (bare: Sample, whole: Sample, quiet: Sample) => number): number =>
  Number(median(bareSamples!.map((bare, i) => compare(bare, wholeSamples![i]!, quietSamples![i]!))).toFixed(3))

const micros = ({ microsPerRequest }: Sample): number => microsPerRequest ?? Number.NaN
const rate = ({ requests, seconds }: Sample): number => requests / seconds
const result = {
  rounds,
  seconds,
  connections,
  bare: summary(bareSamples!),
  plinth: summary(wholeSamples!),
  withoutAccessLog: summary(quietSamples!),
  listOfOne: summary(listSamples!),
  ratioOfProcessorTime: ofRounds((bare, whole) => micros(whole) / micros(bare)),
  ratioOfRequests: ofRounds((bare, whole) => rate(bare) / rate(whole)),
  listRatio: Number(median(listSamples!.map((one, i) => rate(wholeSamples![i]!) / rate(one))).toFixed(3)),
  accessLogShare: ofRounds((_, whole, quiet) => (micros(whole) - micros(quiet)) / micros(whole))
}
console.log(JSON.stringify(result, null, 2))
/**
 * The largest ratios of time and of processor time to those of the bare server, and of a list of one project to the
 * GET.
 */
const [gate, gateOfTime, gateOfList] = [7, 9, 4]
console.log(`${result.ratioOfRequests.toFixed(1)} times as slow as the bare server (at most ${gate})`)
console.log(`${result.ratioOfProcessorTime.toFixed(1)} times its processor time (at most ${gateOfTime})`)
console.log(`a list of one: ${result.listRatio.toFixed(1)} times as slow as the GET of it (at most ${gateOfList})`)
await Bun.write(values.json, `${JSON.stringify(result, null, 2)}\n`)
console.log(`written to ${values.json}`)
const isMissed =
  result.ratioOfRequests > gate * 2 || result.ratioOfProcessorTime > gateOfTime * 2 || result.listRatio > gateOfList * 2
process.exit(values.ci && isMissed ? 1 : 0)
