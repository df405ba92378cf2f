import { test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/**
 * A test that passes when the effect succeeds; its scope is closed afterwards. As in the service, functions and statements
 * make no spans.
 */
export const effect = <A, E>(name: string, run: () => Effect.Effect<A, E, Scope.Scope>): void =>
  test(name, async () => {
    const exit = await Effect.runPromiseExit(Effect.withTracerEnabled(Effect.scoped(Effect.suspend(run)), false))
    if (Exit.isFailure(exit)) {
      const error = Cause.squash(exit.cause)
      throw Cause.isDieType(exit.cause) ? error : new Error(Cause.pretty(exit.cause), { cause: error })
    }
  })

/** Runs a test like `effect`, with services of the layer, which is built again for each test. */
export const withLayer =
  <R, EL>(layer: Layer.Layer<R, EL>) =>
  <A, E>(name: string, run: () => Effect.Effect<A, E, R | Scope.Scope>): void =>
    effect(name, () =>
      Effect.flatMap(Layer.build(layer), (services) =>
        Effect.mapInputContext(Effect.suspend(run), (scope: Context.Context<Scope.Scope>) =>
          Context.merge(services, scope)
        )
      )
    )
