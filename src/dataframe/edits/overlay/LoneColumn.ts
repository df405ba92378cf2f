import * as Bits from "../../table/Bits.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import * as Layout from "../../table/Layout.ts"
import * as Levels from "../../table/Levels.ts"
import { Section } from "../../table/Section.ts"

/** The texts that describe the column of a property. */
interface PropertyTexts {
  readonly set: string
  readonly name: string
  readonly enumeration: ReadonlyArray<string> | null
}

/**
 * Writes a container in shared memory with a single column, which is the last in its catalogue; those before it are
 * empty. The sections contain nothing else, so each part of the column starts at the beginning of its section.
 */
export class LoneColumn {
  readonly words = new Section((n) => new Uint32Array(n))
  kinds = new Uint8Array()
  units = new Int16Array()
  numbers = new Float64Array()
  private bytes = new Uint8Array()
  private shorts = new Uint16Array()
  private readonly catalogue: Uint32Array
  private blob: Array<Uint8Array> = []
  private offsets: Array<number> | Uint32Array = [0]

  constructor(
    private readonly rows: number,
    private readonly index: number
  ) {
    this.catalogue = new Uint32Array((index + 1) * ColumnRecord.WORDS)
  }

  set(field: ColumnRecord.ColumnField, value: number): void {
    this.catalogue[this.index * ColumnRecord.WORDS + ColumnRecord.at[field]] = value
  }

  /** Writes which rows, ascending, have a cell, and returns the flags for it. */
  presence(rows: Uint32Array): number {
    this.set("count", rows.length)
    if (rows.length === this.rows) return ColumnRecord.PRESENCE_FULL << ColumnRecord.PRESENCE_SHIFT
    if (rows.length * 32 < this.rows) {
      this.set("presence", this.words.append(rows))
      return ColumnRecord.PRESENCE_ROWS << ColumnRecord.PRESENCE_SHIFT
    }
    const bits = Bits.none(this.rows)
    for (let i = 0; i < rows.length; i++) Bits.add(bits, rows[i]!)
    this.set("presence", this.words.append(bits))
    return ColumnRecord.PRESENCE_BITS << ColumnRecord.PRESENCE_SHIFT
  }

  /** Returns the flag that says which cells come from the type. `ofType` has one byte per cell: 1 if it does. */
  levels(ofType: Uint8Array): number {
    return Levels.flagOf(ofType, (bits) => this.set("ofType", this.words.append(bits)))
  }

  /** Writes one code per cell, each below `size`, and returns the flag for their width. */
  codes(codes: Uint32Array, size: number): number {
    const width = size <= 0x100 ? 1 : size <= 0x10000 ? 2 : 4
    // There is one element more, so that a loop may read one past the last.
    if (width === 1) (this.bytes = new Uint8Array(codes.length + 1)).set(codes)
    else if (width === 2) (this.shorts = new Uint16Array(codes.length + 1)).set(codes)
    else this.set("codes", this.words.append(codes))
    return width << ColumnRecord.WIDTH_SHIFT
  }

  /** Sets the texts of the dictionary, in pieces, and their offsets, including the end of the last text. */
  texts(pieces: ReadonlyArray<Uint8Array>, offsets: Uint32Array): void {
    this.blob = [...pieces]
    this.offsets = offsets
  }

  /**
   * Returns the container. `lists` are the entries that the codes of a reference column may refer to in addition to
   * those of the table.
   */
  join({ enumeration, name, set }: PropertyTexts, lists: Partial<Record<Layout.Section, Uint8Array>> = {}): Uint8Array {
    const first = this.offsets.length - 1
    const more = [set, name, ...(enumeration ?? [])].map((text) => Buffer.from(text))
    this.set("set", first)
    this.set("name", first + 1)
    if (enumeration !== null) {
      this.set("enumerationCount", enumeration.length + 1)
      this.set("enumeration", this.words.append(enumeration.map((_, i) => first + 2 + i)))
    }
    const offsets = new Uint32Array(this.offsets.length + more.length)
    offsets.set(this.offsets)
    for (const [i, { length }] of more.entries()) offsets[first + i + 1] = offsets[first + i]! + length
    return Layout.join(
      this.rows,
      {
        ...lists,
        columns: bytesOf(this.catalogue),
        textOffsets: bytesOf(offsets),
        texts: Buffer.concat([...this.blob, ...more]),
        kinds: this.kinds,
        units: bytesOf(this.units),
        bytes: this.bytes,
        shorts: bytesOf(this.shorts),
        words: this.words.bytes(),
        numbers: bytesOf(this.numbers)
      },
      SharedArrayBuffer
    )
  }
}

const bytesOf = ({ buffer, byteLength, byteOffset }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
