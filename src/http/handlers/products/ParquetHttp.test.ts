import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { parquetReadObjects } from "hyparquet"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"
import type { ModelId, ProjectId } from "../../../domain/Identifier.ts"
import type { UserId } from "../../../domain/Principal.ts"
import { AccessRepository } from "../../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../../ports/BlobStore.ts"
import { GarbageRepository } from "../../../ports/operations/GarbageRepository.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
let model: string
const ada = () => ({ token: service.token("ada") })

beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const projectId = await Seed.project(service, ada().token)
  const { modelId } = await Seed.model(service, ada().token, projectId)
  model = `/v1/projects/${projectId}/models/${modelId}`
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** Returns Ada's access to a model, given by its path. */
const accessTo = Effect.fn(function* (path: string) {
  const [projectId, modelId] = [...path.matchAll(/\d+(?=\/|$)/g)].map(([id]) => id)
  const access = yield* AccessRepository
  const found = yield* access.find("ada" as UserId, projectId as ProjectId, modelId as ModelId)
  return Option.flatMap(found, ({ model }) => model)
})

interface Link {
  readonly downloadUrl: string
  readonly sizeBytes: number
}

/** The rows of the file of a model as it is now. */
const rowsNow = async () => {
  const link = await Seed.json<Link & Record<string, unknown>>(await service.call("GET", `${model}/parquet`, ada()))
  expect(Object.keys(link).sort()).toEqual(["downloadUrl", "sizeBytes"])
  const response = await service.call("GET", link.downloadUrl)
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("application/vnd.apache.parquet")
  const file = await response.arrayBuffer()
  expect(file.byteLength).toBe(link.sizeBytes)
  return parquetReadObjects({ file, compressors: { ZSTD: (page) => Bun.zstdDecompressSync(page) } })
}

test("the file has its Content-Length and the products of the model", async () => {
  const rows = await rowsNow()
  const { result } = await Seed.json<{ result: ReadonlyArray<{ readonly Guid: string; readonly Class: string }> }>(
    await service.call("POST", `${model}/products/properties/query`, { ...ada(), body: { fields: ["Guid", "Class"] } })
  )
  expect(
    rows
      .filter((row) => row["propertySet"] === null && row["property"] === "Class")
      .map((row) => ({ Guid: row["product"] as string, Class: row["text"] as string }))
  ).toEqual(result.toSorted((a, b) => (a.Guid < b.Guid ? -1 : 1)))
})

test("the collector keeps the files of versions", async () => {
  const unneeded = await service.run(
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const garbage = yield* GarbageRepository
      const { latest } = Option.getOrThrow(yield* accessTo(model))
      expect(Option.isSome(yield* blobs.info(latest!.parquet))).toBe(true)
      return yield* garbage.unreferenced([latest!.parquet, "projects/1/nobody"])
    })
  )
  expect(unneeded).toEqual(["projects/1/nobody"])
})

test("the file is that of the latest public version, with its edits and without deleted products", async () => {
  const before = await rowsNow()
  const named = before.filter((row) => row["propertySet"] === null && row["property"] === "Name")
  const [renamed, deleted] = named.map((row) => row["product"] as string) as [string, string]
  const options = { ...ada(), headers: { "x-client-session-id": "parquet" } }
  const ask = async (method: string, path: string, body?: object) => {
    const response = await service.call(method, `${model}${path}`, body === undefined ? options : { ...options, body })
    expect(response.status).toBeLessThan(300)
  }
  await ask("POST", "/start-session")
  await ask("POST", "/products", {
    update: { Name: { [renamed]: "Renamed" } },
    add: { Height: { [renamed]: { PropertySet: "Checks", Value: 1.5 } } }
  })
  await ask("DELETE", `/products/${deleted}`)
  expect(await rowsNow()).toEqual(before)
  await ask("POST", "/publish", { title: "Renamed" })
  const after = await rowsNow()
  expect(after.filter((row) => row["product"] === deleted)).toEqual([])
  const changed = after.filter(
    (row) => !before.some((old) => JSON.stringify(old) === JSON.stringify(row)) && row["product"] === renamed
  )
  expect(changed.map((row) => [row["propertySet"], row["property"], row["text"], row["number"]])).toEqual([
    [null, "Name", "Renamed", null],
    ["Checks", "Height", null, 1.5]
  ])
  const others = (rows: typeof before) => rows.filter((row) => row["product"] !== renamed && row["product"] !== deleted)
  expect(others(after)).toEqual(others(before))
})
