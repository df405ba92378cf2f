import {
  VALUE_BOOLEAN,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_SEVERAL,
  VALUE_TEXT
} from "../../domain/models/ModelContent.ts"
import type { Scalar } from "../../domain/products/Filter.ts"
import * as Bits from "./Bits.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import type { Codes, OtherTexts, OtherValues } from "./OtherValues.ts"
import type { Texts } from "./Texts.ts"

/** The arrays of a container that hold the columns. */
export interface Sections {
  readonly kinds: Uint8Array
  readonly units: Int16Array
  readonly bytes: Uint8Array
  readonly shorts: Uint16Array
  readonly words: Uint32Array
  readonly numbers: Float64Array
}

/** Stands between the single values of a text. */
const separator = "; "

/** The bytes that a table has allocated in addition to its container. */
export interface Extra {
  bytes: number
}

/**
 * One column of a table: which rows have a cell, and the code or number of each cell.
 *
 * A dictionary lists the texts first, in order of their UTF-16 units, then the numbers, the booleans and "without
 * value", each in ascending order. In a column without a dictionary each cell counts as a distinct value, and its key
 * is its index. `length` and `at` make the class usable as an Arquero column; Arquero needs nothing else.
 */
export class Column {
  readonly count: number
  readonly flags: number
  readonly size: number
  readonly textBase: number
  readonly textCount: number
  readonly presence: number
  /** One bit per row: whether it has a cell. Null unless `presence` is PRESENCE_BITS. */
  readonly bits: Bits.Bits | null
  /** The rows that have a cell. Null unless `presence` is PRESENCE_ROWS. */
  readonly rows: Uint32Array | null
  /** One code per cell. Null if `plain` is set. */
  readonly codes: Codes | null
  /** One number per cell, NaN for a cell without value. Null if `codes` is set. */
  readonly plain: Float64Array | null
  /** The distinct values that are not texts, in order. */
  readonly numbers: Float64Array
  private readonly record: Uint32Array
  private rank: Uint32Array | null = null
  private divided: ReadonlyMap<number, Uint32Array> | null = null

  constructor(
    /** The number of rows of the table. */
    readonly length: number,
    catalogue: Uint32Array,
    index: number,
    private readonly sections: Sections,
    readonly texts: Texts,
    private readonly extra: Extra,
    private readonly other: OtherTexts | null = null
  ) {
    this.record = catalogue.subarray(index * ColumnRecord.WORDS, (index + 1) * ColumnRecord.WORDS)
    this.count = this.word("count")
    this.flags = this.word("flags")
    this.size = this.word("size")
    this.textBase = this.word("textBase")
    this.textCount = this.word("textCount")
    this.presence = (this.flags >>> ColumnRecord.PRESENCE_SHIFT) & 3
    const { words } = sections
    const presence = this.word("presence")
    const isBits = this.presence === ColumnRecord.PRESENCE_BITS
    this.bits = isBits ? words.subarray(presence, presence + ((length + 31) >>> 5)) : null
    this.rows = this.presence === ColumnRecord.PRESENCE_ROWS ? words.subarray(presence, presence + this.count) : null
    const numbers = this.word("numbers")
    const isPlain = (this.flags & ColumnRecord.PLAIN) !== 0
    this.plain = isPlain ? sections.numbers.subarray(numbers, numbers + this.count) : null
    this.numbers = isPlain ? this.plain! : sections.numbers.subarray(numbers, numbers + this.size - this.textCount)
    this.codes = isPlain ? null : (other?.codes ?? this.codesOf((this.flags >>> ColumnRecord.WIDTH_SHIFT) & 7))
  }

  /**
   * Returns a column of the same cells with other distinct values. New texts have new codes; cells that are hidden by
   * others are then left out.
   */
  with({ kinds, numbers, texts }: OtherValues): Column {
    const record = this.record.slice()
    const set = (field: ColumnRecord.ColumnField, value: number): void => {
      record[ColumnRecord.at[field]] = value
    }
    set("numbers", 0)
    set("kinds", this.plain === null ? 0 : kinds[0]!)
    let flags = this.plain === null ? this.flags & ~ColumnRecord.ONE_KIND : this.flags
    const sections = { ...this.sections, numbers, kinds }
    if (texts !== null) {
      set("textBase", 0)
      set("textCount", texts.count)
      set("units", 0)
      set("hiddenCount", 0)
      flags &= ~ColumnRecord.ONE_UNIT
      sections.units = texts.units
    }
    set("flags", flags)
    return new Column(this.length, record, 0, sections, texts?.texts ?? this.texts, this.extra, texts)
  }

  /** Adds bytes that are cached for this column to the size of the table. */
  keep(bytes: number): void {
    this.extra.bytes += bytes
  }

  word(field: ColumnRecord.ColumnField): number {
    return this.record[ColumnRecord.at[field]]!
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0
  }

  /** The number of distinct values: of dictionary codes, or of cells if there is no dictionary. */
  get keys(): number {
    return this.plain === null ? this.size : this.count
  }

  /** The size of the texts among the distinct values, in bytes of UTF-8. */
  get textBytes(): number {
    const { offsets } = this.texts
    return offsets[this.textBase + this.textCount]! - offsets[this.textBase]!
  }

  /** Returns the value of a row, or null if it has none. */
  at(row: number): Scalar {
    const key = this.keyOf(row)
    return key === -1 ? null : this.valueOf(key)
  }

  kindOf(code: number): number {
    const kinds = this.word("kinds")
    return this.has(ColumnRecord.ONE_KIND) ? kinds : this.sections.kinds[kinds + code]!
  }

