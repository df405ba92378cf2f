import { VALUE_NULL, VALUE_SEVERAL } from "../../../domain/models/ModelContent.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import { Detail } from "../../table/PropertyWriter.ts"
import type { NewValue } from "./EditedValues.ts"
import { LoneColumn } from "./LoneColumn.ts"
import { splice, type SplicedDictionary } from "./SplicedDictionary.ts"

/** The edited cells of one column: for each row an index into `values`, or `OWN_DELETED`. */
export interface CellEdits {
  readonly rows: ReadonlyArray<number>
  readonly places: ReadonlyArray<number>
  readonly values: ReadonlyArray<NewValue>
}

/** Marks a cell whose own value was deleted. */
export const OWN_DELETED = -1

/** The column that is edited. */
export interface EditedColumn {
  /** The number of rows of the table. */
  readonly rows: number
  /** The index of the column among those of a table. For a property it is the index of the first property. */
  readonly index: number
  /** The column before the edits, or null if the table does not have it. */
  readonly column: Column | null
  readonly set: string
  readonly name: string
  readonly quantity: boolean
  /** The names of the units of the table, followed by those of the edits. */
  readonly unitNames: ReadonlyArray<string>
}

/**
 * Returns the edited column as the bytes of a `LoneColumn`. Hidden cells of types are not copied; they stay in the
 * table.
 */
export const write = (edited: EditedColumn, edits: CellEdits): Uint8Array => {
  const { column, rows } = edited
  const isPlain = column !== null && column.plain !== null && edits.values.every((value) => fits(column, value))
  const spliced = isPlain ? null : splice(column, edits.values)
  const keyOf = (key: number): number => (spliced === null ? key : spliced.codeOf[key]!)
  const keyOfNew = (place: number): number => (spliced === null ? column!.count + place : spliced.codeOfNew[place]!)
  const cells = lay(edited, edits, keyOf, keyOfNew)
  const out = new LoneColumn(rows, edited.index)
  const detail = new Detail(edited.unitNames)
  const flags =
    (edited.quantity || column?.has(ColumnRecord.QUANTITY) === true ? ColumnRecord.QUANTITY : 0) |
    out.presence(cells.rows) |
    out.levels(cells.ofType) |
    (spliced === null
      ? writeNumbers(out, column!, edits, cells.keys, detail)
      : writeCodes(out, spliced, cells.keys, detail))
  out.set("flags", flags)
  out.set("kindMask", detail.kindMask)
  out.set("unit", Math.max(detail.unit, ColumnRecord.UNIT_NONE))
  if (column !== null) ambiguous(out, column, edits)
  return out.join({ set: edited.set, name: edited.name, enumeration: column?.enumeration() ?? null })
}

/** Returns whether a column without dictionary can store the value. */
const fits = (column: Column, { kind, unit }: NewValue): boolean =>
  kind === VALUE_NULL || (kind === column.kindOf(0) && unit === column.unitOf(0))

/** Cells, ascending by row, with their keys and one byte each: 1 if the cell comes from the type. */
interface Cells {
  readonly rows: Uint32Array
  readonly keys: Uint32Array
  readonly ofType: Uint8Array
}

const lay = (
  { column, rows: count }: EditedColumn,
  { places, rows: edited }: CellEdits,
  keyOf: (key: number) => number,
  keyOfNew: (place: number) => number
): Cells => {
  /** The key + 1 by row, or 0 if there is no cell. */
  const keyAt = new Uint32Array(count)
  const ofTypeAt = new Uint8Array(count)
  const codes = column?.codes ?? null
  column?.forEachCell((row, cell) => {
    keyAt[row] = keyOf(codes === null ? cell : codes[cell]!) + 1
    if (column.isOfType(cell)) ofTypeAt[row] = 1
  })
  const hidden = column?.hiddenCells() ?? { rows: [], codes: [] }
  const hiddenAt = new Map(Array.from(hidden.rows, (row, i) => [row, keyOf(hidden.codes[i]!) + 1]))
  for (const [i, row] of edited.entries()) {
    const place = places[i]!
    if (place !== OWN_DELETED) keyAt[row] = keyOfNew(place) + 1
    else if (ofTypeAt[row] === 0) keyAt[row] = hiddenAt.get(row) ?? 0
    ofTypeAt[row] = place === OWN_DELETED && keyAt[row] !== 0 ? 1 : 0
  }
  const [rows, keys] = [new Uint32Array(count), new Uint32Array(count)]
  const ofType = new Uint8Array(count)
  let used = 0
  for (let row = 0; row < count; row++) {
    if (keyAt[row] === 0) continue
    rows[used] = row
    ofType[used] = ofTypeAt[row]!
    keys[used++] = keyAt[row]! - 1
  }
  return { rows: rows.subarray(0, used), keys: keys.subarray(0, used), ofType: ofType.subarray(0, used) }
}

/** Writes a column without dictionary and returns its flags. */
const writeNumbers = (
  out: LoneColumn,
  column: Column,
  { values }: CellEdits,
  keys: Uint32Array,
  detail: Detail
): number => {
  const news = values.map(({ kind, number }) => (kind === VALUE_NULL ? Number.NaN : number))
  const plain = column.plain!
  out.numbers = Float64Array.from(keys, (key) => (key < plain.length ? plain[key]! : news[key - plain.length]!))
  const [kind, unit] = [column.kindOf(0), column.unitOf(0)]
  if (out.numbers.some((number) => !Number.isNaN(number))) detail.add(kind, unit)
  out.set("kinds", kind)
  out.set("units", unit + 1)
  return ColumnRecord.PLAIN | ColumnRecord.ONE_KIND | ColumnRecord.ONE_UNIT
}

const writeCodes = (out: LoneColumn, spliced: SplicedDictionary, keys: Uint32Array, detail: Detail): number => {
  const { kinds, numbers, offsets, size, textCount, texts, units } = spliced
  out.set("size", size)
  out.set("textCount", textCount)
  out.texts(texts, offsets)
  Object.assign(out, { kinds, units, numbers })
  const items = spliced.items.flatMap(([code, lengths]) => [code, lengths.length, ...lengths])
  out.set("itemsCount", items.length)
  out.set("items", out.words.append(items))
  const isUsed = new Uint8Array(size)
  for (let cell = 0; cell < keys.length; cell++) isUsed[keys[cell]!] = 1
  let several = 0
  for (let code = 0; code < size; code++) {
    if (isUsed[code] === 1) detail.add(kinds[code]!, units[code]!)
    several |= kinds[code]! & VALUE_SEVERAL
  }
  return out.codes(keys, size) | (several === 0 ? 0 : ColumnRecord.SEVERAL)
}

/** Writes the rows in which one set has the property twice, except those whose cells were edited. */
const ambiguous = (out: LoneColumn, column: Column, { places, rows }: CellEdits): void => {
  const all = column.ambiguousRows()
  if (all.length === 0) return
  const replaced = new Set(rows.filter((row, i) => places[i] !== OWN_DELETED || !column.isOfType(column.cellOf(row))))
  const left = all.filter((row) => !replaced.has(row))
  out.set("ambiguousCount", left.length)
  out.set("ambiguous", out.words.append(left))
}
