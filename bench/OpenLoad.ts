import type { KeptConnections } from "./KeptConnections.ts"

/** The outcomes of requests during a number of seconds. */
export interface Found {
  readonly seconds: number
  /** The number of requests that succeeded. */
  readonly good: number
  /** The number of requests answered 503, and the 99th percentile of their times in milliseconds. */
  readonly refused: number
  readonly refusals99: number
  /** The number of other answers and of broken connections. */
  readonly otherwise: number
}

/** Returns the bytes of request number `n`. */
type Make = (n: number) => Buffer

const collector = (connections: KeptConnections) => {
  const startedAt = performance.now()
  const refusals: Array<number> = []
  let good = 0
  let otherwise = 0
  return {
    send: async (request: Buffer): Promise<void> => {
      const sentAt = performance.now()
      const status = await connections.send(request).catch(() => 0)
      if (status >= 200 && status < 300) good += 1
      else if (status === 503) refusals.push(performance.now() - sentAt)
      else otherwise += 1
    },
    found: (): Found => ({
      seconds: (performance.now() - startedAt) / 1000,
      good,
      refused: refusals.length,
      refusals99: refusals.toSorted((a, b) => a - b)[Math.floor(refusals.length * 0.99)] ?? 0,
      otherwise
    })
  }
}

/** Sends a fixed number of requests a second, whether or not earlier ones have been answered. */
export const open = async (connections: KeptConnections, make: Make, rate: number, seconds: number): Promise<Found> => {
  const { found, send } = collector(connections)
  const startedAt = performance.now()
  const under = new Set<Promise<void>>()
  for (let n = 0; performance.now() - startedAt < seconds * 1000;) {
    const due = ((performance.now() - startedAt) / 1000) * rate
    for (; n < due; n++) {
      const one = send(make(n))
      under.add(one)
      void one.finally(() => under.delete(one))
    }
    // The loop never sleeps, because waking it would take processor time from the service.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(under)
  return found()
}

export const rateOf = ({ good, seconds }: Found): number => good / seconds

/** Each load is this multiple of the previous one; growth by a smaller factor does not count. */
const [step, growth] = [1.25, 1.04]
const [fewest, most] = [1000, 50_000]

/**
 * Returns the rate at which the service answers most requests. The rate of requests is raised until the rate of answers
 * stops growing.
 */
export const saturation = async (connections: KeptConnections, make: Make, seconds: number): Promise<number> => {
  let best = { asked: 0, rate: 0 }
  for (let asked = fewest; asked <= most; asked *= step) {
    const rate = rateOf(await open(connections, make, asked, seconds))
    console.log(`${asked.toFixed(0)} a second asked: ${rate.toFixed(0)} done`)
    if (rate < best.rate * growth) break
    best = { asked, rate }
  }
  return best.asked
}
