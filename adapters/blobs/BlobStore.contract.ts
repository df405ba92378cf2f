import { expect } from "bun:test"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Cause from "effect/Cause"
import * as Chunk from "effect/Chunk"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { withLayer } from "../../src/testing/EffectTest.ts"
import { BlobStore } from "../../src/ports/BlobStore.ts"

const MIB = 1024 * 1024

const bytes = (...values: ReadonlyArray<number>) => Uint8Array.from(values)
/** `size` bytes, each different from its neighbours far and near. */
const pattern = (size: number, seed = 1) =>
  Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) * seed) & 255)
const text = (value: string) => Stream.make(new TextEncoder().encode(value))
const textOf = (value: Uint8Array) => new TextDecoder().decode(value)

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

const all = (stream: ReadableStream<Uint8Array>) => Effect.promise(() => new Response(stream as never).bytes())

const keys = (blobs: typeof BlobStore.Service, prefix = "") =>
  Effect.map(Stream.runCollect(blobs.list(prefix)), (infos) =>
    Chunk.toArray(infos)
      .map(({ key }) => key)
      .sort()
  )

const dies = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => Exit.isFailure(exit) && Cause.isDie(exit.cause))

/** Tests that every blob store must pass. */
export const blobStoreContract = <E>(name: string, layer: Layer.Layer<BlobStore, E>): void => {
  const it = (title: string, run: (blobs: typeof BlobStore.Service) => Effect.Effect<void, unknown>) =>
    withLayer(layer)(`${name}: ${title}`, () => Effect.flatMap(BlobStore, run))
  const scoped = (
    title: string,
    run: (blobs: typeof BlobStore.Service, directory: string) => Effect.Effect<void, unknown>
  ) => it(title, (blobs) => Effect.scoped(Effect.flatMap(temporary, (directory) => run(blobs, directory))))

  it("a stored blob has its bytes, size and time", (blobs) =>
    Effect.gen(function* () {
      const before = Date.now()
      const content = Stream.make(bytes(1, 2), bytes(), bytes(3))
      expect(yield* blobs.put("a/b-1/c.bin", content)).toBe(3)
      expect(yield* blobs.read("a/b-1/c.bin")).toEqual(bytes(1, 2, 3))
      const info = Option.getOrThrow(yield* blobs.info("a/b-1/c.bin"))
      expect(info).toMatchObject({ key: "a/b-1/c.bin", size: 3 })
      expect(Math.abs(info.modifiedAt - before)).toBeLessThan(60_000)
    }))

  it("an empty blob can be stored", (blobs) =>
    Effect.gen(function* () {
      expect(yield* blobs.put("empty", Stream.empty)).toBe(0)
      expect(yield* blobs.read("empty")).toEqual(bytes())
      expect(yield* all(yield* blobs.stream("empty"))).toEqual(bytes())
      expect(yield* keys(blobs)).toEqual(["empty"])
    }))

  it("a second put replaces the first", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.put("k", text("a longer first text"))
      yield* blobs.put("k", text("second"))
      expect(textOf(yield* blobs.read("k"))).toBe("second")
    }))

  it("a failing put keeps the old blob or none, and fails with the error of its stream", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.put("k", text("old"))
      const cut = Stream.concat(text("new"), Stream.fail("cut" as const))
      expect(yield* Effect.flip(blobs.put("k", cut))).toBe("cut")
      expect(yield* Effect.flip(blobs.put("none", cut))).toBe("cut")
      expect(yield* dies(blobs.put("none", Stream.concat(text("new"), Stream.die("bug"))))).toBe(true)
      expect(textOf(yield* blobs.read("k"))).toBe("old")
      expect(yield* keys(blobs)).toEqual(["k"])
    }))

  it("an interrupted put keeps the old blob", (blobs) =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const stuck = Stream.concat(
        text("new"),
        Stream.fromEffect(Effect.zipRight(Deferred.succeed(started, undefined), Effect.never))
      )
      const fiber = yield* Effect.fork(blobs.put("k", stuck))
      yield* Deferred.await(started)
      expect(Option.isNone(yield* blobs.info("k"))).toBe(true)
      yield* Fiber.interrupt(fiber)
      expect(yield* keys(blobs)).toEqual([])
    }))

  it("the sender may reuse its buffer", (blobs) =>
    Effect.gen(function* () {
      const buffer = bytes(0)
      const content = Stream.map(Stream.rechunk(Stream.make(1, 2, 3), 1), (value) => {
        buffer[0] = value
        return buffer
      })
      yield* blobs.put("k", content)
      expect(yield* blobs.read("k")).toEqual(bytes(1, 2, 3))
    }))

  it("of concurrent puts one wins, and readers never see a mix", (blobs) =>
    Effect.gen(function* () {
      const blob = (value: number) =>
        Stream.fromIterable(Array.from({ length: 20 }, () => new Uint8Array(1000).fill(value)))
      yield* blobs.put("k", blob(99))
      const whole = Effect.map(blobs.read("k"), (read) =>
        expect([read.length, new Set(read).size]).toEqual([20_000, 1])
      )
      yield* Effect.forEach(
        Array.from({ length: 30 }, (_, i) => i),
        (i) => Effect.all([blobs.put("k", blob(i)), whole], { concurrency: 2 }),
        { concurrency: "unbounded" }
      )
      yield* whole
    }))

  it("ranges have the requested bounds, across chunks", (blobs) =>
    Effect.gen(function* () {
      const content = pattern(3 * MIB + 17)
      yield* blobs.put("k", Stream.make(content))
      expect(Buffer.compare(yield* blobs.read("k"), content)).toBe(0)
      for (const [start, end] of [
        [0, content.length],
        [0, 1],
        [5, 5],
        [MIB - 1, 2 * MIB + 1],
        [content.length - 3, content.length],
        [content.length, content.length]
      ] as const) {
        const part = yield* all(yield* blobs.stream("k", { start, end }))
        expect(Buffer.compare(part, content.subarray(start, end))).toBe(0)
        const body = yield* blobs.body("k", { start, end })
        const sent = yield* Effect.promise(() => new Response(body).bytes())
        expect(Buffer.compare(sent, content.subarray(start, end))).toBe(0)
      }
    }))

  it("a range outside of the blob is a defect", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.put("k", text("four"))
      for (const [start, end] of [
        [0, 5],
        [-1, 2],
        [3, 2],
        [5, 5]
      ] as const) {
        expect(yield* dies(blobs.stream("k", { start, end }))).toBe(true)
        expect(yield* dies(blobs.body("k", { start, end }))).toBe(true)
      }
    }))

  it("an open stream reads the old bytes, whatever happens to the key", (blobs) =>
    Effect.gen(function* () {
      const content = pattern(2 * MIB)
      yield* blobs.put("k", Stream.make(content))
      const [replaced, removed] = [yield* blobs.stream("k"), yield* blobs.stream("k")]
      yield* blobs.put("k", text("new"))
      expect(Buffer.compare(yield* all(replaced), content)).toBe(0)
      yield* blobs.remove("k")
      expect(Buffer.compare(yield* all(removed), content)).toBe(0)
    }))

  it("a large blob is streamed in small chunks, at most two at a time", (blobs) =>
    Effect.gen(function* () {
      const chunk = pattern(MIB)
      yield* blobs.put("from", Stream.repeatValue(chunk).pipe(Stream.take(24)))
      let pulled = 0
      let taken = 0
      let most = 0
      let largest = 0
      const reader = (yield* blobs.stream("from")).getReader()
      const pull = Effect.flatMap(
        Effect.promise(() => reader.read()),
        (next) => {
          if (next.done) return Effect.fail(Option.none())
          pulled += 1
          most = Math.max(most, pulled - taken)
          largest = Math.max(largest, next.value.length)
          return Effect.succeed(next.value)
        }
      )
      const content = Stream.tap(Stream.repeatEffectOption(pull), () => Effect.sync(() => (taken += 1)))
      expect(yield* blobs.put("to", content)).toBe(24 * MIB)
      expect(largest).toBeLessThanOrEqual(MIB)
      expect(most).toBeLessThanOrEqual(2)
    }))

  it("a stream can be cancelled, even twice", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.put("k", Stream.make(pattern(2 * MIB)))
      const stream = yield* blobs.stream("k")
      const reader = stream.getReader()
      yield* Effect.promise(async () => {
        await reader.read()
        const pending = reader.read()
        await reader.cancel()
        await pending
        await reader.cancel()
        expect((await reader.read()).done).toBe(true)
      })
    }))

  it("bytes are read into a shared buffer on request", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.put("k", text("shared"))
      const shared = yield* blobs.read("k", { shared: true })
      expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer)
      expect([...shared]).toEqual([...new TextEncoder().encode("shared")])
      const own = yield* blobs.read("k")
      expect(own.buffer).toBeInstanceOf(ArrayBuffer)
      own.fill(0)
      expect(textOf(yield* blobs.read("k"))).toBe("shared")
    }))

  scoped("a file is stored as it is, and what is no file is refused", (blobs, directory) =>
    Effect.gen(function* () {
      const file = join(directory, "file")
      writeFileSync(file, "content")
      expect(yield* blobs.putFile("a/k", file)).toBe(7)
      rmSync(file, { force: true })
      expect(textOf(yield* blobs.read("a/k"))).toBe("content")
      expect(yield* Effect.flip(blobs.putFile("a/k", file))).toMatchObject({ _tag: "BlobStoreUnavailable" })
      expect(yield* Effect.flip(blobs.putFile("a/k", directory))).toMatchObject({ _tag: "BlobStoreUnavailable" })
      expect(textOf(yield* blobs.read("a/k"))).toBe("content")
    })
  )

  scoped("a local copy is a read-only file of its own that outlives the blob", (blobs, directory) =>
    Effect.gen(function* () {
      yield* blobs.put("a/model.ifc", text("old"))
      const [first, second] = [
        yield* blobs.localCopy("a/model.ifc", directory),
        yield* blobs.localCopy("a/model.ifc", directory)
      ]
      expect(first).not.toBe(second)
      expect(first.startsWith(directory)).toBe(true)
      expect(statSync(first).mode & 0o777).toBe(0o444)
      yield* blobs.put("a/model.ifc", text("new"))
      expect(readFileSync(first, "utf8")).toBe("old")
      yield* blobs.remove("a/model.ifc")
      expect(readFileSync(second, "utf8")).toBe("old")
      rmSync(first)
      expect(yield* Effect.flip(blobs.localCopy("none", directory))).toMatchObject({
        _tag: "BlobNotFound",
        key: "none"
      })
      yield* blobs.put("k", text("k"))
      const missing = blobs.localCopy("k", join(directory, "missing"))
      expect(yield* Effect.flip(missing)).toMatchObject({ _tag: "BlobStoreUnavailable" })
    })
  )

  it("a copy is independent of its source", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.put("from", text("old"))
      yield* blobs.put("there/to", text("other"))
      yield* blobs.copy("from", "there/to")
      yield* blobs.copy("from", "there/to")
      yield* blobs.copy("from", "from")
      yield* blobs.put("from", text("new"))
      expect(textOf(yield* blobs.read("there/to"))).toBe("old")
      yield* blobs.copy("from", "third")
      yield* blobs.remove("from")
      expect(textOf(yield* blobs.read("third"))).toBe("new")
      expect(yield* Effect.flip(blobs.copy("from", "third"))).toMatchObject({ _tag: "BlobNotFound", key: "from" })
      expect(yield* keys(blobs)).toEqual(["there/to", "third"])
    }))

  it("a missing blob is not found, and can be removed", (blobs) =>
    Effect.gen(function* () {
      const missing = { _tag: "BlobNotFound", key: "a/none" }
      expect(yield* Effect.flip(blobs.read("a/none"))).toMatchObject(missing)
      expect(yield* Effect.flip(blobs.stream("a/none"))).toMatchObject(missing)
      expect(yield* Effect.flip(blobs.body("a/none"))).toMatchObject(missing)
      expect(Option.isNone(yield* blobs.info("a/none"))).toBe(true)
      yield* blobs.remove("a/none")
      yield* blobs.removeAll("a/none/")
    }))

  it("a key may be a prefix of another", (blobs) =>
    Effect.gen(function* () {
      yield* Effect.forEach(["a/b", "a", "a/b/c", "tmp/1"], (key) => blobs.put(key, text(key)))
      expect(yield* keys(blobs)).toEqual(["a", "a/b", "a/b/c", "tmp/1"])
      yield* blobs.remove("a")
      expect(textOf(yield* blobs.read("a/b"))).toBe("a/b")
      yield* blobs.removeAll("a/b/")
      expect(yield* keys(blobs)).toEqual(["a/b", "tmp/1"])
    }))

  it("listing and removing work by prefix", (blobs) =>
    Effect.gen(function* () {
      const given = ["ops/1/a", "ops/1/b/c", "ops/12/a", "ops", "other/1/a"]
      yield* Effect.forEach(given, (key) => blobs.put(key, text(key)))
      expect(yield* keys(blobs, "ops/1/")).toEqual(["ops/1/a", "ops/1/b/c"])
      expect(yield* keys(blobs, "ops/1")).toEqual(["ops/1/a", "ops/1/b/c", "ops/12/a"])
      expect(yield* keys(blobs, "ops/1/b/c")).toEqual(["ops/1/b/c"])
      expect(yield* keys(blobs, "none/")).toEqual([])
      const infos = Chunk.toArray(yield* Stream.runCollect(blobs.list("other/")))
      expect(infos).toEqual([Option.getOrThrow(yield* blobs.info("other/1/a"))])
      yield* blobs.removeAll("ops/1/")
      expect(yield* keys(blobs)).toEqual(["ops", "ops/12/a", "other/1/a"])
    }))

  it("removing does not disturb a concurrent put", (blobs) =>
    Effect.gen(function* () {
      yield* Effect.forEach(
        Array.from({ length: 100 }, (_, i) => i),
        (i) =>
          Effect.all(
            [
              blobs.put(`a/b/c${i % 3}/${i}`, text("x")),
              blobs.remove(`a/b/c${i % 3}/${i - 1}`),
              blobs.removeAll("a/b/d/"),
              blobs.put("a/b/d/e", text("x"))
            ],
            { concurrency: 4 }
          ),
        { concurrency: 8 }
      )
      expect(yield* keys(blobs, "a/b/c")).toContain("a/b/c0/99")
      yield* blobs.removeAll("a/")
      expect(yield* keys(blobs)).toEqual([])
    }))

  scoped("what is no key of ours is a defect of whoever made it", (blobs, directory) =>
    Effect.gen(function* () {
      writeFileSync(join(directory, "file"), "x")
      yield* blobs.put("k", text("k"))
      const wrong = [
        "",
        "/",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "a/../b",
        "../k",
        "a/..",
        ".tmp/x",
        "a/.b",
        "a..b",
        "A",
        "a b",
        "a\0b",
        "a\\b",
        "%2e",
        "ä",
        "_k",
        "a\n",
        "a/".repeat(600),
        "a".repeat(300)
      ]
      for (const key of wrong) {
        const uses = [
          blobs.put(key, text("x")),
          blobs.putFile(key, join(directory, "file")),
          blobs.read(key),
          blobs.stream(key),
          blobs.info(key),
          blobs.localCopy(key, directory),
          blobs.copy(key, "to"),
          blobs.copy("k", key),
          blobs.remove(key),
          blobs.removeAll(`${key}x/../`),
          Stream.runDrain(blobs.list(`../${key}`))
        ]
        for (const use of uses) expect(yield* dies(Effect.asVoid(use as Effect.Effect<unknown, unknown>))).toBe(true)
      }
      expect(yield* dies(blobs.removeAll("a"))).toBe(true)
      expect(yield* dies(blobs.removeAll(""))).toBe(true)
      expect(yield* keys(blobs)).toEqual(["k"])
    })
  )

  it("a working store passes its check, which leaves nothing behind", (blobs) =>
    Effect.gen(function* () {
      yield* blobs.check
      expect(yield* keys(blobs)).toEqual([])
    }))
}
