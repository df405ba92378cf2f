import type { Scalar } from "../../domain/products/Filter.ts"
import { type SheetFormat, type SheetOptions, write } from "../write/SheetFile.ts"
import type { RandomSheet } from "./RandomSheet.ts"

export const options: SheetOptions = {
  separator: ",",
  decimal: ".",
  bom: false,
  unitsInHeader: false,
  about: [
    ["Service", "Plinth"],
    ["Query", `{"where": "<a> & \u0001"}`]
  ],
  sheet: "Products"
}
export const formats = ["csv", "xlsx", "parquet", "arrow", "ndjson"] as const

/** Writes a file. */
export const written = (
  format: SheetFormat,
  { blocks, columns }: RandomSheet,
  changed: Partial<SheetOptions> = {}
): Buffer => Buffer.concat([...write(format, columns, blocks, { ...options, ...changed })])

/** Returns a text as it is after encoding in UTF-8. */
export const stored = (text: string): string => text.toWellFormed()
/** Returns a text with a guard if it needs one. */
export const guarded = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Returns a value as a cell of CSV. */
export const inCsv = (value: Scalar): string =>
  value === null ? "" : typeof value === "string" ? stored(guarded(value)) : String(value)

/** Returns a value as a cell of a workbook. */
export const inWorkbook = (value: Scalar): unknown => {
  if (typeof value !== "string") return value === 0 ? 0 : value
  if (value.length <= 32_767) return value
  const cut = value.slice(0, 32_766)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Returns a value as a cell of a typed column. */
export const inField =
  ({ columns }: RandomSheet) =>
  (value: Scalar, i: number): unknown => {
    if (value === null) return null
    const { type } = columns[i]!
    if (type === "Text" || type === "Mixed") return stored(String(value))
    return value === 0 ? 0 : value
  }

/** Makes a table of one block, in which each row has a separate key. */
export const sheetOf = (columns: RandomSheet["columns"], rows: RandomSheet["rows"]): RandomSheet => ({
  columns,
  rows,
  blocks: [
    {
      rows: rows.length,
      columns: columns.map((_, i) => ({
        keys: Uint32Array.from(rows.keys()),
        size: rows.length,
        valueOf: (key) => rows[key]![i]!
      }))
    }
  ]
})
