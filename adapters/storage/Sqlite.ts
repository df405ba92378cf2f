import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError, Statement } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import { Context, Effect, Layer, Option, type Scope, Stream } from "effect"
import { DirectConnection } from "./DirectConnection.ts"
import { attempt, connection, open, type Run, streamAtOnce, streamsSlowly } from "./SqliteConnection.ts"

const make = (path: string, synchronous: "FULL" | "OFF") =>
  Effect.gen(function* () {
    const pragmas = ["journal_mode = WAL", `synchronous = ${synchronous}`, "foreign_keys = ON"]
    const writer = yield* open(path, pragmas, { readonly: false })
    yield* attempt(() => {
      if (writer.statement("PRAGMA journal_mode").values()[0]?.[0] !== "wal")
        throw new Error("no WAL on this file system")
    })
    const reader = yield* open(path, [], { readonly: true })
    const streamSlowly = yield* streamsSlowly(path)
    const semaphore = yield* Effect.makeSemaphore(1)
    const alone = semaphore.withPermits(1)

    const settle = attempt(() => void (writer.db.inTransaction && writer.db.run("ROLLBACK")))

    // What SQLite itself calls read-only and what gives columns; BEGIN and ATTACH give none. A table that the reader
    // does not know may be in the making: the writer says so when its turn has come.
    const isRead = (sql: string): boolean => {
      try {
        const statement = reader.statement(sql)
        return statement.readonly && statement.columnNames.length > 0
      } catch {
        return false
      }
    }

    const outside: Run = (sql, use) =>
      Effect.suspend(() => {
        if (isRead(sql)) return attempt(() => use(reader.statement(sql)))
        const write = attempt(() => {
          const result = use(writer.statement(sql))
          if (writer.db.inTransaction) throw new Error("transactions are begun by withTransaction")
          return result
        })
        return alone(Effect.ensuring(Effect.zipRight(settle, write), Effect.ignore(settle)))
      })

    const inTransaction: Effect.Effect<Connection, SqlError.SqlError, Scope.Scope> = Effect.map(
      Effect.acquireRelease(
        Effect.map(settle, () => ({ begun: false, over: false })),
        (state) =>
          Effect.zipRight(
            Effect.sync(() => (state.over = true)),
            Effect.ignore(settle)
          )
      ),
      (state) => {
        const run: Run = (sql, use) =>
          attempt(() => {
            if (state.over) throw new Error("the transaction is over")
            if (state.begun && !writer.db.inTransaction) throw new Error("the transaction has been rolled back")
            const result = use(writer.statement(sql))
            state.begun ||= writer.db.inTransaction
            return result
          })
        const inside = connection(run, streamAtOnce(run))
        // After some errors (full disk) SQLite has rolled back by itself.
        return {
          ...inside,
          executeUnprepared: (sql, params, transformRows) =>
            sql === "ROLLBACK" && !writer.db.inTransaction
              ? Effect.succeed([])
              : inside.executeUnprepared(sql, params, transformRows)
        }
      }
    )

    const unreserved = connection(outside, (sql, params, transformRows) =>
      Stream.suspend(() => (isRead(sql) ? streamSlowly : streamAtOnce(outside))(sql, params, transformRows))
    )
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(unreserved),
      transactionAcquirer: inTransaction,
      beginTransaction: "BEGIN IMMEDIATE",
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]]
    })
    // The permit is taken here, because SqlClient would wait for it without letting itself be interrupted.
    const { withTransaction } = client
    const whole = Object.assign(client, {
      reserve: Effect.zipRight(
        Effect.acquireRelease(semaphore.take(1), () => semaphore.release(1)),
        inTransaction
      ),
      withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (outer) =>
          Option.isSome(outer) ? withTransaction(effect) : alone(withTransaction(effect))
        )
    })
    return Context.make(SqlClient.SqlClient, whole as SqlClient.SqlClient).pipe(
      Context.add(DirectConnection, unreserved)
    )
  })

/**
 * SQLite in the file `plinth.sqlite` of the folder, which is made when it is not there.
 *
 * One connection writes: transactions and single writes take turns, and a transaction keeps its turn from BEGIN
 * IMMEDIATE to the end, whatever it waits for. Another one reads what is asked outside of transactions, at once, and
 * sees what has been committed. What has been acknowledged survives a power cut.
 * Fails with `SqlError` when the folder or the file cannot be used.
 */
export const layer = (options: {
  readonly directory: string
}): Layer.Layer<SqlClient.SqlClient | DirectConnection, SqlError.SqlError> =>
  Layer.scopedContext(
    Effect.zipRight(
      attempt(() => mkdirSync(options.directory, { recursive: true, mode: 0o700 })),
      make(join(options.directory, "plinth.sqlite"), "FULL")
    )
  ).pipe(Layer.provide(Reactivity.layer))

/** The same on a temporary folder, gone with the layer; nothing waits for the disk. */
export const layerMemory: Layer.Layer<SqlClient.SqlClient | DirectConnection, SqlError.SqlError> = Layer.scopedContext(
  Effect.acquireRelease(
    attempt(() => mkdtempSync(join(tmpdir(), "plinth-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
  ).pipe(Effect.flatMap((directory) => make(join(directory, "plinth.sqlite"), "OFF")))
).pipe(Layer.provide(Reactivity.layer))
