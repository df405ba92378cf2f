/**
 * Measures the cost of traces for a small authenticated GET: processor time of a request without a collector, with one
 * and nothing sampled, and with one and everything sampled. Three services are measured in turns within one run.
 *
 * Usage: bun run bench/traces.ts [--rounds 9] [--seconds 0.7] [--connections 32]
 */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { freePort } from "../src/testing/FreePort.ts"
import { load } from "./HttpLoad.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "0.7" },
    connections: { type: "string", default: "32" }
  }
})
const warmRequests = 20_000

const port = await freePort()
const collector = Bun.spawn(
  [process.execPath, "-e", `Bun.serve({ port: ${port}, hostname: "127.0.0.1", fetch: () => Response.json({}) })`],
  { stderr: "inherit" }
)
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }

/**
 * Returns the processor time of a process so far, in microseconds. On Linux, it is in fields 14 and 15 of its line, in
 * hundredths of a second.
 */
const cpuMicros = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const start = async (name: string, environment: Readonly<Record<string, string>>) => {
  const service = await ServiceProcess.start({ environment: { WARM_WORKERS: "2", WORKERS: "1", ...environment } })
  const token = await service.token("ada")
  const path = `/v1/projects/${await ServiceClient.make(service.url, token).createProject("Bench")}`
  const micros: Array<number> = []
  const measure = async () => {
    const before = cpuMicros(service.pid)
    const headers = { authorization: `Bearer ${token}` }
    const found = await load(service.port, path, headers, Number(values.connections), Number(values.seconds))
    return { requests: found.requests, micros: (cpuMicros(service.pid) - before) / found.requests }
  }
  return { name, service, measure, micros }
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const contestants = [
  await start("nobody takes spans", {}),
  await start("none is sampled", { ...endpoint, OTEL_TRACES_SAMPLER: "always_off" }),
  await start("all are sampled", endpoint)
]
try {
  for (const { measure } of contestants) {
    for (let requests = 0; requests < warmRequests;) requests += (await measure()).requests
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    // Each contestant goes first in turn, because a measurement after a busy one is some per cent slower.
    for (let i = 0; i < contestants.length; i++) {
      const { measure, micros } = contestants[(round + i) % contestants.length]!
      micros.push((await measure()).micros)
    }
  }
  const [off] = contestants
  for (const { micros, name } of contestants) {
    const ratio = median(micros.map((one, i) => one / off!.micros[i]!))
    console.log(`${name}: ${median(micros).toFixed(1)} µs a request, ${ratio.toFixed(3)} of the first`)
  }
} finally {
  collector.kill()
  await Promise.all(contestants.map(({ service }) => service.stop()))
}
