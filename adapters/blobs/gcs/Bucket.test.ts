import { expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { BlobStore } from "../../../src/ports/BlobStore.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import { freePort } from "../../../src/testing/FreePort.ts"
import * as Gcs from "../Gcs.ts"
import * as Emulator from "./testing/Emulator.ts"
import * as FaultProxy from "./testing/FaultProxy.ts"

const { emulator } = Emulator
const timeouts = { ...Emulator.quick, start: "1500 millis" } as const

/** Opens the store of a bucket and returns it, and the messages that were logged. */
const opened = (bucket: string, endpoint: string) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    const log = Logger.replace(Logger.defaultLogger, logger)
    const services = yield* Layer.build(Layer.provideMerge(Gcs.layer({ bucket, endpoint, timeouts }), log))
    return { blobs: yield* Effect.provide(BlobStore, services), logged }
  })

effect("an endpoint that does not answer is awaited, then reported with the bucket", () =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const failure = yield* Effect.flip(opened("bucket", `http://127.0.0.1:${port}`))
    expect(failure.message).toMatch(/^GCS_BUCKET: bucket does not answer \(\w+\)$/)
  })
)

if (emulator === null) test.skip(`buckets: ${Emulator.without}`, () => {})
else {
  for (const [status, said] of [
    [503, "The bucket does not answer yet"],
    [403, "The bucket does not let the service in yet"]
  ] as const) {
    effect(`a bucket that first answers ${status} is awaited, and missing permissions are warned of`, () =>
      Effect.gen(function* () {
        const bucket = yield* Emulator.bucket(emulator)
        const proxy = yield* FaultProxy.make(emulator)
        proxy.meet(/./, { status })
        const { blobs, logged } = yield* opened(bucket, proxy.endpoint)
        expect(yield* Stream.runCount(blobs.list(""))).toBe(0)
        expect(logged).toEqual([
          said,
          "The CORS rules of GCS_BUCKET do not let pages of any origin GET and PUT: set those of adapters/blobs/README.md"
        ])
      })
    )
  }

  effect("a missing bucket is reported at once, a persistent refusal at the end of the start timeout", () =>
    Effect.gen(function* () {
      const failure = (endpoint: string) =>
        Effect.map(Effect.flip(opened("nobodys", endpoint)), ({ message }) => message)
      const missing = yield* FaultProxy.make(emulator)
      expect(yield* failure(missing.endpoint)).toBe("GCS_BUCKET: there is no bucket called nobodys")
      expect(missing.seen.length).toBe(1)
      const refusing = yield* FaultProxy.make(emulator)
      refusing.meet(/./, { status: 403 }, 1000)
      expect(yield* failure(refusing.endpoint)).toMatch(/^GCS_BUCKET: the credentials do not let the service list, w/)
      expect(refusing.seen.length).toBeGreaterThan(1)
    })
  )

  effect("a file that was uploaded compressed is read as it was stored", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "plinth-test-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      const bucket = yield* Emulator.bucket(emulator)
      const { blobs } = yield* opened(bucket, emulator)
      const body = gzipSync("text ".repeat(1000))
      // A PUT with Content-Encoding has the same effect in a bucket; the emulator, however, unpacks the body.
      const metadata = JSON.stringify({ name: "uploads/a", contentEncoding: "gzip", contentType: "text/html" })
      const parts = ["--b", "Content-Type: application/json", "", metadata, "--b", "Content-Type: text/html", "", ""]
      const url = `${emulator}/upload/storage/v1/b/${bucket}/o?uploadType=multipart`
      const stored = yield* Effect.promise(() =>
        fetch(url, {
          method: "POST",
          headers: { "content-type": "multipart/related; boundary=b" },
          body: Buffer.concat([Buffer.from(parts.join("\r\n")), body, Buffer.from("\r\n--b--")])
        })
      )
      expect(stored.status).toBe(200)
      yield* blobs.copy("uploads/a", "projects/a")
      for (const key of ["uploads/a", "projects/a"]) {
        expect(Option.getOrThrow(yield* blobs.info(key)).size).toBe(body.length)
        expect(body.equals(yield* blobs.read(key))).toBe(true)
        const path = yield* blobs.localCopy(key, directory)
        expect(body.equals(readFileSync(path))).toBe(true)
        const part = yield* blobs.stream(key, { start: 3, end: 9 })
        const bytes = yield* Effect.promise(() => new Response(part as never).bytes())
        expect(body.subarray(3, 9).equals(bytes)).toBe(true)
      }
    })
  )

  effect("a copy is made of the checked generation or not at all", () =>
    Effect.gen(function* () {
      const { blobs } = yield* opened(yield* Emulator.bucket(emulator), emulator)
      yield* blobs.put("from", Stream.make(Uint8Array.of(1)))
      const { version } = Option.getOrThrow(yield* blobs.info("from"))
      yield* blobs.copy("from", "to", version)
      yield* blobs.put("from", Stream.make(Uint8Array.of(2)))
      expect(yield* Effect.flip(blobs.copy("from", "to", version))).toMatchObject({ _tag: "BlobNotFound", key: "from" })
      expect(yield* blobs.read("to")).toEqual(Uint8Array.of(1))
    })
  )
}
