import { expect, test } from "bun:test"
import process from "node:process"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { ListMemory } from "../../../src/ports/ListMemory.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import { alone } from "../sql/Lock.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import * as CutProxy from "../testing/CutProxy.ts"
import * as Postgres from "./Postgres.ts"
import * as Prepared from "./Prepared.ts"

const address = process.env["TEST_DATABASE_URL"]

interface World {
  readonly sql: SqlClient.SqlClient
  readonly proxy: CutProxy.CutProxy
  readonly url: Redacted.Redacted
  /** Inserts a number into a table of this test. */
  readonly insert: (id: number) => Statement.Statement<object>
  /** Returns the stored numbers. */
  readonly ids: Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
}

/** A test over a proxy before the database; a statement may take a second. */
const it = (title: string, run: (world: World) => Effect.Effect<void, unknown, Scope.Scope>) => {
  if (address === undefined) return test.skip(`PostgreSQL: ${title} (TEST_DATABASE_URL names none)`, () => {})
  return effect(`PostgreSQL: ${title}`, () =>
    Effect.gen(function* () {
      const through = new URL(address)
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => CutProxy.make(through.hostname, Number(through.port))),
        ({ close }) => Effect.sync(close)
      )
      through.port = String(proxy.port)
      const url = Redacted.make(through.href)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const name = sql(`things_${crypto.randomUUID().replaceAll("-", "")}`)
        yield* sql`CREATE TABLE ${name} (id INTEGER PRIMARY KEY)`
        yield* Effect.addFinalizer(() => Effect.ignore(sql`DROP TABLE ${name}`))
        yield* run({
          sql,
          proxy,
          url,
          insert: (id) => sql`INSERT INTO ${name} VALUES (${id})`,
          ids: Effect.map(sql<{ id: number }>`SELECT id FROM ${name} ORDER BY id`, (rows) => rows.map(({ id }) => id))
        })
      }).pipe(Effect.scoped, Effect.provide(Postgres.layer({ url, connections: 3, statementMillis: 1000 })))
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
}

it("reads are repeated after a dead connection", ({ ids, insert, proxy }) =>
  Effect.gen(function* () {
    yield* insert(1)
    for (let i = 0; i < 5; i++) {
      proxy.cut()
      expect(yield* ids).toEqual([1])
    }
  }))

it("a transaction whose connection is lost before COMMIT runs again and takes effect once", ({
  ids,
  insert,
  proxy,
  sql
}) =>
  Effect.gen(function* () {
    let runs = 0
    const work = Effect.gen(function* () {
      yield* insert(7)
      if (++runs === 1) yield* Effect.sync(proxy.cut)
      yield* insert(8)
    })
    yield* transaction(sql)(work)
    expect(runs).toBe(2)
    expect(yield* ids).toEqual([7, 8])
  }))

it("a lost answer to COMMIT is OutcomeUnknown, not a second run", ({ ids, insert, proxy, sql }) =>
  Effect.gen(function* () {
    proxy.cutAfter("COMMIT")
    expect(yield* Effect.flip(transaction(sql)(insert(1)))).toMatchObject({ _tag: "OutcomeUnknown" })
    expect(yield* ids).toEqual([1])
  }))

it("an unavailable server is reported at once, and used when it is back", ({ ids, insert, proxy, sql }) =>
  Effect.gen(function* () {
    proxy.refuse(true)
    proxy.cut()
    const outcome = Effect.timeout(Effect.either(transaction(sql)(insert(1))), "3 seconds")
    expect(yield* outcome).toMatchObject({ left: { _tag: "StorageUnavailable" } })
    expect(yield* Effect.flip(storageErrors(ids))).toMatchObject({ _tag: "StorageUnavailable" })
    proxy.refuse(false)
    expect(Either.isRight(yield* outcome)).toBe(true)
    expect(yield* ids).toEqual([1])
  }))

it("a server that stops answering is abandoned, and another connection is used", ({ ids, insert, proxy, sql }) =>
  Effect.gen(function* () {
    yield* insert(1)
    // Nothing that is sent for half a second arrives: BEGIN, the next statement, COMMIT.
    const mute = Effect.sync(() => proxy.swallow(true))
    const unmuted = <A, E>(work: Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const asked = yield* Effect.fork(Effect.either(work))
        yield* Effect.sleep("500 millis")
        proxy.swallow(false)
        return yield* Effect.timeout(Fiber.join(asked), "20 seconds")
      })
    expect(yield* unmuted(Effect.zipRight(mute, transaction(sql)(insert(2))))).toMatchObject({ _tag: "Right" })
    expect(yield* ids).toEqual([1, 2])
    let runs = 0
    const once = Effect.suspend(() => (++runs === 1 ? mute : Effect.void))
    const three = Effect.all([insert(3), once, insert(4)])
    expect(yield* unmuted(transaction(sql)(three))).toMatchObject({ _tag: "Right" })
    expect(yield* ids).toEqual([1, 2, 3, 4])
    const five = Effect.all([insert(5), insert(6), mute])
    expect(yield* unmuted(transaction(sql)(five))).toMatchObject({ left: { _tag: "OutcomeUnknown" } })
    expect(yield* ids).toEqual([1, 2, 3, 4])
  }))

