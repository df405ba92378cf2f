import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Pool, types } from "pg"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { postgres } from "./backends/Postgres.ts"
import * as Arguments from "./chaos/Arguments.ts"
import * as Cluster from "./chaos/Cluster.ts"
import * as Company from "./chaos/Company.ts"
import * as Inspection from "./chaos/Inspection.ts"
import * as Pace from "./chaos/Pace.ts"
import * as Report from "./chaos/Report.ts"
import * as Standby from "./chaos/Standby.ts"

/**
 * Fails over from the database server to its standby while users work: the server is killed or stopped, or clients are
 * directed to a standby that does not accept writes yet. Checks that nothing acknowledged is lost or duplicated, that
 * every process of the service keeps running, and how soon work continues.
 */
const usage = `usage: npm run chaos:failover -- [--failovers N] [--ci]
  --ci: other work runs beside it, so the time until work goes on fails only past twice what is wanted of a
        machine as fast as usual`

const { values } = parseArgs({
  options: {
    failovers: { type: "string", default: "6" },
    ci: { type: "boolean", default: false },
    help: { type: "boolean" }
  }
})
if (values.help === true) {
  console.log(usage)
  process.exit(0)
}
const wanted = Arguments.whole(values.failovers, usage)

/**
 * The longest time from the moment when the standby accepts writes until a publication is acknowledged, in
 * milliseconds.
 */
const mostMillis = 10_000
const pace = Pace.watch(values.ci)
/** The least number of acknowledged publications between two failovers. */
const publications = 5

const report = Report.make()
types.setTypeParser(types.builtins.INT8, Number)
const root = mkdtempSync(join(tmpdir(), "plinth-failover-"))
const directory = join(root, "data")
chmodSync(root, 0o755)
mkdirSync(directory, { mode: 0o700 })
const variables = await postgres.up(root)
const servers = await Standby.pair(root)
// `process.exit` runs the handler below, which stops the servers.
process.once("SIGTERM", () => process.exit(143))
process.once("exit", () => {
  for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
  servers.end()
  rmSync(root, { recursive: true, force: true })
})
const cluster = await Cluster.start({
  root,
  directory,
  environment: {
    ...variables,
    ...Company.environment,
    DATABASE_URL: servers.url,
    WORKERS: "1",
    IMPLICIT_SESSIONS: "true"
  },
  roles: ["api", "api", "worker"]
})
const token = await ServiceClient.tokenOf(directory, "ada")
let turn = 0
const clients = async (): Promise<ServiceClient.ServiceClient> => {
  const serving = cluster.of("api")
  return ServiceClient.make((await cluster.running(serving[(turn += 1) % serving.length]!)).url, token)
}
const company = await Company.gather(clients)
const { publisher, world } = company
company.begin(["A", "B"], true)

const until = async (isSo: () => boolean): Promise<true> => {
  while (!isSo()) await Bun.sleep(20)
  return true
}
const waits: Array<number> = []
for (let i = 0; i < wanted; i++) {
  const [published, worked] = [publisher.acknowledged(), world.acknowledged.length]
  const works = until(() => publisher.acknowledged() >= published + publications && world.acknowledged.length > worked)
  if ((await Company.within(works)) === null) report.giveUp("work that goes on")
  const way = Standby.ways[i % Standby.ways.length]!
  let waited: Promise<number> | undefined
  await servers.failOver(way, () => {
    const [before, at] = [publisher.acknowledged(), performance.now()]
    waited = until(() => publisher.acknowledged() > before).then(() => performance.now() - at)
  })
  const took = (await Company.within(waited!)) ?? report.giveUp("publications after a failover")
  waits.push(took)
  console.log(`       ${way.toLowerCase()}: ${Report.seconds(took)} until the next publication`)
}

const looks = (await company.ended()) ?? report.giveUp("users come to their end")
report.figure("failovers", wanted)
report.figure("operations acknowledged", world.acknowledged.length)
report.figure("looks at the list, at versions", looks.join(", "))
const database = new Pool({ connectionString: servers.url, max: 3 })
await company.judge(report, await Inspection.read(database))
const most = Report.quantile(waits, 1)
const failing = mostMillis * pace.leeway()
report.figure("the same work takes so many times as long as usual", pace.slowness().toFixed(2))
const told = `wanted within ${Report.seconds(mostMillis)}, failing past ${Report.seconds(failing)}`
report.check(`publishes again once the standby takes writes, ${told}`, Report.seconds(most), most <= failing)
report.check("processes that ended", cluster.deaths(), cluster.deaths() === 0)
report.end()
await cluster.stop()
await database.end()
process.exit(process.exitCode ?? 0)
