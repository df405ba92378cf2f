import { afterAll, beforeAll, expect, test } from "bun:test"
import { parquetReadObjects } from "hyparquet"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { datasetTables } from "../../../domain/dataset/DatasetTables.ts"
import { ProjectId } from "../../../domain/Identifier.ts"
import { filesOf } from "../../../iceberg/Manifest.ts"
import { manifestsOf } from "../../../iceberg/ManifestList.ts"
import * as Metadata from "../../../iceberg/Metadata.ts"
import { DatasetRepository } from "../../../ports/dataset/DatasetRepository.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Table {
  readonly metadataLocation: string
  readonly httpMetadataUrl: string
  readonly snapshotId: string
  readonly rows: number
  readonly sizeBytes: number
}
interface Dataset {
  readonly tables: Readonly<Record<"products" | "properties" | "quantities", Table>>
  readonly models: ReadonlyArray<{ readonly modelId: string; readonly modelVersionId: string }>
  readonly updatedAt: string
}

const datasetOf = async (projectId: string, token: string): Promise<Dataset> => {
  const answer = await service.call("GET", `/v1/projects/${projectId}/dataset`, { token })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Dataset
}

const get = async (url: string): Promise<Uint8Array> => {
  const answer = await service.call("GET", url)
  expect(answer.status).toBe(200)
  return answer.bytes()
}

/** Returns the URLs of the files of a table, as engines find them from its metadata. */
const filesOfTable = async (table: Table) => {
  const metadata = JSON.parse(Buffer.from(await get(table.httpMetadataUrl)).toString()) as Metadata.Metadata
  const current = Metadata.current(metadata)!
  expect(metadata.snapshots).toHaveLength(1)
  expect(String(current["snapshot-id"])).toBe(table.snapshotId)
  const manifests = manifestsOf(await get(current["manifest-list"]))
  const data: Array<string> = []
  for (const manifest of manifests) data.push(...filesOf(datasetTables.products, await get(manifest)))
  return { current, list: current["manifest-list"], manifests, data }
}

const rowsOf = async (table: Table): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const { data } = await filesOfTable(table)
  const compressors = { ZSTD: (page: Uint8Array) => Bun.zstdDecompressSync(page) }
  const rows: Array<Record<string, unknown>> = []
  for (const url of data) {
    rows.push(...(await parquetReadObjects({ file: Uint8Array.from(await get(url)).buffer, compressors })))
  }
  expect(rows).toHaveLength(table.rows)
  return rows
}

/** Requests the dataset until it is in the wanted state. */
const until = async (projectId: string, token: string, isWanted: (dataset: Dataset) => boolean): Promise<Dataset> => {
  for (;;) {
    const dataset = await datasetOf(projectId, token)
    if (isWanted(dataset)) return dataset
    await Bun.sleep(100)
  }
}

/** A project with one model, whose dataset shows it. */
const house = async () => {
  const token = service.token(crypto.randomUUID())
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId)
  const dataset = await until(projectId, token, ({ models }) => models.length === 1)
  return { token, projectId, modelId, dataset }
}

test("a project without models has empty tables", async () => {
  const token = service.token(crypto.randomUUID())
  const projectId = await Seed.project(service, token)
  const { models, tables } = await datasetOf(projectId, token)
  expect(models).toEqual([])
  expect(Object.values(tables).map(({ rows, sizeBytes }) => [rows, sizeBytes])).toEqual([[0, 0], [0, 0], [0, 0]]) // prettier-ignore
  const metadata = await service.call("GET", tables.products.httpMetadataUrl)
  expect(metadata.status).toBe(200)
})

test("the tables follow imports, publications and removals", async () => {
  const { dataset, modelId, projectId, token } = await house()
  const path = `/v1/projects/${projectId}/models/${modelId}`
  const page = await Seed.json<{ result: ReadonlyArray<Record<string, string>> }>(
    await service.call("POST", `${path}/products/properties/query`, { token, body: { fields: ["Guid", "Name"] } })
  )
  const products = await rowsOf(dataset.tables.products)
  expect(products.map(({ guid, name }) => `${guid as string} ${name as string}`).toSorted()).toEqual(
    page.result.map(({ Guid, Name }) => `${Guid} ${Name}`).toSorted()
  )
  const { current: before } = await filesOfTable(dataset.tables.properties)
  expect(before.summary).toMatchObject({ operation: "append", "plinth.model-id": modelId, "plinth.title": "Import" })

  const guid = page.result[0]!["Guid"]!
  const session = { token, headers: { "x-client-session-id": "dataset" } }
  await service.call("POST", `${path}/start-session`, session)
  const edited = await service.call("POST", `${path}/products`, {
    ...session,
    body: { update: { Name: { [guid]: "Renamed" } } }
  })
  expect([edited.status, await edited.text()]).toEqual([200, '{"errors":[]}'])
  await service.call("POST", `${path}/publish`, { ...session, body: { title: "Names" } })
  const version = dataset.models[0]!.modelVersionId
  const after = await until(projectId, token, ({ models }) => models[0]!.modelVersionId !== version)
  const renamed = (await rowsOf(after.tables.products)).filter(({ name }) => name === "Renamed")
  expect(renamed.map((row) => [row["guid"], row["model_version_id"]])).toEqual([
    [guid, after.models[0]!.modelVersionId]
  ])
  const { current } = await filesOfTable(after.tables.products)
  expect(current.summary).toMatchObject({ operation: "overwrite", "plinth.title": "Names" })
  // The snapshot of before stays readable by its URL.
  expect(await rowsOf(dataset.tables.products)).toEqual(products)

  expect((await service.call("DELETE", path, { token })).status).toBe(204)
  const empty = await until(projectId, token, ({ models }) => models.length === 0)
  expect(await rowsOf(empty.tables.products)).toEqual([])
})

