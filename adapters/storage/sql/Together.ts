import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"

type Rows = Statement.Statement<object>

/**
 * Runs INSERT, UPDATE or DELETE statements that do not see each other's changes, and returns the rows of the last one. On
 * PostgreSQL they are one statement, which saves a round trip for each of the others.
 */
export const together = (
  sql: SqlClient,
  others: ReadonlyArray<Rows>,
  last: Rows
): Effect.Effect<ReadonlyArray<object>, SqlError> =>
  sql.onDialectOrElse({
    pg: () => {
      if (others.length === 0) return last
      const steps = others.map((one, i) => sql`${sql(`step_${i}`)} AS (${one})`)
      return sql`WITH ${sql.csv(steps)} ${last}`
    },
    orElse: () => Effect.zipRight(Effect.all(others, { discard: true }), last)
  })
