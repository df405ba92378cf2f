import * as StolenTime from "../../src/testing/StolenTime.ts"
import type { Pace } from "../chaos/Pace.ts"
import * as Report from "../chaos/Report.ts"
import * as Bystander from "./Bystander.ts"
import * as ResidentSize from "./ResidentSize.ts"
import type { FaultKind } from "./Target.ts"
import * as Uploads from "./Uploads.ts"

/** The observations of a round. */
export interface Round {
  /** The part of the processors' time that the host gave to other machines. */
  readonly stolen: number
  /** The milliseconds of each hostile file while its import was in progress. */
  readonly files: ReadonlyArray<number>
  readonly bystander: ReadonlyArray<Bystander.Timing>
}

/** The observations of a service under attack. */
export interface Seen {
  readonly stayedUp: boolean
  /** The stolen time of all rounds together, in the unit of `Round`. */
  readonly stolen: number
  /** The peak memory of the service process, in bytes. */
  readonly peak: number
  readonly rounds: ReadonlyArray<Round>
  readonly requests: number
  readonly connections: number
  readonly faults: Readonly<Record<FaultKind, number>>
  /** Whether the bystander worked to the end. */
  readonly bystanderStayed: boolean
  /** Growth of its memory from the third round to the last one, in bytes; null if there were no more rounds. */
  readonly growth: number | null
}

/**
 * Memory of the service itself. It is measured, because a cgroup would include the child processes, which have separate
 * limits.
 */
export const mostResident = 2 * 1024 ** 3
const mostGrowth = 64 * 1024 * 1024
/**
 * The longest 99th percentile of small requests of the bystander, and the longest time of each of its imports of a
 * wall, in milliseconds.
 */
const mostRequest = 250
const mostImport = 15_000

const millis = (value: number): string => `${value.toFixed()} ms`

export const percent = (share: number): string => `${(share * 100).toFixed()} %`

/**
 * Compares the observations with the limits.
 *
 * @param isShared whether the machine is one of many on its host. Then growth may be twice its limit, and times of
 * rounds in which the host took much of the processors do not count, which is reported
 * @param pace the pace of the machine during the run, by which the limits of times are multiplied
 */
export const judge = (seen: Seen, isShared: boolean, pace: Pace, report: Report.Report): void => {
  const { faults, growth, peak, rounds, stayedUp } = seen
  const none = (name: string, kind: FaultKind) => report.check(name, faults[kind], faults[kind] === 0)
  const judged = rounds.filter(({ stolen }) => !isShared || stolen <= StolenTime.most)
  const bystander = rounds.flatMap((round) => round.bystander)
  const small = Bystander.slowest(bystander, "request")
  const imports = Bystander.slowest(bystander, "import")
  const isUnjudged = isShared && seen.stolen > StolenTime.most
  const unjudged = `not judged, for the host took ${percent(seen.stolen)} of the processors`
  const ofJudged = judged.flatMap((round) => round.bystander)
  const isFault = (fault: string): boolean => judged.length === rounds.length || !fault.includes("TimeoutError")
  const refused = bystander.filter((one) => one.kind !== "timer" && one.fault !== null && isFault(one.fault))
  for (const one of refused.slice(0, 10))
    report.fault(`bystander: ${"fault" in one ? `${one.name}: ${one.fault}` : ""}`)
  report.figure("the same work takes so many times as long as usual", pace.slowness().toFixed(2))
  report.figure("hostile files", rounds.flatMap(({ files }) => files).length)
  if (judged.length < rounds.length) {
    report.figure(
      `rounds whose times are judged, for the host took at most ${percent(StolenTime.most)} of the processors`,
      `${judged.length} of ${rounds.length}`
    )
  }
  report.figure("malformed requests", seen.requests)
  report.figure("abusive connections", seen.connections)
  report.figure("bystander: slowest small request", millis(small.most))
  report.figure("bystander: 99 of 100", Bystander.slowestByName(bystander))
  report.figure("bystander: its own timers late, 99 of 100", millis(Bystander.slowest(bystander, "timer").p99))
  report.check("the service stays up", stayedUp ? "yes" : "no", stayedUp)
  report.figure("its memory is held by", "looking at what it has resident 20 times a second, and ending it beyond")
  report.check("most memory, wanted up to 2048 MB", ResidentSize.megabytes(peak), peak <= mostResident)
  none("hostile files that do not end", "file")
  /** Compares the longest of some times with its limit. */
  const time = (name: string, most: number, limit: number): void => {
    const failing = limit * pace.leeway()
    const told = `${name}, wanted within ${limit} ms${isShared ? `, failing past ${failing.toFixed()}` : ""}`
    if (judged.length === 0) report.figure(`${told}, ${unjudged}`, millis(most))
    else report.check(told, millis(most), most <= failing)
    report.figure("that, where the same work takes as long as usual", millis(most / Math.max(1, pace.slowness())))
  }
  time(
    "hostile files, from their turn to their end",
    Report.quantile(
      judged.flatMap(({ files }) => files),
      1
    ),
    Uploads.mostMillis
  )
  none("malformed requests answered as they should not be", "request")
  if (isUnjudged) report.figure(`abusive connections that stay, ${unjudged}`, faults.connection)
  else none("abusive connections that stay", "connection")
  none("faults at named points", "point")
  report.check("bystander: works to the end", seen.bystanderStayed ? "yes" : "no", seen.bystanderStayed)
  report.check(
    "bystander: small requests, imports, wanted of both",
    `${small.count}, ${imports.count}`,
    small.count > 0 && imports.count > 0
  )
  report.check("bystander: refused or failed", refused.length, refused.length === 0)
  time("bystander: 99 of 100 small requests", Bystander.slowest(ofJudged, "request").p99, mostRequest)
  time("bystander: slowest import of a wall", Bystander.slowest(ofJudged, "import").most, mostImport)
  const failing = isShared ? mostGrowth * 2 : mostGrowth
  const growing = `growth from the third round to the last, wanted under 64 MB${isShared ? ", failing past 128" : ""}`
  if (growth === null) report.figure(growing, "not measured, for there were no more rounds")
  else report.check(growing, ResidentSize.megabytes(growth), growth < failing)
}
