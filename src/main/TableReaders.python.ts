import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { tableReaders } from "../../bench/TableReaders.ts"
import * as TableService from "./testing/TableService.ts"

const script = join(import.meta.dir, "testing/tables/compare.py")
const folder = mkdtempSync(join(tmpdir(), "plinth-table-readers-"))
/** The most cells of a table, so that openpyxl reads it in seconds. */
const mostCells = 300_000
const readers = [
  "csv",
  "csv with decimal commas",
  "pandas, csv",
  "pandas, csv with decimal commas",
  "DuckDB, csv",
  "pyarrow, arrow",
  "DuckDB, arrow",
  "pyarrow, parquet",
  "DuckDB, parquet",
  "pandas, parquet",
  "openpyxl",
  "ndjson"
].toSorted()

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

interface Compared {
  readonly cells: number
  readonly differences: ReadonlyArray<string>
}

describe.each(TableService.modelNames)("Python reads in every format what M4 answers about %s", (name) => {
  let model: TableService.TableModel
  beforeAll(async () => {
    model = await service.model(name)
    await service.describe(model)
  })

  test.each(["Model", "SI"])("in units %s", async (units) => {
    const fields = [...new Set([...TableService.someFields(model, mostCells), "Description"])]
    const query = { fields: ["Guid", ...fields], units }
    const save = (file: string, accept: string, parameters?: string) =>
      service.save(model, query, accept, join(folder, file), parameters)
    await Bun.write(join(folder, "fields.json"), JSON.stringify(fields))
    await save("rows.json", "application/json", "?pageSize=5000")
    for (const [extension, type] of Object.entries(TableService.mediaTypes)) await save(`table.${extension}`, type)
    await save("german.csv", TableService.mediaTypes.csv, "?separator=%3B&decimal=%2C&bom=true")
    const compared = JSON.parse(await TableService.run(python, script, folder)) as Readonly<Record<string, Compared>>
    for (const [reader, { cells, differences }] of Object.entries(compared)) {
      expect([reader, ...differences]).toEqual([reader])
      expect(cells).toBe(model.products * fields.length)
    }
    expect(Object.keys(compared).toSorted()).toEqual(readers)
  })
})