test("the tables follow those changes in libraries that show in their rows, and no others", async () => {
  const { dataset, projectId, token } = await house()
  const id = ProjectId.make(projectId)
  const isDecided = Effect.gen(function* () {
    const repository = yield* DatasetRepository
    const { sharedDataVersionId } = Option.getOrThrow(yield* repository.present(id))
    return (yield* repository.models(id)).every((model) => model.sharedDataVersionId === sharedDataVersionId)
  })
  const path = `/v1/projects/${projectId}/locations`
  const added = await service.call("POST", path, { token, body: { name: "Attic", type: "Space" } })
  expect(added.status).toBe(201)
  while (!(await service.run(isDecided))) await Bun.sleep(100)
  const snapshotOf = ({ tables }: Dataset) => tables.products.snapshotId
  expect(snapshotOf(await datasetOf(projectId, token))).toBe(snapshotOf(dataset))

  const [placed] = await rowsOf(dataset.tables.products)
  const body = { name: "Elsewhere" }
  const renamed = await service.call("PUT", `${path}/${placed!["location_guid"] as string}`, { token, body })
  expect(renamed.status).toBe(200)
  const after = await until(projectId, token, (now) => snapshotOf(now) !== snapshotOf(dataset))
  const found = (await rowsOf(after.tables.products)).find(({ guid }) => guid === placed!["guid"])
  expect(Object.values(found!)).toContain("Elsewhere")
})

test("a signed path opens the files of its snapshot, in parts too, and no others", async () => {
  const { dataset, projectId, token } = await house()
  const { data, list, manifests } = await filesOfTable(dataset.tables.products)
  const all = [dataset.tables.products.httpMetadataUrl, list, ...manifests, ...data]
  for (const url of all) {
    const bytes = await get(url)
    const part = await service.call("GET", url, { headers: { range: "bytes=-8" } })
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${bytes.length - 8}-${bytes.length - 1}/${bytes.length}`]) // prettier-ignore
    expect(await part.bytes()).toEqual(bytes.slice(-8))
    const head = await service.call("HEAD", url)
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)])
    expect(head.headers.get("content-encoding")).toBeNull()
  }
  const other = await filesOfTable(dataset.tables.quantities)
  const folder = dataset.tables.products.httpMetadataUrl.replace(/\/metadata\/.*$/, "")
  const nameOf = (url: string) => url.slice(url.lastIndexOf("/") + 1)
  for (const name of [
    `data/${nameOf(other.data[0]!)}`,
    `metadata/${nameOf(data[0]!)}`,
    "metadata/version-hint.text",
    "data/x",
    "x/y"
  ]) {
    // prettier-ignore
    expect((await service.call("GET", `${folder}/${name}`)).status).toBe(403)
  }
  const changed = dataset.tables.products.httpMetadataUrl.replace("/datasets/", "/datasets/e")
  expect((await service.call("GET", changed)).status).toBe(403)
  await service.call("DELETE", `/v1/projects/${projectId}`, { token })
  for (const url of all) expect((await service.call("GET", url)).status).toBe(404)
})

test("a member from whom a model is hidden may not read the dataset", async () => {
  const { modelId, projectId, token } = await house()
  const user = crypto.randomUUID()
  const body = { role: "User" }
  const reader = service.token(user)
  await service.call("PUT", `/v1/projects/${projectId}/members/${user}`, { token, body })
  const read = () => service.call("GET", `/v1/projects/${projectId}/dataset`, { token: reader })
  expect((await read()).status).toBe(200)
  const hidden = await service.call("PUT", `/v1/projects/${projectId}/models/${modelId}/members/${user}`, {
    token,
    body: { role: "NoAccess" }
  })
  expect(hidden.status).toBe(200)
  const refused = await read()
  expect([refused.status, ((await refused.json()) as { readonly error: string }).error]).toEqual([403, "Forbidden"])
})
