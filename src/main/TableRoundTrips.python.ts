import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { tableReaders } from "../../bench/TableReaders.ts"
import type { SheetAnswer } from "../http/testing/SheetUser.ts"
import * as TableService from "./testing/TableService.ts"

const script = join(import.meta.dir, "testing/tables/edit.py")
const folder = mkdtempSync(join(tmpdir(), "plinth-table-round-trips-"))
const at = (file: string): string => join(folder, file)
/** The most cells of a table, so that spreadsheet programs save it in seconds. */
const mostCells = 100_000

let service: Awaited<ReturnType<typeof TableService.start>>
let python: string
beforeAll(async () => {
  python = await pythonOf(tableReaders)
  service = await TableService.start()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const office = Bun.which("soffice")
const officeTest = (title: string, run: () => Promise<void>) =>
  test.skipIf(office === null)(office === null ? `${title} (soffice is not installed)` : title, run)

/** Opens a file with LibreOffice and saves it in the folder `saved`. */
const savedByOffice = async (file: string, type: string, ...options: ReadonlyArray<string>): Promise<string> => {
  const profile = `-env:UserInstallation=file://${at("profile")}`
  await TableService.run(
    office!,
    profile,
    "--headless",
    ...options,
    "--convert-to",
    type,
    "--outdir",
    at("saved"),
    at(file)
  )
  return `saved/${file}`
}

/** The types of the columns whose cells are edited, by header. */
const editable = ({ details, fields }: TableService.TableModel): Readonly<Record<string, string>> => {
  // A plain name and one with a set may be the same cell.
  const isTwice = (field: string) => fields.some((other) => other.endsWith(`.${field}`) || field.endsWith(`.${other}`))
  const kinds = Map.groupBy(
    fields.filter((field) => details.has(field) && !isTwice(field)),
    (field) => details.get(field)!.dataType
  )
  const some = (kind: "String" | "Real" | "Integer" | "Boolean") => (kinds.get(kind) ?? []).slice(0, 8)
  const readOnly = new Set(["TypeName", "OverallHeight", "OverallWidth", "PredefinedType", "Description"])
  return Object.fromEntries([
    ["Name", "String"],
    ...(["String", "Real", "Integer", "Boolean"] as const).flatMap((kind) =>
      some(kind).flatMap((field) => (readOnly.has(field) ? [] : [[field, kind]]))
    )
  ])
}

/** Workbooks of openpyxl have 16 digits of a number. */
const isSame = (after: unknown, value: unknown): boolean =>
  typeof after === "number" && typeof value === "number"
    ? Math.abs(after - value) <= 1e-14 * Math.abs(value)
    : after === value

type Edit = readonly [guid: string, header: string, value: unknown]

describe.each(TableService.modelNames)("tables of %s come back", (name) => {
  let model: TableService.TableModel
  let fields: ReadonlyArray<string>
  /** The cells of a table apart from those with the Guid. */
  let cells = 0
  beforeAll(async () => {
    model = await service.model(name)
    await service.describe(model)
    fields = [
      ...new Set([...TableService.someFields(model, mostCells), "Name", "Description", ...Object.keys(editable(model))])
    ]
    cells = (fields.length - 1) * model.products
    await Bun.write(at("editable.json"), JSON.stringify(editable(model)))
    const save = (file: string, type: "csv" | "xlsx") =>
      service.save(model, { fields }, TableService.mediaTypes[type], at(file))
    await save("table.xlsx", "xlsx")
    await save("table.csv", "csv")
  })

  const taken = async (file: string, parameters = "?dryRun=true"): Promise<SheetAnswer> => {
    const type = TableService.mediaTypes[file.endsWith(".csv") ? "csv" : "xlsx"]
    const response = await service.send(`${model.path}/products/table${parameters}`, type, Bun.file(at(file)))
    expect(response.status).toBe(200)
    return (await response.json()) as SheetAnswer
  }
  const expectNoEdit = async (file: string): Promise<void> =>
    expect(await taken(file)).toEqual({ errors: [], edits: 0, unchanged: cells, ignored: [], changes: [] })

  const edit = async (from: string, to: string): Promise<ReadonlyArray<Edit>> =>
    JSON.parse(await TableService.run(python, script, at(from), at(to), at("editable.json"))) as ReadonlyArray<Edit>

  /** Takes an edited table back, compares the caller's changes with the edits, and takes it back again. */
  const expectEdits = async (file: string, edits: ReadonlyArray<Edit>): Promise<void> => {
    expect(edits.length).toBeGreaterThan(0)
    await service.json("POST", `${model.path}/discard`)
    await service.describe(model)
    const answer = await taken(file, "")
    expect(answer).toEqual({
      errors: [],
      edits: edits.length,
      unchanged: cells - edits.length,
      ignored: ["Remark of the estimator"]
    })
    const { changes } = await service.json<{ changes: ReadonlyArray<{ guid: string; field: string; after: unknown }> }>(
      "GET",
      `${model.path}/changes?pageSize=5000`
    )
    const found = changes.filter(({ field }) => field !== "Description")
    const wrong = edits.filter(
      ([guid, header, value]) =>
        !found.some(
          ({ after, field, guid: changed }) =>
            changed === guid && (field === header || field.endsWith(`.${header}`)) && isSame(after, value)
        )
    )
    expect(wrong).toEqual([])
    expect(found.length).toBe(edits.length)
    const again = await taken(file)
    expect(again).toMatchObject({ errors: [], edits: 0, unchanged: cells })
  }

  test("as they are", async () => {
    await expectNoEdit("table.xlsx")
    await expectNoEdit("table.csv")
  })

  test("saved by openpyxl", async () => {
    const save = "import openpyxl, sys; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])"
    await TableService.run(python, "-c", save, at("table.xlsx"), at("saved.xlsx"))
    await expectNoEdit("saved.xlsx")
  })

  officeTest("saved by LibreOffice as a workbook", async () => {
    await expectNoEdit(await savedByOffice("table.xlsx", "xlsx:Calc MS Excel 2007 XML"))
  })

  officeTest("opened by LibreOffice as CSV with columns of texts, and saved", async () => {
    const texts = Array.from({ length: fields.length }, (_, i) => `${i + 1}/2`).join("/")
    const read = `--infilter=Text - txt - csv (StarCalc):44,34,76,1,${texts},0,false,false`
    await expectNoEdit(
      await savedByOffice("table.csv", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false", read)
    )
  })

  test("with moved columns, sorted rows, another column, and cells changed and emptied with openpyxl", async () => {
    await expectEdits("edited.xlsx", await edit("table.xlsx", "edited.xlsx"))
  })

  test("changed likewise with Python's csv", async () => {
    await expectEdits("edited.csv", await edit("table.csv", "edited.csv"))
  })

  officeTest("changed likewise and saved by LibreOffice", async () => {
    const edits = await edit("table.xlsx", "edited.xlsx")
    await expectEdits(await savedByOffice("edited.xlsx", "xlsx:Calc MS Excel 2007 XML"), edits)
  })
})
