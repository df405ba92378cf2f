import { Database } from "bun:sqlite"
import type { Filter } from "../src/domain/products/Filter.ts"
import { pageOf, type PeerData } from "./QueryRows.ts"
import { type Engine, measures } from "./QueryWorkloads.ts"

interface Where {
  readonly sql: string
  readonly values: Array<string | number>
}

const where = (filters: ReadonlyArray<Filter>): Where => {
  const values: Array<string | number> = []
  const parts = filters.map(({ property, operator, value }) => {
    const column = property === "Class" ? "class" : `props ->> '$.${property}'`
    if (operator === "In") {
      values.push(JSON.stringify(value))
      return `${column} IN (SELECT value FROM json_each(?))`
    }
    values.push(operator === "Contains" ? String(value).toLowerCase() : (value as string | number))
    if (operator === "Contains") return `instr(lower(${column}), ?) > 0`
    return operator === "Equals" ? `${column} = ?` : `${column} IS NOT ?`
  })
  return { sql: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values }
}

/** SQLite with one jsonb a product, an index on the class, in memory. Text search folds ASCII only. */
export const sqlite = (data: PeerData): Engine => {
  const db = new Database(":memory:")
  db.run("CREATE TABLE products (row INTEGER PRIMARY KEY, guid TEXT, class TEXT, name TEXT, props BLOB)")
  const insert = db.prepare("INSERT INTO products (guid, class, name, props) VALUES (?, ?, ?, jsonb(?))")
  db.transaction(() => {
    for (let row = 0; row < data.count; row++) {
      const values = JSON.stringify(Object.fromEntries(data.valuesOf(row)))
      insert.run(data.guid[row]!, data.className(row), data.name(row), values)
    }
  })()
  db.run("CREATE INDEX products_class ON products (class)")
  db.run("ANALYZE")
  const booleans = new Set(data.columns.filter(({ kind }) => kind === "boolean").map(({ name }) => name))
  return {
    name: "SQLite jsonb",
    page: (workload) => {
      const { sql, values } = where(workload.filters)
      const count = db.query(`SELECT count(*) AS n FROM products ${sql}`).get(...values) as { readonly n: number }
      const columns = workload.fields.slice(3).map((name) => `props ->> '$.${name}'`)
      const rows = db
        .query(
          `SELECT ${["guid", "class", "name", ...columns].join(", ")} FROM products ${sql} ORDER BY row LIMIT ${workload.pageSize}`
        )
        .values(...values) as ReadonlyArray<ReadonlyArray<string | number | null>>
      return pageOf(data, workload, rows.length, count.n, (row, field, place) => {
        const value = rows[row]![place]!
        return value !== null && booleans.has(field) ? value === 1 : value
      })
    },
    sums: (filters) => {
      const { sql, values } = where(filters)
      const columns = measures.map((name) => `total(props ->> '$.${name}')`).join(", ")
      const found = db.query(`SELECT class, ${columns} FROM products ${sql} GROUP BY class`).values(...values)
      return new Map((found as Array<[string, ...Array<number>]>).map(([name, ...sums]) => [name, sums]))
    },
    close: () => db.close()
  }
}
