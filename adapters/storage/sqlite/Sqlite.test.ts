import { Database } from "bun:sqlite"
import { expect, spyOn } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Ref from "effect/Ref"
import * as Runtime from "effect/Runtime"
import * as Stream from "effect/Stream"
import { volume } from "../../../src/testing/Volume.ts"
import { ListMemory } from "../../../src/ports/ListMemory.ts"
import { effect, withLayer } from "../../../src/testing/EffectTest.ts"
import { turnsDuring } from "../../../src/testing/Turns.ts"
import * as Sqlite from "./Sqlite.ts"
import * as Folder from "../testing/Folder.ts"
import { locked } from "../sql/Lock.ts"
import { LongWork } from "../sql/LongWork.ts"
import { Scripts } from "../sql/Script.ts"
import { longTransaction, transaction } from "../sql/Transaction.ts"

const onThreads = withLayer(Folder.durable("empty"))
const onCallingThread = withLayer(Folder.volatile("empty"))

/** Runs the test on threads and on the calling thread. */
const it = (name: string, run: Parameters<typeof onThreads>[1]): void => {
  onThreads(`on threads: ${name}`, run)
  onCallingThread(`on the calling thread: ${name}`, run)
}

const setUp = Effect.tap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE pairs (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)`
)
const inLongWork = Effect.provideService(LongWork, true)
const reason = Effect.flip<unknown, SqlError.SqlError, never>

const count = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly n: number }>`SELECT count(*) AS n FROM pairs`, (rows) => rows[0]!.n)

const manyRows = (sql: SqlClient.SqlClient, rows: number) =>
  sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO pairs SELECT i, i, i FROM n`

/** A transaction that has inserted a row and waits for `go`; `started` is set once the row is inserted. */
const suspended = (sql: SqlClient.SqlClient, id = 1) =>
  Effect.gen(function* () {
    const started = yield* Deferred.make<void>()
    const go = yield* Deferred.make<void>()
    const fiber = yield* sql`INSERT INTO pairs VALUES (${id}, 1, 1)`.pipe(
      Effect.zipRight(Deferred.succeed(started, undefined)),
      Effect.zipRight(Deferred.await(go)),
      sql.withTransaction,
      Effect.fork
    )
    yield* Deferred.await(started)
    return { fiber, go: Deferred.succeed(go, undefined) }
  })

onThreads("the connection is durable and checks references", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const directory = mkdtempSync(join(tmpdir(), "plinth-test-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
      const services = yield* Layer.build(Sqlite.layer({ directory: join(directory, "new", "folder") }))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pragma = (name: string) =>
          Effect.map(sql.unsafe(`PRAGMA ${name}`).values, (rows) => rows[0]?.[0]).pipe(sql.withTransaction)
        expect(yield* pragma("journal_mode")).toBe("wal")
        expect(yield* pragma("synchronous")).toBe(1)
        expect(yield* pragma("foreign_keys")).toBe(1)
        expect(yield* pragma("wal_autocheckpoint")).toBe(0)
        // A writer that waits for another process must not block the event loop.
        expect(yield* pragma("busy_timeout")).toBe(0)
        expect(yield* inLongWork(pragma("busy_timeout"))).toBeGreaterThan(0)
        expect(yield* inLongWork(pragma("synchronous"))).toBe(1)
        expect(yield* inLongWork(pragma("foreign_keys"))).toBe(1)
        expect(yield* inLongWork(pragma("wal_autocheckpoint"))).toBe(0)
      }).pipe(Effect.provide(services))
    })
  )
)

