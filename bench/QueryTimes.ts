export interface Times {
  readonly p50: number
  readonly p99: number
}

const warmUpMs = 400
const warmUpRuns = { least: 3, most: 400 }

const quantile = (sorted: ReadonlyArray<number>, at: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))]!

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  const result = work()
  if (result instanceof Promise) await result
  return performance.now() - start
}

/** Returns the middle value of a list. */
export const median = (list: ReadonlyArray<number>): number =>
  quantile(
    list.toSorted((a, b) => a - b),
    0.5
  )

/**
 * Returns the times of each work in milliseconds. All are run in turn, `runs` times, after each was warmed up alone.
 */
export const interleave = async <Name extends string>(
  works: Readonly<Record<Name, () => unknown>>,
  runs: number
): Promise<Readonly<Record<Name, Times>>> => {
  const entries = Object.entries<() => unknown>(works)
  for (const [, work] of entries) {
    let spent = 0
    for (let run = 0; run < warmUpRuns.least || (run < warmUpRuns.most && spent < warmUpMs); run++) {
      spent += await timed(work)
    }
  }
  const times = entries.map((): Array<number> => [])
  for (let run = 0; run < runs; run++) {
    for (const [i, [, work]] of entries.entries()) times[i]!.push(await timed(work))
  }
  return Object.fromEntries(
    entries.map(([name], i) => {
      const sorted = times[i]!.toSorted((a, b) => a - b)
      return [name, { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }]
    })
  ) as Record<Name, Times>
}
