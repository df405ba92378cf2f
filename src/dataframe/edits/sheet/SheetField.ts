import { quoted } from "../../../domain/Quoted.ts"
import { invalid } from "../../../sheets/read/SheetFault.ts"
import * as Names from "../../query/Names.ts"

/** A column of a sheet that holds a field of products. */
export interface SheetField {
  /** The place of the column in the sheet. */
  readonly index: number
  readonly header: string
  /** The name of the field. */
  readonly key: string
  /** The set of a property that is to be made, null if the field is known. */
  readonly newSet: string | null
  /** The unit that the sheet names for the column, null if it names none. */
  readonly unit: string | null
}

export interface SheetFields {
  /** The place of the column `Guid`. */
  readonly guid: number
  readonly fields: ReadonlyArray<SheetField>
  /** The headers that name no field. */
  readonly ignored: ReadonlyArray<string>
}

/** A header with a unit, as CSV has it on demand. */
const withUnit = /^(.+) \[([^[\]]+)\]$/s

/** Returns the set of a property that does not exist: the longest one that is known, else the text before the first dot. */
const newSetOf = (names: Names.Names, text: string): string | null => {
  for (let dot = text.lastIndexOf(".", names.longestSet); dot > 0; dot = text.lastIndexOf(".", dot - 1)) {
    if (names.bySet.has(text.slice(0, dot))) return text.slice(0, dot)
  }
  const first = text.indexOf(".")
  return first > 0 && first < text.length - 1 ? text.slice(0, first) : null
}

/** Returns the fields that headers name. Throws `SheetFault` if there is no column `Guid`. */
export const fieldsOf = (
  headers: ReadonlyArray<string>,
  names: Names.Names,
  unitOf: (header: string) => string | null,
  create: boolean
): SheetFields => {
  const fields: Array<SheetField> = []
  const ignored: Array<string> = []
  const isKnown = (text: string): boolean => Names.resolve(names, text).kind !== "Unknown"
  for (const [index, header] of headers.entries()) {
    if (header === "" || header === "Guid") continue
    if (isKnown(header)) {
      fields.push({ index, header, key: header, newSet: null, unit: unitOf(header) })
      continue
    }
    const [, bare, unit] = withUnit.exec(header) ?? []
    if (bare !== undefined && isKnown(bare)) {
      fields.push({ index, header, key: bare, newSet: null, unit: unit! })
      continue
    }
    const newSet = create ? newSetOf(names, header) : null
    if (newSet === null) ignored.push(header)
    else fields.push({ index, header, key: header, newSet, unit: unitOf(header) })
  }
  const guid = headers.indexOf("Guid")
  if (guid === -1) {
    throw invalid(`No header is ${quoted("Guid")}, by which the product of each row is found.`)
  }
  return { guid, fields, ignored }
}