it("values of every kind are read back", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE v (id INTEGER PRIMARY KEY, v)`
    const given = [
      1,
      1.5,
      2n ** 53n - 1n,
      -5n,
      "täxt\0\n",
      null,
      true,
      false,
      new Uint8Array([0, 255]),
      new Uint8Array()
    ]
    for (const value of given) yield* sql`INSERT INTO v (v) VALUES (${value as never})`
    const rows = yield* sql`SELECT v FROM v ORDER BY id`.values
    const kept = [1, 1.5, 2 ** 53 - 1, -5, "täxt\0\n", null, 1, 0, new Uint8Array([0, 255]), new Uint8Array()]
    expect(rows.map((row) => row[0])).toEqual(kept)
    expect(yield* sql`SELECT ${"a"} AS x, ${2 ** 40} AS y, typeof(${2 ** 40}) AS t`).toEqual([
      { x: "a", y: 2 ** 40, t: "integer" }
    ])
  }))

it("a parameter takes the affinity of its column, is compared like a value of the column, and may be a limit", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE v (id INTEGER PRIMARY KEY, t TEXT, i BIGINT, r REAL, b BLOB)`
    for (const t of [7, "7"]) yield* sql`INSERT INTO v ${sql.insert({ t, i: "7", r: 7, b: new Uint8Array([7]) })}`
    yield* sql`UPDATE v SET ${sql.update({ t: 8, i: "8" })} WHERE id = ${"2"}`
    expect(yield* sql`SELECT t, i, typeof(r) AS r, typeof(b) AS b FROM v ORDER BY id`).toEqual([
      { t: "7", i: 7, r: "real", b: "blob" },
      { t: "8", i: 8, r: "real", b: "blob" }
    ])
    const found = sql`SELECT id FROM v WHERE t = ${7} AND i = ${"7"} AND id IN ${sql.in(["1", "2"])}`
    expect(yield* found).toEqual([{ id: 1 }])
    expect(yield* sql`SELECT id FROM v ORDER BY id LIMIT ${1} OFFSET ${1}`).toEqual([{ id: 2 }])
  }))

it("64-bit integers are exact on request", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = sql`SELECT ${2n ** 62n + 1n} AS big`
    expect(yield* Effect.provideService(read, SqlClient.SafeIntegers, true)).toEqual([{ big: 2n ** 62n + 1n }])
    expect(typeof (yield* read)[0]!["big"]).toBe("number")
  }))

it("values that SQLite would change are refused", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    expect((yield* reason(sql`SELECT ${Number.NaN}`)).message).toContain("NaN")
    expect((yield* reason(sql`SELECT ${2n ** 63n}`)).message).toContain("64 bits")
    expect((yield* reason(sql`SELECT ${[1, 2] as never}`)).message).toContain("Binding")
    expect((yield* reason(sql`INSERT INTO pairs VALUES (1, 1, 1); DELETE FROM pairs`)).message).toContain(
      "one statement"
    )
    expect((yield* reason(sql`BEGIN`)).message).toContain("withTransaction")
    expect((yield* reason(sql`SELECT * FROM nowhere`)).message).toContain("nowhere")
    expect(yield* sql`SELECT ';' AS x;`).toEqual([{ x: ";" }])
    expect(yield* count(sql)).toBe(0)
  }))

it("a failed transaction has no effect", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const broken = Effect.zipRight(sql`INSERT INTO pairs VALUES (1, 1, 1)`, Effect.fail("no"))
    expect(yield* Effect.flip(sql.withTransaction(broken))).toBe("no")
    const dead = Effect.zipRight(sql`INSERT INTO pairs VALUES (2, 1, 1)`, Effect.die("bug"))
    expect(Exit.isFailure(yield* Effect.exit(sql.withTransaction(dead)))).toBe(true)
    expect(yield* count(sql)).toBe(0)
  }))

it("a script runs completely if its condition returns a row, else not at all", () =>
  Effect.gen(function* () {
    const sql = yield* setUp.pipe(Effect.zipRight(SqlClient.SqlClient))
    const run = (yield* Scripts)!
    const insert = (id: number) => sql`INSERT INTO pairs VALUES (${id}, 0, 0)`
    expect(yield* run(sql`SELECT 1`, [insert(1), insert(2)])).toBe(true)
    expect(yield* run(sql`SELECT id FROM pairs WHERE id = 3`, [insert(3)])).toBe(false)
    expect((yield* reason(run(sql`SELECT 1`, [insert(4), insert(1)])))._tag).toBe("SqlError")
    expect(yield* count(sql)).toBe(2)
    const { fiber, go } = yield* suspended(sql, 5)
    const waiting = yield* Effect.fork(run(sql`SELECT id FROM pairs WHERE id = 5`, [insert(6)]))
    yield* Effect.sleep("20 millis")
    expect(yield* count(sql)).toBe(2)
    yield* go
    yield* Fiber.join(fiber)
    expect(yield* Fiber.join(waiting)).toBe(true)
    expect(yield* count(sql)).toBe(4)
  }))

