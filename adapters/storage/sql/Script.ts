import type * as SqlError from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * Runs statements as one transaction where the condition gives a row, without coming back between them; else it does
 * nothing. Gives whether it did. It does not wait for the disk: `durable` does, and so does every other transaction.
 */
export type RunScript = (
  condition: Statement<object>,
  statements: ReadonlyArray<Statement<object>>
) => Effect.Effect<boolean, SqlError.SqlError>

/** Null where the storage has to be asked for one statement after the other. */
export class Scripts extends Context.Reference<Scripts>()("adapters/Scripts", {
  defaultValue: (): RunScript | null => null
}) {}
