/* oxlint-disable no-restricted-imports -- a test stands its subject on an adapter, as main does */
import { expect } from "bun:test"
import { Effect, Layer, Logger, Option, Queue, Stream } from "effect"
import { withLayer } from "../testing/EffectTest.ts"
import { OperationQueue, QueueUnavailable } from "../ports/OperationQueue.ts"
import { type Message, OutboxRepository } from "../ports/OutboxRepository.ts"
import * as Relay from "./Relay.ts"

const it = withLayer(Logger.remove(Logger.defaultLogger))

const message = (key: string): Message => ({ topic: "operations", key, message: "{}" })

/** The relay between an outbox of `count` messages and a queue that fails so often before it takes any. */
const relaying = Effect.fn(function* (count: number, failures: number) {
  const wakes = yield* Queue.unbounded<void>()
  const taken: Array<string> = []
  const waiting = Array.from({ length: count }, (_, i) => message(String(i)))
  let left = failures
  yield* Layer.build(
    Relay.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.succeed(OutboxRepository, {
            relay: (limit, send) =>
              Effect.gen(function* () {
                const next = waiting.slice(0, limit)
                if (next.length > 0) yield* send(next)
                waiting.splice(0, next.length)
                return Option.some(next.length)
              })
          }),
          Layer.mock(OperationQueue, {
            wake: Effect.void,
            wakes: Stream.fromQueue(wakes),
            send: (messages) =>
              left-- > 0
                ? Effect.fail(new QueueUnavailable({ reason: "away" }))
                : Effect.sync(() => void taken.push(...messages.map(({ key }) => key)))
          })
        )
      )
    )
  )
  return { taken, wake: Effect.zipRight(Queue.offer(wakes, undefined), Effect.sleep("30 millis")) }
})

it("at a wake every message that waits is sent, in order, however many", () =>
  Effect.gen(function* () {
    const { taken, wake } = yield* relaying(1234, 0)
    yield* wake
    expect(taken).toEqual(Array.from({ length: 1234 }, (_, i) => String(i)))
    yield* wake
    expect(taken).toHaveLength(1234)
  }))

it("what the queue did not take goes with the next wake", () =>
  Effect.gen(function* () {
    const { taken, wake } = yield* relaying(3, 2)
    yield* wake
    yield* wake
    expect(taken).toEqual([])
    yield* wake
    expect(taken).toEqual(["0", "1", "2"])
  }))