it("a transaction reads the data at its start and its own writes", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const seen = yield* sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* count(sql)
        yield* sql`INSERT INTO pairs VALUES (1, 1, 1)`
        return [before, yield* count(sql)]
      })
    )
    expect(seen).toEqual([0, 1])
    const nested = sql.withTransaction(
      Effect.zipRight(sql`INSERT INTO pairs VALUES (2, 1, 1)`, Effect.zipLeft(Effect.fail("no"), count(sql)))
    )
    const after = sql.withTransaction(Effect.zipRight(Effect.ignore(nested), count(sql)))
    expect(yield* after).toBe(1)
    expect((yield* reason(sql.withTransaction(sql`SELECT json('{')`))).message).toContain("JSON")
    expect((yield* reason(sql.withTransaction(sql`SELECT * FROM nowhere`))).message).toContain("nowhere")
  }))

effect("a write of another process precedes a transaction's locked read or follows the whole transaction", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const directory = mkdtempSync(join(tmpdir(), "plinth-test-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
      const client = Effect.map(Layer.build(Sqlite.layer({ directory })), (one) =>
        Context.get(one, SqlClient.SqlClient)
      )
      const [service, operator] = [yield* client, yield* client]
      yield* Effect.provideService(setUp, SqlClient.SqlClient, service)
      const order: Array<string> = []
      const note = (what: string) => Effect.sync(() => order.push(what))
      const go = yield* Deferred.make<void>()
      const writing = yield* Effect.fork(
        Deferred.await(go).pipe(
          Effect.zipRight(operator`INSERT INTO pairs VALUES (1, 1, 1)`),
          Effect.zipRight(note("operator"))
        )
      )
      yield* service.withTransaction(
        Effect.gen(function* () {
          expect(yield* service`SELECT id FROM pairs ${locked(service)}`).toEqual([])
          yield* Deferred.succeed(go, undefined)
          yield* Effect.sleep("50 millis")
          expect(yield* count(service)).toBe(0)
          yield* service`INSERT INTO pairs VALUES (2, 1, 1)`
          yield* note("service")
        })
      )
      yield* Fiber.join(writing)
      expect(order).toEqual(["service", "operator"])
      expect(yield* count(service)).toBe(2)
    })
  )
)

onThreads("a short transaction asks no thread but the one that syncs, and that only if it has written", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const posted = spyOn(Worker.prototype, "postMessage")
    yield* Effect.addFinalizer(() => Effect.sync(() => posted.mockRestore()))
    const asked = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        posted.mockClear()
        yield* Effect.ignore(sql.withTransaction(effect))
        return posted.mock.calls.length
      })
    const insert = (id: number) => sql`INSERT INTO pairs VALUES (${id}, 0, 0)`
    expect(yield* asked(Effect.zipRight(count(sql), sql`SELECT 1 ${locked(sql)}`))).toBe(0)
    expect(yield* asked(Effect.all([count(sql), insert(1), insert(2)]))).toBe(1)
    expect(yield* asked(Effect.zipRight(insert(3), Effect.fail("undone")))).toBe(0)
    // BEGIN, the statement, COMMIT and the sync.
    expect(yield* inLongWork(asked(insert(3)))).toBe(4)
    expect(yield* inLongWork(asked(count(sql)))).toBe(3)
    expect(yield* count(sql)).toBe(3)
  })
)

it("short and long transactions take turns and see each other's rows", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const next = sql.withTransaction(
      Effect.flatMap(count(sql), (n) => Effect.zipRight(Effect.yieldNow(), sql`INSERT INTO pairs VALUES (${n}, 0, 0)`))
    )
    const all = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? next : inLongWork(next)))
    yield* Effect.all(all, { concurrency: "unbounded", discard: true })
    expect(yield* sql`SELECT count(*), max(id) FROM pairs`.values).toEqual([[40, 39]])
  }))

