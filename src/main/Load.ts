import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Level, Pressure } from "../ports/Pressure.ts"

/** Share of the memory that may be used, as of when a process may soon be killed for the next large thing. */
const memoryBounds = { High: 0.85, Critical: 0.95 }
/**
 * How late the event loop is for the service's own each time during the last second: now and then it may be late for a
 * collection. What users ask for waits for its turn beside that, and is refused where it would wait for long.
 */
const delayBounds = { High: 250, Critical: 1000 }
const sampleMillis = 200
const samplesOfSecond = 1000 / sampleMillis

/** One look at the process. */
export interface Sample {
  /** Memory in use, as a share of what there is. */
  readonly memory: number
  /** Milliseconds by which the look itself was late. */
  readonly delay: number
}

/** What the last samples amount to, the latest one last. */
export const judge = (samples: ReadonlyArray<Sample>): Level => {
  const memory = samples.at(-1)?.memory ?? 0
  const delay = samples.length < samplesOfSecond ? 0 : Math.min(...samples.map((sample) => sample.delay))
  for (const level of ["Critical", "High"] as const) {
    if (memory >= memoryBounds[level] || delay >= delayBounds[level]) return level
  }
  return "Usual"
}

/** What gives the share of the memory that is in use. */
export type MemoryProbe = () => Promise<number>

/** Looks five times a second; a request reads what was found. A look that fails changes nothing. */
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
        // What nobody uses any more counts until it is collected.
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
