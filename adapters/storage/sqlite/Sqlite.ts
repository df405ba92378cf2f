import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { Caller } from "../../../src/ports/Caller.ts"
import * as FairLock from "../../../src/runtime/FairLock.ts"
import * as FairScheduler from "../../../src/runtime/FairScheduler.ts"
import { DirectConnection } from "../sql/DirectConnection.ts"
import { flush } from "../sql/Durable.ts"
import { LongWork } from "../sql/LongWork.ts"
import { type Few, few } from "../sql/RowStream.ts"
import { type RunScript, Scripts } from "../sql/Script.ts"
import {
  attempt,
  connection,
  refusal,
  type RunQuery,
  streamAtOnce,
  streamsSlowly,
  syncing,
  type Where,
  type Write,
  writer
} from "./SqliteConnection.ts"
import * as Durability from "./Durability.ts"
import * as QuickReads from "./QuickReads.ts"
import { open, pagesOfLog, perform, plain, type Query, reads } from "./SqliteFile.ts"
import * as SqliteLog from "./SqliteLog.ts"
import * as SqliteTransaction from "./SqliteTransaction.ts"

/**
 * Page cache of the writer in KiB. It holds the indexes of the largest library, into which an import writes at random
 * places. With SQLite's default of 2 MB they would be read again for each transaction.
 */
const keptKibibytes = 32 * 1024

/**
 * The compiler of SQLite's statements. If a bare `?` is compared in a join, or is a limit, SQLite plans the statement
 * for the value that is bound, and therefore compiles it again in each run, which takes several times as long as a small
 * read. It does not look through the plus, which changes neither value nor affinity.
 */
const compiler = Statement.makeCompiler({
  dialect: "sqlite",
  placeholder: () => "+?",
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: () => ["", []],
  onCustom: () => ["", []]
})

/** Returns whether the disk itself failed. A retry would not show what the file has lost. */
const isOfDisk = ({ cause }: SqlError.SqlError): boolean => cause instanceof Error && "code" in cause

const isBusy = ({ cause }: SqlError.SqlError): boolean =>
  cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_BUSY")

/** Waits for another process, run by an operator, that writes too, as `busy_timeout` does but without blocking. */
const untilFree = Schedule.intersect(Schedule.spaced("5 millis"), Schedule.recurs(400))

