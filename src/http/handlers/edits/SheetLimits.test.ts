import { afterAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { sheetOf, written } from "../../../sheets/testing/SheetFiles.ts"
import * as Seed from "../../testing/Seed.ts"
import { sheetUser } from "../../testing/SheetUser.ts"
import { volume } from "../../../testing/Volume.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

// Four cells of each are changed. The preview lists 10,000 changes at most, also of the smaller table.
const walls = volume(3000, 25_000)
const cells = 4 * walls
const guidOf = (n: number): string => `1${n.toString(36).toUpperCase().padStart(21, "0")}`

const file = (): Uint8Array =>
  new TextEncoder().encode(
    [
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');",
      "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
      `#1=IFCPROJECT('${guidOf(1)}',$,'P',$,$,$,$,$,$);`,
      ...Array.from({ length: walls }, (_, i) => `#${i + 10}=IFCWALL('${guidOf(i + 10)}',$,'W',$,$,$,$,$,$);`),
      "ENDSEC;\nEND-ISO-10303-21;\n"
    ].join("\n")
  )

const headers = ["Guid", "Name", "Description", "Tag", "ObjectType"]

test(`${cells.toLocaleString("en")} cells of a table are changed in one request, as CSV and as a workbook`, async () => {
  const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId, "M", file())
  const ada = sheetUser(service, `/v1/projects/${projectId}/models/${modelId}`, "ada")
  await ada.start()
  const rowsOf = (text: string) =>
    Array.from({ length: walls }, (_, i) => [guidOf(i + 10), ...headers.slice(1).map((name) => `${text} ${name} ${i}`)])
  const csv = [headers, ...rowsOf("first")].map((row) => row.join(",")).join("\n")
  expect(await ada.take(csv)).toEqual({ errors: [], edits: cells, unchanged: 0, ignored: [] })
  expect(await ada.take(csv)).toEqual({ errors: [], edits: 0, unchanged: cells, ignored: [] })
  const columns = headers.map((name) => ({ name, unit: null, type: "Text" }) as const)
  const workbook = new Uint8Array(written("xlsx", sheetOf(columns, rowsOf("second")), { about: [] }))
  const { changes, ...preview } = await ada.take(workbook, "?dryRun=true")
  expect(preview).toEqual({ errors: [], edits: cells, unchanged: 0, ignored: [] })
  expect(changes!.length).toBe(10_000)
  expect(await ada.take(workbook)).toMatchObject({ errors: [], edits: cells })
  expect(await Seed.json(await ada.ask("GET", "/session"))).toMatchObject({ cells: cells })
})
