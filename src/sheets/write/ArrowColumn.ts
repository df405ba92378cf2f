import type { Scalar } from "../../domain/products/Filter.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { booleanOf, integerOf, realOf, textOf } from "./FieldValue.ts"
import type { BlockColumn } from "./SheetBlock.ts"

/** The buffers of a column of a record batch. */
interface ArrowBuffers {
  readonly length: number
  readonly nullCount: number
  readonly validity: Uint8Array
  readonly values: Uint8Array | Float64Array | BigInt64Array
  readonly offsets?: Int32Array
}

const none: BlockColumn = { keys: new Uint32Array(0), size: 0, valueOf: () => null }

/** Collects the values of a column for a record batch of at most `most` rows. Bits are in the order of Arrow. */
export class ArrowColumn {
  private block = none
  /** The bytes of the block's texts by their keys, if rows share them. */
  private known: Array<Buffer | null | undefined> | null = null
  private readonly isText: boolean
  private readonly validity: Uint8Array
  private readonly values: Uint8Array | Float64Array | BigInt64Array
  private readonly offsets: Int32Array
  private texts = Buffer.allocUnsafeSlow(4 * 1024)
  private textBytes = 0
  private length = 0
  private nullCount = 0

  constructor(
    private readonly column: SheetColumn,
    most: number
  ) {
    const { type } = column
    this.isText = type === "Text" || type === "Mixed"
    this.validity = new Uint8Array((most + 7) >>> 3)
    this.offsets = new Int32Array(this.isText ? most + 1 : 0)
    if (type === "Real") this.values = new Float64Array(most)
    else if (type === "Integer") this.values = new BigInt64Array(most)
    else this.values = new Uint8Array(type === "Boolean" ? (most + 7) >>> 3 : 0)
  }

  begin(block: BlockColumn, rows: number): void {
    this.block = block
    this.known = this.isText && block.size * 2 <= rows ? Array.from({ length: block.size }) : null
  }

  /** Adds the value of a row of the block. Returns the size of all texts of the batch in bytes. */
  add(row: number): number {
    const key = this.block.keys[row]!
    if (this.isText) this.addText(this.bytesOf(key))
    else this.addValue(this.block.valueOf(key))
    this.length++
    return this.textBytes
  }

  /** Returns the batch. Its buffers are valid until the next `add`, which begins another batch. */
  taken(): ArrowBuffers {
    const { isText, length, nullCount, textBytes } = this
    const bits = (length + 7) >>> 3
    const validity = this.validity.slice(0, bits)
    const values = isText
      ? this.texts.subarray(0, textBytes)
      : this.values.slice(0, this.column.type === "Boolean" ? bits : length)
    const offsets = this.offsets.subarray(0, length + 1)
    this.validity.fill(0)
    // Only bits must be cleared: other values are overwritten, or not read if there is none.
    if (this.values instanceof Uint8Array) this.values.fill(0)
    this.length = this.nullCount = this.textBytes = 0
    return { length, nullCount, validity, values, ...(isText ? { offsets } : {}) }
  }

  private bytesOf(key: number): Buffer | null {
    const known = this.known?.[key]
    if (known !== undefined) return known
    const value = this.block.valueOf(key)
    const bytes = value === null ? null : Buffer.from(textOf(value), "utf8")
    if (this.known !== null) this.known[key] = bytes
    return bytes
  }

  private addText(bytes: Buffer | null): void {
    if (bytes === null) this.nullCount++
    else {
      this.setBit(this.validity)
      const end = this.textBytes + bytes.length
      if (end > this.texts.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(end, this.texts.length * 2))
        this.texts.copy(larger, 0, 0, this.textBytes)
        this.texts = larger
      }
      bytes.copy(this.texts, this.textBytes)
      this.textBytes = end
    }
    this.offsets[this.length + 1] = this.textBytes
  }

  private addValue(value: Scalar): void {
    if (value === null) {
      this.nullCount++
      return
    }
    const { column, length, values } = this
    this.setBit(this.validity)
    if (values instanceof Float64Array) values[length] = realOf(column, value)
    else if (values instanceof BigInt64Array) values[length] = integerOf(column, value)
    else if (booleanOf(column, value)) this.setBit(values)
  }

  private setBit(bits: Uint8Array): void {
    bits[this.length >>> 3]! |= 1 << (this.length & 7)
  }
}