const make = (path: string, isDurable: boolean, where: Where) =>
  Effect.gen(function* () {
    const sync = isDurable ? yield* syncing(where, path) : Effect.void
    // A commit writes its pages to the log and, in mode NORMAL, does not wait for the disk: "FULL synchronous mode …
    // adds an additional sync operation … after each transaction commit" (https://sqlite.org/pragma.html#pragma_synchronous).
    // `SqliteSync` adds that sync, before the commit is acknowledged. A commit that is still missing on the disk takes
    // along only later ones, since recovery ends at the first frame whose checksum does not hold
    // (https://sqlite.org/fileformat2.html#walformat). The log is copied into the file only after a sync of its own.
    const pragmas = [
      "journal_mode = WAL",
      `synchronous = ${isDurable ? "NORMAL" : "OFF"}`,
      `wal_autocheckpoint = ${isDurable ? 0 : 1000}`,
      `cache_size = -${keptKibibytes}`,
      "foreign_keys = ON"
    ]
    const writeLong = yield* writer(where, path, pragmas)
    const { result: mode } = yield* writeLong({ kind: "Alone", query: plain("PRAGMA journal_mode") })
    if (String(mode) !== "wal") return yield* refusal("no WAL on this file system")
    // The log found at start may be only in the page cache of the system, because the disk refused it earlier.
    yield* writeLong({ kind: "CopyLog" })
    yield* Effect.ignore(writeLong({ kind: "RestartLog" }))
    const atOnce =
      where === "calling thread" ? writeLong : yield* writer("calling thread", path, [...pragmas, "busy_timeout = 0"])
    const write: Write = (request) =>
      Effect.catchIf(atOnce(request), isBusy, () =>
        Effect.retry(atOnce(request), { schedule: untilFree, while: isBusy })
      )
    /** Returns the writing connection for the current work. */
    const writing = Effect.map(LongWork, (isLong) => (isLong ? writeLong : write))
    const reader = yield* Effect.acquireRelease(
      attempt(() => open(path, null)),
      ({ close }) => Effect.sync(close)
    )
    const streamSlowly = yield* streamsSlowly(where, path)
    const turns = FairLock.make()
    const tidyLog = yield* SqliteLog.make({
      pages: attempt(() => pagesOfLog(reader)),
      copy: writeLong({ kind: "CopyLog" }),
      restart: turns.within("")(writeLong({ kind: "RestartLog" }))
    })
    const durability = isDurable ? Durability.make(Effect.zipLeft(sync, tidyLog), isOfDisk) : Durability.none
    const user = Effect.map(Caller, ({ userId }) => userId ?? "")
    const inTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(user, (user) => FairScheduler.whileOthersWait(turns.within(user)(effect)))

    const isRead = reads(reader)
    const quickReads = QuickReads.make(reader, isRead)
    // An interrupted caller keeps the turn until its write is done, because the next one may write over another
    // connection. A write whose answer is lost, because its thread died, may have been committed all the same.
    const committing = (write: Write, request: Parameters<Write>[0]) =>
      Effect.uninterruptible(Effect.ensuring(write(request), Effect.sync(durability.committed)))
    const writeAlone = (query: Query) =>
      durability.within(
        inTurn,
        Effect.fail
      )(Effect.flatMap(writing, (write) => committing(write, { kind: "Alone", query })))

    const outside: RunQuery = (query) =>
      Effect.suspend(() =>
        isRead(query.sql)
          ? Effect.zipRight(
              durability.sound,
              attempt(() => perform(reader, query))
            )
          : Effect.map(writeAlone(query), ({ result }) => result)
      )

    const inTransaction = SqliteTransaction.make({ writing, durability, isRead })

    const fewRows: Few = (statement) =>
      Effect.zipRight(
        durability.sound,
        attempt(() => quickReads.few(...statement.compile()))
      )
    const unreserved = connection(outside, (sql, params, transformRows) =>
      Stream.unwrap(
        Effect.map(durability.sound, () =>
          (isRead(sql) ? streamSlowly : streamAtOnce(outside))(sql, params, transformRows)
        )
      )
    )
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(unreserved),
      transactionAcquirer: inTransaction,
      beginTransaction: SqliteTransaction.begin,
      compiler,
      spanAttributes: [["db.system.name", "sqlite"]]
    })
    // The turn is taken here because SqlClient would wait for it uninterruptibly.
    const { withTransaction } = client
    const whole = Object.assign(client, {
      [flush]: durability.flush,
      [few]: fewRows,
      reserve: Effect.zipRight(
        Effect.acquireRelease(Effect.flatMap(user, turns.take), () =>
          Effect.zipRight(turns.release, Effect.ignore(durability.flush))
        ),
        inTransaction
      ),
      withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (outer) =>
          Option.isSome(outer)
            ? withTransaction(effect)
            : // A failed flush becomes a defect, as an error of COMMIT does.
              durability.within(inTurn, Effect.die)(withTransaction(effect))
        )
    })
    const queryOf = (statement: Statement.Statement<object>): Effect.Effect<Query> =>
      Effect.withFiberRuntime((fiber) =>
        Option.match(fiber.getFiberRef(Statement.currentTransformer), {
          onNone: () => Effect.succeed<Statement.Statement<unknown>>(statement),
          onSome: (transform) =>
            Effect.useSpan("sql.script", (span) => transform(statement, client, fiber.getFiberRefs(), span))
        }).pipe(
          Effect.map((sent) => {
            const [text, params] = sent.compile()
            return { sql: text, params, form: "values", safeIntegers: false }
          })
        )
      )
    const runScript: RunScript = Effect.fnUntraced(function* (condition, statements) {
      const query = yield* queryOf(condition)
      const script = yield* Effect.forEach(statements, queryOf)
      const { result } = yield* inTurn(committing(writeLong, { kind: "Script", condition: query, script }))
      return result === true
    })
    return Context.make(SqlClient.SqlClient, whole as SqlClient.SqlClient).pipe(
      Context.add(DirectConnection, unreserved),
      Context.add(Scripts, runScript)
    )
  })

/**
 * `durable`: a commit is acknowledged once it is on the disk; writes and long reads run on their own threads.
 * `volatile`: nothing waits for the disk, and everything runs on the calling thread. For tests.
 */
export type Mode = "durable" | "volatile"

/**
 * SQLite in the file `plinth.sqlite` of the folder, which is created if it does not exist.
 *
 * Transactions and single writes of the callers take turns. A transaction keeps its turn from BEGIN IMMEDIATE to COMMIT,
 * whatever it waits for; then the next one proceeds, and the first is finished once a thread has brought it to the
 * disk, together with whatever was committed meanwhile.
 * Short transactions run on the calling thread. Those of `LongWork` and scripts run over a second connection on a
 * thread, which also copies the log into the file.
 * Another connection serves reads outside transactions at once. It sees committed data, which a power cut may still
 * destroy until its writer has been answered. Streams are read on another thread.
 * If the writer thread dies, its transaction fails and the next one gets a new thread. Acknowledged data survives a
 * power cut. Once the disk has refused committed data, nothing is read or written until the next start.
 * Fails with `SqlError` if the folder or the file cannot be used.
 */
export const layer = (options: {
  readonly directory: string
  readonly mode?: Mode
}): Layer.Layer<SqlClient.SqlClient | DirectConnection | Scripts, SqlError.SqlError> =>
  Layer.scopedContext(
    Effect.zipRight(
      attempt(() => mkdirSync(options.directory, { recursive: true, mode: 0o700 })),
      options.mode === "volatile"
        ? make(join(options.directory, "plinth.sqlite"), false, "calling thread")
        : make(join(options.directory, "plinth.sqlite"), true, "own threads")
    )
  ).pipe(Layer.provide(Reactivity.layer))
