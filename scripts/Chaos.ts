import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import * as Arguments from "./chaos/Arguments.ts"
import * as Inspection from "./chaos/Inspection.ts"
import * as Random from "./chaos/Random.ts"
import * as Report from "./chaos/Report.ts"
import * as Supervisor from "./chaos/Supervisor.ts"
import * as Users from "./chaos/Users.ts"

/**
 * Kills the service and its workers while people work with it, at named points, at system calls and at any moment, and
 * looks whether anything that was acknowledged is lost or doubled, or half a model ever listed.
 */
const usage = "usage: npm run chaos -- [--seeds N] [--first-seed N] [--kills N]   (kills of each seed)"

/** Kills in a row after which everybody gets time to end something: more than ten interruptions are no one's fault. */
const restEvery = 5
const workersAt = 2

const runSeed = async (seed: number, wanted: number, report: Report.Report): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-chaos-"))
  const directory = join(root, "data")
  mkdirSync(directory)
  process.once("exit", () => {
    for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
    rmSync(root, { recursive: true, force: true })
  })
  const environment = { WORKERS: String(workersAt) }
  const random = Random.make(seed)
  const token = await ServiceClient.tokenOf(directory, "ada")
  let running = Promise.withResolvers<ServiceClient.ServiceClient>()
  const serves = ({ url }: ServiceProcess.ServiceProcess) => running.resolve(ServiceClient.make(url, token))
  const ends = () => (running = Promise.withResolvers<ServiceClient.ServiceClient>())

  let service = await Supervisor.start(directory, null, environment)
  serves(service)
  const client = await running.promise
  const projectId = await client.createProject("Chaos")
  let over = false
  const world: Users.World = {
    client: () => running.promise,
    projectId,
    acknowledged: [],
    faults: [],
    isOver: () => over
  }
  const house = await Bun.file(join(import.meta.dir, "../spec-tests/fixtures/house.ifc")).bytes()
  const first = await client.startImport(projectId, "First", house)
  await client.ended(first)
  const models = `/v1/projects/${projectId}/models`
  const rowsOf = async (from: ServiceClient.ServiceClient, id: string) =>
    (await from.call("POST", `${models}/${id}/products/properties/query`, { body: {} })).json["totalCount"]! as number
  const products = await rowsOf(client, (await client.models(projectId))[0]!.id)

  const users = [Users.work(world, "A"), Users.work(world, "B")]
  const watcher = Users.watch(world, products)
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
      // It died before it served: a kill like any other.
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
      const before = world.acknowledged.length
      while (world.acknowledged.length < before + 4) await Bun.sleep(50)
      await stopNow()
    }
  }

  over = true
  service = await Supervisor.start(directory, null, environment)
  serves(service)
  await Promise.all(users)
  const looks = await watcher
  const last = await running.promise
  let lost = 0
  for (const { kind, modelId, operationId } of world.acknowledged) {
    const operation = await last.call("GET", `/v1/operations/${operationId}`)
    if (operation.status !== 200 || (operation.json["status"]! as string) !== "Ready") lost += 1
    else if (kind === "import") lost += (await rowsOf(last, modelId)) === products ? 0 : 1
    else if (kind === "export") lost += (await Users.isExported(last, `${models}/${modelId}`, operationId)) ? 0 : 1
    else lost += (await Users.resultOf(last, `${models}/${modelId}/products`, operationId)) === products ? 0 : 1
  }
  const names = (await last.models(projectId)).map(({ name }) => name)
  const expected = new Set(world.acknowledged.map(({ modelName }) => modelName)).add("First")
  const doubled = names.length - new Set(names).size
  const inspection = Inspection.open(directory)
  const operations = inspection.operations()
  const rows = operations.length - world.acknowledged.length - 1
  const unended = operations.filter(({ status }) => status !== "Ready").length

  console.log(`== seed ${seed}: ${kills} kills`)
  report.figure("by", [...kinds].map(([name, count]) => `${name} ${count}`).join(", "))
  report.figure("killed without the planned point reached", unmet)
  report.figure("operations acknowledged", world.acknowledged.length)
  report.figure(
    "interruptions, tries of workers",
    operations.reduce((sum, one) => sum + one.interruptions, 0)
  )
  report.figure("looks at the list", looks)
  for (const fault of world.faults.slice(0, 20)) report.fault(fault)
  report.check("acknowledged operations lost", lost, lost === 0)
  report.check(
    "models missing in the list",
    [...expected].filter((name) => !names.includes(name)).length,
    [...expected].every((name) => names.includes(name))
  )
  report.check("models doubled", doubled, doubled === 0)
  report.check("operations more than acknowledged", rows, rows === 0)
  report.check("operations not Ready in the end", unended, unended === 0)
  const half = world.faults.filter((fault) => fault.startsWith("half")).length
  report.check("half models ever listed", half, half === 0)
  report.check("other answers that should not have been", world.faults.length - half, world.faults.length === half)
  report.check("results of a claim that was over", inspection.lateWrites(), inspection.lateWrites() === 0)
  report.check("operations finished not exactly once", inspection.unaccounted(), inspection.unaccounted() === 0)
  report.check("broken links of the audit", inspection.brokenLinks(), inspection.brokenLinks() === 0)
  const slow = Report.quantile(restarts, 0.95)
  report.figure("ready after a restart, median", Report.seconds(Report.quantile(restarts, 0.5)))
  report.check("ready after a restart, 95 of 100", Report.seconds(slow), slow <= 5000)
  inspection.close()
  await stopNow()
  rmSync(root, { recursive: true, force: true })
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    "first-seed": { type: "string", default: "1" },
    kills: { type: "string", default: "100" },
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
for (let i = 0; i < seeds; i++) await runSeed(firstSeed + i, kills, report)
report.end()
