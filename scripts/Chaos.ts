import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import * as Arguments from "./chaos/Arguments.ts"
import * as Company from "./chaos/Company.ts"
import * as Inspection from "./chaos/Inspection.ts"
import * as Pace from "./chaos/Pace.ts"
import * as Random from "./chaos/Random.ts"
import * as Report from "./chaos/Report.ts"
import * as Supervisor from "./chaos/Supervisor.ts"

/**
 * Kills the service and its workers while users work with it, at named points, at system calls and at random moments.
 * Checks that nothing acknowledged is lost or duplicated, and that no incomplete model is ever listed. Lists, streams
 * and webhooks must report each change once, in the order of the commits.
 */
const usage = `usage: npm run chaos -- [--seeds N] [--first-seed N] [--kills N] [--ci]   (kills of each seed)
  --ci: other work runs beside it, so the time of a restart fails only past twice what is wanted of a machine
        as fast as usual`

/**
 * The number of kills after which the users get time to finish their operations, because an operation may fail after
 * more than ten interruptions.
 */
const restEvery = 5
const workersAt = 2
/** The longest time of 95 of 100 restarts until the service is ready, in milliseconds. */
const mostReady = 5000

const runSeed = async (seed: number, wanted: number, pace: Pace.Pace, report: Report.Report): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-chaos-"))
  const directory = join(root, "data")
  mkdirSync(directory)
  process.once("exit", () => {
    for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
    rmSync(root, { recursive: true, force: true })
  })
  const environment = { ...Company.environment, WORKERS: String(workersAt), WARM_WORKERS: "1" }
  const random = Random.make(seed)
  const token = await ServiceClient.tokenOf(directory, "ada")
  let running = Promise.withResolvers<ServiceClient.ServiceClient>()
  const serves = ({ url }: ServiceProcess.ServiceProcess) => running.resolve(ServiceClient.make(url, token))
  const ends = () => (running = Promise.withResolvers<ServiceClient.ServiceClient>())

  let service = await Supervisor.start(directory, null, environment)
  serves(service)
  const company = await Company.gather(() => running.promise)
  const { acknowledged } = company.world
  company.begin(["A", "B"], false)
  const restarts: Array<number> = []
  const kinds = new Map<string, number>()
  let kills = 0
  let unmet = 0
  const stopNow = async () => {
    ends()
    ServiceProcess.kill(service.pid)
    await service.child.exited
  }
  await stopNow()
  for (let round = 0; kills < wanted; round++) {
    const plan = Supervisor.planOf(random, round)
    try {
      service = await Supervisor.start(directory, plan, environment)
    } catch {
      // The service was killed before it served. This counts like any other kill.
      kills += 1
      kinds.set("start", (kinds.get("start") ?? 0) + 1)
      continue
    }
    if (plan.kind !== "syscall") restarts.push(service.readyAfter)
    serves(service)
    const done = await Supervisor.carryOut(service, plan)
    ends()
    kills += done.kills
    if (done.met) kinds.set(Supervisor.nameOf(plan), (kinds.get(Supervisor.nameOf(plan)) ?? 0) + done.kills)
    else unmet += 1
    if (round % restEvery === restEvery - 1) {
      service = await Supervisor.start(directory, null, environment)
      restarts.push(service.readyAfter)
      serves(service)
      const before = acknowledged.length
      while (acknowledged.length < before + 4) await Bun.sleep(50)
      await stopNow()
    }
  }

  service = await Supervisor.start(directory, null, environment)
  serves(service)
  const [looks] = (await company.ended()) ?? report.giveUp("users come to their end")
  const inspection = Inspection.open(directory)

  console.log(`== seed ${seed}: ${kills} kills`)
  report.figure("by", [...kinds].map(([name, count]) => `${name} ${count}`).join(", "))
  report.figure("killed without the planned point reached", unmet)
  report.figure("operations acknowledged", acknowledged.length)
  report.figure(
    "interruptions, tries of workers",
    inspection.operations().reduce((sum, one) => sum + one.interruptions, 0)
  )
  report.figure("looks at the list", looks!)
  await company.judge(report, inspection)
  const slow = Report.quantile(restarts, 0.95)
  report.figure("ready after a restart, median", Report.seconds(Report.quantile(restarts, 0.5)))
  const longest = mostReady * pace.leeway()
  report.figure("the same work takes so many times as long as usual", pace.slowness().toFixed(2))
  const told = `wanted within ${Report.seconds(mostReady)}, failing past ${Report.seconds(longest)}`
  report.check(`ready after a restart, 95 of 100, ${told}`, Report.seconds(slow), slow <= longest)
  inspection.close()
  await stopNow()
  rmSync(root, { recursive: true, force: true })
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    "first-seed": { type: "string", default: "1" },
    kills: { type: "string", default: "100" },
    ci: { type: "boolean", default: false },
    help: { type: "boolean" }
  }
})
if (values.help === true) {
  console.log(usage)
  process.exit(0)
}
const [seeds, firstSeed, kills] = [values.seeds, values["first-seed"], values.kills].map((text) =>
  Arguments.whole(text, usage)
) as [number, number, number]
const report = Report.make()
const pace = Pace.watch(values.ci)
for (let i = 0; i < seeds; i++) await runSeed(firstSeed + i, kills, pace, report)
report.end()
