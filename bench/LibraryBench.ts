import process from "node:process"
import type { TestService } from "../src/http/testing/TestService.ts"

/** The cost of reading a list over HTTP, and the lateness of timers meanwhile, in milliseconds. */
export interface Reading {
  /** The shortest time, because other programs of the machine disturb it least. */
  readonly wall: number
  /** The mean processor time of all threads of this process, without waits. */
  readonly work: number
  readonly bytes: number
  readonly delayP99: number
  readonly delayMax: number
}

const at = (sorted: ReadonlyArray<number>, quantile: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0

/** Measures repeatedly how late a timer of one millisecond is, until it is stopped. */
const watchLoop = () => {
  const late: Array<number> = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    late.push(Math.max(0, now - last - 1))
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    return late.sort((a, b) => a - b)
  }
}

const lateness = (late: ReadonlyArray<number>) => ({ delayP99: at(late, 0.99), delayMax: late.at(-1) ?? 0 })

/** Reads the whole response of a path `times` times, after two readings that are not measured. */
export const read = async (service: TestService, token: string, path: string, times: number): Promise<Reading> => {
  let bytes = 0
  const once = async (): Promise<number> => {
    const start = performance.now()
    const response = await service.call("GET", path, { token })
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    bytes = 0
    for await (const chunk of response.body!) bytes += chunk.length
    return performance.now() - start
  }
  for (let i = 0; i < 2; i++) await once()
  const durations: Array<number> = []
  const before = process.cpuUsage()
  const stop = watchLoop()
  for (let i = 0; i < times; i++) durations.push(await once())
  const late = stop()
  const { system, user } = process.cpuUsage(before)
  return { wall: Math.min(...durations), work: (user + system) / 1000 / times, bytes, ...lateness(late) }
}

export const shown = ({ delayMax, delayP99 }: Pick<Reading, "delayP99" | "delayMax">): string =>
  `event loop late: p99 ${delayP99.toFixed(1)} ms, max ${delayMax.toFixed(1)} ms`

/** Measures how late timers are while the service is idle. */
export const idle = async (): Promise<string> => {
  const stop = watchLoop()
  await Bun.sleep(2000)
  return `${"nothing asked".padEnd(18)} ${shown(lateness(stop()))}`
}

/** Returns the duration of a piece of work and the lateness of timers during that time, in milliseconds. */
export const watched = async (work: () => Promise<unknown>) => {
  const stop = watchLoop()
  const wall = await timed(work)
  return { wall, ...lateness(stop()) }
}

/** Returns the duration of a piece of work in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** One line of a reading. */
export const line = (what: string, reading: Reading): string =>
  [
    what.padEnd(18),
    `${reading.wall.toFixed(0)} ms (work ${reading.work.toFixed(0)} ms)`,
    `${(reading.bytes / 1e6).toFixed(1)} MB`,
    shown(reading)
  ].join("  ")

/** The most work for ten times the rows, as a multiple of the work for the small list. */
const gate = 12

/** Prints the ratio of the two costs. With `--ci` the process ends with 1 if the ratio is above twice the gate. */
export const judge = (what: string, small: Reading, large: Reading): void => {
  const work = large.work / small.work
  console.log(
    `${what}: work ${work.toFixed(1)} times (at most ${gate}), fastest ${(large.wall / small.wall).toFixed(1)} times`
  )
  if (process.argv.includes("--ci") && work > gate * 2) process.exitCode = 1
}
