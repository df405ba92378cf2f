import { afterAll, describe, expect, test } from "bun:test"
import { Either } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { encode } from "./Container.ts"
import * as Fields from "./Fields.ts"
import { open, type ProductTable } from "./ProductTable.ts"
import { answer, type QueryRequest } from "./QueryAnswer.ts"
import * as QueryPool from "./QueryPool.ts"
import { content, modelGuid, type TestModel } from "./TestContent.ts"
import * as View from "./View.ts"

const shared = (model: TestModel): ProductTable => {
  const bytes = encode(content(model), { modelGuid })
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return open(shared)
}
const sharedTable = (value: string): ProductTable =>
  shared({ products: Array.from({ length: 3000 }, (_, row) => ({ cells: [["S|P", `${value} ${row}`]] as const })) })
const tableOfSets = (sets: number): ProductTable =>
  shared({ products: [{ cells: Array.from({ length: sets }, (_, i) => [`S${i}|P${i}`, "x"] as const) }] })

const table = sharedTable("value")
const view = View.empty("1")
const large = {
  kind: "Rows",
  fields: ["Guid", "P", "S.P", "Tag", "SpatialLocation", "Code"],
  filters: [],
  page: 1,
  pageSize: 5000,
  encoding: null
} as const satisfies QueryRequest
const small = { ...large, pageSize: 10 } satisfies QueryRequest
const textOf = (outcome: QueryPool.QueryOutcome): string => new TextDecoder().decode(Either.getOrThrow(outcome).bytes)

const folder = mkdtempSync(join(tmpdir(), "plinth-pool-"))
afterAll(() => rmSync(folder, { recursive: true }))
const script = (name: string, text: string): URL => {
  writeFileSync(join(folder, name), text)
  return pathToFileURL(join(folder, name))
}
const failure = (outcome: QueryPool.QueryOutcome): unknown => Either.isLeft(outcome) && outcome.left

