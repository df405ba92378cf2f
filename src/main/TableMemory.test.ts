import { expect } from "bun:test"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fullTest } from "../testing/Volume.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import { mediaTypes } from "./testing/TableService.ts"

const rows = 1_000_000
const fields = ["Name", "Class", "Tag", "SpatialLocation"]

/**
 * The most by which the service may grow while a file is sent, in MB: about twice what was measured. Garbage counts too,
 * so that the figures of one format differ by some 50 MB from run to run.
 */
const mostOfFile = { csv: 300, ndjson: 250, xlsx: 250, parquet: 350, arrow: 150 }
/** The same while a sheet of all products is read. */
const mostOfSheet = { csv: 950, xlsx: 650 }

/** Generates an IFC4 file of walls. */
function* wallsFile(): Generator<string> {
  const guidOf = (n: number) => `1${n.toString(36).toUpperCase().padStart(21, "0")}`
  yield "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
  yield `FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCPROJECT('${guidOf(1)}',$,'P',$,$,$,$,$,$);\n`
  for (let i = 0; i < rows; i++) yield `#${i + 2}=IFCWALL('${guidOf(i + 2)}',$,'W${i % 5000}',$,$,$,$,$,$);\n`
  yield "ENDSEC;\nEND-ISO-10303-21;\n"
}

const resident = (pid: number, field: "VmHWM" | "VmRSS"): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024

/** Returns the MB by which a process grew at most during the work. */
const growth = async (pid: number, work: () => Promise<void>): Promise<number> => {
  const before = resident(pid, "VmRSS")
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
  await work()
  return Math.round(resident(pid, "VmHWM") - before)
}

if (process.platform === "linux") {
  fullTest("exports and imports of tables with many rows take little memory of the service", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plinth-table-memory-"))
    const service = await ServiceProcess.start({ environment: { OPERATION_TIMEOUT_SECONDS: "3600" } })
    try {
      const token = await service.token("ada")
      const client = ServiceClient.make(service.url, token)
      const projectId = await client.createProject("Large")
      const bytes = Buffer.from(wallsFile().toArray().join(""))
      expect((await client.ended(await client.startImport(projectId, "Walls", bytes))).status).toBe("Ready")
      const { id } = (await client.models(projectId))[0]!
      const model = `/v1/projects/${projectId}/models/${id}`
      const send = (path: string, type: string, body: string | Blob, accept = "application/json") =>
        fetch(service.url + model + path, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": type, accept, "x-client-session-id": "ada" },
          body
        })
      const save = async (file: string, query: object, accept: string): Promise<void> => {
        const response = await send("/products/properties/query", "application/json", JSON.stringify(query), accept)
        expect(response.status).toBe(200)
        const out = Bun.file(join(folder, file)).writer()
        for await (const piece of response.body!) {
          void out.write(piece)
          await out.flush()
        }
        await out.end()
      }
      // The table is in memory before anything is measured. The first query opens it: on a busy machine that may take more
      // than the ten seconds that a query has (`limits.querySeconds`), and then the answer is 503 with Retry-After.
      const first = () => send("/products/properties/query?pageSize=1", "application/json", JSON.stringify({ fields }))
      let opened = await first()
      for (let tries = 1; opened.status === 503 && tries < 10; tries++) {
        await opened.text()
        await Bun.sleep(Number(opened.headers.get("retry-after")) * 1000)
        opened = await first()
      }
      expect([opened.status, await opened.json()]).toMatchObject([200, { totalCount: rows }])
      const grown: Record<string, number> = {}
      for (const [format, type] of Object.entries(mediaTypes)) {
        grown[format] = await growth(service.pid, () => save(`table.${format}`, { fields }, type))
        expect(statSync(join(folder, `table.${format}`)).size).toBeGreaterThan(rows)
      }
      await send("/start-session", "application/json", "")
      for (const type of ["csv", "xlsx"] as const) {
        await save(`sheet.${type}`, { fields: ["Name"] }, mediaTypes[type])
        const sheet = Bun.file(join(folder, `sheet.${type}`))
        grown[`${type} back`] = await growth(service.pid, async () => {
          const answer = await send("/products/table?dryRun=true", mediaTypes[type], sheet)
          expect(await answer.json()).toMatchObject({ errors: [], edits: 0, unchanged: rows })
        })
      }
      for (const [format, most] of Object.entries(mostOfFile)) {
        expect([format, grown[format]! < most ? "little" : grown[format]]).toEqual([format, "little"])
      }
      for (const [format, most] of Object.entries(mostOfSheet)) {
        expect([format, grown[`${format} back`]! < most ? "little" : grown[`${format} back`]]).toEqual([
          format,
          "little"
        ])
      }
    } finally {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
