import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { now } from "../sql/Clock.ts"
import { integer, readOne } from "../sql/Rows.ts"

const Inserted = Schema.Struct({ id: integer })

/**
 * A project without members: what is moved into it is gone for everybody at once, however much hangs on it, and is
 * taken away later, in many short transactions. Gives its id; runs within the caller's transaction.
 *
 * @param from the project whose tables of products still speak of what is moved; null where none does
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
