import * as Effect from "effect/Effect"

/** Lets the other pending work of the event loop run before continuing. Used between two slices of long work. */
export const nextTurn: Effect.Effect<void> = Effect.async<void>((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})
