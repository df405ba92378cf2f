import { expect, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { turnsDuring } from "../testing/Turns.ts"
import * as SlicedScheduler from "./SlicedScheduler.ts"

const scheduler = SlicedScheduler.make()
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
