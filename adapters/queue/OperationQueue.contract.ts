import { expect } from "bun:test"
import * as Chunk from "effect/Chunk"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { withLayer } from "../../src/testing/EffectTest.ts"
import { OperationQueue } from "../../src/ports/operations/OperationQueue.ts"
import type { Message } from "../../src/ports/operations/OutboxRepository.ts"

/** Returns the message of an operation that does not exist. */
const message = (): Message => ({
  topic: "operations",
  key: "1",
  message: JSON.stringify({ v: 1, operationId: crypto.randomUUID(), kind: "ImportIfc" })
})

/** Tests that every queue must pass. */
export const operationQueueContract = <E>(name: string, layer: Layer.Layer<OperationQueue, E>): void => {
  const it = (title: string, run: (queue: OperationQueue["Type"]) => Effect.Effect<void, unknown>) =>
    withLayer(layer)(`${name}: ${title}`, () => Effect.flatMap(OperationQueue, run))

  /** A reader that has started to read and expects this many wakes. */
  const reader = (queue: OperationQueue["Type"], count: number) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Stream.runCollect(Stream.take(queue.wakes, count)))
      yield* Effect.sleep("50 millis")
      return fiber
    })

  it("a wake reaches every reader", (queue) =>
    Effect.gen(function* () {
      const readers = yield* Effect.forEach([1, 2, 3], () => reader(queue, 1))
      yield* queue.wake
      for (const one of readers) expect(Chunk.size(yield* Fiber.join(one))).toBe(1)
    }))

  it("a wake never waits or fails, without a reader and a thousand times for a busy one", (queue) =>
    Effect.gen(function* () {
      yield* queue.wake
      const busy = yield* Deferred.make<void>()
      let seen = 0
      const slow = yield* Effect.fork(
        Stream.runForEach(queue.wakes, () =>
          Effect.zipRight(
            Effect.sync(() => (seen += 1)),
            Deferred.await(busy)
          )
        )
      )
      yield* Effect.sleep("50 millis")
      for (let i = 0; i < 1000; i++) yield* queue.wake
      yield* Deferred.succeed(busy, undefined)
      yield* Effect.sleep("50 millis")
      expect(seen).toBeGreaterThanOrEqual(2)
      expect(seen).toBeLessThan(1000)
      yield* Fiber.interrupt(slow)
    }))

  it("messages are accepted, whether none or many", (queue) =>
    Effect.gen(function* () {
      yield* queue.send([])
      yield* queue.send([message()])
      yield* queue.send(Array.from({ length: 1000 }, message))
    }))

  it("the check succeeds, and messages are accepted after listening has ended", (queue) =>
    Effect.gen(function* () {
      yield* queue.check
      yield* queue.leave
      yield* queue.leave
      yield* queue.send([message()])
      const woken = yield* reader(queue, 1)
      yield* queue.wake
      expect(Chunk.size(yield* Fiber.join(woken))).toBe(1)
    }))
}
