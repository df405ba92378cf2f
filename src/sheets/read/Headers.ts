import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"
import type { SheetCell, SheetRow } from "./Sheet.ts"
import { beyond, invalid } from "./SheetFault.ts"

/**
 * Returns the headers of the cells of the first row. Throws `SheetFault` if there are none or too many, or if one is
 * repeated.
 */
export const headersOf = (cells: ReadonlyArray<SheetCell>): ReadonlyArray<string> => {
  const headers = cells.map((cell) => {
    if (cell !== null && typeof cell === "object") throw invalid(`A header cannot be read. ${cell.fault}`)
    return cell === null ? "" : String(cell)
  })
  if (headers.every((header) => header === "")) throw invalid("The table has no headers in its first row.")
  if (headers.length > limits.columnsOfTable.most) throw beyond(limits.columnsOfTable)
  const seen = new Set<string>()
  for (const header of headers) {
    if (header.length > limits.headerOfTable.most) throw beyond(limits.headerOfTable)
    if (header !== "" && seen.has(header)) throw invalid(`The header ${quoted(header)} occurs twice.`)
    seen.add(header)
  }
  return headers
}

/** Counts the rows and cells of a table. Throws `SheetFault` beyond the limits. */
export class Extent {
  private cells = 0

  constructor(private readonly columns: number) {}

  /** Returns the row, and counts it with all its cells. */
  counted(row: SheetRow): SheetRow {
    if (row.row > limits.rowsOfTable.most) throw beyond(limits.rowsOfTable)
    this.cells += this.columns
    if (this.cells > limits.cellsOfTable.most) throw beyond(limits.cellsOfTable)
    return row
  }
}
