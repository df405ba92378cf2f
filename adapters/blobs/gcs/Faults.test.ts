import { expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { BlobStore } from "../../../src/ports/BlobStore.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Gcs from "../Gcs.ts"
import { partBytes } from "./Upload.ts"
import * as Emulator from "./testing/Emulator.ts"
import * as FaultProxy from "./testing/FaultProxy.ts"

const KIB = 1024
const unavailable = { _tag: "BlobStoreUnavailable" }
const timeouts = {
  ...Emulator.quick,
  attempts: 4,
  answer: "400 millis",
  transfer: "1500 millis",
  stall: "400 millis",
  checked: "0 millis"
} as const

/** `size` bytes, each different from its neighbours far and near. */
const pattern = (size: number, seed = 1) =>
  Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) * seed) & 255)
const pieces = (bytes: Uint8Array, size = 64 * KIB) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
  )
const all = (stream: ReadableStream<Uint8Array>) => Effect.promise(() => new Response(stream as never).bytes())
const failing = (stream: ReadableStream<Uint8Array>) =>
  Effect.promise(() =>
    new Response(stream as never).bytes().then(
      () => "it came whole",
      () => "it failed"
    )
  )

interface World {
  /** The store under test, which is reached through the proxy. */
  readonly blobs: typeof BlobStore.Service
  /** The same bucket without faults. */
  readonly truth: typeof BlobStore.Service
  readonly proxy: FaultProxy.FaultProxy
  readonly bucket: string
}

const opened = (bucket: string, endpoint: string, delay: Duration.DurationInput = timeouts.delay) =>
  Effect.map(
    Layer.build(
      Layer.provideMerge(
        Gcs.layer({ bucket, endpoint, timeouts: { ...timeouts, delay } }),
        Logger.remove(Logger.defaultLogger)
      )
    ),
    (services) => services.unsafeMap.get(BlobStore.key) as typeof BlobStore.Service
  )

/** A test that ends within 30 seconds and leaves no connection in use. */
const it = (name: string, run: (world: World) => Effect.Effect<void, unknown>) => {
  const { emulator } = Emulator
  if (emulator === null) return
  effect(name, () =>
    Effect.gen(function* () {
      const bucket = yield* Emulator.bucket(emulator)
      const proxy = yield* FaultProxy.make(emulator)
      const world = {
        bucket,
        proxy,
        truth: yield* opened(bucket, emulator),
        blobs: yield* opened(bucket, proxy.endpoint)
      }
      yield* run(world).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
      yield* Effect.sync(proxy.open).pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: (count) => count === 0 }),
        Effect.map((count) => expect(count).toBe(0))
      )
    })
  )
}

if (Emulator.emulator === null) test.skip(`faults: ${Emulator.without}`, () => {})

const READ = /alt=media/
const LOOK = /^GET \S*\/o\/[^?]*\?fields/

const passing: ReadonlyArray<readonly [string, FaultProxy.Fault]> = [
  ["503", { status: 503 }],
  ["429", { status: 429 }],
  ["a reset before it arrived", { reset: "request" }],
  ["a lost answer", { reset: "answer" }],
  ["a server that stalls", { stallAfter: 0 }]
]
for (const [name, fault] of passing) {
  it(`after ${name}, twice, every request succeeds`, ({ blobs, proxy, truth }) =>
    Effect.gen(function* () {
      const twice = (line: RegExp) => proxy.meet(line, fault, 2)
      const content = pattern(300 * KIB)
      twice(/^POST \S*uploadType=multipart/)
      expect(yield* blobs.put("a/k", pieces(content))).toBe(content.length)
      expect(yield* truth.read("a/k")).toEqual(content)
      twice(LOOK)
      twice(READ)
      expect(yield* blobs.read("a/k")).toEqual(content)
      twice(READ)
      expect(yield* all(yield* blobs.stream("a/k", { start: 7, end: 200_000 }))).toEqual(content.subarray(7, 200_000))
      twice(LOOK)
      expect(Option.isSome(yield* blobs.info("a/k"))).toBe(true)
      twice(/rewriteTo/)
      yield* blobs.copy("a/k", "a/l")
      twice(/^GET \S*\/o\?prefix/)
      expect(yield* Stream.runCount(blobs.list("a/"))).toBe(2)
      twice(/^DELETE/)
      yield* blobs.remove("a/k")
      twice(/^DELETE/)
      yield* blobs.removeAll("a/")
      expect(yield* Stream.runCount(truth.list("a/"))).toBe(0)
    }))
}