onThreads("the log is copied into the file and begun anew while others write", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB)`
    const pages = Effect.map(sql<{ readonly log: number }>`PRAGMA wal_checkpoint(NOOP)`, ([row]) => row!.log)
    const write = sql`INSERT INTO blobs VALUES (1, randomblob(1000000)) ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes`
    let most = 0
    let now = 0
    do {
      yield* sql.withTransaction(write)
      now = yield* pages
      most = Math.max(most, now)
    } while (now === most)
    expect(most).toBeGreaterThan(4000)
  })
)

onThreads("a write that is interrupted keeps its turn until it is done", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    for (let i = 0; i < 50; i++) {
      yield* sql`DELETE FROM pairs`
      const write = yield* Effect.fork(inLongWork(manyRows(sql, 2000)))
      yield* Effect.yieldNow()
      const interrupted = yield* Effect.fork(Fiber.interrupt(write))
      // The transaction and the write may come in either order; the value that is read includes all earlier writes.
      const [before, after] = yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* count(sql)
          yield* sql`INSERT INTO pairs VALUES (0, 0, 0)`
          return [before, yield* count(sql)] as const
        })
      )
      expect(after).toBe(before + 1)
      yield* Fiber.join(interrupted)
    }
  })
)

it("a nested transaction is rolled back alone", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const insert = (id: number) => sql`INSERT INTO pairs VALUES (${id}, 0, 0)`
    const undone = sql.withTransaction(Effect.zipRight(insert(2), Effect.fail("no")))
    const deeper = sql.withTransaction(Effect.all([insert(3), Effect.ignore(undone), insert(4)]))
    yield* sql.withTransaction(Effect.all([insert(1), Effect.ignore(undone), deeper, Effect.ignore(undone)]))
    expect(yield* sql`SELECT id FROM pairs ORDER BY id`.values).toEqual([[1], [3], [4]])
  }))

it("a hundred pausing transactions interleave with reads and single writes, and none is seen half done", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    yield* sql`INSERT INTO pairs VALUES (1, 0, 0)`
    const pair = Effect.map(
      sql<{ readonly a: number; readonly b: number }>`SELECT a, b FROM pairs WHERE id = 1`,
      (rows) => rows[0]!
    )
    const halves = yield* Ref.make(0)
    const look = Effect.flatMap(pair, ({ a, b }) => (a === b ? Effect.void : Ref.update(halves, (n) => n + 1)))
    const transaction = (fail: boolean) =>
      Effect.gen(function* () {
        const { a, b } = yield* pair
        expect(a).toBe(b)
        yield* sql`UPDATE pairs SET a = ${a + 1} WHERE id = 1`
        yield* Effect.sleep(1)
        yield* fail ? Effect.fail("no") : Effect.void
        yield* sql`UPDATE pairs SET b = ${b + 1} WHERE id = 1`
        yield* Effect.yieldNow()
      }).pipe(sql.withTransaction, Effect.ignore)
    const single = sql`UPDATE pairs SET a = a + 1, b = b + 1 WHERE id = 1`
    yield* Effect.forEach(
      Array.from({ length: 100 }, (_, i) => i),
      (i) =>
        Effect.all([transaction(i % 4 === 0), single, look, Effect.zipRight(Effect.yieldNow(), look)], {
          concurrency: 4
        }),
      { concurrency: "unbounded", discard: true }
    )
    expect(yield* Ref.get(halves)).toBe(0)
    expect(yield* pair).toEqual({ a: 175, b: 175 })
  }))

it("a reader does not wait for an open transaction, and sees the data before it", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const { fiber, go } = yield* suspended(sql)
    expect(yield* count(sql)).toBe(0)
    expect(yield* Stream.runCollect(sql`SELECT * FROM pairs`.stream)).toEqual(Chunk.empty())
    expect(yield* sql`WITH p AS (SELECT * FROM pairs) SELECT * FROM p`).toEqual([])
    yield* go
    yield* Fiber.join(fiber)
    expect(yield* count(sql)).toBe(1)
  }))

it("a single write waits for the open transaction and is not rolled back with it", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const { fiber } = yield* suspended(sql)
    const write = yield* Effect.fork(sql`INSERT INTO pairs VALUES (2, 2, 2) RETURNING id`)
    for (let i = 0; i < 20; i++) yield* Effect.yieldNow()
    expect(yield* Fiber.poll(write)).toMatchObject({ _tag: "None" })
    yield* Fiber.interrupt(fiber)
    expect(yield* Fiber.join(write)).toEqual([{ id: 2 }])
    expect(yield* sql`SELECT id FROM pairs`.values).toEqual([[2]])
  }))

it("waiting for a turn can be interrupted, unless the waiter opts out", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const { fiber, go } = yield* suspended(sql)
    const insert = (id: number) => sql.withTransaction(sql`INSERT INTO pairs VALUES (${id}, 0, 0)`)
    yield* Fiber.interrupt(yield* Effect.fork(insert(2)))
    const finalizer = yield* Effect.fork(Effect.onInterrupt(Effect.never, () => Effect.orDie(insert(3))))
    yield* Effect.yieldNow()
    yield* Fiber.interruptFork(finalizer)
    yield* go
    yield* Fiber.join(fiber)
    yield* Fiber.await(finalizer)
    expect(yield* sql`SELECT id FROM pairs ORDER BY id`.values).toEqual([[1], [3]])
  }))

it("a statement of an ended transaction has no effect", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const go = yield* Deferred.make<void>()
    const late = Effect.forkDaemon(Effect.zipRight(Deferred.await(go), sql`INSERT INTO pairs VALUES (1, 0, 0)`))
    const straggler = yield* sql.withTransaction(late)
    const { fiber, go: end } = yield* suspended(sql)
    yield* Deferred.succeed(go, undefined)
    expect((yield* reason(Fiber.join(straggler))).message).toContain("over")
    yield* end
    yield* Fiber.join(fiber)
    expect(yield* count(sql)).toBe(1)
  }))

it("a transaction that SQLite rolled back refuses statements and does not commit", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const body = Effect.gen(function* () {
      yield* sql`INSERT INTO pairs VALUES (1, 0, 0)`
      yield* Effect.ignore(sql`INSERT OR ROLLBACK INTO pairs VALUES (1, 0, 0)`)
      yield* sql`INSERT INTO pairs VALUES (2, 0, 0)`
    })
    expect((yield* reason(sql.withTransaction(body))).message).toContain("rolled back")
    expect(yield* count(sql)).toBe(0)
    yield* sql`INSERT INTO pairs VALUES (3, 0, 0)`
    expect(yield* count(sql)).toBe(1)
  }))

it("a slow stream reads one snapshot and can be abandoned", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    yield* sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO pairs SELECT i, i, i FROM n`
    const stream = sql<{ readonly a: number }>`SELECT a FROM pairs WHERE a > ${10} ORDER BY id`.stream
    const seen = yield* Stream.runFoldEffect(stream, 0, (n, { a }) =>
      Effect.as(sql`DELETE FROM pairs WHERE a = ${a + 1}`, n + 1)
    )
    expect(seen).toBe(990)
    expect(yield* count(sql)).toBe(11)
    const two = Stream.runCollect(Stream.take(sql`SELECT id FROM pairs ORDER BY id`.stream, 2))
    expect(Chunk.toArray(yield* two)).toEqual([{ id: 1 }, { id: 2 }])
    expect(yield* sql.withTransaction(Stream.runCount(sql`UPDATE pairs SET b = 0 RETURNING id`.stream))).toBe(11)
    expect(yield* Stream.runCount(sql`DELETE FROM pairs RETURNING id`.stream)).toBe(11)
    expect((yield* reason(Stream.runDrain(sql`SELECT * FROM nowhere`.stream))).message).toContain("nowhere")
    expect((yield* reason(Stream.runDrain(sql`SELECT json('{')`.stream))).message).toContain("JSON")
  }))

