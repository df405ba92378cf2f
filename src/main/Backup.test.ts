import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "bun:sqlite"
import { volume } from "../testing/Volume.ts"
import { leftovers } from "./testing/BackupContent.ts"
import * as Commands from "./testing/Commands.ts"
import { largeModel } from "./testing/LargeModel.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-backup-"))
const services: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  for (const { child, pid } of services) {
    ServiceProcess.kill(pid)
    await child.exited
  }
  rmSync(root, { recursive: true, force: true })
})

let count = 0
const place = (name: string) => join(root, `${(count += 1)}-${name}`)

const run = (name: "backup" | "restore", directory: string, args: ReadonlyArray<string>) =>
  Commands.run(name, args, { DATA_DIR: directory })

/** Runs the command in a process of its own. */
const spawned = (name: "backup" | "restore", directory: string, args: ReadonlyArray<string>) =>
  Commands.spawned(name, args, { cwd: root, environment: { DATA_DIR: directory } })

const serve = async (directory: string) => {
  mkdirSync(directory, { recursive: true })
  const service = await ServiceProcess.start({ directory })
  services.push(service)
  return { service, client: ServiceClient.make(service.url, await service.token("ada")) }
}

const house = await Bun.file(new URL("../../spec-tests/fixtures/house.ifc", import.meta.url)).bytes()

/** The models of a project with all rows of their products, sorted by name. */
const seen = async (client: ServiceClient.ServiceClient, projectId: string) => {
  const models = `/v1/projects/${projectId}/models`
  const { models: listed } = (await client.call("GET", models)).json as unknown as {
    models: ReadonlyArray<{ id: string; name: string }>
  }
  const rows = await Promise.all(
    listed.map(
      async ({ id }) => (await client.call("POST", `${models}/${id}/products/properties/query`, { body: {} })).text
    )
  )
  return listed.map(({ name }, i) => `${name} ${rows[i]!}`).sort()
}

/** Keys without a file to which rows point; rows of removed models, which are to be deleted, do not count. */
const dangling = (directory: string): ReadonlyArray<string> => {
  const db = new Database(join(directory, "plinth.sqlite"), { readonly: true })
  const keys = db
    .query<{ key: string }, []>(
      `WITH kept AS (SELECT v.* FROM model_versions v JOIN models m ON m.id = v.model_id
          JOIN projects p ON p.id = m.project_id WHERE p.removed = 0)
        SELECT source_blob AS key FROM kept UNION SELECT table_blob FROM kept UNION SELECT parquet_blob FROM kept
        UNION SELECT exchange_blob FROM measured_tables WHERE table_blob IN (SELECT table_blob FROM kept)
        UNION SELECT result_blob FROM operations WHERE result_blob IS NOT NULL
        UNION SELECT report_blob FROM operations WHERE report_blob IS NOT NULL
        UNION SELECT input_blob FROM operations WHERE status IN ('Queued', 'InProgress')`
    )
    .all()
    .map(({ key }) => key)
  db.close()
  expect(keys.length).toBeGreaterThan(0)
  return keys.filter((key) => !existsSync(join(directory, "blobs", key.replace(/[^/]+$/, "_$&"))))
}

test("a backup of a running service is restored elsewhere, with its models and valid tokens", async () => {
  const directory = place("data")
  const before = await serve(directory)
  const projectId = await before.client.createProject("Kept")
  await before.client.ended(await before.client.startImport(projectId, "House", house))
  const models = await seen(before.client, projectId)
  expect(models).toHaveLength(1)
  const file = place("backup")
  expect(await spawned("backup", directory, [file])).toMatchObject({ code: 0, err: "" })
  const token = await ServiceClient.tokenOf(directory, "ada")
  await before.client.createProject("Later")
  expect(await run("restore", directory, [file, "--force"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^restore: .*is in use by another process\n$/) as never
  })
  expect(leftovers(directory)).toEqual([])
  await before.service.stop()

  const target = place("restored")
  const restored = await spawned("restore", target, [file])
  expect(restored).toMatchObject({ code: 0, err: "" })
  expect(restored.out).toMatch(/^\d+ files in .*\n$/)
  const after = await serve(target)
  const client = ServiceClient.make(after.service.url, token)
  expect(await seen(client, projectId)).toEqual(models)
  expect((await client.call("GET", "/v1/projects")).text).not.toContain("Later")
  await after.service.stop()
})

test("backups taken during imports and removals have every referenced file, and an import in progress continues", async () => {
  const directory = place("data")
  const { client, service } = await serve(directory)
  const projectId = await client.createProject("Busy")
  const backups = volume(2, 4)
  const long = await client.startImport(projectId, "Long", largeModel(volume(4000, 60_000)))
  const taken: Array<{ readonly file: string; readonly outcome: unknown }> = []
  let round = 0
  const busy = (async () => {
    for (; taken.length < backups; round++) {
      await client.ended(await client.startImport(projectId, `Model ${round}`, house))
      const models = await client.models(projectId)
      if (round % 2 === 0) await client.call("DELETE", `/v1/projects/${projectId}/models/${models[0]!.id}`)
    }
  })()
  while (taken.length < backups) {
    const file = place("backup")
    taken.push({ file, outcome: await run("backup", directory, [file]) })
  }
  await busy
  for (const { outcome } of taken) expect(outcome).toMatchObject({ code: 0, err: "" })
  await service.stop()
  const targets: Array<string> = []
  for (const { file } of taken) {
    const target = place("restored")
    expect(await run("restore", target, [file])).toMatchObject({ code: 0, err: "" })
    expect(dangling(target)).toEqual([])
    targets.push(target)
  }
  const again = await serve(targets[0]!)
  expect(await again.client.ended(long)).toMatchObject({ status: "Ready" })
  await again.service.stop()
})
