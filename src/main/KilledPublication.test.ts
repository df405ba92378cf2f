import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fullTest } from "../testing/Volume.ts"
import type { FaultPoint } from "../ports/FaultPoints.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-killed-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const fixture = join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")

const atModel = async (service: ServiceProcess.ServiceProcess, path: string) => {
  const token = await service.token("ada")
  const call = (method: string, below: string, body?: unknown) =>
    fetch(`${service.url}${path}${below}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "x-client-session-id": "a", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const json = async <A>(method: string, below: string, body?: unknown): Promise<A> =>
    (await (await call(method, below, body)).json()) as A
  const names = async (query = "") => {
    const asked = { fields: ["Guid", "Name"], filters: { Class: "Wall" } }
    const { result } = await json<{ result: ReadonlyArray<Record<"Guid" | "Name", string>> }>(
      "POST",
      `/products/properties/query${query}`,
      asked
    )
    return Object.fromEntries(result.map(({ Guid, Name }) => [Guid, Name]))
  }
  const versions = async () =>
    (await json<{ versions: ReadonlyArray<{ modelVersionId: string; cells: number }> }>("GET", "/versions")).versions
  const unpublished = async () => (await json<{ cells: number }>("GET", "/session")).cells
  return { call, json, names, versions, unpublished }
}

const points = [
  ["publish.locked", "old"],
  ["publish.applied", "old"],
  ["publish.committed", "new"]
] as const satisfies ReadonlyArray<readonly [FaultPoint, "old" | "new"]>

for (const [point, state] of points) {
  const run = point === "publish.applied" ? test : fullTest
  run(`a service killed at ${point} shows all of the ${state} version, and its user goes on`, async () => {
    const directory = join(root, point)
    const killed = await ServiceProcess.start({ directory, environment: { CRASH_AT: `${point}:1` } })
    const client = ServiceClient.make(killed.url, await killed.token("ada"))
    const projectId = await client.createProject("Killed")
    await client.ended(await client.startImport(projectId, "House", await Bun.file(fixture).bytes()))
    const [model] = await client.models(projectId)
    const path = `/v1/projects/${projectId}/models/${model!.id}`
    const before = await atModel(killed, path)
    const old = await before.names()
    const walls = Object.keys(old)
    expect(walls.length).toBeGreaterThan(1)
    expect((await before.call("POST", "/start-session")).status).toBe(204)
    const edits = Object.fromEntries(walls.map((guid, i) => [guid, `Renamed ${i}`]))
    expect(await before.json<object>("POST", "/products", { update: { Name: edits } })).toEqual({ errors: [] })
    expect(await before.call("POST", "/publish", { title: "Renamed" }).catch(() => null)).toBe(null)
    await killed.child.exited

    const service = await ServiceProcess.start({ directory })
    try {
      const after = await atModel(service, path)
      const [latest, ...older] = await after.versions()
      const isNew = state === "new"
      expect(older).toHaveLength(isNew ? 1 : 0)
      expect(latest!.cells).toBe(isNew ? walls.length : 0)
      expect(await after.names(`?version=${latest!.modelVersionId}`)).toEqual(isNew ? edits : old)
      expect(await after.unpublished()).toBe(isNew ? 0 : walls.length)
      expect(await after.names()).toEqual(edits)
      expect((await after.call("POST", "/publish", { title: "Again" })).status).toBe(204)
      expect(await after.versions()).toHaveLength(2)
      expect(await after.names()).toEqual(edits)
    } finally {
      await service.stop()
    }
  })
}
