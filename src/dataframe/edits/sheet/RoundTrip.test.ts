import { afterAll, describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { presentOf } from "../../../../bench/PythonEnvironment.ts"
import { tableReaders } from "../../../../bench/TableReaders.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { readModel } from "../../../ifc/ReadModel.ts"
import { aboutKeys } from "../../../sheets/About.ts"
import type { SheetColumn } from "../../../sheets/SheetColumn.ts"
import { written } from "../../../sheets/testing/SheetFiles.ts"
import type { SheetBlock } from "../../../sheets/write/SheetBlock.ts"
import * as CellSource from "../../query/CellSource.ts"
import * as Names from "../../query/Names.ts"
import { inUnits } from "../../query/units/SiTable.ts"
import * as View from "../../query/View.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import type { Seen } from "../overlay/Layers.ts"
import { sheetOptions } from "../../testing/SheetOptions.ts"
import { readChanges, type SheetOptions } from "./SheetReading.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../../shared/models")
const python = presentOf(tableReaders)
const folder = mkdtempSync(join(tmpdir(), "plinth-round-trip-"))
afterAll(() => rmSync(folder, { recursive: true }))

const seenOf = (name: string): Seen => {
  const { content } = Either.getOrThrow(readModel(readFileSync(join(models, name))))
  return { table: open(encode(content, { modelGuid: "2cGuidGuidGuidGuidGuid" })), view: View.empty("1") }
}

/** The most cells of a table, so that a test takes seconds with the largest model too. */
const mostCells = 3_000_000

/** Every field of a model, and every property by its full name. */
const fieldsOf = ({ table, view }: Seen): ReadonlyArray<string> => {
  const names = Names.of(table, view)
  const always = "Guid Class Name Description ObjectType Tag PredefinedType TypeName OverallHeight SpatialLocation"
  const forms = "SpatialLocation.Floor MaterialLayerSet Material Code Code.Name Groups.Name"
  const qualified = table.properties.map(({ name, set }) => `${set}.${name}`)
  const all = [...always.split(" "), ...forms.split(" "), ...names.byName.keys(), ...qualified]
  return [...new Set(all)].slice(0, Math.max(20, Math.floor(mostCells / table.count)))
}

/** Returns the flat table of all products. */
const flat = (seen: Seen, units: Units): { columns: ReadonlyArray<SheetColumn>; blocks: ReadonlyArray<SheetBlock> } => {
  const fields = fieldsOf(seen)
  const { table, view } = inUnits(seen.table, seen.view, units)
  const names = Names.of(table, view)
  const rows = Uint32Array.from({ length: table.count }, (_, row) => row)
  const around = { head: "", tail: "" }
  return {
    columns: fields.map((name) => ({ name, unit: null, type: "Mixed" })),
    blocks: [
      {
        rows: rows.length,
        columns: fields.map((field) => {
          const { keys, keysOf, valueOf } = CellSource.make(table, view, names, Names.resolve(names, field), around)
          return { keys: keysOf(rows), size: keys, valueOf }
        })
      }
    ]
  }
}

const options: SheetOptions = { ...sheetOptions, isStrict: true }

const expectNoEdit = (seen: Seen, bytes: Uint8Array, more: Partial<SheetOptions>, cells: number): void => {
  const read = readChanges(bytes, { present: seen, published: seen, version: null }, { ...options, ...more })
  if ("needs" in read) throw new Error("another version is needed")
  expect(read.groups.map(({ cells, header }) => [header, cells.slice(0, 3)])).toEqual([])
  expect(read.errors.listed()).toEqual([])
  expect(read.unchanged).toBe(cells)
}

const files = readdirSync(models).filter((name) => name.endsWith(".ifc"))

describe.each(files)("importing an exported sheet of %s makes no edits", (name) => {
  const seen = seenOf(name)
  const cells = (fieldsOf(seen).length - 1) * seen.table.count
  for (const units of ["Model", "SI"] as const) {
    const about = [[aboutKeys.units, units]] as const
    test(`as a workbook in ${units}`, () => {
      const { blocks, columns } = flat(seen, units)
      expectNoEdit(seen, written("xlsx", { blocks, columns, rows: [] }, { about }), {}, cells)
    })
    test(`as CSV in ${units}`, () => {
      const { blocks, columns } = flat(seen, units)
      expectNoEdit(seen, written("csv", { blocks, columns, rows: [] }), { units }, cells)
      const german = written("csv", { blocks, columns, rows: [] }, { separator: ";", decimal: "," })
      expectNoEdit(seen, german, { units, decimal: "," }, cells)
    })
  }
  test.skipIf(python === null)("as a workbook that openpyxl has saved", async () => {
    const { blocks, columns } = flat(seen, "Model")
    const path = join(folder, "table.xlsx")
    await Bun.write(path, written("xlsx", { blocks, columns, rows: [] }))
    const script = "import openpyxl, sys; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[1])"
    const child = Bun.spawn([python!, "-c", script, path], { stderr: "inherit" })
    expect(await child.exited).toBe(0)
    expectNoEdit(seen, new Uint8Array(readFileSync(path)), {}, cells)
  })
})