it("statements may be many, fail, and see changed tables", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const all = sql`SELECT * FROM pairs`
    const insert = sql`INSERT INTO pairs VALUES (1, 0, 0)`
    yield* insert
    expect((yield* reason(insert)).cause).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" })
    expect(yield* all).toEqual([{ id: 1, a: 0, b: 0 }])
    for (let i = 0; i < 700; i++) yield* sql.unsafe(`SELECT ${i} AS n FROM pairs`)
    yield* sql`ALTER TABLE pairs ADD COLUMN c DEFAULT 5`
    expect(yield* all).toEqual([{ id: 1, a: 0, b: 0, c: 5 }])
    expect(yield* sql`DELETE FROM pairs`.raw).toMatchObject({ changes: 1 })
  }))

it("a reserved connection keeps its turn", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const write = yield* Effect.scoped(
      Effect.gen(function* () {
        const reserved = yield* sql.reserve
        const write = yield* Effect.forkDaemon(sql`UPDATE pairs SET a = a + 1 RETURNING a`)
        yield* reserved.execute("INSERT INTO pairs VALUES (?, ?, 0)", [1, 1], undefined)
        expect(yield* Fiber.poll(write)).toMatchObject({ _tag: "None" })
        return write
      })
    )
    expect(yield* Fiber.join(write)).toEqual([{ a: 2 }])
  }))

