import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * Number of log pages after which the log is copied into the file: 16 MB. Pages that an import and the removal of its
 * model change repeatedly are thus written to the file once.
 */
const pagesOfLog = 4000

/** Number of pages by which the log has to grow before another attempt, if a reader needed the log. */
const pagesBeforeRetry = 1000

interface Parts {
  /** Returns the number of pages of the log. */
  readonly pages: Effect.Effect<number, SqlError.SqlError>
  /** Copies the log into the file while others write. */
  readonly copy: Effect.Effect<unknown, SqlError.SqlError>
  /** Copies the rest and begins the log again, unless a reader needs it, while nobody else writes. */
  readonly restart: Effect.Effect<unknown, SqlError.SqlError>
}

/**
 * Returns the effect that keeps the log short, to be run after commits. It does not wait for the disk: that is left to a
 * fiber. A log that could not be copied stays, and nothing is lost.
 */
export const make = ({ copy, pages, restart }: Parts): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let due = pagesOfLog
    let isRunning = false
    const run = Effect.gen(function* () {
      yield* copy
      yield* restart
      due = Math.max(pagesOfLog, (yield* pages) + pagesBeforeRetry)
    }).pipe(Effect.ignoreLogged, Effect.ensuring(Effect.sync(() => (isRunning = false))))
    return Effect.ignore(
      Effect.flatMap(pages, (count) => {
        if (count < due || isRunning) return Effect.void
        isRunning = true
        return Effect.forkIn(run, scope)
      })
    )
  })
