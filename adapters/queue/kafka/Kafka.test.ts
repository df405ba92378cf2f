import { expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Lane } from "../../../src/domain/operations/Operation.ts"
import type { OperationId } from "../../../src/domain/Identifier.ts"
import { OperationQueue } from "../../../src/ports/operations/OperationQueue.ts"
import type { Message } from "../../../src/ports/operations/OutboxRepository.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import { faultsOf } from "../../../src/testing/JsonSchema.ts"
import { operationQueueContract } from "../OperationQueue.contract.ts"
import type { KafkaOptions } from "./Configuration.ts"
import * as KafkaQueue from "./Kafka.ts"
import schema from "./messages.schema.json"
import * as Broker from "./testing/Broker.ts"
import { messageOf, operationIds, until } from "./testing/Messages.ts"
import { poison } from "./testing/Poison.ts"

const all: ReadonlyArray<Lane> = ["long", "short"]
const quiet = Logger.remove(Logger.defaultLogger)

/** A queue as a process has one. */
const queueOf = (options: KafkaOptions) =>
  Effect.map(Layer.build(Layer.merge(KafkaQueue.layer(options), quiet)), (context) =>
    Context.get(context, OperationQueue)
  )

/** Sends like the relay, and again if the topics do not exist yet. */
const sent = (queue: OperationQueue["Type"], messages: ReadonlyArray<Message>) =>
  Effect.retry(Effect.delay(queue.send(messages), "200 millis"), { times: 100 })

/** A worker that is always free and records its messages. */
const free = (queue: OperationQueue["Type"], lanes = all) =>
  Effect.gen(function* () {
    const told: Array<OperationId> = []
    yield* Effect.forkScoped(
      Effect.forever(Effect.map(queue.next(lanes), ({ operationId }) => void told.push(operationId)))
    )
    return told
  })

const it = (name: string, run: Parameters<typeof effect>[1]) =>
  Broker.isThere ? effect(name, run) : test.skip(`${name}: ${Broker.missing}`, () => {})

/** Layers of the contract are built once the topics are there: a queue takes messages only then. */
const whenReady = (options: () => KafkaOptions) =>
  Layer.unwrapScoped(
    Effect.sync(options).pipe(
      Effect.tap((made) => Effect.flatMap(queueOf(made), (queue) => sent(queue, [messageOf(crypto.randomUUID())]))),
      Effect.map((made) => Layer.merge(KafkaQueue.layer(made), quiet))
    )
  )

if (Broker.isThere) {
  operationQueueContract(
    "Kafka",
    whenReady(() => Broker.options())
  )
  for (const [name, options] of Object.entries(Broker.guarded)) {
    operationQueueContract(`Kafka with ${name}`, whenReady(options))
  }
} else test.skip(`the contract of queues: ${Broker.missing}`, () => {})

for (const name of ["a wrong password", "no password", "an authority that nobody knows"] as const) {
  it(`${name}: fails its check, delivers no messages and has no other effect`, () =>
    Effect.gen(function* () {
      const queue = yield* queueOf(Broker.refused[name]())
      const { reason } = yield* Effect.flip(queue.check)
      expect(reason.length).toBeGreaterThan(5)
      expect(reason).not.toContain("wrong\n")
      yield* Effect.flip(queue.send([messageOf(crypto.randomUUID())]))
    }))
}

it("a process that never asks for work gets no messages", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const serving = yield* queueOf(options)
    const working = yield* queueOf(options)
    const told = yield* free(working)
    const ids = operationIds(16)
    yield* sent(
      serving,
      ids.map((id, i) => messageOf(id, String(i)))
    )
    yield* until(() => ids.every((id) => (told as ReadonlyArray<string>).includes(id)))
  }))

it("messages reach a free worker, those of a model in order", () =>
  Effect.gen(function* () {
    const queue = yield* queueOf(Broker.options())
    const told = yield* free(queue)
    const [mine, others] = [operationIds(50), operationIds(50)]
    yield* sent(
      queue,
      mine.flatMap((id, i) => [messageOf(id, "1"), messageOf(others[i]!, "2")])
    )
    yield* until(() => new Set(told).size === 100)
    const firsts = [...new Set(told)]
    expect(firsts.filter((id) => mine.some((one) => one === id))).toEqual(mine as never)
    expect(firsts.filter((id) => others.some((one) => one === id))).toEqual(others as never)
  }))

