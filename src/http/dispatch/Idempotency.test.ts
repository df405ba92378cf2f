/* oxlint-disable no-restricted-imports -- the tests stand before the blobs of a service, as main does */
import { afterEach, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as MemoryBlobStore from "../../../adapters/blobs/testing/Memory.ts"
import { effect } from "../../testing/EffectTest.ts"
import { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { type FaultPoint, FaultPoints } from "../../ports/FaultPoints.ts"
import { largeBytes } from "../body/LargeBodies.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

const RealWorker = globalThis.Worker
afterEach(() => void (globalThis.Worker = RealWorker))

const keyed = (key = "k") => ({ "idempotency-key": key })

/** A gate that reports when a caller has reached it. */
const newGate = () => {
  const arrived = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  return {
    pass: () => {
      arrived.resolve()
      return opened.promise
    },
    arrived: arrived.promise,
    open: opened.resolve
  }
}

/** A service that waits for the promise before it copies a blob. */
const serviceWith = (beforeCopy: () => Promise<void>) =>
  TestService.make({
    ports: Layer.effect(
      BlobStore,
      Effect.map(BlobStore, (blobs) => ({
        ...blobs,
        copy: (from: string, to: string) => Effect.zipRight(Effect.promise(beforeCopy), blobs.copy(from, to))
      }))
    ).pipe(Layer.provide(MemoryBlobStore.layer)) as unknown as Layer.Layer<never>
  })

const blobKeys = (service: TestService.TestService, prefix: string) =>
  service.run(
    Effect.flatMap(BlobStore, (blobs) => Effect.map(Stream.runCollect(blobs.list(prefix)), (found) => [...found]))
  )

const startModel = (service: TestService.TestService, projectId: string, uploadKey: string, key = "k") =>
  service.call("POST", `/v1/projects/${projectId}/models`, {
    token: service.token("ada"),
    headers: keyed(key),
    body: { modelName: "House", uploadKey, uploadFileName: "house.ifc" }
  })

effect("other writes proceed while a file is copied for a request with a key", () =>
  Effect.gen(function* () {
    const gate = newGate()
    const service = yield* serviceWith(gate.pass)
    yield* Effect.promise(async () => {
      const ada = service.token("ada")
      const projectId = await Seed.project(service, ada)
      const answer = startModel(service, projectId, await Seed.upload(service, ada))
      await gate.arrived
      await Seed.project(service, service.token("grace"))
      gate.open()
      await Seed.json(await answer, 202)
    })
  })
)

effect("other writes proceed while a large body with a key is decoded; its refusal is stored", () =>
  Effect.gen(function* () {
    const gate = newGate()
    globalThis.Worker = class extends RealWorker {
      override postMessage(message: unknown, transferred: unknown) {
        void gate.pass().then(() => super.postMessage(message, transferred as []))
      }
    }
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const create = (body: unknown) => service.call("POST", "/v1/projects", { token, headers: keyed(), body })
      const invalid = { name: 1, padding: "x".repeat(largeBytes) }
      const answer = create(invalid)
      await gate.arrived
      await Seed.project(service, service.token("grace"))
      gate.open()
      const refusal = await (await answer).text()
      expect(JSON.parse(refusal)).toMatchObject({ status: 400, type: "urn:plinth:error:invalid-body" })
      expect(await (await create(invalid)).text()).toBe(refusal)
      expect(await Seed.json(await create({ name: "Other" }), 400)).toMatchObject({
        type: "urn:plinth:error:idempotency-key-reused"
      })
    })
  })
)

effect("a refusal before the commit is stored and repeated, even if its reason no longer holds", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const projectId = await Seed.project(service, token)
      const { uploadKey, uploadUrl } = await Seed.json<{ uploadKey: string; uploadUrl: string }>(
        await service.call("GET", "/v1/files/upload-url", { token })
      )
      expect(await Seed.json(await startModel(service, projectId, uploadKey), 400)).toMatchObject({
        error: "UploadNotFound"
      })
      expect((await service.call("PUT", uploadUrl, { body: "ISO-10303-21;" })).status).toBe(200)
      expect(await Seed.json(await startModel(service, projectId, uploadKey), 400)).toMatchObject({
        error: "UploadNotFound"
      })
      await Seed.json(await startModel(service, projectId, uploadKey, "another"), 202)
    })
  })
)

effect("parallel duplicates that each copied the file create one model and leave one copy", () =>
  Effect.gen(function* () {
    const gate = newGate()
    let waiting = 0
    const service = yield* serviceWith(async () => {
      if (++waiting === 5) gate.open()
      await gate.pass()
    })
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const projectId = await Seed.project(service, token)
      const uploadKey = await Seed.upload(service, token)
      const answers = await Promise.all(Array.from({ length: 5 }, () => startModel(service, projectId, uploadKey)))
      const ids = new Set<string>()
      for (const answer of answers) ids.add((await Seed.json<{ id: string }>(answer, 202)).id)
      expect(ids.size).toBe(1)
      await Seed.ready(service, token, [...ids][0]!)
      expect((await blobKeys(service, `projects/${projectId}/imports/`)).map(({ key }) => key)).toEqual([
        `projects/${projectId}/imports/${[...ids][0]}/source`
      ])
      expect(await blobKeys(service, "uploads/")).toEqual([])
    })
  })
)

effect("after a storage failure the upload remains, without copy or stored answer, and the same key tries again", () =>
  Effect.gen(function* () {
    let isAway = true
    // Within the transaction, after its last statement.
    const reach = (point: FaultPoint) =>
      point === "operation.uncommitted" && isAway
        ? (new StorageUnavailable({ reason: "57P01" }) as unknown as Effect.Effect<void>)
        : Effect.void
    const service = yield* TestService.make({ ports: Layer.succeed(FaultPoints, { reach }) as Layer.Layer<never> })
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const projectId = await Seed.project(service, token)
      const uploadKey = await Seed.upload(service, token)
      expect((await startModel(service, projectId, uploadKey)).status).toBe(503)
      expect((await blobKeys(service, `projects/${projectId}/`)).map(({ key }) => key)).toEqual([])
      isAway = false
      await Seed.json(await startModel(service, projectId, uploadKey), 202)
    })
  })
)
