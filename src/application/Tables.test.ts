import * as EditText from "../dataframe/edits/EditText.ts"
import { expect } from "bun:test"
import { Effect, Layer } from "effect"
import { encode } from "../dataframe/table/Container.ts"
import { content, modelGuid } from "../dataframe/testing/TestContent.ts"
import * as View from "../dataframe/query/View.ts"
import * as FieldNames from "../domain/FieldNames.ts"
import { Filters } from "../domain/Filter.ts"
import type { UserId } from "../domain/Principal.ts"
import { withLayer } from "../testing/EffectTest.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { Settings } from "../ports/Settings.ts"
import { Answers } from "./Answers.ts"
import { QueryThreads } from "./QueryThreads.ts"
import { Tables } from "./Tables.ts"

const texts = { published: EditText.nothing, personal: EditText.nothing }

const ada = "ada" as UserId
const names = Array.from({ length: 2000 }, (_, i) => `Value of the product ${i}`)
const bytes = encode(content({ products: names.map((name) => ({ cells: [["S|P", name]] })) }), { modelGuid })
const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
shared.set(bytes)

const layer = (cacheBytes: number) =>
  Tables.Default.pipe(
    Layer.provideMerge(QueryThreads.Default),
    Layer.provide(Answers.Default),
    Layer.provide(
      Layer.mergeAll(
        Layer.mock(BlobStore, { read: () => Effect.succeed(shared) }),
        Layer.succeed(Settings, {
          publicUrl: "",
          filesOrigin: null,
          maxUploadBytes: 0,
          cacheBytes,
          workers: 2,
          requestsPerMinute: 0,
          implicitSessions: false,
          converters: {}
        })
      )
    )
  )

const fields = FieldNames.of(["Guid", "Class", "Name", "P", "S.P", "Tag", "Code"])
const filters = Filters.make([{ property: "P", operator: "Contains", value: "PRODUCT 7" }])
const request = { kind: "Rows", fields, filters, page: 1, pageSize: 5000, all: false, encoding: null } as const

withLayer(layer(1e9))("what each thread keeps for a table counts, as long as the table stays", () =>
  Effect.gen(function* () {
    const tables = yield* Tables
    const threads = yield* QueryThreads
    const table = yield* tables.get("a")
    expect(yield* tables.bytesHeld).toBe(bytes.length)
    const ask = threads.query(ada, { table, view: View.empty("1"), texts }, request)
    yield* ask
    const ofOne = threads.bytesFor(table)
    // The texts in lower case, at least: this thread has not looked at them.
    expect(ofOne).toBeGreaterThan(names.join("").length)
    expect(table.extra.bytes).toBe(0)
    expect(yield* tables.bytesHeld).toBe(bytes.length + ofOne)
    yield* ask
    expect(threads.bytesFor(table)).toBe(ofOne)
    yield* Effect.all([ask, ask, ask, ask], { concurrency: "unbounded" })
    expect(threads.bytesFor(table)).toBe(ofOne * 2)
    threads.forget(table)
    expect(yield* tables.bytesHeld).toBe(bytes.length)
  })
)

withLayer(layer(bytes.length * 3))("a table that threads have indexed makes room for the next sooner", () =>
  Effect.gen(function* () {
    const tables = yield* Tables
    const threads = yield* QueryThreads
    const [first] = [yield* tables.get("a"), yield* tables.get("b")]
    yield* threads.query(ada, { table: first, view: View.empty("1"), texts }, request)
    yield* tables.get("c")
    expect(yield* tables.bytesHeld).toBe(bytes.length * 2)
    expect(yield* tables.get("a")).not.toBe(first)
  })
)
