import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parquetReadObjects } from "hyparquet"
import { tableNames } from "../domain/dataset/DatasetTables.ts"
import { current } from "../iceberg/Metadata.ts"
import type { FaultPoint } from "../ports/FaultPoints.ts"
import { volume } from "../testing/Volume.ts"
import * as DatasetFolder from "./testing/dataset/DatasetFolder.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-killed-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const fixture = join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")
const day = 24 * 3_600_000

/** A commit keeps three files of each table: a manifest, the list of them and the metadata. */
const filesOfCommit = 9

/**
 * The moments to kill at. Up to the ninth file the service dies in its first commit; later ones are reached by one that
 * caught up first, or publishes twice.
 */
const moments: ReadonlyArray<readonly [FaultPoint, number]> = [
  ["dataset.written", 1],
  ["dataset.kept", 5],
  ["dataset.committed", 1],
  ["dataset.claimed", 1],
  ...Array.from({ length: 12 }, (_, i) => ["dataset.kept", i < 4 ? i + 1 : i + 2] as const),
  ["dataset.claimed", 2],
  ["dataset.written", 2],
  ["dataset.committed", 2],
  ["dataset.kept", 18]
]

const kills = Number(process.env["DATASET_KILLS"] ?? volume(4, 20))
const rounds = Math.ceil(kills / moments.length)

/** Returns the moments of a round, each round in another order. All steps are coprime to the number of moments. */
const momentsOf = (round: number) => {
  const step = [1, 3, 7, 9, 11, 13, 17, 19][round % 8]!
  const some = Array.from(moments, (_, i) => moments[(i * step) % moments.length]!)
  return some.slice(0, kills - round * moments.length)
}

const isKilled = (fault: unknown): null => {
  if (fault instanceof ServiceProcess.NotServing && fault.end === "SIGKILL") return null
  throw fault
}

/** A house whose wall is renamed and published, in a service that dies. */
const houseIn = async (directory: string) => {
  const service = await ServiceProcess.start({ directory })
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Killed")
  await client.ended(await client.startImport(projectId, "House", await Bun.file(fixture).bytes()))
  const [model] = await client.models(projectId)
  const dataset = DatasetFolder.make(directory, projectId)
  // The sample is written as well.
  while (dataset.behind() > 0) await Bun.sleep(100)
  await service.stop()
  return { dataset, modelId: model!.id, projectId }
}

const atHouse = async (service: ServiceProcess.ServiceProcess, path: string) => {
  const client = ServiceClient.make(service.url, await service.token("ada"))
  /** Sends a request below the model, again if the service is short of time. */
  const ask = async <A>(method: string, below: string, body?: unknown): Promise<A> => {
    for (;;) {
      const answer = await client.call(method, `${path}${below}`, {
        session: "a",
        ...(body === undefined ? {} : { body })
      })
      if (answer.status < 300) return answer.json as A
      if (answer.status !== 503) throw new Error(`${method} ${below}: ${answer.status} ${answer.text}`)
      await Bun.sleep(1000)
    }
  }
  const wall = async () => {
    const body = { fields: ["Guid", "Name"], filters: { Class: "Wall" } }
    const asked = ask<{ result: ReadonlyArray<{ Guid: string; Name: string }> }>(
      "POST",
      "/products/properties/query",
      body
    )
    return (await asked).result[0]!
  }
  const rename = async (name: string) => {
    const { Guid } = await wall()
    await ask("POST", "/start-session")
    await ask("POST", "/products", { update: { Name: { [Guid]: name } } })
    await ask("POST", "/publish", { title: name })
  }
  const version = async () => {
    const { versions } = await ask<{ versions: ReadonlyArray<{ modelVersionId: string }> }>("GET", "/versions")
    return versions[0]!.modelVersionId
  }
  return { rename, version, wall }
}

type Dataset = ReturnType<typeof DatasetFolder.make>

