import type { Connection } from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { lock } from "../sql/Lock.ts"
import { type ExecuteTogether, executeTogether, type ExecuteWithNext, executeWithNext } from "../sql/Together.ts"
import type { Durability } from "./Durability.ts"
import type * as QuickReads from "./QuickReads.ts"
import { attempt, connection, refusal, type RunQuery, streamAtOnce, type writer } from "./SqliteConnection.ts"
import { plain, type Query } from "./SqliteFile.ts"

/** The statement that SqlClient sends first in a transaction. */
export const begin = "BEGIN IMMEDIATE"

const isEnd = (sql: string): boolean => sql === "COMMIT" || sql === "ROLLBACK"

/** Returns whether a statement neither reads nor writes. */
const isMark = (sql: string): boolean => isEnd(sql) || sql.startsWith("SAVEPOINT ")

interface State {
  readonly id: number
  /** BEGIN was requested, and nothing since then had to be sent to the writer. */
  begins: boolean
  /** The writer has begun the transaction. */
  begun: boolean
  /** The transaction may be open at the writer. */
  isOpen: boolean
  hasWritten: boolean
  over: boolean
  /** Statements that are sent with the next request. */
  next: Array<Query>
}

const queryOf = ([sql, params]: Parameters<ExecuteTogether>[0][number]): Query => ({
  sql,
  params,
  form: "all",
  safeIntegers: false
})

interface Parts {
  readonly write: Effect.Effect.Success<ReturnType<typeof writer>>
  readonly durability: Durability
  readonly reads: ReturnType<typeof QuickReads.make>
}

/**
 * Returns the connection of a new transaction, for a caller that holds the write turn. If the transaction is still open
 * when its scope ends, it is rolled back. It begins with the first statement that is sent to the writer; until then it
 * reads committed data at once. Statements after its end fail with `SqlError`.
 */
export const make = ({ durability, reads, write }: Parts): Effect.Effect<Connection, never, Scope.Scope> => {
  let transactions = 0

  const start = Effect.sync((): State => ({
    id: transactions++,
    begins: false,
    begun: false,
    isOpen: false,
    hasWritten: false,
    over: false,
    next: []
  }))

  const end = (state: State): Effect.Effect<void> =>
    Effect.suspend(() => {
      state.over = true
      const rollback = { kind: "Within", transaction: state, queries: [plain("ROLLBACK")] } as const
      return state.isOpen ? Effect.ignore(write(rollback)) : Effect.void
    })

  const connectionOf = (state: State): Connection => {
    const unlessOver = <A>(work: () => Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
      Effect.suspend(() => (state.over ? refusal("the transaction is over") : work()))

    // Each request to the writer may wait for the event loop, so needless ones are avoided.
    const ask = (queries: ReadonlyArray<Query>) =>
      unlessOver(() => {
        // Assumed until the answer says otherwise: if a statement fails or is interrupted, the state is unknown.
        state.isOpen = true
        state.hasWritten ||= queries.some(({ sql }) => !isMark(sql) && !reads.isRead(sql))
        const before = state.next.splice(0)
        const request = { kind: "Within", transaction: state, queries: [...before, ...queries] } as const
        const answer = Effect.zipRight(durability.sound, write(request))
        return Effect.map(answer, ({ inTransaction, results }) => {
          const isCommitted = !inTransaction && queries.at(-1)?.sql !== "ROLLBACK"
          if (isCommitted && state.hasWritten) durability.committed()
          state.begins = false
          state.isOpen = inTransaction
          state.begun ||= inTransaction
          return results.slice(before.length)
        })
      })
    const askOne: RunQuery = (query) => Effect.map(ask([query]), ([result]) => result)

    const run: RunQuery = (query) =>
      unlessOver(() => {
        if (query.sql === begin) {
          state.begins = true
          return Effect.succeed([])
        }
        // Everything queued came after the savepoint, because the savepoint was sent with everything queued before it.
        if (query.sql.startsWith("ROLLBACK")) state.next = []
        if (state.begins && !state.isOpen && state.next.length === 0 && isEnd(query.sql)) {
          state.begins = false
          return Effect.succeed([])
        }
        // A locking read begins the transaction, because another process, run by an operator, may write too.
        if (!state.hasWritten && reads.isQuick(query.sql) && !(state.begins && query.sql.includes(lock))) {
          return Effect.zipRight(
            durability.sound,
            attempt(() => reads.read(query))
          )
        }
        return askOne(query)
      })

    const together: ExecuteTogether = (statements) => ask(statements.map(queryOf)) as ReturnType<ExecuteTogether>
    const withNext: ExecuteWithNext = (statements) =>
      unlessOver(() => {
        state.hasWritten = true
        state.next.push(...statements.map(queryOf))
        return Effect.void
      })
    return Object.assign(connection(run, streamAtOnce(askOne)), {
      [executeTogether]: together,
      [executeWithNext]: withNext
    })
  }

  return Effect.map(Effect.acquireRelease(start, end), connectionOf)
}
