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

/** What SqlClient sends before the first statement of a transaction. */
export const begin = "BEGIN IMMEDIATE"

const isEnd = (sql: string): boolean => sql === "COMMIT" || sql === "ROLLBACK"

/** Neither reads nor writes. */
const isMark = (sql: string): boolean => isEnd(sql) || sql.startsWith("SAVEPOINT ")

interface State {
  readonly id: number
  /** BEGIN was sent, and nothing since that the writer has to know of. */
  begins: boolean
  /** The writer has begun it. */
  begun: boolean
  /** It may be open there. */
  isOpen: boolean
  hasWritten: boolean
  over: boolean
  /** What is sent with the next question. */
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
 * The connection of one transaction each time, for who has the turn to write; what is open when its scope ends is rolled
 * back. It begins with the first statement that the writer is asked for: until then it reads what has been committed, at
 * once. Statements after its end fail with `SqlError`.
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

    // Each question to the writer may wait for a turn of the event loop: where it can be spared, it is.
    const ask = (queries: ReadonlyArray<Query>) =>
      unlessOver(() => {
        // Until the answer says otherwise: of a statement that fails or is interrupted it is not known.
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
        // What a savepoint undoes has been put aside after it: it was sent with all that was there before.
        if (query.sql.startsWith("ROLLBACK")) state.next = []
        if (state.begins && !state.isOpen && state.next.length === 0 && isEnd(query.sql)) {
          state.begins = false
          return Effect.succeed([])
        }
        // Who locks what it reads begins: another process may write too, for an operator.
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
