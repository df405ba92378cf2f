import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import * as SqlSchema from "@effect/sql/SqlSchema"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Function from "effect/Function"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import { OutcomeUnknown, StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Sqlite from "../sqlite/Sqlite.ts"
import { overClients } from "../testing/Storages.ts"
import { storageErrors, transaction } from "./Transaction.ts"

const quiet = Logger.remove(Logger.defaultLogger)

const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE parents (id INTEGER PRIMARY KEY)`
  yield* sql`CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`
  return sql
})
const children = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT count(*) FROM children`.values, (rows) => Number(rows[0]![0]))

overClients(Function.identity, (it, name) => {
  it("a COMMIT refused by a deferred constraint is a typed failure and stores nothing", () =>
    Effect.gen(function* () {
      const sql = yield* setUp
      const orphan = sql`INSERT INTO children VALUES (7)`
      const error = yield* Effect.flip(transaction(sql)(orphan))
      expect(error).toBeInstanceOf(StorageUnavailable)
      expect(error).toMatchObject({ reason: expect.stringMatching(/^(?:SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/) })
      expect(yield* children(sql)).toBe(0)
      yield* transaction(sql)(Effect.all([orphan, sql`INSERT INTO parents VALUES (7)`]))
      expect(yield* children(sql)).toBe(1)
    }))

  it("failures of the effect are passed on, except those of SQL", () =>
    Effect.gen(function* () {
      const sql = yield* setUp
      const insert = sql`INSERT INTO parents VALUES (1)`
      expect(yield* Effect.flip(transaction(sql)(Effect.zipRight(insert, Effect.fail("mine" as const))))).toBe("mine")
      const twice: Effect.Effect<unknown, StorageUnavailable | OutcomeUnknown> = transaction(sql)(
        Effect.zipRight(insert, insert)
      )
      expect(yield* Effect.flip(twice)).toMatchObject({
        _tag: "StorageUnavailable",
        reason: expect.stringMatching(/^(?:SQLITE_CONSTRAINT_PRIMARYKEY|23505)$/)
      })
      const bug = yield* Effect.exit(transaction(sql)(Effect.zipRight(insert, Effect.die("bug"))))
      expect(Exit.isFailure(bug) && Cause.squash(bug.cause)).toBe("bug")
      expect(yield* sql`SELECT * FROM parents`).toEqual([])
    }))

  it("an interrupted transaction is rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* setUp
      const inserted = yield* Effect.makeLatch()
      const fiber = yield* Effect.fork(
        transaction(sql)(
          sql`INSERT INTO parents VALUES (1)`.pipe(Effect.zipRight(inserted.open), Effect.zipRight(Effect.never))
        )
      )
      yield* inserted.await
      const exit = yield* Fiber.interrupt(fiber)
      expect(Exit.isInterrupted(exit)).toBe(true)
      expect(yield* sql`SELECT * FROM parents`).toEqual([])
      yield* sql`INSERT INTO parents VALUES (1)`
    }))

  it("a row that does not match its schema is a defect", () =>
    Effect.gen(function* () {
      const sql = yield* setUp
      const broken = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ id: Schema.String }),
        execute: () => sql`SELECT 1 AS id`
      })
      const exit: Exit.Exit<unknown, StorageUnavailable> = yield* Effect.exit(storageErrors(broken()))
      expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      expect(yield* Effect.flip(storageErrors(Effect.fail("mine")))).toBe("mine")
    }))

  /** Fails as a client does that meets the code, so often. */
  const failing = (code: string, times: number) => {
    let runs = 0
    return {
      runs: () => runs,
      conflict: Effect.suspend(() => (++runs > times ? Effect.void : new SqlError.SqlError({ cause: { code } })))
    }
  }

  for (const code of ["40001", "40P01", "SQLITE_BUSY", "ECONNRESET"]) {
    it(`${code}: the transaction runs again, without the writes of the first run`, () =>
      Effect.gen(function* () {
        const sql = yield* setUp
        const { conflict, runs } = failing(code, 2)
        const part = transaction(sql)(Effect.zipRight(sql`INSERT INTO parents VALUES (2)`, conflict))
        yield* transaction(sql)(Effect.zipRight(sql`INSERT INTO parents VALUES (1)`, part))
        expect(runs()).toBe(3)
        expect(yield* sql`SELECT id FROM parents ORDER BY id`.values).toEqual([[1], [2]])
      }))
  }

  it("repeated conflicts or lost connections fail after five runs, other failures at once", () =>
    Effect.gen(function* () {
      const sql = yield* setUp
      for (const [code, expected] of [
        ["40P01", 5],
        ["40003", 1],
        ["57P01", 5]
      ] as const) {
        const { conflict, runs } = failing(code, 10)
        const reason = code === "57P01" ? "connection lost" : code
        expect(yield* Effect.flip(transaction(sql)(conflict))).toMatchObject({ reason })
        expect(runs()).toBe(expected)
      }
    }))

  if (name === "PostgreSQL") {
    it("two transactions that lock two rows in opposite order both succeed", () =>
      Effect.gen(function* () {
        const sql = yield* setUp
        yield* sql`ALTER TABLE parents ADD COLUMN n INTEGER NOT NULL DEFAULT 0`
        yield* sql`INSERT INTO parents VALUES (1), (2)`
        const latches = [yield* Effect.makeLatch(), yield* Effect.makeLatch()] as const
        let runs = 0
        const crosswise = (mine: 0 | 1) =>
          transaction(sql)(
            Effect.gen(function* () {
              runs++
              yield* sql`UPDATE parents SET n = n + 1 WHERE id = ${mine + 1}`
              yield* latches[mine].open
              yield* latches[mine === 0 ? 1 : 0].await
              yield* sql`UPDATE parents SET n = n + 1 WHERE id = ${2 - mine}`
            })
          )
        yield* Effect.all([crosswise(0), crosswise(1)], { concurrency: "unbounded" })
        expect(runs).toBe(3)
        expect(yield* sql`SELECT n FROM parents`.values).toEqual([[2], [2]])
      }))
  }
})