/** Returns the threads that an effect starts, by kind and in order. */
const threadsOf = Effect.acquireRelease(
  Effect.sync(() => {
    const started: Record<"Writer" | "Streams" | "Sync", Array<Worker>> = { Writer: [], Streams: [], Sync: [] }
    const Real = globalThis.Worker
    const spy = spyOn(globalThis, "Worker").mockImplementation(((url: URL) => {
      const worker = new Real(url)
      started[/Sqlite(\w+)Thread/.exec(url.href)![1] as keyof typeof started].push(worker)
      return worker
    }) as never)
    return { started, spy }
  }),
  ({ spy }) => Effect.sync(() => spy.mockRestore())
)

effect("a transaction whose thread dies fails without effect, and the next one gets a new thread", () =>
  Effect.gen(function* () {
    const { started } = yield* threadsOf
    const services = yield* Layer.build(Folder.durable("empty"))
    yield* Effect.gen(function* () {
      const sql = yield* setUp
      const { fiber, go } = yield* inLongWork(suspended(sql))
      const writer = started.Writer[0]!
      writer.terminate()
      yield* go
      // COMMIT fails as a defect, which `transaction` converts.
      expect(Exit.isFailure(yield* Fiber.await(fiber))).toBe(true)
      yield* sql.withTransaction(sql`INSERT INTO pairs VALUES (2, 2, 2)`)
      expect(yield* sql`SELECT id FROM pairs`.values).toEqual([[2]])
      yield* inLongWork(sql.withTransaction(count(sql)))
      expect(started.Writer.length).toBe(2)
      const { fiber: late, go: goOn } = yield* inLongWork(suspended(sql))
      started.Writer[1]!.terminate()
      const single = yield* Effect.fork(sql`INSERT INTO pairs VALUES (3, 3, 3)`)
      yield* goOn
      yield* Fiber.await(late)
      yield* Fiber.join(single)
      expect(yield* sql`SELECT id FROM pairs`.values).toEqual([[2], [3]])
    }).pipe(Effect.provide(services))
  })
)

effect("the outcome of a commit on a dying thread is unknown", () =>
  Effect.gen(function* () {
    const { started } = yield* threadsOf
    const services = yield* Layer.build(Folder.durable("empty"))
    yield* Effect.gen(function* () {
      const sql = yield* setUp
      const lost = longTransaction(sql)(
        Effect.zipRight(
          sql`INSERT INTO pairs VALUES (1, 1, 1)`,
          Effect.sync(() => started.Writer[0]!.terminate())
        )
      )
      expect(yield* Effect.flip(Logger.withMinimumLogLevel(lost, LogLevel.None))).toMatchObject({
        _tag: "OutcomeUnknown"
      })
      expect(yield* count(sql)).toBe(0)
    }).pipe(Effect.provide(services))
  })
)

