import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { LimitExceeded } from "../../../src/domain/Errors.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, readOne } from "./Rows.ts"

/** How many of something there may be, and the sentence that says so. */
export interface Limit {
  readonly most: number
  readonly details: string
}

const Count = Schema.Struct({ count: integer })

/**
 * How many rows there are, counted no further than `most`: along an index 4 ms for 100,000, which is about what it takes
 * to commit.
 *
 * @param rows what stands behind FROM
 */
export const countUpTo = (sql: SqlClient.SqlClient, most: number, rows: Statement.Fragment) =>
  Effect.map(
    readOne(Count, sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${most}) AS counted`),
    ({ count }) => count
  )

/**
 * Makes sure that `adding` more rows stay within the limit. Runs within the transaction that adds them, which nobody
 * else who adds runs beside. Fails with `LimitExceeded`.
 */
export const withinLimit = fn("withinLimit")(function* (
  sql: SqlClient.SqlClient,
  { details, most }: Limit,
  rows: Statement.Fragment,
  adding = 1
) {
  if (adding > 0 && (yield* countUpTo(sql, most, rows)) + adding > most) return yield* new LimitExceeded({ details })
})
