import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { encode } from "../../dataframe/table/Container.ts"
import { content, modelGuid } from "../../dataframe/testing/TestContent.ts"
import * as View from "../../dataframe/query/View.ts"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { Filters } from "../../domain/products/Filter.ts"
import type { UserId } from "../../domain/Principal.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Settings } from "../../ports/Settings.ts"
import { Answers } from "../common/Answers.ts"
import { QueryThreads } from "./QueryThreads.ts"
import { TableThreads } from "./TableThreads.ts"
import { Tables } from "./Tables.ts"

const texts = { published: EditText.nothing, personal: EditText.nothing }

const ada = "ada" as UserId
const names = Array.from({ length: 2000 }, (_, i) => `Value of the product ${i}`)
const bytes = encode(content({ products: names.map((name) => ({ cells: [["S|P", name]] })) }), { modelGuid })
const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
shared.set(bytes)

const infoOf = (key: string) => Effect.succeed(Option.some({ key, size: bytes.length, modifiedAt: 0 }))
const readAtOnce: BlobStore["Type"]["read"] = () => Effect.succeed(shared)

const layer = (cacheBytes: number, read = readAtOnce) =>
  Tables.Default.pipe(
    Layer.provideMerge(QueryThreads.Default),
    Layer.provideMerge(TableThreads.Default),
    Layer.provide(Answers.Default),
    Layer.provide(
      Layer.mergeAll(
        Layer.mock(BlobStore, { info: infoOf, read }),
        Layer.succeed(Settings, {
          publicUrl: "",
          filesOrigin: null,
          maxUploadBytes: 0,
          cacheBytes,
          workers: 2,
          keepsThreadWarm: false,
          requestsPerMinute: 0,
          implicitSessions: false,
          isRegistrationOpen: false,
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
    const queries = yield* QueryThreads
    const threads = yield* TableThreads
    const table = yield* tables.get("a")
    expect(yield* tables.bytesHeld).toBe(bytes.length)
    const ask = queries.query(ada, { table, view: View.empty("1"), texts }, request)
    yield* ask
    const ofOne = threads.bytesFor(table)
    // The threads count at least the lower-cased texts, which this thread has not computed.
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
    const queries = yield* QueryThreads
    const [first] = [yield* tables.get("a"), yield* tables.get("b")]
    yield* queries.query(ada, { table: first, view: View.empty("1"), texts }, request)
    yield* tables.get("c")
    expect(yield* tables.bytesHeld).toBe(bytes.length * 2)
    expect(yield* tables.get("a")).not.toBe(first)
  })
)

const gate = Effect.unsafeMakeLatch(false)
const begun: Array<string> = []
const readBehindGate: BlobStore["Type"]["read"] = (key) =>
  Effect.zipRight(
    Effect.sync(() => begun.push(key)),
    Effect.as(key === "there" ? Effect.void : gate.await, shared)
  )

withLayer(layer(bytes.length * 4, readBehindGate))(
  "tables that are being loaded count from the start, and leave half the room to what is asked for meanwhile",
  () =>
    Effect.gen(function* () {
      const tables = yield* Tables
      const there = yield* tables.get("there")
      const wanted = ["a", "b", "c", "d", "e"]
      const loads = yield* Effect.forEach(wanted, (key) => Effect.fork(tables.get(key)))
      yield* Effect.sleep("20 millis")
      expect(begun).toEqual(["there", "a", "b"])
      expect(yield* tables.bytesHeld).toBe(bytes.length * 3)
      expect(yield* tables.get("there")).toBe(there)
      yield* gate.open
      expect(yield* Effect.forEach(loads, Fiber.join)).toHaveLength(wanted.length)
      expect(yield* tables.bytesHeld).toBe(bytes.length * 4)
    })
)

const keyed: Array<string> = []
const readAndNoted: BlobStore["Type"]["read"] = (key) =>
  Effect.as(
    Effect.sync(() => keyed.push(key)),
    shared
  )

withLayer(layer(bytes.length * 2, readAndNoted))("tables that are held stay in memory until the scope closes", () =>
  Effect.gen(function* () {
    const tables = yield* Tables
    expect(yield* tables.bytesOfAll(["a", "b", "c"])).toBe(bytes.length * 3)
    yield* tables.get("a")
    const held = Effect.gen(function* () {
      const [a, b] = yield* tables.hold(["a", "b"])
      yield* Effect.forEach(["c", "d"], tables.get)
      expect([yield* tables.get("a"), yield* tables.get("b")]).toEqual([a!, b!])
      expect(keyed).toEqual(["a", "b", "c", "d"])
    })
    yield* Effect.scoped(held)
    yield* Effect.forEach(["c", "d", "a"], tables.get)
    expect(keyed.filter((key) => key === "a")).toHaveLength(2)
  })
)
