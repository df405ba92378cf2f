import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { OperationId } from "../../../src/domain/Identifier.ts"
import type { Claim } from "../../../src/domain/operations/Operation.ts"
import { Broadcast } from "../../../src/ports/Broadcast.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { OutboxRepository } from "../../../src/ports/operations/OutboxRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { faultsOf } from "../../../src/testing/JsonSchema.ts"
import schema from "../../queue/kafka/messages.schema.json"
import { overStorages } from "../testing/Storages.ts"
import {
  ada,
  bert,
  cancelled,
  claimed,
  leaseMillis,
  newCalculation,
  newImport,
  newProject,
  outcomeOf,
  readyModel
} from "../testing/Work.ts"

interface Told {
  readonly topic: string
  readonly key: string
  readonly message: Record<string, unknown>
}

/**
 * Returns the messages about operations that wait in the outbox, in order, and takes them. Each message fits the schema
 * of its topic.
 */
const told = Effect.gen(function* () {
  const all: Array<Told> = []
  yield* Effect.flatMap(OutboxRepository, (outbox) =>
    outbox.relay(1000, (messages) =>
      Effect.sync(() => {
        for (const { key, message, topic } of messages) all.push({ topic, key, message: JSON.parse(message) })
      })
    )
  )
  for (const { message, topic } of all) expect(faultsOf(schema, schema.properties[topic as never], message)).toEqual([])
  return all.filter(({ topic }) => topic !== "events")
})

/** The same events with one line each. */
const lines = Effect.map(told, (all) =>
  all.map(({ message, topic }) => {
    const { attempt, error, operationId, reason, status } = message
    const words = topic === "operation-events" ? [status, attempt, ...(error === null ? [] : [error])] : [topic, reason]
    return [operationId, ...words]
      .filter((word) => word !== undefined)
      .map(String)
      .join(" ")
  })
)

const heard = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Broadcast, { isOn: true })

const internal = { error: "Internal", errorDetails: "No" }

