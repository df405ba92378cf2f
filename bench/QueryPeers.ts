import { Database } from "bun:sqlite"
import * as DerivedUuid from "../src/domain/DerivedUuid.ts"
import type { Filter } from "../src/domain/Filter.ts"
import { type BenchData, measures } from "./QueryData.ts"
import type { Engine, Workload } from "./QueryWorkloads.ts"

type Value = string | number | boolean
interface Row {
  readonly Guid: string
  readonly Class: string
  readonly Name: string
  readonly cells: ReadonlyMap<string, Value>
}

/** The common 25 properties are all that the peers get: the friendliest case for them. */
const common = 25

const rowsOf = ({ content }: BenchData): ReadonlyArray<Row> => {
  const { products, texts, cells, values, properties } = content
  const maps = Array.from({ length: products.count }, () => new Map<string, Value>())
  for (let i = 0; i < cells.count; i++) {
    const property = cells.property[i]!
    if (property >= common) continue
    const [kind, number] = [values.kind[cells.value[i]!]!, values.number[cells.value[i]!]!]
    maps[cells.product[i]!]!.set(
      properties[property]!.name,
      kind === 1 ? texts[number]! : kind === 4 ? number === 1 : number
    )
  }
  return maps.map((cells, row) => ({
    Guid: products.guid[row]!,
    Class: products.classes[products.class[row]!]!,
    Name: texts[products.nameText[row]!]!,
    cells
  }))
}

const nothing = { PropertySet: null, Value: null, PropertyId: null }

/** Writes rows as objects and lets JSON.stringify and a TextEncoder do the rest. */
const pageOf = (
  { properties }: BenchData,
  { fields, pageSize }: Workload,
  rows: ReadonlyArray<Row>,
  totalCount: number
): Uint8Array => {
  const sets = new Map(properties.map(({ set, name }) => [name, { set, id: DerivedUuid.ofProperty("1", set, name) }]))
  const result = rows.map((row) => {
    const shown: Record<string, unknown> = {}
    for (const field of fields) {
      if (field === "Guid" || field === "Class" || field === "Name") shown[field] = row[field]
      else {
        const value = row.cells.get(field)
        const { set, id } = sets.get(field)!
        shown[field] = value === undefined ? nothing : { PropertySet: set, Value: value, PropertyId: id }
      }
    }
    return shown
  })
  return new TextEncoder().encode(JSON.stringify({ totalCount, page: 1, pageSize, result }))
}

const test = ({ property, operator, value }: Filter): ((row: Row) => boolean) => {
  const of = (row: Row): Value | undefined => (property === "Class" ? row.Class : row.cells.get(property))
  switch (operator) {
    case "Equals":
      return (row) => of(row) === value
    case "NotEquals":
      return (row) => of(row) !== value
    case "In": {
      const set = new Set(value as ReadonlyArray<Value>)
      return (row) => set.has(of(row)!)
    }
    default: {
      const needle = String(value).toLowerCase()
      return (row) =>
        String(of(row) ?? "")
          .toLowerCase()
          .includes(needle)
    }
  }
}

/** A scan over JS objects that hold a Map each. */
export const objects = (data: BenchData): Engine => {
  const rows = rowsOf(data)
  const matching = (filters: ReadonlyArray<Filter>): ReadonlyArray<Row> => {
    const tests = filters.map(test)
    return rows.filter((row) => tests.every((of) => of(row)))
  }
  return {
    name: "JS objects",
    page: (workload) => {
      const found = matching(workload.filters)
      return pageOf(data, workload, found.slice(0, workload.pageSize), found.length)
    },
    sums: (filters) => {
      const sums = new Map<string, Array<number>>()
      for (const row of matching(filters)) {
        let sum = sums.get(row.Class)
        if (sum === undefined) sums.set(row.Class, (sum = measures.map(() => 0)))
        for (const [i, name] of measures.entries()) sum[i]! += (row.cells.get(name) as number | undefined) ?? 0
      }
      return sums
    }
  }
}

/** SQLite with one jsonb a product, an index on the class, in memory. Text search folds ASCII only. */
export const sqlite = (data: BenchData): Engine => {
  const db = new Database(":memory:")
  db.run("CREATE TABLE products (row INTEGER PRIMARY KEY, guid TEXT, class TEXT, name TEXT, props BLOB)")
  const insert = db.prepare("INSERT INTO products (guid, class, name, props) VALUES (?, ?, ?, jsonb(?))")
  db.transaction(() => {
    for (const { Guid, Class, Name, cells } of rowsOf(data)) {
      insert.run(Guid, Class, Name, JSON.stringify(Object.fromEntries(cells)))
    }
  })()
  db.run("CREATE INDEX products_class ON products (class)")
  const where = (filters: ReadonlyArray<Filter>): { readonly sql: string; readonly values: Array<string | number> } => {
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
  return {
    name: "SQLite jsonb",
    page: (workload) => {
      const { sql, values } = where(workload.filters)
      const count = db.query(`SELECT count(*) AS n FROM products ${sql}`).get(...values) as { readonly n: number }
      const names = workload.fields.slice(3)
      const columns = names.map((name) => `props -> '$.${name}'`)
      const select = ["guid", "class", "name", ...columns].join(", ")
      const found = db
        .query(`SELECT ${select} FROM products ${sql} ORDER BY row LIMIT ${workload.pageSize}`)
        .values(...values) as ReadonlyArray<ReadonlyArray<string | null>>
      const rows = found.map(([Guid, Class, Name, ...cells]) => {
        const map = new Map<string, Value>()
        for (const [i, cell] of cells.entries()) if (cell !== null) map.set(names[i]!, JSON.parse(cell) as Value)
        return { Guid: Guid!, Class: Class!, Name: Name!, cells: map }
      })
      return pageOf(data, workload, rows, count.n)
    },
    sums: (filters) => {
      const { sql, values } = where(filters)
      const columns = measures.map((name) => `total(props ->> '$.${name}')`).join(", ")
      const found = db.query(`SELECT class, ${columns} FROM products ${sql} GROUP BY class`).values(...values)
      return new Map((found as Array<[string, ...Array<number>]>).map(([name, ...sums]) => [name, sums]))
    }
  }
}