describe("QueryPool", () => {
  test("small pages are small, large ones are not", () => {
    expect(QueryPool.isSmall(table, view, small)).toBe(true)
    expect(QueryPool.isSmall(table, view, large)).toBe(false)
    expect(QueryPool.isSmall(table, view, { ...small, all: true })).toBe(false)
    const definition = {
      set: "D",
      name: "n",
      guid: "g",
      dataType: "String",
      unit: null,
      enumerationValues: null
    } as const
    expect(
      QueryPool.isSmall(table, View.empty("1", { definitions: Array.from({ length: 2000 }, () => definition) }), small)
    ).toBe(false)
  })

  test("threads give what the calling thread gives, for several tables and views", async () => {
    const pool = QueryPool.make({ threads: 2, budgetMs: 20_000 })
    const tables = [table, sharedTable("other")]
    const views = Array.from({ length: 20 }, (_, i) => View.empty(String(i)))
    const cases = views.flatMap((view) => tables.map((table) => ({ view, table })))
    const found = await Promise.all(cases.map(({ view, table }) => pool.query(table, view, large)))
    for (const [i, { view, table }] of cases.entries())
      expect(textOf(found[i]!)).toBe(textOf(answer(table, view, large)))
    pool.forget(tables[1]!)
    expect(textOf(await pool.query(tables[1]!, views[0]!, large))).toBe(textOf(answer(tables[1]!, views[0]!, large)))
    pool.close()
  })

  test("a wrong filter comes back as such", async () => {
    const pool = QueryPool.make({ threads: 1, budgetMs: 20_000 })
    const filters = [{ property: "No", operator: "Equals", value: 1 }] as const
    for (const request of [large, small]) {
      expect(failure(await pool.query(table, view, { ...request, filters }))).toMatchObject({
        _tag: "InvalidFilter",
        index: 0
      })
    }
    pool.close()
  })

  test("threads list fields and check filters", async () => {
    const pool = QueryPool.make({ threads: 1, budgetMs: 20_000 })
    const many = tableOfSets(1200)
    const fields = { kind: "Fields", page: 2, pageSize: 500, encoding: "gzip" } as const
    const check = (property: string) =>
      ({ kind: "Check", filters: [{ property, operator: "Equals", value: "x" }] }) as const
    expect(QueryPool.isSmall(many, view, fields)).toBe(false)
    const found = Either.getOrThrow(await pool.query(many, view, fields))
    expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(found.bytes)))).toEqual(Fields.list(many, view, fields))
    expect(textOf(await pool.query(many, view, check("P7")))).toBe("")
    expect(failure(await pool.query(many, view, check("No")))).toMatchObject({ _tag: "InvalidFilter", index: 0 })
    pool.close()
  })

  test("bodies are compressed where asked, small ones are not", async () => {
    const pool = QueryPool.make({ threads: 1, budgetMs: 20_000 })
    const plain = textOf(await pool.query(table, view, large))
    const zstd = Either.getOrThrow(await pool.query(table, view, { ...large, encoding: "zstd" }))
    const gzip = Either.getOrThrow(await pool.query(table, view, { ...large, encoding: "gzip" }))
    expect([zstd.encoding, gzip.encoding]).toEqual(["zstd", "gzip"])
    expect(new TextDecoder().decode(Bun.zstdDecompressSync(zstd.bytes))).toBe(plain)
    expect(new TextDecoder().decode(Bun.gunzipSync(gzip.bytes))).toBe(plain)
    expect(Either.getOrThrow(await pool.query(table, view, { ...small, encoding: "zstd" })).encoding).toBe(null)
    pool.close()
  })

  test("a dead thread fails its query and is replaced", async () => {
    const marker = join(folder, "died")
    script(
      "die.ts",
      `import { existsSync, writeFileSync } from "node:fs"
       self.addEventListener("message", ({ data }) => {
         if (data.kind !== "Query" || existsSync(${JSON.stringify(marker)})) return
         writeFileSync(${JSON.stringify(marker)}, "")
         process.exit(3)
       })`
    )
    const real = new URL("./QueryWorker.ts", import.meta.url).href
    const dying = script("dying.ts", `import "./die.ts"\nimport ${JSON.stringify(real)}`)
    const pool = QueryPool.make({ threads: 1, budgetMs: 20_000, script: dying })
    const [first, second] = await Promise.all([pool.query(table, view, large), pool.query(table, view, large)])
    expect(failure(first)).toBeInstanceOf(QueryPool.QueryFailed)
    expect(textOf(second)).toBe(textOf(answer(table, view, large)))
    pool.close()
  })

  test("a thread that throws fails its query", async () => {
    const throwing = script("throwing.ts", `self.addEventListener("message", () => { throw new Error("broken") })`)
    const pool = QueryPool.make({ threads: 1, budgetMs: 20_000, script: throwing })
    expect(failure(await pool.query(table, view, large))).toBeInstanceOf(QueryPool.QueryFailed)
    pool.close()
  })

  test("a query over its budget fails, the next one waits for another thread", async () => {
    const hanging = script(
      "hanging.ts",
      `self.addEventListener("message", ({ data }) => { if (data.kind === "Query") for (;;); })`
    )
    const pool = QueryPool.make({ threads: 1, budgetMs: 50, script: hanging })
    const outcomes = await Promise.all([pool.query(table, view, large), pool.query(table, view, large)])
    for (const outcome of outcomes) {
      expect(failure(outcome)).toMatchObject({ _tag: "QueryFailed", reason: "the query took over 50 ms" })
    }
    pool.close()
  })

  test("closing fails what waits and what comes", async () => {
    const pool = QueryPool.make({ threads: 1, budgetMs: 20_000 })
    const waiting = [pool.query(table, view, large), pool.query(table, view, large)]
    await Promise.resolve()
    pool.close()
    for (const outcome of await Promise.all(waiting)) expect(failure(outcome)).toBeInstanceOf(QueryPool.QueryFailed)
    expect(failure(await pool.query(table, view, small))).toBeInstanceOf(QueryPool.QueryFailed)
  })

  test("a table that is not shared is asked at once", async () => {
    const own = open(table.container.slice())
    const pool = QueryPool.make({ threads: 0, budgetMs: 1 })
    expect(textOf(await pool.query(own, view, large))).toBe(textOf(answer(own, view, large)))
    pool.close()
  })
})
