import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/**
 * Returns the effect that goes on with `next`, like `Effect.flatMap`. If the first effect has its value or failure
 * already, `next` is called at once, which saves two steps of a fiber. Call it only while a fiber runs (for example
 * within `Effect.suspend`), because `next` may throw.
 */
export const andThen = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  next: (value: A) => Effect.Effect<B, E2>
): Effect.Effect<B, E | E2> => {
  if (!Exit.isExit(effect)) return Effect.flatMap(effect, next)
  const exit = effect as Exit.Exit<A, E>
  return Exit.isSuccess(exit) ? next(exit.value) : Exit.failCause(exit.cause)
}
