import type { Connection } from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Durability } from "./Durability.ts"
import { connection, refusal, type RunQuery, streamAtOnce, type Write } from "./SqliteConnection.ts"
import { plain, type Query } from "./SqliteFile.ts"

/** The statement that SqlClient sends first in a transaction. */
export const begin = "BEGIN IMMEDIATE"

/** Returns whether a statement neither reads nor writes. */
const isMark = (sql: string): boolean =>
  sql === begin || sql === "COMMIT" || sql === "ROLLBACK" || sql.startsWith("SAVEPOINT ")

interface State {
  readonly id: number
  readonly write: Write
  /** The transaction has begun. */
  begun: boolean
  /** The transaction may be open. */
  isOpen: boolean
  hasWritten: boolean
  over: boolean
}

const send = ({ begun, id, write }: State, query: Query) => write({ kind: "Within", transaction: { id, begun }, query })

interface Parts {
  /** Returns the writing connection for the transaction that begins: on the calling thread, or on another for long work. */
  readonly writing: Effect.Effect<Write>
  readonly durability: Durability
  readonly isRead: (sql: string) => boolean
}

/**
 * Returns the connection of a new transaction, for a caller that holds the write turn. If the transaction is still open
 * when its scope ends, it is rolled back. Statements after its end fail with `SqlError`.
 */
export const make = ({ durability, isRead, writing }: Parts): Effect.Effect<Connection, never, Scope.Scope> => {
  let transactions = 0

  const start = Effect.map(writing, (write): State => ({
    id: transactions++,
    write,
    begun: false,
    isOpen: false,
    hasWritten: false,
    over: false
  }))

  const end = (state: State): Effect.Effect<void> =>
    Effect.suspend(() => {
      state.over = true
      return state.isOpen ? Effect.ignore(send(state, plain("ROLLBACK"))) : Effect.void
    })

  const connectionOf = (state: State): Connection => {
    const run: RunQuery = (query) =>
      Effect.suspend((): Effect.Effect<unknown, SqlError.SqlError> => {
        if (state.over) return refusal("the transaction is over")
        // Assumed until the answer says otherwise: if a statement fails or is interrupted, the state is unknown.
        state.isOpen = true
        state.hasWritten ||= !isMark(query.sql) && !isRead(query.sql)
        const sent = send(state, query)
        // A COMMIT whose answer is lost, because its thread died, may have stored the data all the same.
        const counted =
          query.sql === "COMMIT" && state.hasWritten ? Effect.ensuring(sent, Effect.sync(durability.committed)) : sent
        return Effect.map(Effect.zipRight(durability.sound, counted), ({ inTransaction, result }) => {
          state.isOpen = inTransaction
          state.begun ||= inTransaction
          return result
        })
      })
    return connection(run, streamAtOnce(run))
  }

  return Effect.map(Effect.acquireRelease(start, end), connectionOf)
}
