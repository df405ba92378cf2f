import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { limits } from "../../../src/domain/Limits.ts"
import { ListMemory } from "../../../src/ports/ListMemory.ts"
import { few, type Few, mostFew, withFew } from "../sql/RowStream.ts"
import { isLost } from "../sql/Transaction.ts"
import * as Pool from "./Pool.ts"
import * as Shares from "./Shares.ts"

/**
 * Number of connections for lists. A slowly read list holds its connection and must not take one from a short
 * statement.
 */
const streamConnections = 20
/** Timeout of a list that waits for other lists of its user. */
const longestWait = "5 seconds"

const isRead = (sql: string): boolean => /^\s*SELECT\b(?![\s\S]*\bFOR (?:UPDATE|NO KEY UPDATE|SHARE)\b)/i.test(sql)

type Acquire = Effect.Effect<Connection, SqlError.SqlError, Scope.Scope>

/** Retries a read once if the connection was lost, because an idle connection may have been dead for long. */
const onceMore =
  (sql: string) =>
  <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>) =>
    Effect.retry(effect, { times: 1, while: (error) => isRead(sql) && isLost(error) })

/** Returns the connections for lists, which users share. */
const inTurn = (long: Acquire): Acquire => {
  const shares = Shares.make(limits.listsOfUser.most)
  /** Waits while the user already reads as many lists as allowed. */
  const turn = Effect.flatMap(ListMemory, ({ owner }) =>
    owner === null
      ? Effect.void
      : Effect.timeoutFail(shares.take(owner), {
          duration: longestWait,
          onTimeout: () => new SqlError.SqlError({ cause: new Error("too many lists of one user are being read") })
        })
  )
  return Effect.zipRight(turn, long)
}

/** Returns a connection that acquires a short connection for each statement and a list connection for each stream. */
const unreserved = (short: Acquire, long: Acquire): Connection => {
  const once = <A>(sql: string, use: (connection: Connection) => Effect.Effect<A, SqlError.SqlError>) =>
    onceMore(sql)(Effect.scoped(Effect.flatMap(short, use)))
  return {
    execute: (sql, ...rest) => once(sql, (connection) => connection.execute(sql, ...rest)),
    executeRaw: (sql, ...rest) => once(sql, (connection) => connection.executeRaw(sql, ...rest)),
    executeValues: (sql, ...rest) => once(sql, (connection) => connection.executeValues(sql, ...rest)),
    executeUnprepared: (sql, ...rest) => once(sql, (connection) => connection.executeUnprepared(sql, ...rest)),
    executeStream: (...query) =>
      Stream.unwrapScoped(Effect.map(long, (connection) => connection.executeStream(...query)))
  }
}

/** Returns a reader of few rows. It takes one round trip; a cursor takes three. */
const atOnce =
  (long: Acquire): Few =>
  (statement) =>
    Effect.suspend(() => {
      const [text, params] = statement.compile()
      const sql = withFew(text)
      if (sql === null) return Effect.succeed(null)
      const rows = Effect.flatMap(long, (connection) => connection.execute(sql, params, undefined))
      return Effect.map(onceMore(sql)(Effect.scoped(rows)), (rows) => (rows.length > mostFew ? null : rows))
    })

/**
 * A PostgreSQL database by its URL. Connections are opened on demand: at most `connections`, and twenty more for long
 * lists.
 *
 * A statement may take 30 s, and wait 10 s for a lock and 5 s for a connection. A transaction that is idle for a minute
 * is rolled back. A server that stops answering counts as lost 2 s later. Building the layer sends no request, so the
 * database need not be running yet.
 */
export const layer = (options: Pool.PoolOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> => {
  const acquirer = (connections: number) =>
    // If the client were interrupted while it waits, it would leak the connection that it gets later.
    Effect.map(PgClient.fromPool({ acquire: Pool.make({ ...options, connections }) }), ({ reserve }) =>
      Effect.uninterruptible(reserve)
    )
  return Layer.scoped(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const short = yield* acquirer(options.connections)
      const long = inTurn(yield* acquirer(streamConnections))
      const client = yield* SqlClient.make({
        acquirer: Effect.succeed(unreserved(short, long)),
        transactionAcquirer: short,
        compiler: PgClient.makeCompiler(),
        spanAttributes: [["db.system.name", "postgresql"]]
      })
      return Object.assign(client, { [few]: atOnce(long) }) as SqlClient.SqlClient
    })
  ).pipe(Layer.provide(Reactivity.layer))
}
