/* oxlint-disable no-restricted-imports -- a test lets its subject work for a part of the service, as main does */
import { expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { OperationId } from "../../../src/domain/Identifier.ts"
import { OperationQueue } from "../../../src/ports/operations/OperationQueue.ts"
import { type Message, OutboxRepository } from "../../../src/ports/operations/OutboxRepository.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Relay from "../../../src/worker/Relay.ts"
import type { KafkaOptions } from "./Configuration.ts"
import * as KafkaQueue from "./Kafka.ts"
import * as Broker from "./testing/Broker.ts"
import { messageOf, operationIds, until } from "./testing/Messages.ts"

const it = (name: string, run: Parameters<typeof effect>[1]) =>
  Broker.isThere ? effect(name, () => Effect.ensuring(run(), up)) : test.skip(`${name}: ${Broker.missing}`, () => {})

const up = Effect.promise(Broker.start)

/** An outbox in memory, and the lines that were logged. */
const surroundings = () => {
  const waiting: Array<Message> = []
  const lines: Array<string> = []
  const outbox = Layer.succeed(OutboxRepository, {
    relay: (limit, send) =>
      Effect.gen(function* () {
        const next = waiting.slice(0, limit)
        if (next.length > 0) yield* send(next)
        waiting.splice(0, next.length)
        return Option.some(next.length)
      })
  })
  const log = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${String(message)}`))
  )
  return { waiting, lines, outbox, log }
}

/** One process: a queue, the relay of an outbox, and a worker that is always free and records its messages. */
const processOf = (options: KafkaOptions, { log, outbox }: Pick<ReturnType<typeof surroundings>, "log" | "outbox">) =>
  Effect.gen(function* () {
    const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
    const layer = Relay.layer.pipe(Layer.provide(outbox), Layer.provideMerge(KafkaQueue.layer(options)))
    const queue = Context.get(yield* Layer.buildWithScope(Layer.provideMerge(layer, log), scope), OperationQueue)
    const told: Array<OperationId> = []
    const next = Effect.map(queue.next(["long", "short"]), ({ operationId }) => void told.push(operationId))
    yield* Effect.forkIn(Effect.forever(next), scope)
    return { queue, told, end: Scope.close(scope, Exit.void) }
  })

const heard = (told: ReadonlyArray<OperationId>, ids: ReadonlyArray<string>) =>
  ids.every((id) => told.some((one) => one === id))

it("a missing broker delays nothing, and all messages arrive in order once it starts", () =>
  Effect.gen(function* () {
    yield* Effect.promise(Broker.kill)
    const options = Broker.options()
    const around = surroundings()
    const { queue, told } = yield* processOf(options, around)
    yield* Effect.flip(queue.check)
    const ids = operationIds(300)
    around.waiting.push(...ids.map((id) => messageOf(id)))
    yield* queue.wake
    yield* Effect.sleep("20 seconds")
    expect(around.waiting).toHaveLength(300)
    expect(around.lines.filter((line) => line.startsWith("WARN"))).toHaveLength(2)
    yield* up
    yield* until(() => heard(told, ids))
    expect([...new Set(told)]).toEqual(ids as never)
    yield* queue.check
    expect(around.lines.filter((line) => line.startsWith("WARN"))).toHaveLength(2)
    expect(around.lines.some((line) => line.includes("Messages go to the queue again"))).toBe(true)
    expect(around.lines.length).toBeLessThan(10)
  }))

it("repeated kills of a broker lose no message and keep the order", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const around = surroundings()
    const { told } = yield* processOf(options, around)
    const ids = operationIds(400)
    const writing = yield* Effect.forkScoped(
      Effect.forEach(ids, (id) =>
        Effect.delay(
          Effect.sync(() => around.waiting.push(messageOf(id))),
          "50 millis"
        )
      )
    )
    for (let i = 0; i < 2; i++) {
      yield* Effect.sleep("3 seconds")
      yield* Effect.promise(Broker.kill)
      yield* Effect.sleep("2 seconds")
      yield* up
    }
    yield* writing
    yield* until(() => heard(told, ids))
    // A message may arrive twice, but none arrives before its predecessors.
    const firsts = [...new Set(told)]
    expect(firsts).toEqual(ids as never)
    expect(around.lines.filter((line) => line.startsWith("WARN")).length).toBeLessThan(10)
  }))

it("after a broker has lost its data, the topics are created again and messages arrive", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const around = surroundings()
    const { queue, told } = yield* processOf(options, around)
    const before = operationIds(5)
    around.waiting.push(...before.map((id) => messageOf(id)))
    yield* until(() => heard(told, before))
    yield* Effect.promise(Broker.wipe)
    yield* up
    const after = operationIds(20)
    around.waiting.push(...after.map((id, i) => messageOf(id, String(i))))
    yield* until(() => heard(told, after))
    yield* queue.check
    expect(around.lines.length).toBeLessThan(20)
  }))

it("repeated and reordered messages are harmless", () =>
  Effect.gen(function* () {
    const around = surroundings()
    const { queue, told } = yield* processOf(Broker.options(), around)
    const messages = operationIds(10).map((id) => messageOf(id))
    around.waiting.push(...messages)
    yield* until(() => new Set(told).size === 10)
    const before = told.length
    for (let i = 0; i < 4; i++) yield* queue.send(messages.toReversed())
    yield* until(() => told.length === before + 40)
    expect(new Set(told).size).toBe(10)
  }))

it("another process takes over the messages of one that ends", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const [mine, its] = [surroundings(), surroundings()]
    const ending = yield* processOf(options, mine)
    const other = yield* processOf(options, its)
    let turn = 0
    yield* until(async () => {
      its.waiting.push(messageOf(crypto.randomUUID(), String(turn++)))
      return ending.told.length > 0 && other.told.length > 0
    })
    const ids = operationIds(8)
    // The same happens at SIGTERM: the queue leaves its group while requests end, then returns its messages.
    yield* ending.queue.leave
    mine.waiting.push(...ids.map((id, i) => messageOf(id, String(i))))
    yield* ending.end
    yield* until(() => heard(other.told, ids))
  }))

it("a queue ends while its broker is unavailable", () =>
  Effect.gen(function* () {
    const around = surroundings()
    const { end, queue, told } = yield* processOf(Broker.options(), around)
    around.waiting.push(messageOf(crypto.randomUUID()))
    yield* until(() => told.length > 0)
    yield* Effect.promise(Broker.kill)
    around.waiting.push(messageOf(crypto.randomUUID()))
    yield* queue.leave
    yield* end
  }))
