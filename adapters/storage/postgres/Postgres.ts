import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Holding } from "../../../src/ports/Holding.ts"
import { few, type Few, mostFew, withFew } from "../sql/RowStream.ts"
import { isLost } from "../sql/Transaction.ts"
import * as Pool from "./Pool.ts"
import * as Shares from "./Shares.ts"

/** A list that somebody reads slowly holds its connection: it takes none that a short statement would need. */
const streamConnections = 20
/** Of these, those of one user: others find one. */
const streamsOfUser = 10
/** How long a list waits for others of its user. */
const longestWait = "5 seconds"

const isRead = (sql: string): boolean => /^\s*SELECT\b(?![\s\S]*\bFOR (?:UPDATE|NO KEY UPDATE|SHARE)\b)/i.test(sql)

type Acquire = Effect.Effect<Connection, SqlError.SqlError, Scope.Scope>

/** What only reads is asked a second time where the connection was lost: one that rested may have been dead for long. */
const onceMore =
  (sql: string) =>
  <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>) =>
    Effect.retry(effect, { times: 1, while: (error) => isRead(sql) && isLost(error) })

/** Connections for lists, of which users take turns. */
const inTurn = (long: Acquire): Acquire => {
  const shares = Shares.make(streamsOfUser)
  /** A list waits for others of its user. */
  const turn = Effect.flatMap(Holding, ({ owner }) =>
    owner === null
      ? Effect.void
      : Effect.timeoutFail(shares.take(owner), {
          duration: longestWait,
          onTimeout: () => new SqlError.SqlError({ cause: new Error("too many lists of one user are being read") })
        })
  )
  return Effect.zipRight(turn, long)
}

/** Takes a connection for each statement, and one of those for lists for each stream. */
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

/** A cursor is asked three times, and this once. */
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
 * A PostgreSQL database by its URL; connections are made when they are needed, at most `connections` and twenty more for
 * long lists.
 *
 * A statement may take 30 s, wait for a lock for 10 s and for a connection for 5 s; a transaction that rests for a
 * minute is undone. A server that answers nothing any more counts as lost 2 s later. Nothing is asked when it is made:
 * the database need not be there yet.
 */
export const layer = (options: Pool.PoolOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> => {
  const acquirer = (connections: number) =>
    // Interrupted while it waits, the client would lose the connection that it is given then.
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
