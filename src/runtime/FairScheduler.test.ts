import { expect, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { turnsDuring } from "../testing/Turns.ts"
import * as FairScheduler from "./FairScheduler.ts"

const scheduler = FairScheduler.make()
const spin = (milliseconds: number): void => {
  for (const until = performance.now() + milliseconds; performance.now() < until;);
}

test("fibers that are ready run in their order", async () => {
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

/** Has the work done for a user, once for each number. */
const workFor = (user: string, count: number, work: (i: number) => void) =>
  Array.from({ length: count }, (_, i) =>
    Effect.runFork(
      Effect.zipRight(
        FairScheduler.countFor(user),
        Effect.forEach([1, 2, 3], () =>
          Effect.yieldNow().pipe(
            Effect.zipRight(Effect.sync(() => work(i))),
            // What is forked counts as well.
            Effect.fork,
            Effect.flatMap(Fiber.join)
          )
        )
      ),
      { scheduler, immediate: false }
    )
  )

test("who asks for little does not wait for who asks for much", async () => {
  const seen: Array<string> = []
  const note = (user: string) => () => {
    spin(0.2)
    seen.push(user)
  }
  const much = workFor("mallory", 200, note("mallory"))
  await Bun.sleep(5)
  const little = workFor("ada", 1, note("ada"))
  await Effect.runPromise(Fiber.joinAll(little))
  const before = seen.length
  await Effect.runPromise(Fiber.joinAll(much))
  expect(seen).toHaveLength(603)
  expect(before).toBeLessThan(200)
})

test("of two who ask for much each gets a half, whoever came first", async () => {
  const seen: Array<string> = []
  const note = (user: string) => () => {
    spin(0.1)
    seen.push(user)
  }
  const first = workFor("mallory", 400, note("mallory"))
  await Bun.sleep(5)
  const began = seen.length
  const second = workFor("eve", 60, note("eve"))
  await Effect.runPromise(Fiber.joinAll(second))
  const between = seen.slice(began)
  const share = between.filter((user) => user === "eve").length / between.length
  await Effect.runPromise(Fiber.joinAll(first))
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.7)
})

test("the event loop turns while many fibers have work", async () => {
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
