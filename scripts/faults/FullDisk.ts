import { readdirSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import * as Inspection from "../chaos/Inspection.ts"
import type * as Report from "../chaos/Report.ts"
import type { Answer } from "../../src/main/testing/ServiceClient.ts"
import { fixture, withService } from "./Setting.ts"

const mount = (directory: string) => {
  const { success } = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=600m", "tmpfs", directory])
  if (!success) throw new Error("mount")
  return () => void Bun.spawnSync(["umount", "-l", directory])
}

/** Returns whether this user may mount a small disk. */
export const canMount = (): boolean => {
  const place = `/tmp/plinth-mount-${crypto.randomUUID()}`
  Bun.spawnSync(["mkdir", place])
  try {
    mount(place)()
    return true
  } catch {
    return false
  } finally {
    Bun.spawnSync(["rmdir", place])
  }
}

const freeBytes = (directory: string) => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** Fills the disk, or a part of it, until this many bytes are free, and returns a function that undoes it. */
const fill = (directory: string, spare: number) => {
  const ballast = join(directory, "ballast")
  const allocate = (bytes: number) => Bun.spawnSync(["fallocate", "-l", String(bytes), ballast]).success
  // The service writes at the same time, so the free space may have changed.
  for (let left = spare; freeBytes(directory) > left && !allocate(freeBytes(directory) - left); left += 4096);
  return () => rmSync(ballast, { force: true })
}

/** Waits until the service measures the free space again. */
const settled = () => Bun.sleep(1500)

/**
 * Runs a service on a disk of 600 MB. With less than 512 MB free, it accepts no new data. With no free space, accepted
 * work continues later. Data that does not fit leaves nothing behind, all other requests are served, and the service
 * recovers when there is room again.
 */
export const fullDisk = (report: Report.Report): Promise<void> =>
  withService(
    { WORKERS: "1" },
    async ({ client, directory, projectId }) => {
      const house = await fixture("house.ifc")
      const faults: Array<string> = []
      const blobs = () =>
        readdirSync(join(directory, "blobs"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      const expected = (name: string, answer: Answer, ...statuses: ReadonlyArray<number>) => {
        if (!statuses.includes(answer.status)) faults.push(`${name}: ${answer.status} ${answer.text.slice(0, 100)}`)
        return answer
      }
      const reads = async () => {
        expected("list", await client.call("GET", "/v1/projects"), 200)
        expected("models", await client.call("GET", `/v1/projects/${projectId}/models`), 200)
        expected("health", await client.call("GET", "/healthz"), 200)
      }

      const before = blobs().length
      const issued = (await client.call("GET", "/v1/files/upload-url")).json as Record<string, string>
      const put = (bytes: Uint8Array) => client.call("PUT", new URL(issued["uploadUrl"]!).pathname, { bytes })
      const early = await client.upload(house)
      const makeRoom = fill(directory, 500 * 1024 * 1024)
      await settled()
      for (let i = 0; i < 5; i++) {
        expected("upload with less than has to stay free", await put(new Uint8Array(1_000_000)), 503)
        const body = { modelName: "Early", uploadKey: early, uploadFileName: "house.ifc" }
        const models = `/v1/projects/${projectId}/models`
        expected("import with less than has to stay free", await client.call("POST", models, { body }), 503)
        expected("new project", await client.call("POST", "/v1/projects", { body: { name: "Small" } }), 201)
        await reads()
      }
      makeRoom()
      await settled()
      report.check("files that refused uploads left", blobs().length - before - 1, blobs().length === before + 1)

      const waiting: Array<string> = []
      for (const spare of [300_000, 120_000, 40_000, 0]) {
        const uploadKey = await client.upload(house)
        const body = { modelName: `Spare ${spare}`, uploadKey, uploadFileName: "house.ifc" }
        const started = await client.call("POST", `/v1/projects/${projectId}/models`, { body })
        expected("import", started, 202)
        waiting.push(started.headers.get("location")!.split("/").at(-1)!)
        const makeRoom = fill(directory, spare)
        for (let i = 0; i < 30; i++) {
          expected(
            "new project",
            await client.call("POST", "/v1/projects", { body: { name: "x".repeat(200) } }),
            201,
            503
          )
          await reads()
        }
        await Bun.sleep(1000)
        makeRoom()
        await settled()
      }
      const ends = await Promise.all(waiting.map((id) => client.ended(id)))
      const ready = ends.filter(({ status }) => status === "Ready").length
      report.figure("imports taken on a full disk", waiting.length)
      report.check("of them not Ready once there was room", waiting.length - ready, waiting.length === ready)
      let half = 0
      for (const { id } of await client.models(projectId)) {
        const rows = await client.call("POST", `/v1/projects/${projectId}/models/${id}/products/properties/query`, {
          body: {}
        })
        if (rows.status !== 200) half += 1
      }
      report.check("half models on a full disk", half, half === 0)
      expected(
        "new project with room again",
        await client.call("POST", "/v1/projects", { body: { name: "Room" } }),
        201
      )
      for (const fault of faults.slice(0, 10)) report.fault(fault)
      report.check("answers but success and 503 on a full disk", faults.length, faults.length === 0)
      const inspection = Inspection.open(directory)
      report.check("broken links of the audit on a full disk", inspection.brokenLinks(), inspection.brokenLinks() === 0)
      inspection.close()
    },
    mount
  )