  /** Returns the index of the value's unit, or -1 if it has none. */
  unitOf(code: number): number {
    const units = this.word("units")
    return this.has(ColumnRecord.ONE_UNIT) ? units - 1 : this.sections.units[units + code]!
  }

  isSeveral(code: number): boolean {
    return this.has(ColumnRecord.SEVERAL) && (this.kindOf(code) & VALUE_SEVERAL) !== 0
  }

  /** Returns the single values that a text of several values consists of. */
  partsOf(code: number): ReadonlyArray<string> {
    const text = this.texts.get(this.textBase + code)
    const lengths = (this.divided ??= this.items()).get(code)
    if (lengths === undefined) return text.split(separator)
    let start = 0
    return Array.from(lengths, (length) => {
      const part = text.slice(start, start + length)
      start += length + separator.length
      return part
    })
  }

  /** Returns the lengths of the items of those texts in which an item contains the separator, by code. */
  items(): ReadonlyMap<number, Uint32Array> {
    if (this.other !== null) return this.other.items
    const words = this.list("items", this.word("itemsCount"))
    const items = new Map<number, Uint32Array>()
    for (let at = 0; at < words.length; at += 2 + words[at + 1]!) {
      items.set(words[at]!, words.subarray(at + 2, at + 2 + words[at + 1]!))
    }
    return items
  }

  /** Returns the distinct value that a key stands for. */
  valueOf(key: number): Scalar {
    if (key < this.textCount) return this.texts.get(this.textBase + key)
    const number = this.numbers[key - this.textCount]!
    if (this.plain !== null) return Number.isNaN(number) ? null : number
    switch (this.kindOf(key) & VALUE_KIND_MASK) {
      case VALUE_BOOLEAN:
        return number === 1
      case VALUE_NULL:
      case VALUE_TEXT:
        return null
      default:
        return number
    }
  }

  /** Returns the first code whose text is not less than `text`, or `textCount` if there is none. */
  firstNotBelow(text: string): number {
    let low = 0
    let high = this.textCount
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.texts.get(this.textBase + middle) < text) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the index of the row's cell, or -1 if it has none. */
  cellOf(row: number): number {
    if (this.bits !== null) {
      const word = this.bits[row >>> 5]!
      const bit = row & 31
      if ((word & (0x80000000 >>> bit)) === 0) return -1
      const before = bit === 0 ? 0 : Bits.countWord(word >>> (32 - bit))
      return this.ranks()[row >>> 5]! + before
    }
    if (this.rows !== null) return search(this.rows, row)
    return this.count === 0 ? -1 : row
  }

  /** Calls `visit` for every cell, by ascending row. */
  forEachCell(visit: (row: number, cell: number) => void): void {
    if (this.rows !== null) {
      for (let cell = 0; cell < this.count; cell++) visit(this.rows[cell]!, cell)
    } else if (this.bits !== null) {
      let cell = 0
      for (let i = 0; i < this.bits.length; i++) {
        for (let word = this.bits[i]!; word !== 0; cell++) {
          const bit = Math.clz32(word)
          word &= ~(0x80000000 >>> bit)
          visit((i << 5) + bit, cell)
        }
      }
    } else for (let row = 0; row < this.count; row++) visit(row, row)
  }

  /** Returns the key of the row's distinct value, or -1 if it has no cell. */
  keyOf(row: number): number {
    const cell = this.cellOf(row)
    return cell === -1 || this.codes === null ? cell : this.codes[cell]!
  }

  /** Returns whether the cell comes from the type and not from the occurrence. */
  isOfType(cell: number): boolean {
    const level = (this.flags >>> ColumnRecord.OF_TYPE_SHIFT) & 3
    if (level !== ColumnRecord.OF_TYPE_SOME) return level === ColumnRecord.OF_TYPE_ALL
    return (this.sections.words[this.word("ofType") + (cell >>> 5)]! & (0x80000000 >>> (cell & 31))) !== 0
  }

  /** Returns the rows, ascending, in which one set has the property twice with different values. */
  ambiguousRows(): Uint32Array {
    return this.list("ambiguous", this.word("ambiguousCount"))
  }

  /** Returns the cells of types that are hidden by cells of their occurrences: rows, ascending, and codes. */
  hiddenCells(): { readonly rows: Uint32Array; readonly codes: Uint32Array } {
    const count = this.word("hiddenCount")
    const both = this.list("hidden", count * 2)
    return { rows: both.subarray(0, count), codes: both.subarray(count) }
  }

  /** Returns the words of the property's enumeration without duplicates, or null if it has none. */
  enumeration(): ReadonlyArray<string> | null {
    if (this.other !== null) return this.other.enumeration
    const count = this.word("enumerationCount")
    return count === 0 ? null : Array.from(new Set(this.list("enumeration", count - 1)), (id) => this.texts.get(id))
  }

  private list(field: ColumnRecord.ColumnField, length: number): Uint32Array {
    const start = this.word(field)
    return this.sections.words.subarray(start, start + length)
  }

  /** Returns the codes of all cells and one more element, so that a loop may read one past the last cell. */
  private codesOf(width: number): Codes {
    const start = this.word("codes")
    const { bytes, shorts, words } = this.sections
    const section = width === 1 ? bytes : width === 2 ? shorts : words
    return section.subarray(start, start + this.count + 1)
  }

  private ranks(): Uint32Array {
    if (this.rank === null) {
      this.rank = Bits.ranks(this.bits!)
      this.keep(this.rank.byteLength)
    }
    return this.rank
  }
}

/** Returns the index of `value` in an ascending list, or -1 if it is not there. */
const search = (list: Uint32Array, value: number): number => {
  let low = 0
  let high = list.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = list[middle]!
    if (found === value) return middle
    if (found < value) low = middle + 1
    else high = middle - 1
  }
  return -1
}
