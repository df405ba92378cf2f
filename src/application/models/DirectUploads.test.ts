/* oxlint-disable no-restricted-imports -- the whole service around its subject */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Memory from "../../../adapters/blobs/testing/Memory.ts"
import * as Seed from "../../http/testing/Seed.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { BlobNotFound, BlobStore } from "../../ports/BlobStore.ts"
import { effect } from "../../testing/EffectTest.ts"

const origin = "https://bucket.test/b/"
const maxUploadBytes = 100_000

/** A store that accepts uploads and serves downloads itself, as a bucket does; users upload by `put`. */
const bucket = () => {
  let store: typeof BlobStore.Service
  const generations = new Map<string, number>()
  let beforeCopy: Effect.Effect<void> = Effect.void
  const put = (url: string, bytes: Uint8Array) =>
    Effect.suspend(() => {
      const key = url.slice(origin.length).replace(/\?.*$/, "")
      generations.set(key, (generations.get(key) ?? 0) + 1)
      return Effect.orDie(Effect.asVoid(store.put(key, Stream.make(bytes))))
    })
  const versionOf = (key: string) => String(generations.get(key))
  const layer = Layer.effect(
    BlobStore,
    Effect.map(BlobStore, (memory) => {
      store = memory
      return BlobStore.of({
        ...memory,
        info: (key) =>
          Effect.map(
            memory.info(key),
            Option.map((info) => ({ ...info, version: versionOf(key) }))
          ),
        copy: (from, to, version) =>
          Effect.suspend(() => {
            const meanwhile = beforeCopy
            beforeCopy = Effect.void
            return Effect.zipRight(
              meanwhile,
              Effect.suspend(() =>
                version === versionOf(from) ? memory.copy(from, to) : new BlobNotFound({ key: from })
              )
            )
          }),
        uploadUrl: (key) => Effect.succeedSome(`${origin}${key}?X-Goog-Signature=${crypto.randomUUID()}`),
        downloadUrl: (key, seconds, mediaType) =>
          Effect.succeedSome(`${origin}${key}?seconds=${seconds}&type=${encodeURIComponent(mediaType)}`)
      })
    })
  ).pipe(Layer.provide(Memory.layer))
  return { put, layer, meanwhile: (work: Effect.Effect<void>) => void (beforeCopy = work) }
}

/** A test of the service with such a store. */
const it = (name: string, run: (service: TestService.TestService, store: ReturnType<typeof bucket>) => Promise<void>) =>
  effect(name, () =>
    Effect.gen(function* () {
      const store = bucket()
      const service = yield* TestService.make({ ports: store.layer, settings: { maxUploadBytes } })
      yield* Effect.promise(() => run(service, store))
    })
  )

const house = () => Bun.file(new URL("../../../spec-tests/fixtures/house.ifc", import.meta.url)).bytes()
const issue = (service: TestService.TestService, token: string) =>
  service.call("GET", "/v1/files/upload-url", { token })
const issued = async (service: TestService.TestService, token: string) =>
  Seed.json<{ uploadKey: string; uploadUrl: string }>(await issue(service, token))

const importing = async (service: TestService.TestService, token: string, source: object) => {
  const projectId = await Seed.project(service, token)
  return service.call("POST", `/v1/projects/${projectId}/models`, {
    token,
    body: { modelName: "M", uploadFileName: "house.ifc", ...source }
  })
}
const refused = async (response: Response) => [
  response.status,
  (await Seed.json<{ error: string }>(response, response.status)).error
]

it("bytes that a user uploads to the bucket count for that user only", async (service, store) => {
  const token = service.token("ada")
  const keys: Array<string> = []
  for (let i = 0; i < 20; i++) {
    const { uploadKey, uploadUrl } = await issued(service, token)
    keys.push(uploadKey)
    await Effect.runPromise(store.put(uploadUrl, new Uint8Array(maxUploadBytes)))
  }
  expect(new Set(keys).size).toBe(20)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const answer = await issue(service, token)
  expect(answer.status).toBe(429)
  expect(answer.headers.get("retry-after")).not.toBeNull()
  expect((await issue(service, service.token("bert"))).status).toBe(200)
})

it("the URL of the bucket is accepted in place of the key, from its user only", async (service, store) => {
  const token = service.token("ada")
  const { uploadKey, uploadUrl } = await issued(service, token)
  await Effect.runPromise(store.put(uploadUrl, await house()))
  const invalid = [400, "InvalidUploadKey"]
  const others = [
    `https://elsewhere.test/b/uploads/${uploadKey}`,
    `${origin}projects/${uploadKey}`,
    `${origin}uploads/${uploadKey.replace(/.$/, "x")}`,
    `${origin}uploads/../uploads/${uploadKey}`,
    "uploads",
    ""
  ]
  for (const other of others)
    expect(await refused(await importing(service, token, { uploadUrl: other }))).toEqual(invalid)
  expect(await refused(await importing(service, service.token("bert"), { uploadUrl }))).toEqual(invalid)
  const { id } = await Seed.json<{ id: string }>(await importing(service, token, { uploadUrl }), 202)
  await Seed.ready(service, token, id)
})

it("an object that is replaced while a model is created from it is checked as well", async (service, store) => {
  const token = service.token("ada")
  const replaced = async (first: Uint8Array, second: Uint8Array) => {
    const { uploadKey, uploadUrl } = await issued(service, token)
    await Effect.runPromise(store.put(uploadUrl, first))
    store.meanwhile(store.put(uploadUrl, second))
    return importing(service, token, { uploadKey })
  }
  const file = await house()
  const tooLarge = await replaced(file, new Uint8Array(maxUploadBytes + 1))
  expect(await refused(tooLarge)).toEqual([400, "UploadTooLarge"])
  expect(await refused(await replaced(file, new TextEncoder().encode("no model")))).toEqual([400, "InvalidModelFile"])
  const { id } = await Seed.json<{ id: string }>(await replaced(new TextEncoder().encode("no model"), file), 202)
  await Seed.ready(service, token, id)
})

it("a download redirects to a URL that is valid for an hour; HEAD is answered by the service", async (service, store) => {
  const token = service.token("ada")
  const { uploadKey, uploadUrl } = await issued(service, token)
  await Effect.runPromise(store.put(uploadUrl, await house()))
  const { id } = await Seed.json<{ id: string }>(await importing(service, token, { uploadKey }), 202)
  await Seed.ready(service, token, id)
  const { reportUrl } = await Seed.json<{ reportUrl: string }>(
    await service.call("GET", `/v1/operations/${id}`, { token })
  )
  const answer = await service.call("GET", reportUrl)
  expect(answer.status).toBe(302)
  expect(answer.headers.get("location")).toMatch(
    /^https:\/\/bucket\.test\/b\/projects\/.*\?seconds=3600&type=application%2Fjson$/
  )
  const head = await service.call("HEAD", reportUrl)
  expect([head.status, head.headers.get("content-disposition")]).toEqual([200, "attachment"])
  expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0)
})
