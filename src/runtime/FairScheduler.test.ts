import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { turnsDuring } from "../testing/Turns.ts"
import * as FairScheduler from "./FairScheduler.ts"

const scheduler = FairScheduler.make()
const spin = (milliseconds: number): void => {
  for (const until = performance.now() + milliseconds; performance.now() < until;);
}

test("ready fibers of one user run in their order", async () => {
  const seen: Array<number> = []
  const fibers = Array.from({ length: 100 }, (_, i) =>
    Effect.runFork(
      Effect.sync(() => seen.push(i)),
      { scheduler, immediate: false }
    )
  )
  expect(seen).toEqual([])
  await Effect.runPromise(Fiber.joinAll(fibers))
  expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i))
})

/** A scheduler whose clock goes on by what is worked alone, and what was worked on it, in the order of the work. */
const worked = () => {
  const order: Array<string> = []
  let clock = 0
  const scheduler = FairScheduler.make(() => clock)
  /** Works a millisecond, several times. */
  const work = (name: string, times = 3) =>
    Effect.forEach(Array.from({ length: times }), () =>
      Effect.yieldNow().pipe(
        Effect.zipRight(
          Effect.sync(() => {
            clock += 1
            order.push(name)
          })
        ),
        // Forked fibers count for the same user.
        Effect.fork,
        Effect.flatMap(Fiber.join)
      )
    )
  const start = (effect: Effect.Effect<unknown>, count = 1) =>
    Array.from({ length: count }, () => Effect.runFork(effect, { scheduler, immediate: false }))
  const all = (fibers: ReadonlyArray<Fiber.RuntimeFiber<unknown>>) => Effect.runPromise(Fiber.joinAll(fibers))
  /** The place of the last work of a name. */
  const last = (name: string) => order.lastIndexOf(name)
  return { all, last, order, start, work }
}

/** Two others: one of them may share an account with who asks for much. */
const others = ["ada", "eve"] as const

test("a user with little work does not wait for a user with much work", async () => {
  const { all, last, order, start, work } = worked()
  const much = start(FairScheduler.countedFor("mallory")(work("mallory")), 200)
  const little = others.flatMap((user) => start(Effect.zipRight(FairScheduler.countFor(user), work(user))))
  await all([...much, ...little])
  expect(order).toHaveLength(606)
  expect(Math.min(...others.map(last))).toBeLessThan(20)
})

test("two users with much work get half of the time each, whatever their order and number of fibers", async () => {
  for (const other of others) {
    const { all, last, order, start, work } = worked()
    const first = start(FairScheduler.countedFor("mallory")(work("mallory")), 600)
    await Bun.sleep(1)
    const began = order.length
    await all([...start(FairScheduler.countedFor(other)(work(other)), 60), ...first])
    const between = order.slice(began, last(other))
    const share = between.filter((name) => name === other).length / between.length
    if (share > 0.4 && share < 0.6) return
  }
  expect("shares an account with mallory").toBe("one of the others does not")
})

test("work that others wait for comes first, with at most half of the time", async () => {
  const { all, last, order, start, work } = worked()
  const many = ["a", "b", "c", "d", "e", "f"]
  const users = many.flatMap((user) => start(FairScheduler.countedFor(user)(work("user", 100))))
  const ofAll = FairScheduler.countedFor("a")(FairScheduler.whileOthersWait(work("all", 5)))
  await all([...start(ofAll), ...users])
  expect(last("all")).toBeLessThan(20)
  order.length = 0
  const again = many.flatMap((user) => start(FairScheduler.countedFor(user)(work("user", 100))))
  await all([...again, ...start(work("all", 1000))])
  const before = order.slice(0, 600)
  expect(before.filter((name) => name === "all").length).toBeGreaterThan(200)
  expect(before.filter((name) => name === "all").length).toBeLessThan(400)
})

test("the event loop keeps turning while many fibers are ready", async () => {
  const turns = await turnsDuring(() => {
    const fibers = Array.from({ length: 40 }, () =>
      Effect.runFork(
        Effect.sync(() => spin(1)),
        { scheduler, immediate: false }
      )
    )
    return Effect.runPromise(Fiber.joinAll(fibers))
  })
  // 40 ms of work in slices of at most three.
  expect(turns).toBeGreaterThan(10)
})

test.each([
  [
    "fibers that hand over to one another do",
    Effect.raceFirst(Effect.forever(Effect.yieldNow()), Effect.forever(Effect.yieldNow()))
  ],
  ["a fiber that never waits does", Effect.forever(Effect.void)]
])("%s not keep the event loop", async (_, work) => {
  const fiber = Effect.runFork(work, { scheduler })
  // Ends only where the timer has its turn.
  await Bun.sleep(5)
  await Effect.runPromise(Fiber.interrupt(fiber))
})
