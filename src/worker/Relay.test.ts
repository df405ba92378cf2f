/* oxlint-disable no-restricted-imports -- a test stands its subject on an adapter, as main does */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { withLayer } from "../testing/EffectTest.ts"
import { OperationQueue, QueueUnavailable } from "../ports/operations/OperationQueue.ts"
import { type Message, OutboxRepository } from "../ports/operations/OutboxRepository.ts"
import * as Relay from "./Relay.ts"

/** The log lines, by level. */
const lines: Array<string> = []
const log = Logger.make(({ logLevel }) => void lines.push(logLevel.label))
const it = withLayer(Logger.replace(Logger.defaultLogger, log))

const message = (key: string): Message => ({ topic: "operations", key, message: "{}" })

/** The relay between an outbox of `count` messages and a queue that fails so often before it takes any, which it does after `answered`. */
const relaying = Effect.fn(function* (count: number, failures: number, answered: Effect.Effect<void> = Effect.void) {
  const wakes = yield* Queue.unbounded<void>()
  const taken: Array<string> = []
  const waiting = Array.from({ length: count }, (_, i) => message(String(i)))
  let left = failures
  const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
  yield* Layer.buildWithScope(
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
                : Effect.map(answered, () => void taken.push(...messages.map(({ key }) => key)))
          })
        )
      )
    ),
    scope
  )
  return {
    taken,
    waiting,
    /** The queue takes messages from now on. */
    returns: () => void (left = 0),
    wake: Effect.zipRight(Queue.offer(wakes, undefined), Effect.sleep("30 millis")),
    end: Scope.close(scope, Exit.void)
  }
})

it("a wake sends every waiting message, in order, however many there are", () =>
  Effect.gen(function* () {
    const { taken, wake } = yield* relaying(1234, 0)
    yield* wake
    expect(taken).toEqual(Array.from({ length: 1234 }, (_, i) => String(i)))
    yield* wake
    expect(taken).toHaveLength(1234)
  }))

it("messages that the queue refused are sent with the next wake", () =>
  Effect.gen(function* () {
    const { taken, wake } = yield* relaying(3, 2)
    yield* wake
    yield* wake
    expect(taken).toEqual([])
    yield* wake
    expect(taken).toEqual(["0", "1", "2"])
  }))

it("a long outage of the queue is logged once, and once when it ends", () =>
  Effect.gen(function* () {
    lines.length = 0
    const { returns, taken, wake } = yield* relaying(3, Number.MAX_SAFE_INTEGER)
    for (let i = 0; i < 20; i++) yield* wake
    expect(lines).toEqual(["WARN"])
    returns()
    yield* wake
    yield* wake
    expect(lines).toEqual(["WARN", "INFO"])
    expect(taken).toHaveLength(3)
  }))

it("messages without a wake are found after a second, and messages written just before the end are sent", () =>
  Effect.gen(function* () {
    const { end, taken, waiting } = yield* relaying(2, 0)
    yield* Effect.sleep("1500 millis")
    expect(taken).toHaveLength(2)
    waiting.push(message("last"))
    yield* end
    expect(taken.at(-1)).toBe("last")
  }))

it("closing does not wait for a queue that does not answer", () =>
  Effect.gen(function* () {
    const { end, waiting } = yield* relaying(0, 0, Effect.never)
    waiting.push(message("kept"))
    yield* end
    expect(waiting).toHaveLength(1)
  }))
