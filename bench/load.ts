/**
 * Compares the throughput of a service at twice the load that saturates it with its throughput at saturation. Eight
 * users send small reads, queries of product pages and changes of a project, at a fixed rate that does not depend on
 * the answers. Saturation is the load above which the throughput no longer grows. Rounds alternate. Compared are the
 * medians of the successful requests per second, and the 99th percentile of the time until a refusal.
 *
 * Usage: bun run bench/load.ts [--ci]
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { largeModel } from "../src/main/testing/LargeModel.ts"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import * as KeptConnections from "./KeptConnections.ts"
import { type Found, open, rateOf, saturation } from "./OpenLoad.ts"

const { values } = parseArgs({ options: { ci: { type: "boolean", default: false } } })
const rounds = 5
const seconds = 5
const gates = { goodput: 0.9, refusalMillis: 50 }

const median = (list: ReadonlyArray<number>): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

const root = mkdtempSync(join(tmpdir(), "plinth-load-"))
const service = await ServiceProcess.start({
  directory: join(root, "data"),
  environment: { WARM_WORKERS: "2", LOG_LEVEL: "warn", PORT: "18573" }
})
const users = await Promise.all(Array.from({ length: 8 }, (_, i) => service.token(`user${i}`)))
const client = ServiceClient.make(service.url, users[0]!)
const projectId = await client.createProject("Load")
for (let i = 1; i < users.length; i++) {
  await client.call("PUT", `/v1/projects/${projectId}/members/user${i}`, { body: { role: "Owner" } })
}
await client.ended(await client.startImport(projectId, "Walls", largeModel(5000)))
const [model] = await client.models(projectId)
const path = `/v1/projects/${projectId}`
const query = JSON.stringify({ fields: ["Guid", "Name", "FireRating"], filters: { Class: "Wall" } })

/** Among twenty requests are ten reads, eight pages and two changes. */
const request = (n: number): Buffer => {
  const kind = n % 20
  const headers = { authorization: `Bearer ${users[n % users.length]!}` }
  if (kind < 10) return KeptConnections.requestOf(service.port, "GET", path, headers)
  if (kind < 18) {
    const page = `${path}/models/${model!.id}/products/properties/query?pageSize=50&page=${1 + (n % 100)}`
    return KeptConnections.requestOf(service.port, "POST", page, headers, query)
  }
  const change = JSON.stringify({ description: `Changed ${n}` })
  return KeptConnections.requestOf(service.port, "PUT", path, headers, change)
}

const shown = (found: Found) =>
  `${rateOf(found).toFixed(0)} a second, refused ${(found.refused / found.seconds).toFixed(0)} (99 of 100 within ${found.refusals99.toFixed(0)} ms), otherwise ${found.otherwise}`

const connections = KeptConnections.make(service.port)
await open(connections, request, 2000, 4)
const load = await saturation(connections, request, 2)
const [peaks, twice]: [Array<number>, Array<Found>] = [[], []]
for (let round = 0; round < rounds; round++) {
  const peak = await open(connections, request, load, seconds)
  console.log(`at saturation: ${shown(peak)}`)
  const over = await open(connections, request, 2 * rateOf(peak), seconds)
  console.log(`at twice that: ${shown(over)}`)
  peaks.push(rateOf(peak))
  twice.push(over)
}
connections.close()
await service.stop()
rmSync(root, { recursive: true, force: true })

const goodput = median(twice.map((found, i) => rateOf(found) / peaks[i]!))
const refusal = median(twice.map(({ refusals99 }) => refusals99))
const otherwise = twice.reduce((sum, one) => sum + one.otherwise, 0)
const judged = (holds: boolean) => (holds ? "holds" : "missed")
console.log(
  `goodput at twice the load: ${(goodput * 100).toFixed(0)} %, wanted at least ${gates.goodput * 100} %: ${judged(goodput >= gates.goodput)}`
)
console.log(
  `refusals, 99 of 100: ${refusal.toFixed(0)} ms, wanted within ${gates.refusalMillis} ms: ${judged(refusal <= gates.refusalMillis)}`
)
/** If nothing was refused, twice the load was not more than the service can answer. */
const isOver = twice.some((one) => one.refused > 0)
console.log(`answers that are neither success nor 503: ${otherwise}; some were refused: ${isOver ? "yes" : "no"}`)
/** The factor by which the lost throughput and the time of refusals may exceed their gates. */
const slack = values.ci ? 2 : 1
const holds = [
  1 - goodput <= (1 - gates.goodput) * slack,
  refusal <= gates.refusalMillis * slack,
  otherwise === 0,
  isOver
]
const failed = holds.filter((one) => !one).length
console.log(`${holds.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
