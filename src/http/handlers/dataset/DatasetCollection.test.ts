import { expect, test } from "bun:test"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { DatasetCollector } from "../../../application/dataset/DatasetCollector.ts"
import { DatasetStore } from "../../../ports/dataset/DatasetStore.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const day = 24 * 3_600_000
const after = (millis: number) =>
  Object.assign(Clock.make(), { currentTimeMillis: Effect.sync(() => Date.now() + millis) })

/** The keys of all files of all datasets. */
const keys = Effect.flatMap(DatasetStore, (store) =>
  Effect.map(Stream.runCollect(store!.blobs.list("")), (all) => Array.from(all, ({ key }) => key).toSorted())
)

const put = (key: string) =>
  Effect.flatMap(DatasetStore, (store) => store!.blobs.put(key, Stream.make(Buffer.from("half"))))

test("files that no snapshot needs are collected after seven days, and those of a deleted project at once", async () => {
  const scope = Effect.runSync(Scope.make())
  const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  try {
    const token = service.token("ada")
    const projectId = await Seed.project(service, token)
    const shown = async () => {
      const answer = await service.call("GET", `/v1/projects/${projectId}/dataset`, { token })
      return Seed.json<{ models: ReadonlyArray<unknown>; tables: Record<string, { metadataLocation: string }> }>(answer)
    }
    await shown()
    await Seed.model(service, token, projectId)
    while ((await shown()).models.length === 0) await Bun.sleep(100)
    const { tables } = await shown()

    const before = await service.run(keys)
    const left = [`${projectId}/products/data/crash.parquet`, `${projectId}/products/metadata/v99.avro`]
    for (const key of left) await service.run(put(key))
    const collect = (millis: number) =>
      service.run(Effect.flatMap(DatasetCollector, (collector) => Effect.withClock(collector.collect, after(millis))))
    await collect(6 * day)
    expect(await service.run(keys)).toEqual([...before, ...left].toSorted())

    await collect(8 * day)
    const current = new Set(
      Object.values(tables).map(({ metadataLocation }) => metadataLocation.slice("file:///datasets/".length))
    )
    const replaced = before.filter((key) => key.endsWith(".metadata.json") && !current.has(key))
    expect(replaced).toHaveLength(3)
    expect(await service.run(keys)).toEqual(before.filter((key) => !replaced.includes(key)))

    expect((await service.call("DELETE", `/v1/projects/${projectId}`, { token })).status).toBe(204)
    await collect(0)
    expect(await service.run(keys)).toEqual([])
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
})
