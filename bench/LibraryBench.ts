import type { TestService } from "../src/http/testing/TestService.ts"

/** What reading something whole over HTTP has cost: median time, size, and how late timers were meanwhile. */
export interface Reading {
  readonly milliseconds: number
  readonly bytes: number
  readonly delayP99: number
  readonly delayMax: number
}

const at = (sorted: ReadonlyArray<number>, quantile: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0

/** Measures by how much a timer of one millisecond is late, over and over, until it is stopped. */
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

/** Reads the path `times` times and to its end. */
export const read = async (service: TestService, token: string, path: string, times: number): Promise<Reading> => {
  const durations: Array<number> = []
  let bytes = 0
  const stop = watchLoop()
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    const response = await service.call("GET", path, { token })
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    bytes = 0
    for await (const chunk of response.body!) bytes += chunk.length
    durations.push(performance.now() - start)
  }
  const late = stop()
  return {
    milliseconds: at(
      durations.sort((a, b) => a - b),
      0.5
    ),
    bytes,
    delayP99: at(late, 0.99),
    delayMax: late.at(-1) ?? 0
  }
}

/** How late timers are while nothing is asked: what the machine itself does. */
export const idle = async (): Promise<string> => {
  const stop = watchLoop()
  await Bun.sleep(2000)
  const late = stop()
  return `${"nothing asked".padEnd(28)} event loop late: p99 ${at(late, 0.99).toFixed(1)} ms, max ${(late.at(-1) ?? 0).toFixed(1)} ms`
}

/** How long a piece of work took, in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** One line of a reading. */
export const line = (what: string, reading: Reading): string =>
  `${what.padEnd(28)} ${reading.milliseconds.toFixed(0).padStart(7)} ms ${(reading.bytes / 1e6).toFixed(1).padStart(7)} MB` +
  `   event loop late: p99 ${reading.delayP99.toFixed(1)} ms, max ${reading.delayMax.toFixed(1)} ms`
