/* oxlint-disable no-restricted-imports -- the whole service around its subject */
import { afterAll, expect } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { offset } from "../../../adapters/storage/sql/Clock.ts"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "../../http/testing/Seed.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { GarbageRepository } from "../../ports/operations/GarbageRepository.ts"
import { Collector } from "./Collector.ts"

const hour = 3_600_000
const day = 24 * hour
const folder = mkdtempSync(join(tmpdir(), "plinth-collector-"))
afterAll(() => rmSync(folder, { recursive: true }))
const damaged = join(folder, "damaged.ifc")
writeFileSync(damaged, "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\n")

const operationAt = async (service: TestService.TestService, token: string, started: Response) => {
  const path = new URL(started.headers.get("location")!).pathname
  for (;;) {
    const operation = await Seed.json<{ status: string }>(await service.call("GET", path, { token }))
    if (operation.status === "Ready" || operation.status === "Failed") return { path, status: operation.status }
    await Bun.sleep(20)
  }
}

/** Covers the whole life of what is collected; the storage's time is advanced from step to step. */
const life = async (service: TestService.TestService) => {
  const token = service.token("ada")
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const keys = () =>
    service.run(
      Effect.flatMap(BlobStore, (blobs) =>
        Effect.map(Stream.runCollect(blobs.list("")), (all) =>
          Chunk.toArray(all)
            .map(({ key }) => key)
            .sort()
        )
      )
    )
  const collectAfter = async (millis: number) => {
    offset.millis += millis
    await service.run(Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved))
    await service.run(Effect.flatMap(Collector, ({ collect }) => collect))
    return keys()
  }

  const projectId = await Seed.project(service, token)
  const models = `/v1/projects/${projectId}/models`
  const { modelId } = await Seed.model(service, token, projectId)
  const products = `${models}/${modelId}/products`
  const broken = { modelName: "M", uploadKey: await Seed.upload(service, token, damaged), uploadFileName: "a.ifc" }
  const failed = await operationAt(service, token, await call("POST", models, broken))
  expect(failed.status).toBe("Failed")
  const unused = `uploads/${await Seed.upload(service, token)}`
  const started = await call("POST", `${products}/quantities/query`, { calculators: ["Count"] })
  const calculation = await operationAt(service, token, started)
  const result = `${products}/quantities/${calculation.path.split("/").at(-1)!}/result`
  const operations = `projects/${projectId}/models/${modelId}/operations`
  const inputOfCalculation = `${operations}/${calculation.path.split("/").at(-1)!}/input.jsonl`
  // One of these was left by a worker that died, the other by a service that died before it wrote the row of the
  // operation.
  const leftovers = ["1/table.bin", "input.jsonl"].map((name) => `${operations}/${crypto.randomUUID()}/${name}`)
  for (const leftover of leftovers) {
    await service.run(Effect.flatMap(BlobStore, (blobs) => blobs.put(leftover, Stream.make(new Uint8Array(9)))))
  }
  const isServed = async () => {
    expect((await call("POST", `${products}/properties/query`, {})).status).toBe(200)
    const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(await call("GET", result))
    expect((await service.call("GET", downloadUrl)).status).toBe(200)
    expect((await call("GET", failed.path)).status).toBe(200)
  }

  const before = await keys()
  const unneeded = [...leftovers, unused]
  for (const key of unneeded) expect(before).toContain(key)
  // The input of a calculation is removed when the calculation ends.
  expect(before).not.toContain(inputOfCalculation)
  expect(await collectAfter(0)).toEqual(before)

  const afterADay = await collectAfter(hour + day + 60_000)
  for (const key of unneeded) expect(afterADay).not.toContain(key)
  await isServed()
  await collectAfter(7 * day)
  await isServed()
  // The result was requested less than seven days ago, which is fourteen days after Ready.
  await collectAfter(6.5 * day)
  await isServed()

  await collectAfter(8 * day)
  expect((await call("GET", result)).status).toBe(404)
  expect((await call("GET", calculation.path)).status).toBe(200)
  expect((await call("POST", `${products}/properties/query`, {})).status).toBe(200)
  expect((await collectAfter(day)).filter((key) => key.endsWith("quantities.json"))).toEqual([])

  expect((await call("DELETE", `${models}/${modelId}`)).status).toBe(204)
  expect((await collectAfter(8 * day)).filter((key) => key.startsWith(`projects/${projectId}/`))).toEqual([])
}

effect("files in use are kept; others are removed when they are old enough by the storage's clock", () =>
  Effect.gen(function* () {
    yield* Effect.addFinalizer(() => Effect.sync(() => (offset.millis = 0)))
    const service = yield* TestService.make()
    yield* Effect.promise(() => life(service))
  })
)
