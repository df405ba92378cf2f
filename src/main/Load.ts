import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Level, Pressure } from "../ports/Pressure.ts"

/** Shares of the memory in use from which the process may soon be killed for its next large allocation. */
const memoryBounds = { High: 0.85, Critical: 0.95 }
/**
 * Smallest delay of the event loop for the service's own work during the last second, in milliseconds: a single long
 * delay may be a collection. Work of users waits for its turn in addition, and is refused if it would wait for long.
 */
const delayBounds = { High: 250, Critical: 1000 }
const sampleMillis = 200
const samplesOfSecond = 1000 / sampleMillis

/** One sample of the process. */
export interface Sample {
  /** Memory in use, as a share of what may be used. */
  readonly memory: number
  /** Milliseconds by which the sample itself was late. */
  readonly delay: number
}

/** Returns the level that the last samples amount to; the latest one comes last. */
export const judge = (samples: ReadonlyArray<Sample>): Level => {
  const memory = samples.at(-1)?.memory ?? 0
  const delay = samples.length < samplesOfSecond ? 0 : Math.min(...samples.map((sample) => sample.delay))
  for (const level of ["Critical", "High"] as const) {
    if (memory >= memoryBounds[level] || delay >= delayBounds[level]) return level
  }
  return "Usual"
}

/** Returns the share of the memory that is in use. */
export type MemoryProbe = () => Promise<number>

/** Takes five samples a second; a request reads the result. A sample that fails changes nothing. */
export const watch = (
  probe: MemoryProbe,
  collect: () => void
): Effect.Effect<{ readonly level: () => Level }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const samples: Array<Sample> = []
    let level: Level = "Usual"
    const look = (delay: number) =>
      Effect.map(Effect.tryPromise(probe), (memory) => {
        samples.push({ memory, delay })
        if (samples.length > samplesOfSecond) samples.shift()
        const before = level
        level = judge(samples)
        if (level === before) return Effect.void
        // Garbage counts as used until it is collected.
        if (level !== "Usual") collect()
        return Effect.logWarning(`Pressure is ${level.toLowerCase()}`).pipe(Effect.annotateLogs({ memory, delay }))
      })
    yield* Effect.gen(function* () {
      const due = performance.now() + sampleMillis
      yield* Effect.sleep(sampleMillis)
      yield* Effect.ignore(Effect.flatten(look(Math.max(0, performance.now() - due))))
    }).pipe(Effect.forever, Effect.forkScoped)
    return { level: () => level }
  })

export const layer = (probe: MemoryProbe, collect: () => void) => Layer.scoped(Pressure, watch(probe, collect))
