import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { now } from "../sql/Clock.ts"
import { integer, readOne } from "../sql/Rows.ts"

const Inserted = Schema.Struct({ id: integer })

/**
 * Inserts a removed project without members and returns its id. Data that is moved into it disappears for everybody at
 * once, however much there is, and is deleted later in many short transactions. Runs within the caller's transaction.
 *
 * @param from the project whose product tables still contain the moved data; null if none does
 */
export const insertTombstone = (sql: SqlClient.SqlClient, from: number | null) =>
  Effect.map(
    readOne(
      Inserted,
      sql`INSERT INTO projects (name, is_sample, created_by, created_at, removed, removed_from)
        VALUES ('', 0, '', ${now(sql)}, 1, ${from}) RETURNING id`
    ),
    ({ id }) => id
  )
