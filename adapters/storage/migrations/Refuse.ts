import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** What a table does not let happen. Names and texts are of migrations, never of a user. */
export interface Refusal {
  readonly table: string
  readonly name: string
  readonly on: "UPDATE" | "DELETE"
  /** A condition over `OLD` and, on UPDATE, `NEW`; every change is refused where it is absent. */
  readonly when?: string
  readonly message: string
}

/** Makes the storage itself refuse a change of rows, whoever asks for it. */
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