for (const [name, fault] of [
  ["503", { status: 503 }],
  ["a reset before it arrived", { reset: "request" }],
  ["a server that stalls", { stallAfter: 0 }]
] as const) {
  it(`after ${name}, twice in each request of a session, the upload succeeds`, ({ blobs, proxy, truth }) =>
    Effect.gen(function* () {
      const content = pattern(2 * partBytes + 1000)
      proxy.meet(/^POST \S*uploadType=resumable/, fault, 2)
      // Each part is one line that repeats: the first, the second and the last part meet the fault twice.
      proxy.meet(/^PUT/, fault, 2)
      yield* blobs.put("k", pieces(content, 1024 * KIB))
      expect(Buffer.compare(yield* truth.read("k"), content)).toBe(0)
      expect(proxy.seen.filter((line) => line.startsWith("PUT")).length).toBe(5)
    }))
}

it("if the answer to the last part of a session is lost, the stored object shows that it was stored", (world) =>
  Effect.gen(function* () {
    const { blobs, proxy, truth } = world
    const content = pattern(partBytes + 1000)
    let sent = 0
    const counted = Stream.tap(pieces(content, 1024 * KIB), (piece) =>
      Effect.sync(() => {
        sent += piece.length
        if (sent === content.length) proxy.meet(/^PUT/, { reset: "answer" }, 1)
      })
    )
    // The first part is sent when the last piece has arrived, and the proxy lets it through.
    proxy.meet(/^PUT/, { flip: "answer", at: -1 }, 1)
    expect(yield* blobs.put("k", counted)).toBe(content.length)
    expect(Buffer.compare(yield* truth.read("k"), content)).toBe(0)
    expect(proxy.seen.filter((line) => line.startsWith("PUT")).length).toBe(3)
  }))

for (const [name, fault] of [
  ["503", { status: 503 }],
  ["a reset", { reset: "request" }],
  ["a server that stalls", { stallAfter: 0 }]
] as const) {
  it(`permanent ${name} fails with BlobStoreUnavailable, and the old blob stays`, ({ blobs, proxy, truth }) =>
    Effect.gen(function* () {
      const old = pattern(1000)
      yield* truth.put("k", Stream.make(old))
      const from = proxy.seen.length
      proxy.meet(/./, fault, 1000)
      const tries: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        blobs.put("k", Stream.make(pattern(10))),
        blobs.put("k", pieces(pattern(partBytes + 1000, 3), 1024 * KIB)),
        blobs.read("k"),
        blobs.stream("k"),
        blobs.info("k"),
        blobs.localCopy("k", tmpdir()),
        blobs.copy("k", "l"),
        blobs.remove("k"),
        blobs.removeAll("k/"),
        Stream.runDrain(blobs.list("k")),
        blobs.check
      ]
      const failures = yield* Effect.forEach(tries, Effect.flip, { concurrency: "unbounded" })
      for (const failure of failures) expect(failure).toMatchObject(unavailable)
      // Each request is tried four times; a check is tried once.
      expect(proxy.seen.length - from).toBe(4 * 10 + 1)
      expect(yield* truth.read("k")).toEqual(old)
    }))
}

it("a refusal is not repeated", ({ blobs, proxy }) =>
  Effect.gen(function* () {
    proxy.meet(/./, { status: 403 }, 1000)
    expect(yield* Effect.flip(blobs.read("k"))).toMatchObject({ ...unavailable, reason: "HTTP 403" })
    expect(proxy.seen.filter((line) => LOOK.test(line)).length).toBe(1)
  }))

it("a download that breaks or stalls after 256 KiB is continued from there", ({ blobs, proxy, truth }) =>
  Effect.gen(function* () {
    const content = pattern(1024 * KIB)
    yield* truth.put("k", Stream.make(content))
    for (const fault of [{ cutAfter: 256 * KIB }, { stallAfter: 256 * KIB }] as const) {
      proxy.meet(READ, fault, 2)
      expect(Buffer.compare(yield* blobs.read("k"), content)).toBe(0)
      proxy.meet(READ, fault, 1)
      expect(Buffer.compare(yield* all(yield* blobs.stream("k")), content)).toBe(0)
    }
  }))

it("a continued download has the bytes of its beginning, or fails", ({ blobs, proxy, truth }) =>
  Effect.gen(function* () {
    yield* truth.put("k", Stream.make(pattern(1024 * KIB)))
    proxy.meet(READ, { cutAfter: 256 * KIB })
    const stream = yield* blobs.stream("k")
    yield* truth.put("k", Stream.make(pattern(1024 * KIB, 7)))
    expect(yield* failing(stream)).toBe("it failed")
  }))

