import {
  VALUE_BOOLEAN,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT
} from "../../domain/models/ModelContent.ts"
import * as Bits from "./Bits.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import * as Levels from "./Levels.ts"
import { Section } from "./Section.ts"
import { TextWriter } from "./Texts.ts"

/** Values that the cells of a column refer to by number. */
export interface ValueSpace {
  readonly size: number
  readonly kind: (id: number) => number
  readonly text: (id: number) => string
  readonly number: (id: number) => number
  readonly unit: (id: number) => number
  /** Returns the lengths of the items of a text in which an item contains `; `, else undefined. */
  readonly items: (id: number) => ReadonlyArray<number> | undefined
}

/** The cells of one column, ascending by row. `rows` is null if every row has a cell. */
export interface ColumnCells {
  readonly rows: Uint32Array | null
  readonly values: ArrayLike<number>
  readonly hiddenRows: ArrayLike<number>
  readonly hiddenValues: ArrayLike<number>
}

const noHidden: ReadonlyArray<number> = []
export const cellsOf = (rows: Uint32Array | null, values: ArrayLike<number>): ColumnCells => ({
  rows,
  values,
  hiddenRows: noHidden,
  hiddenValues: noHidden
})

/** The largest number of distinct numbers that always get a dictionary, whatever their share of the cells. */
const smallDictionary = 256

const sortClass = (kind: number): number => {
  const of = kind & VALUE_KIND_MASK
  return of === VALUE_TEXT ? 0 : of === VALUE_REAL || of === VALUE_INTEGER ? 1 : of === VALUE_BOOLEAN ? 2 : 3
}

/** Packs columns into the sections and the catalogue of a container. */
export class ColumnWriter {
  readonly catalogue = new Section((n) => new Uint32Array(n))
  readonly kinds = new Section((n) => new Uint8Array(n))
  readonly units = new Section((n) => new Int16Array(n))
  readonly bytes = new Section((n) => new Uint8Array(n))
  readonly shorts = new Section((n) => new Uint16Array(n))
  readonly words = new Section((n) => new Uint32Array(n))
  readonly numbers = new Section((n) => new Float64Array(n))
  private codeOf = new Int32Array(0)

  constructor(
    private readonly rows: number,
    private readonly texts: TextWriter
  ) {}

  /** Appends a record to the catalogue and returns its offset. The caller fills in its own fields with `set`. */
  begin(set: number, name: number): number {
    const record = this.catalogue.reserve(ColumnRecord.WORDS)
    this.catalogue.set(record + ColumnRecord.at.set, set)
    this.catalogue.set(record + ColumnRecord.at.name, name)
    return record
  }

  set(record: number, field: ColumnRecord.ColumnField, value: number): void {
    this.catalogue.set(record + ColumnRecord.at[field], value)
  }

  /**
   * Writes a column of codes into a list of the table, one per row. With `levels`, code 0 is "none" and others are
   * index + 1.
   */
  reference(codes: ArrayLike<number>, size: number, levels: Levels.Merged | null = null): void {
    const record = this.begin(ColumnRecord.NO_TEXT, ColumnRecord.NO_TEXT)
    this.set(record, "count", this.rows)
    this.set(record, "size", size)
    const width = this.codes(record, codes, size) << ColumnRecord.WIDTH_SHIFT
    this.set(record, "flags", width | (levels === null ? 0 : this.levels(record, levels.ofType)))
    if (levels === null) return
    const hidden = levels.hiddenValues.map((number) => number + 1)
    this.hidden(record, levels.hiddenRows, hidden)
  }

  /** Returns the flag that says which cells come from the type. `ofType` has one byte per cell: 1 if it does. */
  levels(record: number, ofType: Uint8Array): number {
    return Levels.flagOf(ofType, (bits) => this.set(record, "ofType", this.words.append(bits)))
  }

