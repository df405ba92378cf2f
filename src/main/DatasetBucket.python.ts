import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import process from "node:process"
import { datasetReaders } from "../../bench/DatasetReaders.ts"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { tableNames } from "../domain/dataset/DatasetTables.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import * as TableService from "./testing/TableService.ts"

const endpoint = process.env["TEST_GCS_API_ENDPOINT"]
const script = join(import.meta.dir, "testing/dataset/bucket.py")
const fixture = join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")

interface Table {
  readonly metadataLocation: string
  readonly httpMetadataUrl: string
  readonly rows: number
}
interface Dataset {
  readonly tables: Readonly<Record<(typeof tableNames)[number], Table>>
  readonly models: ReadonlyArray<unknown>
}

let service: ServiceProcess.ServiceProcess | undefined
afterAll(() => service?.stop())

const it = endpoint === undefined ? test.skip : test
it("tables in a bucket are read from there and over HTTP", async () => {
  const bucket = process.env["TEST_DATASET_LOCATION"]!
  const environment = {
    BLOBS: "gcs",
    GCS_BUCKET: process.env["TEST_GCS_BUCKET"]!,
    GCS_API_ENDPOINT: endpoint!,
    DATASET_LOCATION: bucket
  }
  service = await ServiceProcess.start({ environment })
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Bucket")
  const issued = (await client.call("GET", "/v1/files/upload-url")).json as unknown as Record<string, string>
  expect((await fetch(issued["uploadUrl"]!, { method: "PUT", body: Bun.file(fixture) })).status).toBe(200)
  const body = { modelName: "House", uploadFileName: "house.ifc", uploadKey: issued["uploadKey"] }
  const created = await client.call("POST", `/v1/projects/${projectId}/models`, { body })
  expect((await client.ended((created.json as unknown as { id: string }).id)).status).toBe("Ready")

  const read = async () =>
    (await client.call("GET", `/v1/projects/${projectId}/dataset`)).json as unknown as Partial<Dataset>
  let dataset = await read()
  while (dataset.models?.length !== 1) {
    await Bun.sleep(500)
    dataset = await read()
  }
  const tables = tableNames.map((name) => dataset.tables![name])
  for (const [i, name] of tableNames.entries()) {
    expect(tables[i]!.metadataLocation).toStartWith(`${bucket}/${projectId}/${name}/metadata/v`)
    expect(tables[i]!.rows).toBeGreaterThan(0)
    expect((await fetch(tables[i]!.httpMetadataUrl)).status).toBe(200)
  }
  const python = await pythonOf(datasetReaders)
  const counts = await TableService.run(python, script, endpoint!, ...tables.map((table) => table.metadataLocation))
  expect(JSON.parse(counts)).toEqual(tables.map(({ rows }) => rows))
})
