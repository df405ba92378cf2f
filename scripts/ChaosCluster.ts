import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Pool, types } from "pg"
import { limits } from "../src/domain/Limits.ts"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { kafka } from "./backends/Kafka.ts"
import { postgres } from "./backends/Postgres.ts"
import * as Arguments from "./chaos/Arguments.ts"
import * as Broker from "./chaos/Broker.ts"
import * as Cluster from "./chaos/Cluster.ts"
import * as Company from "./chaos/Company.ts"
import * as Inspection from "./chaos/Inspection.ts"
import * as Pace from "./chaos/Pace.ts"
import * as Random from "./chaos/Random.ts"
import * as Report from "./chaos/Report.ts"
import * as TakeOvers from "./chaos/TakeOvers.ts"

/**
 * Kills, stops and wipes the parts of a service with several processes while users work with it: API processes,
 * workers, their child processes, the database server and the broker. Checks that nothing acknowledged is lost or
 * duplicated, and how long work waits after its worker was killed.
 */
const usage = `usage: npm run chaos:cluster -- [--seed N] [--kills N] [--ci]
  --ci: on a machine of any speed, so the time of a take-over fails only past twice what is wanted of a usual one`

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "300" },
    ci: { type: "boolean", default: false },
    help: { type: "boolean" }
  }
})
if (values.help === true) {
  console.log(usage)
  process.exit(0)
}
const [seed, wanted] = [values.seed, values.kills].map((text) => Arguments.whole(text, usage)) as [number, number]

types.setTypeParser(types.builtins.INT8, Number)
const root = mkdtempSync(join(tmpdir(), "plinth-cluster-"))
const directory = join(root, "data")
chmodSync(root, 0o755)
mkdirSync(directory, { mode: 0o700 })
const variables = { ...(await postgres.up(root)), ...(await kafka.up(root)) }
const database = new Pool({ connectionString: variables["DATABASE_URL"]!, max: 3 })
database.on("error", () => {})
process.once("exit", () => {
  for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
  rmSync(root, { recursive: true, force: true })
})

const report = Report.make()
const pace = Pace.watch(values.ci)
const random = Random.make(seed)
/**
 * The users have separate random numbers: the number of their requests depends on the machine, whereas the kills must
 * depend on the seed alone.
 */
const people = Random.make(seed + 1_000_000)
const cluster = await Cluster.start({
  root,
  directory,
  environment: { ...variables, ...Company.environment, WORKERS: "1", WARM_WORKERS: "1", IMPLICIT_SESSIONS: "true" },
  roles: ["api", "api", "worker", "worker"]
})
const token = await ServiceClient.tokenOf(directory, "ada")
const clients = async (): Promise<ServiceClient.ServiceClient> =>
  ServiceClient.make((await cluster.running(people.pick(cluster.of("api")))).url, token)

const company = await Company.gather(clients)
const { publisher, world } = company
const takeOvers = TakeOvers.watch(database, () => cluster.isUp("worker"))
company.begin(["A", "B", "C"], true)
const broker = Broker.make(root, variables["KAFKA_BROKERS"]!)
/**
 * If a process is killed during the last try of an operation, the operation fails with ResourceLimit, which is correct.
 */