const newest = (dataset: Dataset) => dataset.open("products", dataset.metadataFile("products", dataset.committed().tables.products.version)) // prettier-ignore

const snapshotsOf = (dataset: Dataset) => newest(dataset).metadata.snapshots.map((snapshot) => snapshot["snapshot-id"])

/** Returns the rows of the products of the newest snapshot. */
const products = async (dataset: Dataset) => {
  const { metadata } = newest(dataset)
  const only = { ...metadata, snapshots: [current(metadata)!] }
  const compressors = { ZSTD: (page: Uint8Array) => Bun.zstdDecompressSync(page) }
  const rows: Array<Record<string, unknown>> = []
  for (const path of dataset.dataFiles("products", only)) {
    rows.push(...(await parquetReadObjects({ file: Uint8Array.from(readFileSync(path)).buffer, compressors })))
  }
  return rows
}

/** Checks that all tables show the same, and all that they showed before. */
const checkTables = async (dataset: Dataset, earlier: ReadonlyArray<number>) => {
  dataset.openAll()
  const { models, tables } = dataset.committed()
  for (const table of tableNames) {
    const { metadata } = dataset.open(table, dataset.metadataFile(table, tables[table].version))
    const { "snapshot-id": id, summary } = current(metadata)!
    expect([table, id]).toEqual([table, tables.products.snapshotId])
    expect(summary["plinth.model-version-id"]).toBe(models[0]!.modelVersionId)
    expect(metadata.snapshots.map((snapshot) => snapshot["snapshot-id"]).slice(0, earlier.length)).toEqual([...earlier])
  }
  const versions = new Set((await products(dataset)).map((row) => row["model_version_id"]))
  expect([...versions]).toEqual([models[0]!.modelVersionId])
}

for (let round = 0; round < rounds; round++) {
  const some = momentsOf(round)
  test(`round ${round + 1}: the open dataset of a service that is killed ${some.length} times stays complete, and is brought up to date`, async () => {
    const directory = join(root, String(round))
    const { dataset, modelId, projectId } = await houseIn(directory)
    const path = `/v1/projects/${projectId}/models/${modelId}`
    for (const [point, count] of some) {
      const before = snapshotsOf(dataset)
      const environment = { CRASH_AT: `${point}:${count}` }
      const killed = await ServiceProcess.start({ directory, environment }).catch(isKilled)
      if (killed !== null) {
        const { rename } = await atHouse(killed, path)
        for (let i = 0; killed.child.signalCode === null; i++) {
          // The service may die before it answers.
          await rename(`${point} ${count} ${i}`).catch(() => null)
          for (let look = 0; look < 50 && killed.child.signalCode === null; look++) await Bun.sleep(100)
        }
      }
      await checkTables(dataset, before)
      const commits = snapshotsOf(dataset).length - before.length
      const where = `${point} ${count}`
      if (point === "dataset.kept") expect([where, commits]).toEqual([where, Math.floor((count - 1) / filesOfCommit)])
      else if (point === "dataset.committed") expect([where, commits]).toEqual([where, count])
      else expect([where, commits < count]).toEqual([where, true])
      dataset.endClaims()
    }

    const earlier = snapshotsOf(dataset)
    const service = await ServiceProcess.start({ directory })
    try {
      const { rename, version, wall } = await atHouse(service, path)
      await rename("Last")
      const latest = await version()
      while (dataset.committed().models[0]!.modelVersionId !== latest || dataset.behind() > 0) await Bun.sleep(100)
      await checkTables(dataset, earlier)
      const { Guid } = await wall()
      expect((await products(dataset)).filter((row) => row["guid"] === Guid)).toMatchObject([{ name: "Last" }])
    } finally {
      await service.stop()
    }
    await dataset.collect(6 * day)
    expect(dataset.files().length).toBeGreaterThan(dataset.needed().length)
    await dataset.collect(8 * day)
    expect(dataset.files().toSorted()).toEqual(dataset.needed().toSorted())
    await checkTables(dataset, earlier)
  })
}
