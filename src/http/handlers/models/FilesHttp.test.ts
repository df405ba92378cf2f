/* oxlint-disable no-restricted-imports -- the tests stand before the blobs of a service, as main does */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { BlobStore } from "../../../ports/BlobStore.ts"
import { effect } from "../../../testing/EffectTest.ts"
import { BodyLimits } from "../../body/BodyLimits.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const limits = Effect.runSync(BodyLimits)
const timeoutMs = 400

const made = () => {
  const uploadPace = { ...limits.uploadPace, timeoutMs, mostMs: timeoutMs }
  return TestService.make({
    ports: Layer.succeed(BodyLimits, { ...limits, uploadPace }) as unknown as Layer.Layer<never>
  })
}

/** Sends pieces for a while, and sends the end only if requested. */
const flowing = (first: Uint8Array, every: { readonly piece: Uint8Array; readonly forMs: number } | null) => {
  let timer: ReturnType<typeof setInterval> | undefined
  const startedAt = performance.now()
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(first)
      if (every === null) return
      timer = setInterval(() => {
        controller.enqueue(every.piece)
        if (performance.now() - startedAt < every.forMs) return
        clearInterval(timer)
        controller.close()
      }, 20)
    },
    cancel: () => clearInterval(timer)
  })
}

const uploadsOf = (service: TestService.TestService) =>
  service.run(
    Effect.flatMap(BlobStore, (blobs) => Effect.map(Stream.runCollect(blobs.list("uploads/")), (found) => [...found]))
  )

effect("an upload that stalls or trickles ends with 408 and stores nothing, however much has arrived", () =>
  Effect.gen(function* () {
    const service = yield* made()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const much = new Uint8Array(1024 * 1024)
      const crumb = { piece: new Uint8Array(1), forMs: 60_000 }
      for (const body of [flowing(much, null), flowing(much, crumb)]) {
        const { uploadUrl } = await Seed.json<{ uploadUrl: string }>(
          await service.call("GET", "/v1/files/upload-url", { token })
        )
        const refused = await service.call("PUT", uploadUrl, { body })
        expect(refused.headers.get("connection")).toBe("close")
        expect(await Seed.json(refused, 408)).toMatchObject({ type: "urn:plinth:error:request-timeout" })
        expect(await uploadsOf(service)).toEqual([])
      }
    })
  })
)

effect("a slow but steady upload is stored", () =>
  Effect.gen(function* () {
    const service = yield* made()
    yield* Effect.promise(async () => {
      const { uploadUrl } = await Seed.json<{ uploadUrl: string }>(
        await service.call("GET", "/v1/files/upload-url", { token: service.token("ada") })
      )
      const steady = { piece: new Uint8Array(1000), forMs: 3 * timeoutMs }
      const body = flowing(new Uint8Array(1), steady)
      expect((await service.call("PUT", uploadUrl, { body })).status).toBe(200)
      expect(await uploadsOf(service)).toHaveLength(1)
    })
  })
)
