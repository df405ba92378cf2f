import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient, SqlError, SqlSchema } from "@effect/sql"
import { Cause, Effect, Exit, Fiber, Layer, Logger, Schema } from "effect"
import { OutcomeUnknown, StorageUnavailable } from "../../src/domain/StorageErrors.ts"
import { effect, withLayer } from "../../src/domain/testing/EffectTest.ts"
import * as Sqlite from "./Sqlite.ts"
import { storageErrors, transaction } from "./Transaction.ts"

const quiet = Logger.remove(Logger.defaultLogger)
const it = withLayer(Layer.merge(Sqlite.layerMemory, quiet))

const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE parents (id INTEGER PRIMARY KEY)`
  yield* sql`CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`
  return sql
})
const children = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT count(*) FROM children`.values, (rows) => rows[0]![0])

it("a COMMIT that a deferred constraint refuses is a typed failure that leaves nothing", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const orphan = sql`INSERT INTO children VALUES (7)`
    const error = yield* Effect.flip(transaction(sql)(orphan))
    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(error).toMatchObject({ reason: "SQLITE_CONSTRAINT_FOREIGNKEY" })
    expect(yield* children(sql)).toBe(0)
    yield* transaction(sql)(Effect.all([orphan, sql`INSERT INTO parents VALUES (7)`]))
    expect(yield* children(sql)).toBe(1)
  }))

it("what the effect fails with is passed on, SQL apart", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const insert = sql`INSERT INTO parents VALUES (1)`
    expect(yield* Effect.flip(transaction(sql)(Effect.zipRight(insert, Effect.fail("mine" as const))))).toBe("mine")
    const twice: Effect.Effect<unknown, StorageUnavailable | OutcomeUnknown> = transaction(sql)(
      Effect.zipRight(insert, insert)
    )
    expect(yield* Effect.flip(twice)).toMatchObject({
      _tag: "StorageUnavailable",
      reason: "SQLITE_CONSTRAINT_PRIMARYKEY"
    })
    const bug = yield* Effect.exit(transaction(sql)(Effect.zipRight(insert, Effect.die("bug"))))
    expect(Exit.isFailure(bug) && Cause.squash(bug.cause)).toBe("bug")
    expect(yield* sql`SELECT * FROM parents`).toEqual([])
  }))

it("an interrupted transaction is rolled back", () =>
  Effect.gen(function* () {
    const sql = yield* setUp
    const fiber = yield* Effect.fork(
      transaction(sql)(Effect.zipRight(sql`INSERT INTO parents VALUES (1)`, Effect.never))
    )
    yield* Effect.yieldNow()
    const exit = yield* Fiber.interrupt(fiber)
    expect(Exit.isInterrupted(exit)).toBe(true)
    expect(yield* sql`SELECT * FROM parents`).toEqual([])
    yield* sql`INSERT INTO parents VALUES (1)`
  }))

it("a row that its schema refuses is a defect", () =>
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

/** A client whose connection is lost at COMMIT or ROLLBACK with the given code, as a real one dies of it. */
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

const disk = mkdtempSync(join(tmpdir(), "plinth-test-"))
const mounted =
  Bun.which("mount") !== null && Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).exitCode === 0
if (mounted) {
  effect("a full disk is StorageUnavailable, reading goes on, and writing when there is room again", () =>
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
