import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import { answerBudget } from "../../dataframe/query/AnswerBudget.ts"
import { encode } from "../../dataframe/table/Container.ts"
import { isSmall } from "../../dataframe/query/answer/QueryCost.ts"
import { open, type ProductTable } from "../../dataframe/table/ProductTable.ts"
import { answer, type QueryRequest } from "../../dataframe/query/answer/QueryAnswer.ts"
import { Random } from "../../testing/Random.ts"
import { content, modelGuid, type TestModel } from "../../dataframe/testing/TestContent.ts"
import * as View from "../../dataframe/query/View.ts"
import { limits } from "../../domain/Limits.ts"
import * as Condition from "../../domain/products/Condition.ts"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { Filters, noFilters } from "../../domain/products/Filter.ts"
import type { UserId } from "../../domain/Principal.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { Settings } from "../../ports/Settings.ts"
import { Answers, type Body } from "../common/Answers.ts"
import { TableThreads } from "./TableThreads.ts"
import { QueryThreads } from "./QueryThreads.ts"

const texts = { published: EditText.nothing, personal: EditText.nothing }

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
  fields: FieldNames.of(["Guid", "P", "S.P", "Tag", "SpatialLocation", "Code"]),
  filters: noFilters,
  page: 1,
  pageSize: 5000,
  encoding: null
} as const satisfies QueryRequest
const small = { ...large, pageSize: 10 } satisfies QueryRequest
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const bytesOf = ({ body }: { readonly body: Body }): Uint8Array<ArrayBuffer> => {
  if (body instanceof Uint8Array) return body
  const pieces: Array<Uint8Array> = []
  for (let piece = body.next(); piece !== null; piece = body.next()) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
const textOf = (answered: { readonly body: Body }): string => decode(bytesOf(answered))
const here = (...asked: Parameters<typeof answer>): string => decode(Either.getOrThrow(answer(...asked)))

const ada = "ada" as UserId
const it = (workers: number) =>
  withLayer(
    QueryThreads.Default.pipe(
      Layer.provideMerge(TableThreads.Default),
      Layer.provideMerge(Answers.Default),
      Layer.provide(Layer.succeed(Settings, { workers, keepsThreadWarm: true } as unknown as Settings["Type"])),
      Layer.merge(Logger.remove(Logger.defaultLogger))
    )
  )

describe("QueryThreads", () => {
  test("small and large pages are distinguished by their cost", () => {
    expect(isSmall(table, view, small)).toBe(true)
    expect(isSmall(table, view, large)).toBe(false)
    expect(isSmall(table, view, { ...small, all: true })).toBe(false)
    const definition = {
      set: "D",
      name: "n",
      guid: "g",
      dataType: "String",
      unit: null,
      enumerationValues: null
    } as const
    expect(
      isSmall(table, View.empty("1", { definitions: Array.from({ length: 2000 }, () => definition) }), small)
    ).toBe(false)
  })

  it(2)("threads return the same as the calling thread, for several tables and views", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const { forget } = yield* TableThreads
      const tables = [table, sharedTable("other")]
      const views = Array.from({ length: 20 }, (_, i) => View.empty(String(i)))
      const cases = views.flatMap((view) => tables.map((table) => ({ view, table })))
      const found = yield* Effect.forEach(cases, ({ table, view }) => query(ada, { table, view, texts }, large), {
        concurrency: "unbounded"
      })
      for (const [i, { table, view }] of cases.entries()) expect(textOf(found[i]!)).toBe(here(table, view, large))
      forget(tables[1]!)
      expect(textOf(yield* query(ada, { table: tables[1]!, view: views[0]!, texts }, large))).toBe(
        here(tables[1]!, views[0]!, large)
      )
    })
  )

  it(1)("a wrong filter fails with its error", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const filters = Filters.make([{ property: "No", operator: "Equals", value: 1 }])
      for (const request of [large, small]) {
        const error = yield* Effect.flip(query(ada, { table, view, texts }, { ...request, filters }))
        expect(error).toMatchObject({ _tag: "InvalidFilter", index: 0, reason: expect.any(String) })
      }
    })
  )

  it(1)("threads list fields and check filters", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const many = tableOfSets(1200)
      const fields = { kind: "Fields", page: 2, pageSize: 500, encoding: "gzip" } as const
      const check = (property: string) =>
        ({ kind: "Check", filters: Filters.make([{ property, operator: "Equals", value: "x" }]) }) as const
      expect(isSmall(many, view, fields)).toBe(false)
      const found = yield* query(ada, { table: many, view, texts }, fields)
      expect(decode(Bun.gunzipSync(bytesOf(found)))).toBe(here(many, view, fields))
      expect(textOf(yield* query(ada, { table: many, view, texts }, check("P7")))).toBe("")
      expect(yield* Effect.flip(query(ada, { table: many, view, texts }, check("No")))).toMatchObject({
        _tag: "InvalidFilter",
        index: 0
      })
    })
  )

  it(1)("bodies are compressed on request, unless they are small", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const plain = textOf(yield* query(ada, { table, view, texts }, large))
      const zstd = yield* query(ada, { table, view, texts }, { ...large, encoding: "zstd" })
      const gzip = yield* query(ada, { table, view, texts }, { ...large, encoding: "gzip" })
      expect([zstd.encoding, gzip.encoding]).toEqual(["zstd", "gzip"])
      expect(decode(Bun.zstdDecompressSync(bytesOf(zstd)))).toBe(plain)
      expect(decode(Bun.gunzipSync(bytesOf(gzip)))).toBe(plain)
      expect((yield* query(ada, { table, view, texts }, { ...small, encoding: "zstd" })).encoding).toBe(null)
    })
  )

  it(1)("an answer that turns out to be large is made on a thread, with the memory that it needs", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const long = shared({ products: Array.from({ length: 100 }, () => ({ cells: [["S|P", "x".repeat(60_000)]] })) })
      const request = { ...small, fields: FieldNames.of(["P"]), pageSize: 100 }
      expect(isSmall(long, view, request)).toBe(true)
      expect(textOf(yield* query(ada, { table: long, view, texts }, request))).toBe(here(long, view, request))
      const { bytesReserved } = yield* Answers
      expect(yield* bytesReserved).toBe(0)
    })
  )

  it(1)("an answer above the limit is refused and holds no memory", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const fields = FieldNames.of(Array.from({ length: 2000 }, (_, i) => `${i} ${"x".repeat(40)}`))
      const error = yield* Effect.flip(query(ada, { table, view, texts }, { ...large, fields }))
      expect(error).toMatchObject({ _tag: "AnswerTooLarge", details: expect.stringContaining("fewer rows") })
      const { bytesReserved } = yield* Answers
      expect(yield* bytesReserved).toBe(0)
      expect(textOf(yield* query(ada, { table, view, texts }, small))).toBe(here(table, view, small))
    })
  )

  it(1)("a condition that takes too long is stopped, and other queries are answered meanwhile", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const threads = yield* TableThreads
      const random = new Random(1)
      const text = (): string => Array.from({ length: 60_000 }, () => (random.chance(0.5) ? "a" : "b")).join("")
      const long = shared({ products: Array.from({ length: 30 }, () => ({ cells: [["S|P", text()]] })) })
      const matches = { property: "P", operator: "Matches", value: "(?:a[ab]{900}|b[ab]{900})[xy]" }
      const where = Either.getOrThrow(Condition.parse(matches))!
      const mallory = "mallory" as UserId
      const job = {
        asked: { ...small, where },
        shared: view.shared,
        tables: [{ table: long, view, texts }],
        budget: { ...limits.querySeconds, most: 4 }
      }
      const hostile = yield* Effect.fork(Effect.flip(threads.run(mallory, job, answerBudget)))
      expect(textOf(yield* query(ada, { table, view, texts }, large))).toBe(here(table, view, large))
      expect(Option.isNone(yield* Fiber.poll(hostile))).toBeTrue()
      expect(yield* Fiber.join(hostile)).toMatchObject({ _tag: "Overloaded" })
      expect(textOf(yield* query(mallory, { table, view, texts }, large))).toBe(here(table, view, large))
    })
  )

  it(1)("a query whose thread crashes is not repeated", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const container = { value: new Uint8Array(new SharedArrayBuffer(8)) }
      const broken = Object.create(table, { container }) as ProductTable
      expect(yield* Effect.flip(query(ada, { table: broken, view, texts }, large))).toMatchObject({
        _tag: "Overloaded",
        details: expect.stringContaining("Its log")
      })
      expect(textOf(yield* query(ada, { table, view, texts }, large))).toBe(here(table, view, large))
    })
  )

  it(0)("a table that is not shared is queried on the calling thread", () =>
    Effect.gen(function* () {
      const { query } = yield* QueryThreads
      const own = open(table.container.slice())
      expect(textOf(yield* query(ada, { table: own, view, texts }, large))).toBe(here(own, view, large))
    })
  )
})
