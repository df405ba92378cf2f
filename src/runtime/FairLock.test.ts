import { expect } from "bun:test"
import { Effect, Fiber, Scheduler } from "effect"
import { effect } from "../testing/EffectTest.ts"
import * as FairLock from "./FairLock.ts"

effect("who takes it over and over keeps nobody waiting for more than one turn", () =>
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

/** The users in the order in which they get it, each for the milliseconds that they ask for it, while another has it. */
const orderOf = (asked: ReadonlyArray<readonly [user: string, millis: number]>) =>
  Effect.gen(function* () {
    let now = 0
    const lock = FairLock.make(() => now)
    const order: Array<string> = []
    yield* lock.take("first")
    const waiting = yield* Effect.forEach(asked, ([user, millis]) => {
      const work = Effect.sync(() => {
        order.push(user)
        now += millis
      })
      return Effect.fork(lock.within(user)(work))
    })
    yield* Effect.yieldNow()
    now += 5
    yield* lock.release
    yield* Fiber.joinAll(waiting)
    return order
  })

effect("users who wait take turns, however many of one user wait", () =>
  Effect.gen(function* () {
    const much = Array.from({ length: 50 }, () => ["first", 5] as const)
    const order = yield* orderOf([...much, ["ada", 5], ["ada", 5], ["bob", 5]])
    expect(order.slice(0, 6)).toEqual(["ada", "bob", "first", "ada", "first", "first"])
  })
)

effect("who had it for long waits for those who had it for a short time", () =>
  Effect.gen(function* () {
    const little = Array.from({ length: 10 }, () => ["little", 2] as const)
    const order = yield* orderOf([["much", 15], ["much", 15], ["much", 15], ...little])
    expect(order.join(" ")).toBe(
      ["much", ...little.slice(0, 8).map(() => "little"), "much", "little", "little", "much"].join(" ")
    )
  })
)

effect("who has not asked for it has no credit", () =>
  Effect.gen(function* () {
    let now = 0
    const lock = FairLock.make(() => now)
    const order: Array<string> = []
    const asks = (user: string) =>
      lock.within(user)(
        Effect.sync(() => {
          order.push(user)
          now += 10
        })
      )
    yield* Effect.repeatN(asks("busy"), 20)
    yield* lock.take("busy")
    const waiting = yield* Effect.forEach(["idle", "idle", "idle", "busy", "busy"], (user) => Effect.fork(asks(user)))
    yield* Effect.yieldNow()
    yield* lock.release
    yield* Fiber.joinAll(waiting)
    expect(order.slice(21)).toEqual(["busy", "idle", "busy", "idle", "idle"])
  })
)

effect("who is interrupted while waiting, or just as it gets it, has not got it", () =>
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

effect("who is interrupted between any two steps gives back what it has got", () =>
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

effect("what fails gives it back", () =>
  Effect.gen(function* () {
    const lock = FairLock.make()
    expect(yield* Effect.flip(lock.within("ada")(Effect.fail("no")))).toBe("no")
    yield* lock.within("ada")(Effect.void)
  })
)
