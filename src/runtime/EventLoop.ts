import * as Effect from "effect/Effect"

/** Lets everything that waits have its turn before going on: between two slices of long work. */
export const nextTurn: Effect.Effect<void> = Effect.async<void>((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})