it("a byte flipped on the way is never delivered", ({ blobs, proxy, truth }) =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true }))
    )
    const content = pattern(600 * KIB)
    yield* truth.put("k", Stream.make(content))
    const flip = { flip: "answer", at: 5000 } as const
    proxy.meet(READ, flip, 2)
    expect(yield* blobs.read("k")).toEqual(content)
    proxy.meet(READ, flip, 2)
    expect(readFileSync(yield* blobs.localCopy("k", directory)).equals(content)).toBe(true)
    proxy.meet(READ, flip, 3)
    expect(yield* Effect.flip(blobs.localCopy("k", directory))).toMatchObject(unavailable)
    expect(readdirSync(directory).length).toBe(1)
    proxy.meet(READ, flip)
    expect(yield* failing(yield* blobs.stream("k"))).toBe("it failed")
  }).pipe(Effect.scoped))

it("an upload whose bytes arrive flipped is repeated, and wrong bytes are never visible", (world) =>
  Effect.gen(function* () {
    const { blobs, proxy, truth } = world
    const content = pattern(600 * KIB)
    yield* truth.put("k", Stream.make(pattern(10)))
    proxy.meet(/multipart/, { flip: "request", at: 5000 }, 2)
    yield* blobs.put("k", pieces(content))
    expect(yield* truth.read("k")).toEqual(content)
    proxy.meet(/multipart/, { flip: "request", at: 5000 }, 4)
    expect(yield* Effect.flip(blobs.put("k", Stream.make(pattern(600 * KIB, 9))))).toMatchObject(unavailable)
    expect(yield* truth.read("k")).toEqual(content)
  }))

it("a multi-part put that fails or is interrupted keeps the old blob and leaves no session", (world) =>
  Effect.gen(function* () {
    const { blobs, proxy, truth } = world
    yield* truth.put("k", Stream.make(pattern(10)))
    const begun = pieces(pattern(partBytes + 1024 * KIB), 1024 * KIB)
    expect(yield* Effect.flip(blobs.put("k", Stream.concat(begun, Stream.fail("cut"))))).toBe("cut")
    const reached = yield* Deferred.make<void>()
    const stuck = Stream.concat(
      begun,
      Stream.fromEffect(Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never))
    )
    const fiber = yield* Effect.fork(blobs.put("k", stuck))
    yield* Deferred.await(reached)
    yield* Fiber.interrupt(fiber)
    expect(yield* truth.read("k")).toEqual(pattern(10))
    yield* Effect.sync(() => proxy.seen.filter((line) => line.startsWith("DELETE")).length).pipe(
      Effect.delay("20 millis"),
      // There is one final part for each session, or more if an answer was late and the request was repeated.
      Effect.repeat({ until: (count) => count >= 2 })
    )
  }))

it("even uninterruptible requests end in time", ({ blobs, proxy }) =>
  Effect.gen(function* () {
    proxy.meet(/./, { stallAfter: 0 }, 1000)
    const work = Effect.uninterruptible(Effect.zipRight(Effect.exit(blobs.remove("k")), Effect.exit(blobs.read("k"))))
    yield* Effect.timeout(Effect.disconnect(work), "15 seconds")
  }))

it("a file of several parts is stored", ({ blobs, truth }) =>
  Effect.gen(function* () {
    const path = join(tmpdir(), `plinth-test-${crypto.randomUUID()}`)
    const content = pattern(2 * partBytes)
    writeFileSync(path, content)
    expect(yield* blobs.putFile("k", path).pipe(Effect.ensuring(Effect.sync(() => rmSync(path))))).toBe(content.length)
    expect(Buffer.compare(yield* truth.read("k"), content)).toBe(0)
  }))

it("a request that waits for its retry ends when it is interrupted", ({ bucket, proxy, truth }) =>
  Effect.gen(function* () {
    yield* truth.put("a/b", Stream.make(Uint8Array.of(1)))
    const blobs = yield* opened(bucket, proxy.endpoint, "10 seconds")
    proxy.meet(READ, { status: 503 }, 10)
    const reading = yield* Effect.fork(blobs.read("a/b"))
    yield* Effect.sleep("500 millis")
    const reads = () => proxy.seen.filter((line) => READ.test(line)).length
    expect(reads()).toBe(1)
    yield* Fiber.interrupt(reading)
    // The repetition would be sent only after ten seconds.
    expect(reads()).toBe(1)
  }).pipe(Effect.scoped))
