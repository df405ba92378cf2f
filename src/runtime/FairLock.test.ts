import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import { effect } from "../testing/EffectTest.ts"
import * as FairLock from "./FairLock.ts"

effect("a user who takes the lock repeatedly delays others by at most one turn", () =>
  Effect.gen(function* () {
    const lock = FairLock.make()
    const order: Array<string> = []
    const turns = (name: string, count: number) =>
      Effect.forEach(Array.from({ length: count }), () =>
        lock.within("ada")(
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

effect("waiting users take turns, however many requests one of them has", () =>
  Effect.gen(function* () {
    const lock = FairLock.make()
    const order: Array<string> = []
    yield* lock.take("greedy")
    const waits = (user: string) => Effect.fork(lock.within(user)(Effect.sync(() => order.push(user))))
    const waiting = yield* Effect.forEach([...Array.from({ length: 50 }, () => "greedy"), "ada", "ada", "bob"], waits)
    yield* Effect.yieldNow()
    yield* lock.release
    yield* Fiber.joinAll(waiting)
    expect(order.slice(0, 6)).toEqual(["ada", "bob", "greedy", "ada", "greedy", "greedy"])
  })
)

effect("a fiber that is interrupted while it waits or receives the lock does not hold it", () =>
  Effect.gen(function* () {
    for (let yields = 0; yields < 8; yields++) {
      const lock = FairLock.make()
      yield* lock.take("ada")
      const waiting = yield* Effect.fork(lock.within("ada")(Effect.never))
      yield* Effect.yieldNow()
      yield* Effect.yieldNow()
      const interrupting = yield* Effect.fork(
        Effect.zipRight(Effect.repeatN(Effect.yieldNow(), yields), Fiber.interrupt(waiting))
      )
      yield* lock.release
      yield* Fiber.join(interrupting)
      let isOurs = false
      yield* lock.within("bob")(Effect.sync(() => (isOurs = true)))
      expect(isOurs).toBe(true)
    }
  })
)

effect("a fiber that is interrupted at any step releases the lock", () =>
  Effect.gen(function* () {
    for (let interruptedAfter = 1; interruptedAfter < 40; interruptedAfter++) {
      const lock = FairLock.make()
      let steps = 0
      const scheduler = Scheduler.make(
        (task) => void setImmediate(task),
        () => ++steps === interruptedAfter && 0
      )
      const fiber = Effect.runFork(lock.within("ada")(Effect.void), { scheduler })
      yield* Fiber.interrupt(fiber)
      expect(yield* Effect.timeoutOption(lock.within("bob")(Effect.void), "1 second")).toMatchObject({ _tag: "Some" })
    }
  })
)

effect("a failing effect releases the lock", () =>
  Effect.gen(function* () {
    const lock = FairLock.make()
    expect(yield* Effect.flip(lock.within("ada")(Effect.fail("no")))).toBe("no")
    yield* lock.within("ada")(Effect.void)
  })
)