effect("a commit whose answer is lost is durable before anyone who may have read it is answered", () =>
  Effect.gen(function* () {
    const { started } = yield* threadsOf
    const directory = mkdtempSync(join(tmpdir(), "plinth-test-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
    const services = yield* Layer.build(Sqlite.layer({ directory }))
    yield* Effect.gen(function* () {
      const sql = yield* setUp
      const other = new Database(join(directory, "plinth.sqlite"), { readonly: true })
      yield* Effect.addFinalizer(() => Effect.sync(() => other.close()))
      const rows = () => Number(other.query("SELECT count(*) FROM pairs").values()[0]![0])
      const insert = sql`INSERT INTO pairs (a) VALUES (1)`
      for (const [write, last] of [
        [insert, "INSERT"],
        [sql.withTransaction(insert), "COMMIT"]
      ] as const) {
        const before = rows()
        const writer = started.Writer.at(-1)!
        const post = writer.postMessage.bind(writer)
        // The thread is given up between its commit and its answer.
        spyOn(writer, "postMessage").mockImplementation((message: unknown) => {
          post(message)
          if (!JSON.stringify(message).includes(last)) return
          while (rows() === before);
          writer.dispatchEvent(new ErrorEvent("error", { message: "lost" }))
        })
        expect(Exit.isFailure(yield* Effect.exit(inLongWork(write)))).toBe(true)
        const syncs = spyOn(started.Sync[0]!, "postMessage")
        expect(yield* sql.withTransaction(count(sql))).toBe(before + 1)
        expect(syncs.mock.calls.length).toBe(1)
        syncs.mockRestore()
        // The next round gets a new thread.
        yield* inLongWork(sql.withTransaction(count(sql)))
      }
    }).pipe(Effect.provide(services))
  })
)

effect(
  "the outcome of commits during the death of the sync thread is unknown, and the next one gets a new thread",
  () =>
    Effect.gen(function* () {
      const { started } = yield* threadsOf
      const services = yield* Layer.build(Folder.durable("empty"))
      yield* Effect.gen(function* () {
        const sql = yield* setUp
        const insert = (id: number) => transaction(sql)(sql`INSERT INTO pairs VALUES (${id}, 1, 1)`)
        const outcomes = Effect.forEach([1, 2, 3, 4, 5, 6], (id) => Effect.either(insert(id)), {
          concurrency: "unbounded"
        })
        const lost = yield* Effect.fork(Logger.withMinimumLogLevel(outcomes, LogLevel.None))
        const writes = spyOn(started.Sync[0]!, "postMessage").mockImplementation(() => {
          started.Sync[0]!.terminate()
        })
        const found = yield* Fiber.join(lost)
        writes.mockRestore()
        expect(found.some((one) => one._tag === "Left" && one.left._tag === "OutcomeUnknown")).toBe(true)
        yield* insert(7)
        expect(started.Sync.length).toBe(2)
        // The transactions were committed, but it was unknown whether they had reached the disk.
        expect(yield* count(sql)).toBe(7)
      }).pipe(Effect.provide(services))
    })
)

effect("a stream whose thread dies fails, and the next one gets a new thread", () =>
  Effect.gen(function* () {
    const { started } = yield* threadsOf
    const services = yield* Layer.build(Folder.durable("empty"))
    yield* Effect.gen(function* () {
      const sql = yield* setUp
      yield* manyRows(sql, 1000)
      const rows = sql`SELECT * FROM pairs`.stream
      const cut = Stream.runForEachChunk(rows, () => Effect.sync(() => started.Streams[0]!.terminate()))
      expect((yield* reason(cut)).message).not.toBe("")
      expect(yield* Stream.runCount(rows)).toBe(1000)
    }).pipe(Effect.provide(services))
  })
)

onThreads("the event loop turns while much is written and read", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const run = Runtime.runPromise(yield* Effect.runtime())
    const turnsOf = <A, E>(work: Effect.Effect<A, E>) => Effect.promise(() => turnsDuring(() => run(work)))
    const slow = inLongWork(manyRows(sql, 50_000))
    expect(yield* turnsOf(slow)).toBeGreaterThan(100)
    const sorted = sql`SELECT * FROM pairs ORDER BY -a % 1000`.stream
    expect(yield* turnsOf(Stream.runDrain(sorted))).toBeGreaterThan(100)
  })
)