it("a statement that takes too long is ended by the server", ({ ids, sql }) =>
  Effect.gen(function* () {
    expect(yield* Effect.flip(storageErrors(sql`SELECT pg_sleep(5)`))).toMatchObject({ reason: "57014" })
    expect(yield* ids).toEqual([])
  }))

it("a statement fails if no connection becomes free", ({ ids, sql }) =>
  Effect.gen(function* () {
    const hold = sql.withTransaction(Effect.never)
    const holders = yield* Effect.forEach([1, 2, 3], () => Effect.fork(hold))
    yield* Effect.sleep("200 millis")
    expect(yield* Effect.flip(storageErrors(ids))).toMatchObject({ _tag: "StorageUnavailable" })
    yield* Effect.forEach(holders, Fiber.interrupt)
    expect(yield* ids).toEqual([])
  }))

it("readers of long lists do not occupy the connections of statements", ({ ids, sql }) =>
  Effect.gen(function* () {
    const rows = sql`SELECT generate_series(1, 100000) AS n`.stream
    const slowly = Stream.runForEach(rows, () => Effect.sleep("1 second"))
    const readers = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.fork(slowly))
    yield* Effect.sleep("300 millis")
    expect(yield* Effect.timeout(ids, "2 seconds")).toEqual([])
    yield* Effect.forEach(readers, Fiber.interrupt)
  }))

it("a slow reader of many lists does not occupy the connections for others' lists", ({ sql }) =>
  Effect.gen(function* () {
    const rows = sql`SELECT generate_series(1, 100000) AS n`.stream
    const of = (owner: string) => Stream.provideService(ListMemory, { owner, reserve: () => Effect.void })
    const slowly = Stream.runForEach(of("ada")(rows), () => Effect.sleep("1 second"))
    const readers = yield* Effect.forEach(Array.from({ length: 30 }), () => Effect.fork(slowly))
    yield* Effect.sleep("300 millis")
    const one = Stream.runCount(of("bert")(sql`SELECT 1 AS n`.stream))
    expect(yield* Effect.timeout(one, "2 seconds")).toBe(1)
    yield* Effect.forEach(readers, Fiber.interrupt, { concurrency: "unbounded" })
  }))

it("the start waits for a starting server, and names the variable if it is refused", ({ proxy, url }) =>
  Effect.gen(function* () {
    proxy.refuse(true)
    const prepared = yield* Effect.fork(
      Effect.either(Effect.scoped(Effect.provide(Effect.void, Prepared.layer({ url }))))
    )
    yield* Effect.sleep("3 seconds")
    proxy.refuse(false)
    expect(yield* Effect.timeout(Fiber.join(prepared), "30 seconds")).toEqual(Either.void)
    const stranger = new URL(Redacted.value(url))
    stranger.username = "nobody"
    const refused = Effect.provide(Effect.void, Prepared.layer({ url: Redacted.make(stranger.href) }))
    expect(yield* Effect.flip(Effect.scoped(refused))).toMatchObject({
      message: expect.stringMatching(/^DATABASE_URL: /)
    })
  }))

it("the start waits for a server that disappears while the tables are created", ({ proxy, url }) =>
  Effect.gen(function* () {
    const cutting = Effect.sync(() => proxy.cutAfter("CREATE TABLE IF NOT EXISTS"))
    const cuts = yield* Effect.fork(Effect.repeat(cutting, Schedule.spaced("1 millis")))
    const prepared = yield* Effect.fork(
      Effect.either(Effect.scoped(Effect.provide(Effect.void, Prepared.layer({ url }))))
    )
    yield* Effect.sleep("3 seconds")
    expect(yield* Fiber.poll(prepared)).toEqual(Option.none())
    yield* Fiber.interrupt(cuts)
    proxy.cutAfter("nothing that is sent")
    expect(yield* Effect.timeout(Fiber.join(prepared), "30 seconds")).toEqual(Either.void)
  }))