const isLastTry = async (): Promise<boolean> => {
  const lastTry = `SELECT 1 FROM operations WHERE status = 'InProgress' AND attempt >= ${limits.attempts.most}`
  return ((await database.query(lastTry)).rowCount ?? 0) > 0
}
/** Each action returns whether it killed a process that was alive. */
const actions: ReadonlyArray<readonly [name: string, share: number, act: () => Promise<boolean>]> = [
  ["worker", 0.4, () => takeOvers.during(() => cluster.kill(random.pick(cluster.of("worker"))))],
  ["worker stopped past its lease", 0.05, () => cluster.suspend(random.pick(cluster.of("worker")), 12_000)],
  [
    "process of a worker",
    0.2,
    async () => {
      const member = random.pick(cluster.of("worker"))
      return !(await isLastTry()) && cluster.killChild(member)
    }
  ],
  ["API process", 0.2, () => cluster.kill(random.pick(cluster.of("api")))],
  ["postmaster", 0.06, () => cluster.restartDatabase(() => postgres.up(root))],
  ["broker", 0.04, () => broker.kill(false)],
  ["broker with all that it kept", 0.02, () => broker.kill(true)],
  [
    "messages again, in another order, and poison",
    0.03,
    () => broker.disturb(world.acknowledged.slice(-20).map(({ operationId }) => operationId))
  ]
]
/** A fault up to this many milliseconds before a wait may be its cause. */
const shortlyBefore = 5000
/** The faults that were caused, with their times by the clock of this process in milliseconds. */
const journal: Array<readonly [at: number, what: string]> = []
const [killed, others] = [new Map<string, number>(), new Map<string, number>()]
let kills = 0
while (kills < wanted) {
  let share = random.next()
  const [name, , act] = actions.find(([, part]) => (share -= part) < 0) ?? actions[0]!
  journal.push([performance.now(), name])
  const hasKilled = await act()
  if (hasKilled) kills += 1
  const kinds = hasKilled ? killed : others
  kinds.set(name, (kinds.get(name) ?? 0) + 1)
  await Bun.sleep(random.between(100, 500))
}

await broker.settled()
const [looks, looksAtVersions] = (await company.ended()) ?? report.giveUp("users come to their end")
const takenOver = takeOvers.end()

console.log(`== seed ${seed}: ${kills} kills`)
const counted = (kinds: ReadonlyMap<string, number>) =>
  [...kinds].map(([name, count]) => `${name} ${count}`).join(", ") || "none"
report.figure("killed", counted(killed))
report.figure("besides, and where nothing was there to be killed", counted(others))
report.figure("operations acknowledged", world.acknowledged.length)
report.figure("looks at the list, at versions", `${looks}, ${looksAtVersions}`)
report.figure("publications acknowledged", publisher.acknowledged())
await company.judge(report, await Inspection.read(database))
for (const { beside, millis, span } of takenOver) {
  if (beside === null) continue
  report.figure(`open when one waited, which it did for ${Report.seconds(millis)}`, beside)
  const meanwhile = [...journal, ...cluster.starts()].filter(([at]) => at >= span[0] - shortlyBefore && at <= span[1])
  for (const [at, what] of meanwhile.toSorted(([a], [b]) => a - b)) {
    report.figure(`meanwhile, after ${Report.seconds(at - span[0])}`, what)
  }
}
const waitsOf = (isOf: (interruptions: number) => boolean) =>
  takenOver.filter(({ interruptions }) => isOf(interruptions)).map(({ millis }) => millis)
// Operations that were interrupted repeatedly run alone, in a worker that has no other work.
const [waits, waitsAlone] = [
  waitsOf((times) => times < limits.interruptionsInCompany.most),
  waitsOf((times) => times >= limits.interruptionsInCompany.most)
]
const slow = Report.quantile(waits, 0.99)
report.figure("work taken over of killed workers", waits.length)
report.figure("the same work takes so many times as long as usual", pace.slowness().toFixed(2))
const longest = TakeOvers.mostMillis * pace.leeway()
const told = `wanted within ${Report.seconds(TakeOvers.mostMillis)}, failing past ${Report.seconds(longest)}`
report.check(
  `taken over while a worker lives, 99 of 100, ${told}`,
  Report.seconds(slow),
  waits.length > 0 && slow < longest
)
report.figure("taken over to go alone", waitsAlone.length)
report.figure(
  "that, half and 99 of 100",
  [0.5, 0.99].map((part) => Report.seconds(Report.quantile(waitsAlone, part))).join(", ")
)
const dead = cluster.deaths()
report.check("processes that ended by themselves", dead, dead === 0)
report.end()
await cluster.stop()
await database.end()
await Promise.all([postgres.down(root), kafka.down(root)])
process.exit(process.exitCode ?? 0)
