import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { loadavg, setPriority, tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { freePort } from "../../src/testing/FreePort.ts"
import * as StolenTime from "../../src/testing/StolenTime.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import * as Report from "../chaos/Report.ts"
import * as AbusiveConnections from "./AbusiveConnections.ts"
import * as Bystander from "./Bystander.ts"
import * as HeavyPoints from "./HeavyPoints.ts"
import * as HostileFiles from "./HostileFiles.ts"
import * as MalformedRequests from "./MalformedRequests.ts"
import * as Metrics from "./Metrics.ts"
import * as Prey from "./Prey.ts"
import * as ResidentSize from "./ResidentSize.ts"
import * as Target from "./Target.ts"
import * as Uploads from "./Uploads.ts"
import * as Verdict from "./Verdict.ts"

/** The kinds of attack. */
export const parts = ["files", "requests", "connections", "points"] as const

const kinds = { files: "file", requests: "request", connections: "connection", points: "point" } as const

interface Siege {
  readonly seed: number
  readonly rounds: number
  readonly only: ReadonlyArray<(typeof parts)[number]>
}

/** The number of files in all rounds of a siege. */
const files = 300
const requests = 2000
/** The number of connections in each round. */
const connections = 50
/** The round from which growth is measured, because caches are full by then. */
const settledRound = 3
/**
 * The time for which the service is measured after the attacks, in milliseconds: garbage is collected while the
 * bystander's requests continue.
 */
const settling = 20_000
/** The length of a round without attacks, in milliseconds. */
const quiet = 10_000

const environment = {
  WORKERS: "2",
  WARM_WORKERS: "2",
  RATE_LIMIT_PER_MINUTE: "6000",
  // The cache is small, so that it is full before it is measured for the first time.
  CACHE_BYTES: String(64 * 1024 * 1024)
}

/** Returns the part of a list that belongs to a round. */
const share = <A>(all: ReadonlyArray<A>, round: number, rounds: number): ReadonlyArray<A> =>
  all.slice(Math.floor((all.length * round) / rounds), Math.floor((all.length * (round + 1)) / rounds))

/** Returns the end of the service's output, without its access log. */
const lastWords = (log: string): string =>
  log
    .split("\n")
    .filter((line) => !line.includes('"message":"request"'))
    .slice(-10)
    .join("\n")

/** Attacks a new service and returns the observations. Inputs that caused faults are stored in a folder. */
export const lay = async ({ only, rounds, seed }: Siege): Promise<Verdict.Seen> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-attack-"))
  const directory = join(root, "data")
  mkdirSync(directory)
  process.once("exit", () => {
    for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  const kept = join(tmpdir(), `plinth-attack-of-seed-${seed}`)
  rmSync(kept, { recursive: true, force: true })
  const metricsPort = await freePort()
  const service = await ServiceProcess.start({
    directory,
    environment: { ...environment, METRICS_PORT: String(metricsPort) }
  })
  const isOver = () => service.child.exitCode !== null || service.child.signalCode !== null
  const bystander = await Bystander.start(service.url, await service.token("bystander"))
  // The service and the bystander have priority over the attackers.
  setPriority(10)
  const { attackers, hoarder } = await Target.attackersOf(service)
  const faults = Target.faultsIn(kept)
  const target: Target.Target = {
    port: service.port,
    attackers,
    hoarder,
    bystander: { user: "bystander", projectId: bystander.projectId, modelId: bystander.modelId },
    prey: await Prey.prepare(attackers).catch((error: unknown) => {
      console.error(lastWords(service.log()))
      throw error
    }),
    isOver,
    fault: faults.fault
  }
  const ticks = StolenTime.ticks()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, ResidentSize.of(service.pid)?.peak ?? 0)
    if (peak > Verdict.mostResident) ServiceProcess.kill(service.pid)
  }, 50)

  const hostile = HostileFiles.filesOf(seed, files)
  const numbers = Array.from({ length: requests }, (_, i) => seed * 1_000_003 + i)
  const seen: Array<Verdict.Round> = []
  let times: Array<number> = []
  let sent = 0
  let opened = 0
  let uploads: Promise<void> = Promise.resolve()
  let settledAt: number | null = null
  let growth: number | null = null
  bystander.taken()
  const faultOf = (part: (typeof parts)[number]) => (error: unknown) => {
    if (!isOver()) target.fault(kinds[part], String(error))
  }
  const doing = {
    files: async (round: number) => {
      times.push(...(await Uploads.importAll(target, share(hostile, round, rounds))))
    },
    requests: async (round: number) => {
      const attacker = attackers[round % attackers.length]!
      sent += await MalformedRequests.sendAll(target, attacker, share(numbers, round, rounds))
    },
    connections: async (round: number) => {
      if (round % 5 === 0) uploads = AbusiveConnections.trickleUploads(target).catch(faultOf("connections"))
      await AbusiveConnections.keepAll(target, connections)
      opened += connections
    },
    points: (round: number) => HeavyPoints.attackAll(target, round)
  }
  for (let round = 0; round < rounds && !isOver(); round++) {
    const startedAt = performance.now()
    const ticksOfRound = StolenTime.ticks()
    await Promise.all(only.map((part) => doing[part](round).catch(faultOf(part))))
    if (only.length === 0) await Bun.sleep(quiet)
    if (round === settledRound - 1 || round === rounds - 1) {
      await uploads
      const held = await ResidentSize.settled(service.pid, settling)
      if (settledAt === null) settledAt = held
      else growth = held - settledAt
      console.log(`       settles at ${ResidentSize.megabytes(held)}`)
    }
    const told = bystander.taken()
    const stolen = StolenTime.shareSince(ticksOfRound)
    seen.push({ stolen, files: times, bystander: told })
    times = []
    const small = Bystander.slowest(told, "request")
    const size = ResidentSize.of(service.pid)
    const parts = [
      `round ${round + 1} of ${rounds}: ${Report.seconds(performance.now() - startedAt)}`,
      `small requests ${small.p99.toFixed()} ms (${Bystander.slowestByName(told)}, most ${small.most.toFixed()})`,
      `holds ${ResidentSize.megabytes(size?.held ?? 0)} (most ${ResidentSize.megabytes(size?.peak ?? 0)})`,
      await Metrics.line(metricsPort),
      `load of the machine ${loadavg()[0]!.toFixed(1)}`,
      `taken from it ${Verdict.percent(stolen)}`
    ]
    console.log(parts.join(", "))
  }
  const stayedUp = !isOver()
  const bystanderStayed = bystander.isAlive()
  clearInterval(watch)
  bystander.stop()
  setPriority(0)
  if (stayedUp) await service.stop()
  else
    console.log(
      `the service ended with ${service.child.signalCode ?? service.child.exitCode}: ${lastWords(service.log())}`
    )
  rmSync(root, { recursive: true, force: true })
  return {
    stayedUp,
    stolen: StolenTime.shareSince(ticks),
    peak,
    rounds: seen,
    requests: sent,
    connections: opened,
    faults: faults.counts(),
    bystanderStayed,
    growth
  }
}