it("the start waits if the server has no free connection", ({ sql, url }) =>
  Effect.gen(function* () {
    const role = `guest_${crypto.randomUUID().replaceAll("-", "")}`
    yield* sql.unsafe(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0 IN ROLE ${new URL(Redacted.value(url)).username}`)
    yield* Effect.addFinalizer(() => Effect.ignore(sql.unsafe(`DROP OWNED BY ${role}; DROP ROLE ${role}`)))
    const guest = new URL(Redacted.value(url))
    guest.username = role
    const started = Effect.scoped(Effect.provide(Effect.void, Prepared.layer({ url: Redacted.make(guest.href) })))
    const prepared = yield* Effect.fork(Effect.either(started))
    yield* Effect.sleep("1 second")
    expect(yield* Fiber.poll(prepared)).toEqual(Option.none())
    yield* sql.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
    expect(yield* Effect.timeout(Fiber.join(prepared), "30 seconds")).toEqual(Either.void)
  }))

it("a transaction runs again if its server has become a standby", ({ ids, insert, sql }) =>
  Effect.gen(function* () {
    // A former primary answers writes like this until its connections end.
    const demoted = sql`SET default_transaction_read_only = on`
    yield* Effect.all([demoted, demoted, demoted], { concurrency: 3 })
    expect(yield* Effect.flip(storageErrors(insert(1)))).toMatchObject({ reason: "connection lost" })
    yield* transaction(sql)(insert(2))
    expect(yield* ids).toEqual([2])
  }))

it("if the connection of a list is lost after the last row it is discarded, and the next list can be read", ({
  proxy,
  sql
}) =>
  Effect.gen(function* () {
    const list = Stream.runCount(sql`SELECT generate_series(1, 10) AS n`.stream)
    expect(yield* list).toBe(10)
    // Sync is the client's last message when it has read a cursor; the server answers it with ReadyForQuery.
    proxy.cutAfter("S\0\0\0\u0004")
    expect(Either.isLeft(yield* Effect.timeout(Effect.either(list), "10 seconds"))).toBe(true)
    expect(yield* list).toBe(10)
  }))

it("a list whose connection is lost fails, and the connection is replaced, repeatedly", ({ ids, proxy, sql }) =>
  Effect.gen(function* () {
    for (let i = 0; i < 25; i++) {
      const cut = Stream.runForEach(sql`SELECT generate_series(1, 100000) AS n`.stream, () => Effect.sync(proxy.cut))
      yield* Effect.timeout(Effect.either(cut), "5 seconds")
    }
    const count = Stream.runCount(sql`SELECT generate_series(1, 1000) AS n`.stream)
    expect(yield* Effect.timeout(count, "5 seconds")).toBe(1000)
    expect(yield* ids).toEqual([])
  }))

it("a list cancelled by the server leaves its connection usable", ({ sql }) =>
  Effect.gen(function* () {
    const late = Stream.runDrain(sql`SELECT pg_sleep(2), generate_series(1, 10) AS n`.stream)
    expect(yield* Effect.flip(storageErrors(late))).toMatchObject({ _tag: "StorageUnavailable" })
    expect(yield* Stream.runCount(sql`SELECT generate_series(1, 1000) AS n`.stream)).toBe(1000)
  }))

it("statements that are cancelled while they wait for a connection leak none", ({ ids, sql }) =>
  Effect.gen(function* () {
    const holders = yield* Effect.forEach([1, 2, 3], () => Effect.fork(sql.withTransaction(Effect.sleep("1 second"))))
    yield* Effect.sleep("100 millis")
    const waiting = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.fork(ids))
    yield* Effect.sleep("100 millis")
    yield* Effect.forEach(waiting, Fiber.interrupt, { concurrency: "unbounded" })
    yield* Effect.forEach(holders, Fiber.join)
    expect(yield* Effect.timeout(Effect.all([ids, ids, ids], { concurrency: 3 }), "3 seconds")).toEqual([[], [], []])
  }))

it("a stopped holder of the exclusive lock loses it within 15 s, and its work ends", ({ proxy, sql }) =>
  Effect.gen(function* () {
    const name = crypto.randomUUID()
    const other = Effect.gen(function* () {
      const direct = yield* SqlClient.SqlClient
      return yield* alone(direct, name)(() => Effect.succeed("other"))
    }).pipe(Effect.provide(Postgres.layer({ url: Redacted.make(address!), connections: 1 })))
    let isInterrupted = false
    const endless = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (isInterrupted = true)))
    let isSure: () => boolean = () => false
    const first = yield* Effect.fork(
      Effect.flip(
        alone(
          sql,
          name
        )((isOurs) => {
          isSure = isOurs
          return endless
        })
      )
    )
    // Longer than the server waits for a sign.
    yield* Effect.sleep("10 seconds")
    expect(yield* other).toEqual(Option.none())
    expect(isSure()).toBe(true)
    proxy.swallow(true)
    const taken = other.pipe(Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("200 millis") }))
    yield* Effect.timeout(taken, "15 seconds")
    // The client noticed the loss before another transaction began.
    expect(isInterrupted).toBe(true)
    proxy.swallow(false)
    yield* Effect.timeout(Fiber.join(first), "1 second")
  }))

it("the connection of an exclusive lock is idle afterwards like any other", ({ sql }) =>
  Effect.gen(function* () {
    const name = crypto.randomUUID()
    expect(yield* alone(sql, name)(() => alone(sql, name)(() => Effect.void))).toEqual(Option.some(Option.none()))
    const rests = sql<{ idle_session_timeout: string }>`SHOW idle_session_timeout`
    for (const [row] of yield* Effect.all([rests, rests, rests], { concurrency: 3 })) {
      expect(row).toEqual({ idle_session_timeout: "0" })
    }
    expect(yield* alone(sql, name)(() => Effect.void)).toEqual(Option.some(undefined))
  }))
