import { expect, test } from "bun:test"
import { Effect, Fiber } from "effect"
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
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const fibers = Array.from({ length: 40 }, () =>
    Effect.runFork(
      Effect.sync(() => spin(1)),
      { scheduler, immediate: false }
    )
  )
  await Effect.runPromise(Fiber.joinAll(fibers))
  isOver = true
  // 40 ms of work in slices of at most three.
  expect(turns).toBeGreaterThan(10)
})

test("fibers that hand over to one another do not keep the event loop", async () => {
  let isOver = false
  const ping = Effect.forever(Effect.yieldNow()).pipe(Effect.raceFirst(Effect.forever(Effect.yieldNow())))
  const fiber = Effect.runFork(ping, { scheduler })
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      isOver = true
      resolve()
    }, 5)
  })
  expect(isOver).toBe(true)
  await Effect.runPromise(Fiber.interrupt(fiber))
})

test("a fiber that never waits does not keep the event loop", async () => {
  const fiber = Effect.runFork(Effect.forever(Effect.void), { scheduler })
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 5)
  })
  await Effect.runPromise(Fiber.interrupt(fiber))
})
