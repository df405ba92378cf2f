import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { presentOf } from "../../../bench/PythonEnvironment.ts"
import { tableReaders } from "../../../bench/TableReaders.ts"
import { volume } from "../../testing/Volume.ts"
import { type RandomSheet, randomSheet } from "../testing/RandomSheet.ts"
import {
  formats,
  guarded,
  inCsv,
  inField,
  inWorkbook,
  options,
  sheetOf,
  stored,
  written
} from "../testing/SheetFiles.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-sheets-"))
afterAll(() => rmSync(folder, { recursive: true }))

interface Read {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  readonly units: ReadonlyArray<string | null>
  readonly about: unknown
  readonly [other: string]: unknown
}

const python = presentOf(tableReaders)
const title = "Python's csv, pandas, openpyxl, pyarrow and DuckDB read what was written"

/** Returns what each reader read of each table. */
const readBy = async (sheets: ReadonlyArray<RandomSheet>): Promise<ReadonlyArray<Readonly<Record<string, Read>>>> => {
  for (const [i, sheet] of sheets.entries()) {
    for (const format of formats) await Bun.write(join(folder, String(i), `table.${format}`), written(format, sheet))
  }
  const folders = sheets.map((_, i) => join(folder, String(i)))
  const script = join(import.meta.dir, "../testing/readers.py")
  const child = Bun.spawn([python!, script, ...folders], { stderr: "inherit" })
  return JSON.parse(await new Response(child.stdout).text()) as ReadonlyArray<Record<string, Read>>
}

const cutsOf = (sheet: RandomSheet): ReadonlyArray<readonly [string, string]> =>
  sheet.rows.flatMap((row, r) =>
    row.flatMap((value, i) =>
      typeof value === "string" && value.length > 32_767
        ? [[`Cut text in ${"ABCDEFGH"[i]}${r + 2}`, stored(sheet.columns[i]!.name)] as const]
        : []
    )
  )

const sheets = Array.from({ length: volume(25, 400) }, (_, i) => randomSheet(i + 1))
test.skipIf(python === null)(python === null ? `${title} (npm run bench:sheets installs them)` : title, async () => {
  const answers = await readBy(sheets)
  for (const [i, sheet] of sheets.entries()) {
    const read = answers[i]!
    const { columns, rows } = sheet
    const names = columns.map(({ name }) => stored(name))
    const units = columns.map(({ unit }) => unit)
    const csvRows = rows.map((row) => row.map(inCsv))
    for (const reader of ["csv", "pandas"]) {
      expect(read[reader]!.headers).toEqual(names.map(guarded))
      expect(read[reader]!.rows).toEqual(csvRows)
    }
    const nullable = rows.map((row) => row.map((value) => (value === null && columns.length > 1 ? null : inCsv(value))))
    expect(read["duckdb csv"]!.rows).toEqual(nullable)
    const fields = rows.map((row) => row.map(inField(sheet)))
    expect(read["duckdb parquet"]!.rows).toEqual(fields)
    for (const reader of ["arrow", "parquet"]) {
      expect(read[reader]!.headers).toEqual(names)
      expect(read[reader]!.units).toEqual(units)
      expect(read[reader]!.about).toEqual(Object.fromEntries(options.about))
      expect(read[reader]!.rows).toEqual(fields)
      expect(read[reader]!["types"]).toEqual(
        columns.map(({ type }) => ({ Real: "double", Integer: "int64", Boolean: "bool" })[type as string] ?? "string")
      )
    }
    const book = read["openpyxl"]!
    expect(book).toMatchObject({ sheets: ["Products", "About"], formulas: 0, frozen: "A2", widths: true })
    expect(book["filter"]).toBe(`A1:${"ABCDEFGH"[columns.length - 1]}${rows.length + 1}`)
    expect(book.headers).toEqual(columns.map(({ name }) => name))
    expect(book.units).toEqual(units.map((unit) => (unit === null ? null : `Unit: ${unit}`)))
    expect(book.rows).toEqual(rows.map((row) => row.map(inWorkbook)))
    expect(book.about).toEqual([
      ...options.about,
      ...columns.flatMap(({ name, unit }) => (unit === null ? [] : [[`Unit of ${name}`, unit]])),
      ...cutsOf(sheet)
    ])
  }
})

const office = Bun.which("soffice")
const officeTitle = "LibreOffice reads what was written"

test.skipIf(office === null)(office === null ? `${officeTitle} (soffice is not installed)` : officeTitle, async () => {
  const values = [
    "=1+1",
    "_x0041_",
    "_x005F_x0041_",
    "a\nb",
    " x ",
    `"`,
    "&<>",
    "é😀",
    "0012",
    "12,5",
    "'x",
    "y".repeat(40_000)
  ]
  const columns = [
    { name: "=Text", unit: "m² & <3>", type: "Text" },
    { name: "Real", unit: null, type: "Real" },
    { name: "Boolean", unit: null, type: "Boolean" }
  ] as const
  const sheet = sheetOf(
    columns,
    values.map((value, i) => [value, i / 4, i % 3 === 0 ? null : i % 2 === 0])
  )
  await Bun.write(join(folder, "office.xlsx"), written("xlsx", sheet))
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const arguments_ = [profile, "--headless", "--convert-to", filter, "--outdir", folder, join(folder, "office.xlsx")]
  const child = Bun.spawn([office!, ...arguments_], { stdio: ["ignore", "ignore", "ignore"] })
  expect(await child.exited).toBe(0)
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll(`"`, `""`)}"` : text)
  const expected = sheet.rows.map(([text, real, boolean]) =>
    [quoted(inWorkbook(text!) as string), real, boolean === null ? "" : String(boolean).toUpperCase()].join(",")
  )
  expect(await Bun.file(join(folder, "office-Products.csv")).text()).toBe(
    ["=Text,Real,Boolean", ...expected, ""].join("\n")
  )
  expect(await Bun.file(join(folder, "office-About.csv")).text()).toContain("Cut text in A13,=Text\n")
})