/**
 * A client whose connection is lost at COMMIT or ROLLBACK with the given code, which is how a real connection fails.
 */
const lost = (code: string) =>
  ({
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.zipRight(Effect.exit(effect), Effect.die(new SqlError.SqlError({ cause: { code } })))
  }) as unknown as SqlClient.SqlClient

for (const [code, body, tag] of [
  ["08006", Effect.void, "OutcomeUnknown"],
  ["SQLITE_IOERR_FSYNC", Effect.void, "OutcomeUnknown"],
  ["40003", Effect.void, "OutcomeUnknown"],
  ["40001", Effect.void, "StorageUnavailable"],
  ["23505", Effect.void, "StorageUnavailable"],
  ["08006", Effect.fail("rolled back"), "StorageUnavailable"]
] as const) {
  effect(`${code} after a ${body === Effect.void ? "success" : "failure"} is ${tag}`, () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(transaction(lost(code))(body), quiet))
      expect(error).toMatchObject({ _tag: tag })
    })
  )
}

effect("a writer that another process blocks for too long is tried again and succeeds", () =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
    )
    yield* Effect.gen(function* () {
      const sql = yield* setUp
      const other = new Database(join(directory, "plinth.sqlite"))
      other.run("BEGIN IMMEDIATE")
      const told: Array<unknown> = []
      const release = Logger.make(({ message }) => {
        told.push(message)
        if (other.inTransaction) other.run("COMMIT")
      })
      yield* transaction(sql)(sql`INSERT INTO parents VALUES (1)`).pipe(
        Effect.provide(Logger.replace(Logger.defaultLogger, release))
      )
      other.close()
      expect(told).toHaveLength(1)
      expect(yield* sql`SELECT id FROM parents`.values).toEqual([[1]])
    }).pipe(Effect.provide(Sqlite.layer({ directory })))
  })
)

const disk = mkdtempSync(join(tmpdir(), "plinth-test-"))
const mounted =
  Bun.which("mount") !== null && Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).exitCode === 0
if (mounted) {
  effect("a full disk is StorageUnavailable; reading continues, and writing does when there is room again", () =>
    Effect.gen(function* () {
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          Bun.spawnSync(["umount", "-l", disk])
          rmSync(disk, { recursive: true })
        })
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB)`
      const insert = (id: number, size: number) =>
        transaction(sql)(sql`INSERT INTO blobs VALUES (${id}, ${new Uint8Array(size)})`)
      yield* insert(1, 100)
      expect(yield* Effect.flip(insert(2, 1_200_000))).toMatchObject({
        _tag: "StorageUnavailable",
        reason: "SQLITE_FULL"
      })
      expect(yield* Effect.flip(insert(3, 20_000_000))).toMatchObject({ _tag: "StorageUnavailable" })
      expect(yield* sql`SELECT id FROM blobs`.values).toEqual([[1]])
      yield* insert(4, 100)
      expect(yield* sql`SELECT id FROM blobs`.values).toEqual([[1], [4]])
    }).pipe(Effect.provide(Layer.merge(Sqlite.layer({ directory: disk }), quiet)))
  )
} else {
  rmSync(disk, { recursive: true })
  test.skip("a full disk (needs the right to mount a tmpfs)", () => {})
}
