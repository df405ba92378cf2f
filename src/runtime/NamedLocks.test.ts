import { expect } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { effect } from "../testing/EffectTest.ts"
import * as NamedLocks from "./NamedLocks.ts"

effect("holders of a name get the lock one at a time in the order of their requests; other names do not wait", () =>
  Effect.gen(function* () {
    const locks = NamedLocks.make()
    const gate = yield* Deferred.make<void>()
    const done: Array<string> = []
    const run = (name: string, what: string, before: Effect.Effect<void> = Effect.void) =>
      Effect.scoped(
        Effect.zipRight(
          locks.hold(name),
          Effect.zipRight(
            before,
            Effect.sync(() => void done.push(what))
          )
        )
      )
    const first = yield* Effect.fork(run("ada", "first", Deferred.await(gate)))
    const second = yield* Effect.fork(run("ada", "second"))
    const given = yield* Effect.fork(run("ada", "given up"))
    const third = yield* Effect.fork(run("ada", "third"))
    yield* Effect.sleep("10 millis")
    yield* run("bert", "another's")
    yield* Fiber.interrupt(given)
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.joinAll([first, second, third])
    yield* run("ada", "later")
    expect(done).toEqual(["another's", "first", "second", "third", "later"])
  })
)
