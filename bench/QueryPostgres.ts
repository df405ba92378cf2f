import type { Filter } from "../src/domain/products/Filter.ts"
import { load } from "./Peers.ts"
import { pageOf, type PeerData, type Value } from "./QueryRows.ts"
import { type Engine, measures } from "./QueryWorkloads.ts"

interface Client {
  readonly connect: () => Promise<void>
  readonly query: (
    query: string | { readonly name: string; readonly text: string; readonly values: ReadonlyArray<unknown> }
  ) => Promise<{ readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>> }>
  readonly end: () => Promise<void>
}

interface Where {
  readonly sql: string
  readonly values: ReadonlyArray<unknown>
}

const where = (filters: ReadonlyArray<Filter>): Where => {
  const values: Array<unknown> = []
  const parts = filters.map(({ property, operator, value }) => {
    const column = property === "Class" ? "class" : `(props ->> '${property}')`
    if (operator === "Equals" && property !== "Class") {
      values.push(JSON.stringify({ [property]: value }))
      return `props @> $${values.length}::jsonb`
    }
    values.push(operator === "Contains" ? `%${String(value).toLowerCase()}%` : value)
    const place = `$${values.length}`
    if (operator === "In") return `${column} = ANY(${place}::text[])`
    if (operator === "Contains") return `lower(${column}) LIKE ${place}`
    return operator === "Equals" ? `${column} = ${place}` : `${column} IS DISTINCT FROM ${place}`
  })
  return { sql: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values }
}

const batch = 2000

const fill = async (client: Client, data: PeerData, table: string): Promise<void> => {
  await client.query(
    `CREATE UNLOGGED TABLE ${table} (row int PRIMARY KEY, guid text, class text, name text, props jsonb)`
  )
  for (let from = 0; from < data.count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, data.count - from) }, (_, i) => {
      const row = from + i
      const values = JSON.stringify(Object.fromEntries(data.valuesOf(row)))
      return [row, data.guid[row], data.className(row), data.name(row), values]
    })
    const column = (place: number): ReadonlyArray<unknown> => rows.map((row) => row[place])
    await client.query({
      name: "fill",
      text: `INSERT INTO ${table} SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::jsonb[])`,
      values: [0, 1, 2, 3, 4].map(column)
    })
  }
  await client.query(`CREATE INDEX ON ${table} (class)`)
  await client.query(`CREATE INDEX ON ${table} USING gin (props jsonb_path_ops)`)
  await client.query(`VACUUM ANALYZE ${table}`)
}

/** Up to this many properties are extracted from the jsonb one by one; for more, the whole object is faster. */
const mostSingle = 3

/**
 * PostgreSQL with one jsonb a product, a GIN index on it and an index on the class, in a separate schema that `close`
 * drops. `url` names the server.
 */
export const postgres = async (data: PeerData, url: string): Promise<Engine> => {
  const { default: pg } = (await load("pg/lib/index.js")) as {
    readonly default: { readonly Client: new (options: { readonly connectionString: string }) => Client }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const schema = `plinth_bench_${crypto.randomUUID().slice(0, 8)}`
  await client.query(`CREATE SCHEMA ${schema}`)
  await client.query("SET jit = off")
  const table = `${schema}.products`
  await fill(client, data, table)
  const names = new Map<string, string>()
  const run = async (text: string, values: ReadonlyArray<unknown>) => {
    const name = names.get(text) ?? `q${names.size}`
    names.set(text, name)
    return (await client.query({ name, text, values })).rows
  }
  return {
    name: "PostgreSQL",
    page: async (workload) => {
      const { sql, values } = where(workload.filters)
      const [count] = await run(`SELECT count(*)::int AS n FROM ${table} ${sql}`, values)
      const properties = workload.fields.slice(3)
      const isSingle = properties.length <= mostSingle
      const columns = isSingle ? properties.map((name) => `props -> '${name}' AS "${name}"`) : ["props"]
      const select = [`guid AS "Guid"`, `class AS "Class"`, `name AS "Name"`, ...columns].join(", ")
      const rows = await run(`SELECT ${select} FROM ${table} ${sql} ORDER BY row LIMIT ${workload.pageSize}`, values)
      return pageOf(data, workload, rows.length, count!["n"] as number, (row, field, place) =>
        isSingle || place < 3 ? rows[row]![field] : (rows[row]!["props"] as Readonly<Record<string, Value>>)[field]
      )
    },
    sums: async (filters) => {
      const { sql, values } = where(filters)
      const sums = measures.map((name) => `sum((props ->> '${name}')::float8) AS "${name}"`).join(", ")
      const rows = await run(`SELECT class, ${sums} FROM ${table} ${sql} GROUP BY class`, values)
      return new Map(rows.map((row) => [String(row["class"]), measures.map((name) => Number(row[name] ?? 0))]))
    },
    close: async () => {
      await client.query(`DROP SCHEMA ${schema} CASCADE`)
      await client.end()
    }
  }
}
