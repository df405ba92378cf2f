import type { Filter } from "../src/domain/products/Filter.ts"
import { load } from "./Peers.ts"
import { pageOf, type PeerData, type Value } from "./QueryRows.ts"
import { type Engine, measures } from "./QueryWorkloads.ts"

export type Cell = Value | null

export interface DuckDb {
  readonly DuckDBInstance: {
    readonly create: (
      path: string,
      options: Readonly<Record<string, string>>
    ) => Promise<{ readonly connect: () => Promise<Connection>; readonly closeSync: () => void }>
  }
  readonly DuckDBDataChunk: { readonly create: (types: ReadonlyArray<unknown>, rows: number) => Chunk }
  readonly VARCHAR: unknown
  readonly DOUBLE: unknown
  readonly BOOLEAN: unknown
}

interface Chunk {
  readonly setColumns: (columns: ReadonlyArray<ReadonlyArray<Cell>>) => void
}

export interface Connection {
  readonly run: (sql: string) => Promise<unknown>
  readonly prepare: (sql: string) => Promise<Statement>
  readonly createAppender: (table: string) => Promise<{
    readonly appendDataChunk: (chunk: Chunk) => void
    readonly closeSync: () => void
  }>
}

interface Statement {
  readonly bind: (values: ReadonlyArray<Cell>) => void
  readonly runAndReadAll: () => Promise<{ readonly getColumns: () => ReadonlyArray<ReadonlyArray<Cell>> }>
}

interface Where {
  readonly sql: string
  readonly values: ReadonlyArray<Value>
}

const where = (filters: ReadonlyArray<Filter>): Where => {
  const values: Array<Value> = []
  const parts = filters.map(({ property, operator, value }) => {
    if (operator === "In") {
      const list = value as ReadonlyArray<Value>
      values.push(...list)
      return `"${property}" IN (${list.map(() => "?").join(", ")})`
    }
    values.push(operator === "Contains" ? String(value).toLowerCase() : (value as Value))
    if (operator === "Contains") return `contains(lower("${property}"), ?)`
    return operator === "Equals" ? `"${property}" = ?` : `"${property}" IS DISTINCT FROM ?`
  })
  return { sql: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values }
}

/** Loads DuckDB, and installs it if it is missing. */
export const loadDuckDb = async (): Promise<DuckDb> => (await load("@duckdb/node-api/lib/index.js")) as DuckDb

const vector = 2048

/**
 * DuckDB in memory on two threads, with statements that are prepared once, and a wide table with only the columns that
 * the queries use, which is the best case for DuckDB.
 */
export const duckDb = async (data: PeerData): Promise<Engine> => {
  const { DuckDBInstance, DuckDBDataChunk, ...types } = await loadDuckDb()
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" })
  const connection = await instance.connect()
  const names = { text: "VARCHAR", number: "DOUBLE", boolean: "BOOLEAN" } as const
  const columns = [
    { name: "Guid", kind: "text" as const, at: (row: number): Cell => data.guid[row]! },
    { name: "Class", kind: "text" as const, at: data.className },
    { name: "Name", kind: "text" as const, at: data.name },
    ...data.columns
  ]
  await connection.run(
    `CREATE TABLE products (${columns.map(({ name, kind }) => `"${name}" ${names[kind]}`).join(", ")})`
  )
  const appender = await connection.createAppender("products")
  for (let from = 0; from < data.count; from += vector) {
    const length = Math.min(vector, data.count - from)
    const chunk = DuckDBDataChunk.create(
      columns.map(({ kind }) => types[names[kind]]),
      length
    )
    chunk.setColumns(columns.map(({ at }) => Array.from({ length }, (_, i) => at(from + i))))
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  const statements = new Map<string, Statement>()
  const columnsOf = async (sql: string, values: ReadonlyArray<Value>): Promise<ReadonlyArray<ReadonlyArray<Cell>>> => {
    let statement = statements.get(sql)
    if (statement === undefined) statements.set(sql, (statement = await connection.prepare(sql)))
    statement.bind(values)
    return (await statement.runAndReadAll()).getColumns()
  }
  return {
    name: "DuckDB",
    page: async (workload) => {
      const { sql, values } = where(workload.filters)
      const [[count]] = (await columnsOf(`SELECT count(*)::DOUBLE FROM products ${sql}`, values)) as [[number]]
      const fields = workload.fields.map((name) => `"${name}"`).join(", ")
      const found = await columnsOf(`SELECT ${fields} FROM products ${sql} LIMIT ${workload.pageSize}`, values)
      return pageOf(data, workload, found[0]!.length, count, (row, _, place) => found[place]![row])
    },
    sums: async (filters) => {
      const { sql, values } = where(filters)
      const sums = measures.map((name) => `sum("${name}")`).join(", ")
      const [names, ...found] = await columnsOf(`SELECT "Class", ${sums} FROM products ${sql} GROUP BY "Class"`, values)
      return new Map(names!.map((name, row) => [String(name), found.map((column) => Number(column[row] ?? 0))]))
    },
    close: () => instance.closeSync()
  }
}
