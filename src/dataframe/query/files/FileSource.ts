import type { Scalar } from "../../../domain/products/Filter.ts"
import { VALUE_DIGITS, VALUE_INTEGER, VALUE_KIND_MASK } from "../../../domain/models/ModelContent.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as CellSource from "../CellSource.ts"
import * as Names from "../Names.ts"
import type { View } from "../View.ts"

/** Digits are the text of an integer that no double holds exactly. */
type ValueType = "Text" | "Real" | "Integer" | "Digits" | "Boolean"

/** The plain values of a field of one table. Rows with the same key have the same value. */
export interface FileSource {
  /** The upper limit of the keys, exclusive. */
  readonly keys: number
  readonly keysOf: (rows: Uint32Array) => Uint32Array
  readonly valueOf: (key: number) => Scalar
  /** Returns the type of a value, or null if there is none. Texts are not read for it. */
  readonly typeOf: (key: number) => ValueType | null
  /** Returns the name of a value's unit, or null if it has none. */
  readonly unitOf: (key: number) => string | null
}

const around = { head: "", tail: "" }

/** Returns the source of a field of a table. */
export const make = (table: ProductTable, view: View, text: string): FileSource => {
  const names = Names.of(table, view)
  const field = Names.resolve(names, text)
  const source = of(CellSource.make(table, view, names, field, around), table)
  if (field.kind === "Form") {
    // A product without codes or groups has the empty text of no names.
    return { ...source, valueOf: (key) => source.valueOf(key) || null }
  }
  const isText = field.kind === "Attribute" && (field.name === "Guid" || field.name === "Name")
  return isText ? { ...source, valueOf: (key) => source.valueOf(key) ?? "" } : source
}

/** Returns the type of a plain value. */
export const typeOfValue = (value: Scalar): ValueType | null => {
  if (value === null) return null
  if (typeof value === "number") return Number.isSafeInteger(value) ? "Integer" : "Real"
  return typeof value === "string" ? "Text" : "Boolean"
}

/** Returns the source that reads the values of a cell source. */
export const of = (source: CellSource.CellSource, table: ProductTable): FileSource => ({
  keys: source.keys,
  keysOf: source.keysOf,
  valueOf: source.valueOf,
  typeOf: (key) => {
    const cell = source.cellOf(key)
    if (cell === null || cell.key >= cell.column.textCount) {
      const type = typeOfValue(source.valueOf(key))
      // A whole number is a Real if the file says so.
      const isInteger = cell === null || (cell.column.kindOf(cell.key) & VALUE_KIND_MASK) === VALUE_INTEGER
      return type === "Integer" && !isInteger ? "Real" : type
    }
    return (cell.column.kindOf(cell.key) & VALUE_DIGITS) === 0 ? "Text" : "Digits"
  },
  unitOf: CellSource.unitsOf(source, table)
})
