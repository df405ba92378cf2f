import * as Effect from "effect/Effect"

/**
 * Returns an effect that runs `make` when it is first run, and has its result ever after. Unlike `Effect.cached`, whose
 * first caller leaves its interruption to all others, it goes on if a caller is interrupted. If it fails, the next caller
 * runs it again.
 */
export const madeOnce = <A>(make: Effect.Effect<A>): Effect.Effect<A> => {
  let made: Promise<A> | null = null
  const begin = (): Promise<A> =>
    Effect.runPromise(make).catch((fault: unknown) => {
      made = null
      throw fault
    })
  return Effect.promise(() => (made ??= begin()))
}
