import type { Scalar } from "../../../domain/products/Filter.ts"
import * as CellSource from "../../query/CellSource.ts"
import * as Names from "../../query/Names.ts"
import { inUnits } from "../../query/units/SiTable.ts"
import type { Seen } from "../overlay/Layers.ts"
import type { SheetUnits } from "./SheetUnits.ts"

/** The values of one field in one table, in the units of a sheet. */
export interface SheetSource {
  /** Returns the values of these rows. */
  readonly valuesOf: (rows: Uint32Array) => (index: number) => Scalar
  /** Returns the value of one row. */
  readonly at: (row: number) => Scalar
}

const around = { head: "", tail: "" }

interface Cells {
  readonly keysOf: (rows: Uint32Array) => Uint32Array
  readonly valueOf: (key: number) => Scalar
}

/** The most different values of a field that are remembered. Those of a field with more hardly repeat. */
const mostRemembered = 10_000

/** Returns the cells of a field. Values that repeat are remembered by their keys. */
const cellsOf = ({ table, view }: Seen, key: string): Cells => {
  const names = Names.of(table, view)
  const { keys, keysOf, valueOf } = CellSource.make(table, view, names, Names.resolve(names, key), around)
  if (keys > mostRemembered) return { keysOf, valueOf }
  const known = Array.from<Scalar | undefined>({ length: keys })
  return { keysOf, valueOf: (code) => (known[code] === undefined ? (known[code] = valueOf(code)) : known[code]) }
}

/** Returns a function that finds the unit of a value by its key in the cells of a field. */
const unitsOf = ({ table, view }: Seen, key: string): ((code: number) => string | null) => {
  const names = Names.of(table, view)
  const source = CellSource.make(table, view, names, Names.resolve(names, key), around)
  return CellSource.unitsOf(source, table)
}

/**
 * Returns the source of a field.
 *
 * @param isSi whether the sheet is in SI if it names no unit for a column
 */
export const make = (seen: Seen, key: string, units: SheetUnits, isSi: boolean): SheetSource => {
  const plain = cellsOf(seen, key)
  const unitOf = unitsOf(seen, key)
  // Texts of several numbers, and thicknesses in texts of layers, are converted by the table in SI.
  const si = isSi ? cellsOf(inUnits(seen.table, seen.view, "SI"), key) : null
  const valueAt = (row: () => number, code: number): Scalar => {
    const value = plain.valueOf(code)
    if (typeof value === "number") return units.toSheet(value, unitOf(code))
    if (typeof value !== "string" || si === null) return value
    return si.valueOf(si.keysOf(Uint32Array.of(row()))[0]!)
  }
  return {
    valuesOf: (rows) => {
      const codes = plain.keysOf(rows)
      return (index) => valueAt(() => rows[index]!, codes[index]!)
    },
    at: (row) => valueAt(() => row, plain.keysOf(Uint32Array.of(row))[0]!)
  }
}
