import type { Scalar } from "../../../domain/products/Filter.ts"
import * as CellSource from "../../query/CellSource.ts"
import * as Names from "../../query/Names.ts"
import { inUnits } from "../../query/units/SiTable.ts"
import type { Seen } from "../overlay/Layers.ts"
import type { SheetUnits } from "./SheetUnits.ts"

/** The values of one field in one table, in the units of a sheet. */
export interface SheetSource {
  /** The upper limit of the keys, exclusive. Rows with the same key have the same value. */
  readonly keys: number
  readonly keysOf: (rows: Uint32Array) => Uint32Array
  /** Returns the value of a row that has this key. */
  readonly valueOf: (key: number, row: number) => Scalar
  /** The column whose texts are the values that are texts, null if there is none. */
  readonly texts: CellSource.KeyedColumn | null
  /** Returns the value of one row. */
  readonly at: (row: number) => Scalar
}

const around = { head: "", tail: "" }

interface Cells {
  readonly keys: number
  readonly keysOf: (rows: Uint32Array) => Uint32Array
  readonly valueOf: (key: number) => Scalar
  readonly texts: CellSource.KeyedColumn | null
}

/** The most different values of a field that are remembered. Those of a field with more hardly repeat. */
export const mostRemembered = 10_000

/** Returns the cells of a field. Values that repeat are remembered by their keys. */
const cellsOf = ({ table, view }: Seen, key: string): Cells => {
  const names = Names.of(table, view)
  const field = Names.resolve(names, key)
  const { keys, keysOf, single, valueOf } = CellSource.make(table, view, names, field, around)
  // The column of other fields holds what their values are made of.
  const texts = field.kind === "Attribute" || field.kind === "Property" ? (single ?? null) : null
  if (keys > mostRemembered) return { keys, keysOf, valueOf, texts }
  const known = Array.from<Scalar | undefined>({ length: keys })
  const remembered = (code: number) => (known[code] === undefined ? (known[code] = valueOf(code)) : known[code])
  return { keys, keysOf, valueOf: remembered, texts }
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
  const { keys, keysOf } = plain
  const valueOf = (code: number, row: number): Scalar => {
    const value = plain.valueOf(code)
    if (typeof value === "number") return units.toSheet(value, unitOf(code))
    if (typeof value !== "string" || si === null) return value
    return si.valueOf(si.keysOf(Uint32Array.of(row))[0]!)
  }
  const at = (row: number): Scalar => valueOf(keysOf(Uint32Array.of(row))[0]!, row)
  return { keys, keysOf, valueOf, at, texts: si === null ? plain.texts : null }
}
