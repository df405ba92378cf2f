/**
 * What a service does at twice the load that saturates it, against itself at saturation: looks, pages of products and
 * changes of a project, by eight users. Saturation is what callers get who each wait for their answers, as many as it takes
 * until more of them get no more; twice as many requests a second are then sent whatever comes back. Rounds alternate;
 * compared are medians of what succeeds in a second, and the time within which 99 of 100 refusals come.
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
import { type Found, open, rateOf, saturate, saturation } from "./OpenLoad.ts"

const { values } = parseArgs({ options: { ci: { type: "boolean", default: false } } })
const rounds = values.ci ? 3 : 5
const seconds = values.ci ? 4 : 5
const gates = { goodput: 0.9, refusalMillis: 50 }

const median = (list: ReadonlyArray<number>): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

const root = mkdtempSync(join(tmpdir(), "plinth-load-"))
const service = await ServiceProcess.start({
  directory: join(root, "data"),
  environment: { LOG_LEVEL: "warn", PORT: "18573" }
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

/** Of twenty requests ten look, eight ask for a page, two change something. */
const request = (n: number) => {
  const kind = n % 20
  const headers = { authorization: `Bearer ${users[n % users.length]!}`, "content-type": "application/json" }
  if (kind < 10) return new Request(`${service.url}${path}`, { headers })
  if (kind < 18) {
    const page = `${path}/models/${model!.id}/products/properties/query?pageSize=50&page=${1 + (n % 100)}`
    return new Request(`${service.url}${page}`, { method: "POST", headers, body: query })
  }
  const body = JSON.stringify({ description: `Changed ${n}` })
  return new Request(`${service.url}${path}`, { method: "PUT", headers, body })
}

const shown = (found: Found) =>
  `${rateOf(found).toFixed(0)} a second, refused ${(found.refused / found.seconds).toFixed(0)} (99 of 100 within ${found.refusals99.toFixed(0)} ms), otherwise ${found.otherwise}`

await saturate(request, 64, 2)
const callers = await saturation(request, 2)
const [peaks, twice]: [Array<number>, Array<Found>] = [[], []]
for (let round = 0; round < rounds; round++) {
  const peak = await saturate(request, callers, seconds)
  console.log(`at saturation: ${shown(peak)}`)
  const over = await open(request, 2 * rateOf(peak), seconds)
  console.log(`at twice that: ${shown(over)}`)
  peaks.push(rateOf(peak))
  twice.push(over)
}
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
console.log(`answers that are neither success nor 503: ${otherwise}`)
/** What may be lost at twice the load, and how long refusals may take, before the run fails. */
const slack = values.ci ? 2 : 1
const holds = [1 - goodput <= (1 - gates.goodput) * slack, refusal <= gates.refusalMillis * slack, otherwise === 0]
const failed = holds.filter((one) => !one).length
console.log(`${holds.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