onThreads("of a stream that nobody takes on, a chunk or two are read", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    yield* manyRows(sql, 100_000)
    const started = yield* Deferred.make<void>()
    const posted = spyOn(Worker.prototype, "postMessage")
    yield* Effect.addFinalizer(() => Effect.sync(() => posted.mockRestore()))
    const stuck = yield* sql`SELECT * FROM pairs`.stream.pipe(
      Stream.runForEachChunk(() => Effect.zipRight(Deferred.succeed(started, undefined), Effect.never)),
      Effect.fork
    )
    yield* Deferred.await(started)
    yield* Effect.sleep(50)
    expect(posted.mock.calls.length).toBeLessThan(5)
    yield* sql`INSERT INTO pairs VALUES (0, 0, 0)`
    expect(yield* count(sql)).toBe(100_001)
    yield* Fiber.interrupt(stuck)
  })
)

onThreads("streams take turns by user: one of who has few is not behind all of who has many", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    yield* manyRows(sql, 20_000)
    const begun: Array<string> = []
    const listed = (owner: string) =>
      sql`SELECT * FROM pairs ORDER BY -a % 1000`.stream.pipe(
        Stream.take(1),
        Stream.runForEach(() => Effect.sync(() => begun.push(owner))),
        Effect.provideService(ListMemory, { owner, reserve: () => Effect.void }),
        Effect.fork
      )
    const fibers = yield* Effect.forEach([...Array.from({ length: 8 }, () => "ada"), "bert"], listed)
    yield* Effect.forEach(fibers, Fiber.join)
    expect(begun.indexOf("bert")).toBeLessThan(4)
  })
)

onThreads("a transaction that is interrupted within a statement is rolled back after it", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const started = yield* Deferred.make<void>()
    const fiber = yield* sql`INSERT INTO pairs VALUES (0, 0, 0)`.pipe(
      Effect.zipRight(Deferred.succeed(started, undefined)),
      Effect.zipRight(manyRows(sql, 100_000)),
      sql.withTransaction,
      inLongWork,
      Effect.fork
    )
    yield* Deferred.await(started)
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(fiber)
    expect(yield* count(sql)).toBe(0)
    yield* sql`INSERT INTO pairs VALUES (0, 0, 0)`
    expect(yield* count(sql)).toBe(1)
  })
)

const inserter = `
  import * as SqlClient from "@effect/sql/SqlClient"
  import * as Effect from "effect/Effect"
  import { layer } from "./Sqlite.ts"
  const insert = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forever(Effect.gen(function* () {
    const [row] = yield* sql.withTransaction(sql\`INSERT INTO rows (half) VALUES (1) RETURNING id\`.pipe(
      Effect.tap(([{ id }]) => sql\`UPDATE rows SET half = 2 WHERE id = \${id}\`)))
    process.stdout.write(row.id + "\\n")
  })))
  await Effect.runPromise(Effect.provide(insert, layer({ directory: process.argv.at(-1) })))`

onThreads("a process that is killed in the middle of transactions loses none that was acknowledged", () =>
  Effect.gen(function* () {
    const directory = mkdtempSync(join(tmpdir(), "plinth-test-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
    const here = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, SqlError.SqlError>) =>
      Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), Sqlite.layer({ directory }))
    yield* here((sql) => sql`CREATE TABLE rows (id INTEGER PRIMARY KEY, half INTEGER)`)
    let acknowledged = 0
    for (let kill = 1; kill <= volume(3, 10); kill++) {
      const child = Bun.spawn([process.execPath, "-e", inserter, directory], {
        cwd: import.meta.dir,
        stderr: "inherit"
      })
      yield* Effect.promise(async () => {
        let text = ""
        let killed = false
        for await (const bytes of child.stdout) {
          text += new TextDecoder().decode(bytes)
          if (!killed && text.split("\n").length > 3 * kill) killed = (child.kill("SIGKILL"), true)
        }
        await child.exited
        expect(child.signalCode).toBe("SIGKILL")
        acknowledged = Math.max(acknowledged, ...text.split("\n").slice(0, -1).map(Number))
      })
      const rows = yield* here((sql) => sql`SELECT count(*), max(id), min(half) FROM rows`.values)
      const [all, last, half] = rows[0]!
      expect(last).toBeGreaterThanOrEqual(acknowledged)
      expect([all, half]).toEqual([last, 2])
    }
    expect(acknowledged).toBeGreaterThan(volume(15, 100))
  })
)
