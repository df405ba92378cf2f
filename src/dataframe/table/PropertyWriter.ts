import {
  CELL_AMBIGUOUS,
  CELL_HIDDEN,
  CELL_OF_TYPE,
  VALUE_BOOLEAN,
  VALUE_DIGITS,
  VALUE_ENUMERATION,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_LACKS_BOOLEAN,
  VALUE_LACKS_TEXT,
  VALUE_REAL,
  VALUE_TEXT,
  type ModelContent
} from "../../domain/models/ModelContent.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import type { ColumnWriter, ValueSpace } from "./ColumnWriter.ts"
import type { TextWriter } from "./Texts.ts"

/** Returns the bit of `kindMask` for the kind of a value. */
const kindBit = (kind: number): number => {
  switch (kind & VALUE_KIND_MASK) {
    case VALUE_TEXT:
      if ((kind & VALUE_ENUMERATION) !== 0) return ColumnRecord.KIND_ENUMERATION
      return (kind & VALUE_DIGITS) === 0 ? ColumnRecord.KIND_TEXT : ColumnRecord.KIND_INTEGER
    case VALUE_REAL:
      return ColumnRecord.KIND_REAL
    case VALUE_INTEGER:
      return ColumnRecord.KIND_INTEGER
    case VALUE_BOOLEAN:
      return ColumnRecord.KIND_BOOLEAN
    default:
      if ((kind & VALUE_LACKS_TEXT) !== 0) return ColumnRecord.KIND_TEXT << ColumnRecord.LACKING_SHIFT
      return (kind & VALUE_LACKS_BOOLEAN) === 0 ? 0 : ColumnRecord.KIND_BOOLEAN << ColumnRecord.LACKING_SHIFT
  }
}

/** Collects the kinds of the values that a field shows, and the unit of the numbers and lists of numbers among them. */
export class Detail {
  kindMask = 0
  unit = -1
  private name: string | null | undefined

  constructor(private readonly unitNames: ReadonlyArray<string>) {}

  add(kind: number, unit: number): void {
    const bit = kindBit(kind)
    this.kindMask |= bit
    // Texts have a unit if they are lists or enumerations of numbers.
    if (bit !== ColumnRecord.KIND_REAL && bit !== ColumnRecord.KIND_INTEGER && unit === -1) return
    const name = unit === -1 || this.unitNames[unit] === "" ? null : this.unitNames[unit]!
    if (this.unit === -1) this.unit = name === null ? ColumnRecord.UNIT_NONE : unit + 2
    else if (this.name !== name) this.unit = ColumnRecord.UNITS_MIXED
    this.name = name
  }
}

/**
 * Writes a column for each property that some product has.
 *
 * Returns, for each property of the content, the index of its column among the properties, or -1 if it has none.
 */
export const writeProperties = (
  columns: ColumnWriter,
  texts: TextWriter,
  content: ModelContent,
  values: ValueSpace
): Int32Array => {
  const { cells, properties } = content
  const start = new Uint32Array(properties.length + 1)
  for (let i = 0; i < cells.count; i++) start[cells.property[i]! + 1]!++
  for (let p = 0; p < properties.length; p++) start[p + 1]! += start[p]!
  const next = start.slice()
  const byProperty = new Uint32Array(cells.count)
  for (let i = 0; i < cells.count; i++) byProperty[next[cells.property[i]!]!++] = i
  const unitNames = content.units.map(({ name }) => name)
  const kept = new Int32Array(properties.length).fill(-1)
  let count = 0
  for (const [p, property] of properties.entries()) {
    const of = byProperty.subarray(start[p], start[p + 1])
    const hidden = flagged(of, cells.flags, CELL_HIDDEN)
    const visible = hidden.length === 0 ? of : of.filter((cell) => (cells.flags[cell]! & CELL_HIDDEN) === 0)
    if (visible.length === 0) continue
    kept[p] = count++
    const record = columns.begin(texts.once(property.set.toWellFormed()), texts.once(property.name.toWellFormed()))
    const shown = gather(cells.value, visible)
    const detail = new Detail(unitNames)
    for (let i = 0; i < shown.length; i++) detail.add(values.kind(shown[i]!), values.unit(shown[i]!))
    columns.set(record, "kindMask", detail.kindMask)
    columns.set(record, "unit", Math.max(detail.unit, ColumnRecord.UNIT_NONE))
    if (property.enumeration !== null) {
      columns.set(record, "enumerationCount", property.enumeration.length + 1)
      const words = property.enumeration.map((word) => texts.once(word.toWellFormed()))
      columns.set(record, "enumeration", columns.words.append(words))
    }
    const ambiguous = flagged(visible, cells.flags, CELL_AMBIGUOUS)
    columns.set(record, "ambiguousCount", ambiguous.length)
    columns.set(record, "ambiguous", columns.words.append(gather(cells.product, ambiguous)))
    const ofType = Uint8Array.from(visible, (cell) => ((cells.flags[cell]! & CELL_OF_TYPE) === 0 ? 0 : 1))
    columns.column(
      record,
      {
        rows: gather(cells.product, visible),
        values: shown,
        hiddenRows: gather(cells.product, hidden),
        hiddenValues: gather(cells.value, hidden)
      },
      values,
      (property.quantity ? ColumnRecord.QUANTITY : 0) | columns.levels(record, ofType)
    )
  }
  return kept
}

/** Returns the elements of `source` at these indexes. */
const gather = (source: Uint32Array, places: Uint32Array): Uint32Array => {
  const found = new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) found[i] = source[places[i]!]!
  return found
}

/** Returns those of the cells that have a flag. There are usually none. */
const flagged = (cells: Uint32Array, flags: Uint8Array, flag: number): Uint32Array => {
  const found: Array<number> = []
  for (let i = 0; i < cells.length; i++) if ((flags[cells[i]!]! & flag) !== 0) found.push(cells[i]!)
  return Uint32Array.from(found)
}
