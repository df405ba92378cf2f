import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Caller } from "../../../src/ports/Caller.ts"
import * as FairLock from "../../../src/runtime/FairLock.ts"
import * as FairScheduler from "../../../src/runtime/FairScheduler.ts"
import { DirectConnection } from "../sql/DirectConnection.ts"
import { flush } from "../sql/Durable.ts"
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
  writer
} from "./SqliteConnection.ts"
import * as Durability from "./Durability.ts"
import * as QuickReads from "./QuickReads.ts"
import { open, perform, plain, type Query } from "./SqliteFile.ts"
import * as SqliteTransaction from "./SqliteTransaction.ts"

/**
 * Pages of the log that are taken into the file at once, by whoever commits then: 16 MB. What an import and the removal
 * of its model change again and again is so written once, which halves the time of their commits.
 */
const pagesOfLog = 4000

/**
 * KiB of pages that the writer keeps: the indexes of the largest library, into which an import writes here and there.
 * With the 2 MB that SQLite keeps by itself they are read anew for each transaction.
 */
const keptKibibytes = 32 * 1024

/** The disk itself says no: what a file has lost then, asking again does not tell. */
const isOfDisk = ({ cause }: SqlError.SqlError): boolean => cause instanceof Error && "code" in cause

const make = (path: string, isDurable: boolean, where: Where) =>
  Effect.gen(function* () {
    const durability = isDurable ? Durability.make(yield* syncing(where, path), isOfDisk) : Durability.none
    // NORMAL: SQLite itself syncs where it takes the log into the file. A commit is brought to the disk here.
    const write = yield* writer(where, path, [
      "journal_mode = WAL",
      `synchronous = ${isDurable ? "NORMAL" : "OFF"}`,
      `wal_autocheckpoint = ${pagesOfLog}`,
      `cache_size = -${keptKibibytes}`,
      "foreign_keys = ON"
    ])
    const { results: mode } = yield* write({ kind: "Alone", query: plain("PRAGMA journal_mode") })
    if (String(mode) !== "wal") return yield* refusal("no WAL on this file system")
    // What a start finds in the log may be there only because the disk once refused it and the system remembers.
    if (isDurable) yield* write({ kind: "Alone", query: plain("PRAGMA wal_checkpoint(PASSIVE)") })
    const reader = yield* Effect.acquireRelease(
      attempt(() => open(path, null)),
      ({ close }) => Effect.sync(close)
    )
    const streamSlowly = yield* streamsSlowly(where, path)
    const turns = FairLock.make()
    const user = Effect.map(Caller, ({ userId }) => userId ?? "")
    const inTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(user, (user) => FairScheduler.whileOthersWait(turns.within(user)(effect)))

    const reads = QuickReads.make(reader)
    const { isRead } = reads
    // Who has been interrupted keeps the turn until it is done: the next one may read without asking the writer.
    const writeSoon = (request: Parameters<typeof write>[0]) =>
      Effect.uninterruptible(Effect.tap(write(request), durability.committed))
    const writeAlone = flow(writeSoon, durability.within(inTurn, Effect.fail))

    const outside: RunQuery = (query) =>
      Effect.suspend(() =>
        isRead(query.sql)
          ? Effect.zipRight(
              durability.sound,
              attempt(() => perform(reader, query))
            )
          : Effect.map(writeAlone({ kind: "Alone", query }), ({ results }) => results[0])
      )

    const inTransaction = SqliteTransaction.make({ write, durability, reads })

    const atOnce: Few = (statement) =>
      Effect.zipRight(
        durability.sound,
        attempt(() => reads.few(...statement.compile()))
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
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]]
    })
    // The turn is taken here, because SqlClient would wait for it without letting itself be interrupted.
    const { withTransaction } = client
    const whole = Object.assign(client, {
      [flush]: durability.flush,
      [few]: atOnce,
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
            : // As an error of COMMIT does.
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
      const { results } = yield* inTurn(writeSoon({ kind: "Script", condition: query, script }))
      return results[0] === true
    })
    return Context.make(SqlClient.SqlClient, whole as SqlClient.SqlClient).pipe(
      Context.add(DirectConnection, unreserved),
      Context.add(Scripts, runScript)
    )
  })

/**
 * `durable`: a commit is acknowledged once it is on the disk; writes and long reads run on threads of their own.
 * `volatile`: nothing waits for the disk, and everything runs on the calling thread. For tests.
 */
export type Mode = "durable" | "volatile"

/**
 * SQLite in the file `plinth.sqlite` of the folder, which is made when it is not there.
 *
 * One connection writes, on a thread of its own: the callers' transactions and single writes take turns, and one keeps
 * its turn from BEGIN IMMEDIATE to COMMIT, whatever it waits for; then the next one goes on, and it is done when a third
 * thread has brought it to the disk, together with what was committed meanwhile. Another connection reads what is asked
 * outside of transactions, and by those that have written nothing yet, at once, and sees what has been committed, which a
 * power cut may still take as long as who wrote it has no answer; streams are read on a second thread. A transaction
 * whose thread dies fails, the next one has another. What has been acknowledged survives a power cut; once the disk has
 * refused what was committed nothing is read or written until the next start.
 * Fails with `SqlError` when the folder or the file cannot be used.
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
