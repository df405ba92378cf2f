import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"

/** The columns of rows: the name and type of each, and a function that returns its value in a row. */
export type Columns<A> = Readonly<
  Record<string, readonly [type: "TEXT" | "BIGINT", valueOf: (row: A) => string | number | null]>
>

/**
 * Returns a `SELECT …` of many rows: first the values that all rows share, then the columns of each. The rows are sent
 * as one JSON text, because binding a value for each cell would block the event loop longer.
 */
export const givenRows = <A>(
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<A>,
  alike: ReadonlyArray<string | number>,
  columns: Columns<A>
): Statement.Fragment => {
  const values = Object.values(columns).map(([, valueOf]) => valueOf)
  const json = JSON.stringify(rows.map((row) => values.map((valueOf) => valueOf(row))))
  const given = alike.map((value) => sql`${value}`)
  const cells = Object.values(columns).map(([type], i) =>
    sql.literal(type === "TEXT" ? `r.value ->> ${i}` : `CAST(r.value ->> ${i} AS BIGINT)`)
  )
  const from = sql.onDialectOrElse({
    pg: () => sql`json_array_elements(${json}::json) AS r(value)`,
    orElse: () => sql`json_each(${json}) AS r`
  })
  return sql`SELECT ${sql.csv([...given, ...cells])} FROM ${from}`
}

/**
 * Returns `(columns) SELECT …` of many rows, for an INSERT: first the values that all rows share, then the columns of
 * each.
 */
export const manyRows = <A>(
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<A>,
  alike: Readonly<Record<string, string | number>>,
  columns: Columns<A>
): Statement.Fragment => {
  const names = sql.csv([...Object.keys(alike), ...Object.keys(columns)].map((name) => sql`${sql(name)}`))
  // SQLite would parse ON CONFLICT as the condition of a join if there were no WHERE.
  return sql`(${names}) ${givenRows(sql, rows, Object.values(alike), columns)} WHERE true`
}