overStorages((it, name) => {
  it("with a listener, every change of an operation is announced once, in order, and waiting ones to workers as well", () =>
    heard(
      Effect.gen(function* () {
        const operations = yield* OperationRepository
        const { id } = yield* newCalculation(yield* newProject(), "7")
        yield* operations.release(yield* claimed(), 0, true)
        yield* operations.release(yield* claimed(), 0, false)
        yield* claimed("stops")
        yield* operations.releaseAllOf("stops")
        yield* claimed("dies")
        yield* operations.takeUp
        const claim = yield* claimed()
        yield* operations.renew(claim, 50, leaseMillis)
        yield* operations.finish(claim, "results/1", null)
        expect(yield* operations.finish(claim, "results/1", null)).toBe(false)
        const all = yield* told
        expect(new Set(all.map(({ key }) => key))).toEqual(new Set(["7"]))
        const waits = ["operations", "Queued"]
        const again = ["Queued", "operations"]
        const words = all.map(({ message, topic }) => (topic === "operations" ? topic : message["status"]))
        const taken = "InProgress"
        expect(words).toEqual([
          ...waits,
          taken,
          ...again,
          taken,
          ...again,
          taken,
          ...again,
          taken,
          ...again,
          taken,
          "Ready"
        ])
        expect(all.at(-1)!.message).toMatchObject({
          v: 1,
          operationId: id,
          kind: "CalculateQuantities",
          status: "Ready",
          percentageCompleted: 100,
          modelId: "7",
          startedBy: ada,
          error: null,
          errorDetails: null
        })
        const at = all.flatMap(({ message }) => (typeof message["at"] === "string" ? [message["at"]] : []))
        expect(at).toEqual([...at].sort())
        for (const one of at) expect(new Date(one).toISOString()).toBe(one)
      })
    ))

  it("a postponed operation is not announced to workers; failed ones have a reason, undeliverable ones are dead letters", () =>
    heard(
      Effect.gen(function* () {
        const operations = yield* OperationRepository
        const projectId = yield* newProject()
        const { id } = yield* newCalculation(projectId)
        yield* operations.release(yield* claimed(), 60_000, true)
        expect(yield* lines).toEqual([`${id} operations`, `${id} Queued 0`, `${id} InProgress 1`, `${id} Queued 1`])
        yield* operations.cancel(id, cancelled, null)
        const failed = yield* newCalculation(projectId)
        yield* operations.fail(yield* claimed(), internal, null)
        const dead = yield* newCalculation(projectId)
        const details = "The work was cut short.".padEnd(5000, "!")
        yield* operations.fail(yield* claimed(), { error: "ResourceLimit", errorDetails: details }, null)
        const all = yield* told
        const ends = all.filter(({ message }) => ["Failed"].includes(String(message["status"])))
        expect(ends.map(({ message }) => [message["operationId"], message["error"]])).toEqual([
          [id, "Cancelled"],
          [failed.id, "Internal"],
          [dead.id, "ResourceLimit"]
        ])
        const letters = all.filter(({ topic }) => topic === "operations.dead")
        expect(letters.map(({ message }) => message)).toMatchObject([{ operationId: dead.id, reason: "ResourceLimit" }])
        expect(letters[0]!.message["details"]).toBe(details.slice(0, 1000))
      })
    ))

  it("imports, and operations that end with their model or project, are announced", () =>
    heard(
      Effect.gen(function* () {
        const operations = yield* OperationRepository
        const projectId = yield* newProject()
        const model = yield* readyModel(projectId)
        expect((yield* lines).at(-1)).toBe(`${model.operationId} Ready 1`)
        const onModel = yield* newCalculation(projectId, model.modelId)
        yield* Effect.flatMap(ModelRepository, (models) => models.remove(model.modelId))
        const importing = yield* newImport(projectId)
        const claim = yield* claimed()
        yield* Effect.flatMap(ProjectRepository, (projects) => projects.remove(projectId))
        expect(yield* operations.finishImport(claim, outcomeOf("late"), "reports/late")).toBe(false)
        const ends = (yield* lines).filter((line) => line.includes("Failed"))
        expect(ends.map((line) => line.split(" ").slice(0, 2))).toEqual([
          [onModel.id, "Failed"],
          [importing.operationId, "Failed"]
        ])
      })
    ))

  it("a rolled back change is not announced", () =>
    heard(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const operations = yield* OperationRepository
        yield* newCalculation(yield* newProject())
        yield* lines
        yield* Effect.exit(sql.withTransaction(Effect.zipRight(claimed(), Effect.fail("no"))))
        expect(yield* lines).toEqual([])
        yield* operations.fail(yield* claimed(), internal, null)
        expect((yield* lines).length).toBe(2)
      })
    ))

  it("without a listener no messages are stored", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const { id } = yield* newCalculation(yield* newProject())
      yield* operations.release(yield* claimed(), 0, true)
      yield* operations.fail(yield* claimed(), { error: "ResourceLimit", errorDetails: "No" }, null)
      expect(yield* lines).toEqual([`${id} operations`])
    }))

  it("a named operation is claimed first among those of its turn, and never before another turn", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const [hers, his] = [yield* newProject(), yield* newProject(bert)]
      const [first, second] = [yield* newCalculation(hers), yield* newCalculation(hers)]
      const [other, next] = [
        yield* newCalculation(his, "1", { user: bert }),
        yield* newCalculation(his, "1", { user: bert })
      ]
      const take = (named: OperationId) =>
        operations.claim("worker", ["long", "short"], leaseMillis, 10, named).pipe(Effect.map(Option.getOrThrow))
      const order: Array<Claim> = []
      // The named operation is not next in turn, so the first one is claimed instead, and then that of the other user.
      order.push(yield* take(next.id))
      order.push(yield* take(second.id))
      order.push(yield* take(second.id))
      order.push(yield* take(crypto.randomUUID() as OperationId))
      expect(order.map(({ operationId }) => operationId)).toEqual([first.id, other.id, second.id, next.id])
      const [mine, theirs] = [yield* newCalculation(hers), yield* newCalculation(his, "1", { user: bert })]
      expect((yield* take(theirs.id)).operationId).toBe(theirs.id)
      expect((yield* take(theirs.id)).operationId).toBe(mine.id)
    }))

  // A SQLite database has one process with one relay.
  if (name !== "PostgreSQL") return
  it("of several relays one sends at a time, in order, and the next one takes over when it ends", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const projectId = yield* newProject()
      const ids: Array<string> = []
      for (let i = 0; i < 40; i++) ids.push((yield* newCalculation(projectId)).id)
      const sent: Array<string> = []
      let sending = 0
      const relay: Effect.Effect<void, unknown> = outbox
        .relay(3, (messages) =>
          Effect.gen(function* () {
            expect(++sending).toBe(1)
            yield* Effect.sleep("5 millis")
            for (const { message } of messages) sent.push(JSON.parse(message).operationId)
            sending -= 1
          })
        )
        .pipe(Effect.repeat({ until: Option.exists((count) => count === 0) }), Effect.asVoid)
      yield* Effect.all([relay, relay, relay], { concurrency: "unbounded" })
      expect(sent).toEqual(ids)
      // An interrupted relay releases its lock at once, and its messages are sent again.
      const last = (yield* newCalculation(projectId)).id
      const begun = yield* Deferred.make<void>()
      const stuck = yield* Effect.fork(
        outbox.relay(3, () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* Deferred.await(begun)
      expect(yield* outbox.relay(3, () => Effect.void)).toEqual(Option.none())
      yield* Fiber.interrupt(stuck)
      yield* relay
      expect(sent.at(-1)).toBe(last)
    }))
})
