import { Database } from "bun:sqlite"
import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-old-"))
const directory = join(root, "data")
let service: ServiceProcess.ServiceProcess | null = null
afterAll(async () => {
  await service?.stop()
  rmSync(root, { recursive: true, force: true })
})

const started = async () => {
  service = await ServiceProcess.start({ directory, logFile: join(root, "log") })
  return ServiceClient.make(service.url, await service.token("ada"))
}

test("models imported by a release without geometry get images and geometry, the sample included", async () => {
  const fixture = Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/solid.ifc"))
  const before = await started()
  const project = await before.createProject("Old")
  const imported = await before.ended(await before.startImport(project, "Solid", await fixture.bytes()))
  expect(imported.status).toBe("Ready")
  const { projects } = (await before.call("GET", "/v1/projects")).json as unknown as {
    readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>
  }
  const sample = projects.find(({ name }) => name === "Sample project")!.id
  await service!.stop()

  const database = new Database(join(directory, "plinth.sqlite"))
  database.run("DELETE FROM measured_tables")
  database.close()

  const { call, models } = await started()
  for (const projectId of [project, sample]) {
    const listed = async () => (await models(projectId))[0] as { readonly id: string; readonly image?: string }
    let model = await listed()
    for (; model.image === undefined; model = await listed()) await Bun.sleep(200)
    expect((await fetch(model.image)).headers.get("content-type")).toBe("image/png")
    const { json } = await call("GET", `/v1/projects/${projectId}/models/${model.id}/geometry`)
    expect((json as { readonly triangles?: number }).triangles).toBeGreaterThan(20)
  }
  // Nobody had to ask for what was made.
  const kept = new Database(join(directory, "plinth.sqlite"), { readonly: true })
  expect(kept.query("SELECT count(*) AS n FROM operations WHERE kind = 'DeriveFiles'").get()).toEqual({ n: 0 })
  expect(kept.query("SELECT count(*) AS n FROM measured_tables WHERE view_triangles > 20").get()).toEqual({ n: 2 })
  kept.close()
})