it("two processes share the messages, and when one leaves the other gets all at once", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const [one, other] = [yield* queueOf(options), yield* queueOf(options)]
    const [first, second] = [yield* free(one), yield* free(other)]
    // Both have joined when both have received a message.
    yield* until(async () => {
      await Effect.runPromise(
        sent(
          one,
          operationIds(16).map((id, i) => messageOf(id, String(i)))
        )
      )
      return first.length > 0 && second.length > 0
    })
    const some = operationIds(64)
    yield* sent(
      one,
      some.map((id, i) => messageOf(id, String(i)))
    )
    yield* until(() => some.every((id) => [...first, ...second].some((told) => told === id)))
    expect(some.filter((id) => first.some((told) => told === id)).length).toBeGreaterThan(0)
    expect(some.filter((id) => second.some((told) => told === id)).length).toBeGreaterThan(0)
    expect(some.filter((id) => first.some((told) => told === id) && second.some((told) => told === id))).toEqual([])
    const before = first.length
    yield* one.leave
    const rest = operationIds(64)
    yield* sent(
      one,
      rest.map((id, i) => messageOf(id, String(i)))
    )
    yield* until(() => rest.every((id) => second.some((told) => told === id)))
    expect(first.length).toBe(before)
  }))

it("messages wait at the broker while no worker is free; the next free worker gets them all", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const admin = yield* Broker.admin
    const queue = yield* queueOf(options)
    // A consumer of short operations takes none of these messages.
    const short = yield* free(queue, ["short"])
    const some = operationIds(200)
    yield* sent(
      queue,
      some.map((id, i) => messageOf(id, String(i), "ImportIfc"))
    )
    const backlog = () => Broker.backlogOf(admin, options)
    // At most one message of each partition has arrived; those that were sent again when the topic was created have
    // arrived twice.
    const most = 8
    yield* until(async () => {
      const { all, unread } = await backlog()
      return unread < all
    })
    yield* Effect.sleep("3 seconds")
    const { all: written, unread } = yield* Effect.promise(backlog)
    expect(unread).toBeGreaterThanOrEqual(written - most)
    expect(short).toEqual([])
    const told = yield* free(queue)
    yield* until(() => told.length === written)
    expect([...new Set(told)].sort()).toEqual([...some].sort() as never)
    yield* until(async () => (await backlog()).unread === 0)
  }))

it("each message that cannot be handled becomes one dead letter, and the following ones arrive", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const admin = yield* Broker.admin
    const queue = yield* queueOf(options)
    const told = yield* free(queue)
    yield* sent(queue, [messageOf(crypto.randomUUID())])
    const producer = Broker.client().producer()
    const good = crypto.randomUUID()
    const values = [...Object.values(poison), Buffer.from(messageOf(good).message)]
    yield* Effect.promise(async () => {
      await producer.connect()
      for (const value of values) {
        await producer.send({ topic: `${options.prefix}.operations`, messages: [{ key: "1", value }] })
      }
      await producer.disconnect()
    })
    yield* until(() => told.some((id) => id === good))
    yield* until(async () => (await Broker.backlogOf(admin, options)).unread === 0)
    const dead = yield* Broker.reading(`${options.prefix}.operations.dead`)
    yield* until(() => dead.length >= Object.keys(poison).length)
    yield* Effect.sleep("500 millis")
    expect(dead).toHaveLength(Object.keys(poison).length)
    const letters = dead.map(({ value }) => JSON.parse(value) as Record<string, unknown>)
    for (const letter of letters) expect(faultsOf(schema, schema.properties["operations.dead"], letter)).toEqual([])
    expect(new Set(letters.map(({ offset }) => offset)).size).toBe(letters.length)
    expect(letters.every(({ reason }) => reason === "InvalidMessage")).toBe(true)
  }))

it("a message for an unknown operation becomes a dead letter when the worker reports it", () =>
  Effect.gen(function* () {
    const options = Broker.options()
    const queue = yield* queueOf(options)
    const unknown = yield* Effect.fork(Effect.flatMap(queue.next(all), ({ isUnknown }) => isUnknown))
    const operationId = crypto.randomUUID()
    yield* sent(queue, [messageOf(operationId, "7")])
    yield* Fiber.join(unknown)
    const dead = yield* Broker.reading(`${options.prefix}.operations.dead`)
    yield* until(() => dead.length === 1)
    expect(dead[0]!.key).toBe("7")
    expect(JSON.parse(dead[0]!.value)).toMatchObject({ v: 1, reason: "UnknownOperation", offset: "0" })
    expect(dead[0]!.value).toContain(operationId)
  }))
