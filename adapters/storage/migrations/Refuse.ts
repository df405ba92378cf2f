import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** A change that a table rejects. Names and texts come from migrations, never from a user. */
export interface Refusal {
  readonly table: string
  readonly name: string
  readonly on: "UPDATE" | "DELETE"
  /** A condition over `OLD` and, on UPDATE, `NEW`. If it is absent, every change is rejected. */
  readonly when?: string
  readonly message: string
}

/** Creates a trigger that rejects a change of rows, whoever requests it. */
export const refuse = (sql: SqlClient.SqlClient, { message, name, on, table, when = "TRUE" }: Refusal) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.zipRight(
        sql.unsafe(`CREATE FUNCTION ${name}_refused() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '23514'; END $$`),
        sql.unsafe(`CREATE TRIGGER ${name} BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${when})
          EXECUTE FUNCTION ${name}_refused()`)
      ),
    orElse: () =>
      sql.unsafe(`CREATE TRIGGER ${name} BEFORE ${on} ON ${table} FOR EACH ROW WHEN ${when}
        BEGIN SELECT RAISE(ABORT, '${message}'); END`)
  })
