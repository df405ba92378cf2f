/* oxlint-disable no-restricted-imports -- the whole service around its subject */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StorageUnavailable } from "../../domain/StorageErrors.ts"
import * as Seed from "../../http/testing/Seed.ts"
import * as TestService from "../../http/testing/TestService.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Upload } from "../../domain/models/Upload.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { UploadRepository } from "../../ports/models/UploadRepository.ts"
import { effect } from "../../testing/EffectTest.ts"

effect("if the disk is full, uploads and imports are refused with 503 and other requests succeed", () =>
  Effect.gen(function* () {
    let isFull = false
    const ports = Layer.succeed(FreeSpace, {
      demand: Effect.suspend(() => (isFull ? new StorageUnavailable({ reason: "ENOSPC" }) : Effect.void))
    })
    const service = yield* TestService.make({ ports })
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const projectId = await Seed.project(service, token)
      const models = `/v1/projects/${projectId}/models`
      const { modelId } = await Seed.model(service, token, projectId)
      const uploadKey = await Seed.upload(service, token)
      const { uploadUrl } = await Seed.json<{ uploadUrl: string }>(
        await service.call("GET", "/v1/files/upload-url", { token })
      )
      const put = () => service.call("PUT", uploadUrl, { body: new Uint8Array(10) })
      const draft = { modelName: "M", uploadKey, uploadFileName: "house.ifc" }
      const create = () => service.call("POST", models, { token, body: draft })
      isFull = true
      for (const refused of [await put(), await create()]) {
        expect(refused.status).toBe(503)
        expect(refused.headers.get("retry-after")).not.toBeNull()
        expect(await refused.json()).toMatchObject({ type: "urn:plinth:error:storage-unavailable" })
      }
      const products = `${models}/${modelId}/products`
      expect((await service.call("POST", `${products}/properties/query`, { token, body: {} })).status).toBe(200)
      const calculation = { token, body: { calculators: ["Count"] } }
      const started = await Seed.json<{ id: string }>(
        await service.call("POST", `${products}/quantities/query`, calculation),
        202
      )
      await Seed.ready(service, token, started.id)
      isFull = false
      expect((await put()).status).toBe(200)
      expect((await create()).status).toBe(202)
    })
  })
)

effect("the reservation of an upload is released even if the storage is briefly unavailable", () =>
  Effect.gen(function* () {
    const upload: Upload = { key: "a", userId: "ada" as UserId, expiresAt: 0, state: "Issued", expired: false }
    const asked: Array<number | null> = []
    const ports = Layer.succeed(UploadRepository, {
      issue: () => Effect.succeed(upload),
      find: () => Effect.succeedSome(upload),
      reserve: () => Effect.void,
      release: (_, __, stored) =>
        Effect.suspend(() =>
          asked.push(stored) < 3 ? new StorageUnavailable({ reason: "SQLITE_IOERR" }) : Effect.void
        ),
      takeUp: Effect.void
    })
    const service = yield* TestService.make({ ports })
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const { uploadUrl } = await Seed.json<{ uploadUrl: string }>(
        await service.call("GET", "/v1/files/upload-url", { token })
      )
      expect((await service.call("PUT", uploadUrl, { body: new Uint8Array(10) })).status).toBe(200)
    })
    expect(asked).toEqual([10, 10, 10])
  })
)
