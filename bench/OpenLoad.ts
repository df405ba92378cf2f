/** What became of requests, in how many seconds. */
export interface Found {
  readonly seconds: number
  /** Those that succeeded. */
  readonly good: number
  /** Those answered 503, and how long 99 of 100 of them took, in milliseconds. */
  readonly refused: number
  readonly refusals99: number
  /** Other answers, and connections that broke. */
  readonly otherwise: number
}

type Make = (n: number) => Request

const collector = () => {
  const startedAt = performance.now()
  const refusals: Array<number> = []
  let good = 0
  let otherwise = 0
  return {
    send: async (request: Request): Promise<void> => {
      const sentAt = performance.now()
      try {
        const answer = await fetch(request)
        await answer.arrayBuffer()
        if (answer.ok) good += 1
        else if (answer.status === 503) refusals.push(performance.now() - sentAt)
        else otherwise += 1
      } catch {
        otherwise += 1
      }
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

/** So many callers, each of whom sends the next request when the one before was answered. */
export const saturate = async (make: Make, callers: number, seconds: number): Promise<Found> => {
  const { found, send } = collector()
  const end = performance.now() + seconds * 1000
  let n = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) await send(make(n++))
    })
  )
  return found()
}

/** Growth by less than this is none. */
const growth = 1.05
const [fewest, most] = [64, 1024]

export const rateOf = ({ good, seconds }: Found): number => good / seconds

/** With how many callers a service does the most: they are doubled, after so many seconds each, until it does no more. */
export const saturation = async (make: Make, seconds: number): Promise<number> => {
  let best = { callers: 0, rate: 0 }
  for (let callers = fewest; callers <= most; callers *= 2) {
    const rate = rateOf(await saturate(make, callers, seconds))
    console.log(`${callers} callers: ${rate.toFixed(0)} a second`)
    if (rate < best.rate * growth) break
    best = { callers, rate }
  }
  return best.callers
}

/** So many requests a second, whatever becomes of those before. */
export const open = async (make: Make, rate: number, seconds: number): Promise<Found> => {
  const { found, send } = collector()
  const startedAt = performance.now()
  const under = new Set<Promise<void>>()
  for (let n = 0; performance.now() - startedAt < seconds * 1000;) {
    const due = ((performance.now() - startedAt) / 1000) * rate
    for (; n < due; n++) {
      const one = send(make(n))
      under.add(one)
      void one.finally(() => under.delete(one))
    }
    await Bun.sleep(1)
  }
  await Promise.all(under)
  return found()
}
