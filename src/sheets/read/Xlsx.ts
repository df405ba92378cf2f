import { limits } from "../../domain/Limits.ts"
import type { CellContext } from "./CellValue.ts"
import { dateKindsOf } from "./DateFormats.ts"
import { Extent, headersOf } from "./Headers.ts"
import { Parts } from "./Parts.ts"
import { sharedStringsOf } from "./SharedStrings.ts"
import type { MergedCells, Sheet, SheetCell, SheetRow } from "./Sheet.ts"
import { beyond, invalid } from "./SheetFault.ts"
import * as SheetXml from "./SheetXml.ts"
import { workbookOf } from "./Workbook.ts"

/** Returns the cells of a row, one for each column. Columns beyond them have no header and are left out. */
const filled = ({ cells, columns }: SheetXml.SparseRow, width: number): Array<SheetCell> => {
  const all: Array<SheetCell> = Array.from({ length: width }, () => null)
  for (const [i, column] of columns.entries()) {
    if (column >= width) break
    all[column] = cells[i]!
  }
  return all
}

function* rowsBelow(rows: Iterable<SheetXml.SparseRow>, width: number): Generator<SheetRow> {
  const extent = new Extent(width)
  for (const sparse of rows) {
    if (sparse.columns[0]! < width) {
      const cells = filled(sparse, width)
      yield extent.counted({ row: sparse.row, at: (column) => cells[column]! })
    }
  }
}

const textOf = (cell: SheetCell | undefined): string =>
  cell === undefined || cell === null || typeof cell === "object" ? "" : String(cell)

/** Returns the second column of a sheet by the first one. If a key is repeated, its first row is used. */
const aboutOf = (parts: Parts, part: string, context: CellContext): ReadonlyMap<string, string> => {
  const about = new Map<string, string>()
  let characters = 0
  for (const sparse of SheetXml.rowsOf(parts, part, context)) {
    if (sparse.row > limits.rowsOfAbout.most) throw beyond(limits.rowsOfAbout)
    const [name, value] = filled(sparse, 2).map(textOf) as [string, string]
    characters += name.length + value.length
    if (characters > limits.charactersOfWorkbook.most) throw beyond(limits.charactersOfWorkbook)
    if (name !== "" && !about.has(name)) about.set(name, value)
  }
  return about
}

/** Returns the table of a workbook. Formulas and macros are never run, and nothing outside of it is read. Throws `SheetFault`. */
export const read = (bytes: Uint8Array): Sheet => {
  const parts = new Parts(bytes)
  const workbook = workbookOf(parts)
  const context = {
    strings: sharedStringsOf(parts, workbook.sharedStrings),
    dateKinds: dateKindsOf(parts, workbook.styles),
    isFrom1904: workbook.isFrom1904
  }
  const about = workbook.about === undefined ? new Map() : aboutOf(parts, workbook.about, context)
  const merged: Array<MergedCells> = []
  const rows = SheetXml.rowsOf(parts, workbook.table, context, merged)
  const first = rows.next()
  if (first.done === true || first.value.row !== 1) throw invalid("The table has no headers in its first row.")
  const headers = headersOf(filled(first.value, first.value.columns.at(-1)! + 1))
  return { format: "xlsx", headers, about, rows: rowsBelow(rows, headers.length), merged }
}
