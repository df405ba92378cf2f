import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Repositories from "../Repositories.ts"
import { transaction } from "../sql/Transaction.ts"
import { type Services, sharedPostgres } from "../testing/Storages.ts"
import { claimed, claimedBy, later, leaseMillis, newCalculation, newProject, rowOf } from "../testing/Work.ts"

type Process = <A, E>(work: Effect.Effect<A, E, Services | Scope.Scope>) => Effect.Effect<A, E, Scope.Scope>

/** A test of two processes, each with connections of its own, on one database. */
const it = (title: string, run: (one: Process, other: Process) => Effect.Effect<void, unknown, Scope.Scope>) => {
  if (sharedPostgres === null) return test.skip(`two processes: ${title} (TEST_DATABASE_URL names none)`, () => {})
  const storage = sharedPostgres
  return effect(`two processes: ${title}`, () =>
    Effect.gen(function* () {
      const client = yield* storage
      const process = Effect.map(
        Layer.build(Layer.fresh(Repositories.layer.pipe(Layer.provideMerge(client)))),
        (services): Process =>
          (work) =>
            Effect.mapInputContext(work, (outer: Context.Context<Scope.Scope>) => Context.merge(outer, services))
      )
      yield* run(yield* process, yield* process)
    }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
}

/** Claims from both lanes, waits before the COMMIT until it is released, and returns the claim. */
const claiming = (owner: string, may: Deferred.Deferred<void>, has: Deferred.Deferred<void>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    claimedBy(owner, ["long", "short"]).pipe(
      Effect.tap(() => Effect.zipRight(Deferred.succeed(has, undefined), Deferred.await(may))),
      transaction(sql)
    )
  )

/**
 * One operation was interrupted once and belongs to a worker that no longer responds, but its lease has not expired.
 * Another operation waits.
 */
const left = Effect.gen(function* () {
  const projectId = yield* newProject()
  const { id } = yield* newCalculation(projectId)
  yield* claimed("dead")
  yield* later(leaseMillis + 1)
  yield* claimed("dying")
  const next = yield* newCalculation(projectId)
  return { alone: id, next: next.id }
})

it("an operation that runs alone does not start beside one that is being claimed", (one, other) =>
  Effect.gen(function* () {
    const { alone, next } = yield* one(left)
    yield* later(leaseMillis / 2)
    const [may, has] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const first = yield* Effect.fork(one(claiming("worker", may, has)))
    yield* Deferred.await(has)
    // The lease of the other operation expires: from now on that operation runs alone.
    yield* later(leaseMillis / 2 + 1)
    const second = yield* Effect.fork(other(claimedBy("worker", ["long", "short"])))
    yield* Effect.sleep("300 millis")
    yield* Deferred.succeed(may, undefined)
    expect(yield* Fiber.join(first)).toMatchObject({ value: { operationId: next } })
    expect(yield* Fiber.join(second)).toEqual(Option.none())
    expect(yield* one(rowOf(alone))).toMatchObject({ interruptions: 1 })
    expect(yield* other(claimedBy("idle", ["long", "short"]))).toMatchObject({ value: { operationId: alone } })
  }))

it("nothing starts beside an operation that runs alone and is being claimed by another process", (one, other) =>
  Effect.gen(function* () {
    const { alone, next } = yield* one(left)
    yield* later(leaseMillis + 1)
    const [may, has] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const first = yield* Effect.fork(one(claiming("one", may, has)))
    yield* Deferred.await(has)
    const second = yield* Effect.fork(other(claimedBy("other", ["long", "short"])))
    yield* Effect.sleep("300 millis")
    yield* Deferred.succeed(may, undefined)
    expect(yield* Fiber.join(first)).toMatchObject({ value: { operationId: alone } })
    expect(yield* Fiber.join(second)).toEqual(Option.none())
    expect(yield* one(rowOf(next))).toMatchObject({ status: "Queued" })
  }))

it("of many concurrent claims of an operation that runs alone one succeeds, and nothing else starts", (one, other) =>
  Effect.gen(function* () {
    const { alone } = yield* one(left)
    yield* later(leaseMillis + 1)
    const claims = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, i) => i),
      (i) => (i % 2 === 0 ? one : other)(claimedBy(`worker ${i % 10}`, ["long", "short"])),
      { concurrency: "unbounded" }
    )
    expect(claims.flatMap(Option.toArray).map(({ operationId }) => operationId)).toEqual([alone])
  }))
