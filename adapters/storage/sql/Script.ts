import type * as SqlError from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * Runs the statements as one transaction if the condition selects a row, without a round trip between them; otherwise
 * does nothing. Returns whether they ran. Does not wait for the disk: `durable` does, and so does every other
 * transaction.
 */
export type RunScript = (
  condition: Statement<object>,
  statements: ReadonlyArray<Statement<object>>
) => Effect.Effect<boolean, SqlError.SqlError>

/** The `RunScript` of the storage. Null if statements have to be sent one after the other. */
export class Scripts extends Context.Reference<Scripts>()("adapters/Scripts", {
  defaultValue: (): RunScript | null => null
}) {}
