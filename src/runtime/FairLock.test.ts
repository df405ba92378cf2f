import { expect } from "bun:test"
import { Effect, Fiber } from "effect"
import { effect } from "../testing/EffectTest.ts"
import * as FairLock from "./FairLock.ts"

effect("who takes it over and over keeps nobody waiting for more than one turn", () =>
  Effect.gen(function* () {
    const lock = FairLock.make()
    const order: Array<string> = []
    const turns = (name: string, count: number) =>
      Effect.forEach(Array.from({ length: count }), () =>
        lock.within(
          Effect.zipRight(
            Effect.yieldNow(),
            Effect.sync(() => order.push(name))
          )
        )
      )
    yield* Effect.all([turns("greedy", 100), turns("other", 10)], { concurrency: "unbounded" })
    expect(order.indexOf("other")).toBeLessThanOrEqual(1)
    expect(order.lastIndexOf("other")).toBeLessThanOrEqual(20)
  })
)

effect("who is interrupted while waiting, or just as it gets it, has not got it", () =>
  Effect.gen(function* () {
    for (let yields = 0; yields < 8; yields++) {
      const lock = FairLock.make()
      yield* lock.take
      const waiting = yield* Effect.fork(lock.within(Effect.never))
      yield* Effect.yieldNow()
      yield* Effect.yieldNow()
      const interrupting = yield* Effect.fork(
        Effect.zipRight(Effect.repeatN(Effect.yieldNow(), yields), Fiber.interrupt(waiting))
      )
      yield* lock.release
      yield* Fiber.join(interrupting)
      let isOurs = false
      yield* lock.within(Effect.sync(() => (isOurs = true)))
      expect(isOurs).toBe(true)
    }
  })
)

effect("what fails gives it back", () =>
  Effect.gen(function* () {
    const lock = FairLock.make()
    expect(yield* Effect.flip(lock.within(Effect.fail("no")))).toBe("no")
    yield* lock.within(Effect.void)
  })
)