  /**
   * Writes presence, dictionary and codes of a column whose record has begun. `flags` are the flags that the caller
   * sets.
   */
  column(record: number, cells: ColumnCells, space: ValueSpace, flags: number): void {
    const { values } = cells
    this.set(record, "count", values.length)
    const presence = this.presence(record, cells.rows)
    if (this.codeOf.length < space.size) this.codeOf = new Int32Array(space.size).fill(-1)
    const distinct: Array<number> = []
    const collect = (ids: ArrayLike<number>): void => {
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]!
        if (this.codeOf[id] === -1) {
          this.codeOf[id] = 0
          distinct.push(id)
        }
      }
    }
    collect(values)
    collect(cells.hiddenValues)
    const more = isPlain(distinct, values.length, cells, space)
      ? this.plain(record, values, distinct, space)
      : this.dictionary(record, cells, distinct, space)
    for (const id of distinct) this.codeOf[id] = -1
    this.set(record, "flags", flags | more | (presence << ColumnRecord.PRESENCE_SHIFT))
  }

  private presence(record: number, rows: Uint32Array | null): number {
    if (rows === null || rows.length === this.rows) return ColumnRecord.PRESENCE_FULL
    if (rows.length * 32 < this.rows) {
      this.set(record, "presence", this.words.append(rows))
      return ColumnRecord.PRESENCE_ROWS
    }
    const bits = Bits.none(this.rows)
    for (let i = 0; i < rows.length; i++) Bits.add(bits, rows[i]!)
    this.set(record, "presence", this.words.append(bits))
    return ColumnRecord.PRESENCE_BITS
  }

  private plain(record: number, values: ArrayLike<number>, distinct: ReadonlyArray<number>, space: ValueSpace): number {
    const first = distinct.find((id) => (space.kind(id) & VALUE_KIND_MASK) !== VALUE_NULL)!
    const start = this.numbers.reserve(values.length)
    for (let i = 0; i < values.length; i++) {
      const id = values[i]!
      const isNull = (space.kind(id) & VALUE_KIND_MASK) === VALUE_NULL
      this.numbers.set(start + i, isNull ? Number.NaN : space.number(id))
    }
    this.set(record, "numbers", start)
    this.set(record, "kinds", space.kind(first))
    this.set(record, "units", space.unit(first) + 1)
    return ColumnRecord.PLAIN | ColumnRecord.ONE_KIND | ColumnRecord.ONE_UNIT
  }

  private dictionary(record: number, cells: ColumnCells, distinct: Array<number>, space: ValueSpace): number {
    const classes = new Map(distinct.map((id) => [id, sortClass(space.kind(id))]))
    const texts = distinct.filter((id) => classes.get(id) === 0).map((id) => ({ id, text: space.text(id) }))
    texts.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.id - b.id))
    const others = distinct.filter((id) => classes.get(id) !== 0)
    others.sort((a, b) => classes.get(a)! - classes.get(b)! || space.number(a) - space.number(b) || a - b)
    let flags = 0
    this.set(record, "textBase", this.texts.count)
    this.set(record, "textCount", texts.length)
    for (const { text } of texts) this.texts.append(text)
    const order = [...texts.map(({ id }) => id), ...others]
    for (const [code, id] of order.entries()) {
      this.codeOf[id] = code
      if ((space.kind(id) & VALUE_SEVERAL) !== 0) flags |= ColumnRecord.SEVERAL
    }
    if ((flags & ColumnRecord.SEVERAL) !== 0) {
      const items = texts.flatMap(({ id }, code) => {
        const lengths = space.items(id)
        return lengths === undefined ? [] : [code, lengths.length, ...lengths]
      })
      this.set(record, "itemsCount", items.length)
      this.set(record, "items", this.words.append(items))
    }
    this.set(record, "size", order.length)
    this.set(record, "numbers", this.numbers.append(others.map((id) => space.number(id))))
    flags |= this.pooled(
      record,
      "kinds",
      ColumnRecord.ONE_KIND,
      this.kinds,
      order.map((id) => space.kind(id))
    )
    flags |= this.pooled(
      record,
      "units",
      ColumnRecord.ONE_UNIT,
      this.units,
      order.map((id) => space.unit(id))
    )
    const { values } = cells
    const codes = new Uint32Array(values.length)
    for (let i = 0; i < codes.length; i++) codes[i] = this.codeOf[values[i]!]!
    const hiddenCodes = Array.from(cells.hiddenValues, (id) => this.codeOf[id]!)
    this.hidden(record, cells.hiddenRows, hiddenCodes)
    return flags | (this.codes(record, codes, order.length) << ColumnRecord.WIDTH_SHIFT)
  }

  private hidden(record: number, rows: ArrayLike<number>, codes: ReadonlyArray<number>): void {
    if (rows.length === 0) return
    this.set(record, "hiddenCount", rows.length)
    this.set(record, "hidden", this.words.append(rows))
    this.words.append(codes)
  }

  private pooled(
    record: number,
    field: "kinds" | "units",
    flag: number,
    section: Section<Uint8Array> | Section<Int16Array>,
    values: ReadonlyArray<number>
  ): number {
    const first = values[0] ?? 0
    if (values.every((value) => value === first)) {
      this.set(record, field, field === "units" ? first + 1 : first)
      return flag
    }
    this.set(record, field, section.append(values))
    return 0
  }

  private codes(record: number, codes: ArrayLike<number>, size: number): number {
    const width = size <= 0x100 ? 1 : size <= 0x10000 ? 2 : 4
    const section = width === 1 ? this.bytes : width === 2 ? this.shorts : this.words
    this.set(record, "codes", section.append(codes))
    return width
  }
}

/**
 * Returns whether to omit the dictionary: numbers of one kind and unit that are mostly distinct are smaller without it.
 */
const isPlain = (distinct: ReadonlyArray<number>, count: number, cells: ColumnCells, space: ValueSpace): boolean => {
  if (distinct.length <= smallDictionary || distinct.length * 2 <= count || cells.hiddenRows.length > 0) return false
  let kind = -1
  let unit = -1
  for (const id of distinct) {
    const of = space.kind(id)
    if (of === VALUE_NULL) continue
    if (of !== VALUE_REAL && of !== VALUE_INTEGER) return false
    if (kind !== -1 && (of !== kind || space.unit(id) !== unit)) return false
    kind = of
    unit = space.unit(id)
  }
  return kind !== -1
}
