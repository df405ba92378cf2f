import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Shares from "./Shares.ts"

effect(
  "an owner above its share waits for its own returns, others do not; an owner that returned all is forgotten",
  () =>
    Effect.gen(function* () {
      const shares = Shares.make(2)
      const holding = Effect.scoped(Effect.zipRight(shares.take("ada"), Effect.never))
      const holders = yield* Effect.forEach([1, 2], () => Effect.fork(holding))
      const given = yield* Effect.fork(Effect.scoped(Effect.zipRight(shares.take("ada"), Effect.void)))
      const gone = yield* Effect.fork(holding)
      yield* Effect.sleep("5 millis")
      expect(given.unsafePoll()).toBeNull()
      yield* Effect.scoped(shares.take("bert"))
      yield* Fiber.interrupt(gone)
      yield* Fiber.interrupt(holders[0]!)
      yield* Fiber.join(given)
      expect(shares.owners()).toBe(1)
      yield* Fiber.interrupt(holders[1]!)
      expect(shares.owners()).toBe(0)
    })
)
