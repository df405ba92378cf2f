import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlClient, SqlError } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Scope, Stream } from "effect"
import { Holding } from "../../../src/ports/Holding.ts"
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

/**
 * Takes a connection for each statement. What only reads is asked a second time where the connection was lost: one that
 * rested may have been dead for long.
 */
const unreserved = (short: Acquire, long: Acquire): Connection => {
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
  const once = <A>(sql: string, use: (connection: Connection) => Effect.Effect<A, SqlError.SqlError>) =>
    Effect.scoped(Effect.flatMap(short, use)).pipe(
      Effect.retry({ times: 1, while: (error) => isRead(sql) && isLost(error) })
    )
  return {
    execute: (sql, ...rest) => once(sql, (connection) => connection.execute(sql, ...rest)),
    executeRaw: (sql, ...rest) => once(sql, (connection) => connection.executeRaw(sql, ...rest)),
    executeValues: (sql, ...rest) => once(sql, (connection) => connection.executeValues(sql, ...rest)),
    executeUnprepared: (sql, ...rest) => once(sql, (connection) => connection.executeUnprepared(sql, ...rest)),
    executeStream: (...query) =>
      Stream.unwrapScoped(Effect.map(Effect.zipRight(turn, long), (connection) => connection.executeStream(...query)))
  }
}

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
      return yield* SqlClient.make({
        acquirer: Effect.succeed(unreserved(short, yield* acquirer(streamConnections))),
        transactionAcquirer: short,
        compiler: PgClient.makeCompiler(),
        spanAttributes: [["db.system.name", "postgresql"]]
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
}
