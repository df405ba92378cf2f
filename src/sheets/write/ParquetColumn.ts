import type { Scalar } from "../../domain/products/Filter.ts"
import { CodeColumn, none } from "../../parquet/CodeColumn.ts"
import type { Chunk } from "../../parquet/ColumnChunk.ts"
import { NumberDictionary } from "../../parquet/NumberDictionary.ts"
import { TextDictionary } from "../../parquet/TextDictionary.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { booleanOf, integerOf, realOf, textOf } from "./FieldValue.ts"
import { IntegerDictionary } from "./IntegerDictionary.ts"
import type { BlockColumn } from "./SheetBlock.ts"

const nothing: BlockColumn = { keys: new Uint32Array(0), size: 0, valueOf: () => null }

/** The shift makes 0 available, because the least code is `none`, which is -1. */
const shift = 2

/**
 * The distinct values of a column in a row group, with the function that returns the code of a value other than null.
 */
interface Dictionary {
  readonly type: Chunk["type"]
  readonly values: Chunk["dictionary"] & { readonly clear: () => void }
  readonly once: (value: NonNullable<Scalar>) => number
  /** Returns the size of the distinct texts in bytes. */
  readonly textBytes: () => number
}

const noText = (): number => 0
const noBytes = { count: 0, bytes: new Uint8Array(0), clear: (): void => {} }

const dictionaryOf = (column: SheetColumn, rows: number): Dictionary => {
  switch (column.type) {
    case "Real": {
      const values = new NumberDictionary(rows)
      return { type: "DOUBLE", values, once: (value) => values.once(realOf(column, value)), textBytes: noText }
    }
    case "Integer": {
      const values = new IntegerDictionary()
      return { type: "INT64", values, once: (value) => values.once(integerOf(column, value)), textBytes: noText }
    }
    case "Boolean":
      return { type: "BOOLEAN", values: noBytes, once: (value) => Number(booleanOf(column, value)), textBytes: noText }
    default: {
      const values = new TextDictionary()
      return {
        type: "BYTE_ARRAY",
        values,
        once: (value) => values.once(textOf(value)),
        textBytes: () => values.byteLength
      }
    }
  }
}

/** Collects the values of a column for a row group. */
export class ParquetColumn {
  private readonly codes: CodeColumn
  private readonly dictionary: Dictionary
  private block = nothing
  /** The code of each key of the block plus `shift`, or 0 if it is unknown. Null if few rows share keys. */
  private known: Int32Array | null = null

  constructor(
    private readonly column: SheetColumn,
    rows: number
  ) {
    this.codes = new CodeColumn(rows)
    this.dictionary = dictionaryOf(column, rows)
  }

  begin(block: BlockColumn, rows: number): void {
    this.block = block
    this.known = block.size * 2 <= rows ? new Int32Array(block.size) : null
  }

  /** Adds the value of a row of the block. Returns the size of the distinct texts of the group in bytes. */
  add(row: number): number {
    const { block, codes, dictionary, known } = this
    const key = block.keys[row]!
    if (known !== null && known[key] !== 0) codes.add(known[key]! - shift)
    else {
      const value = block.valueOf(key)
      const code = value === null ? none : dictionary.once(value)
      if (known !== null) known[key] = code + shift
      codes.add(code)
    }
    return dictionary.textBytes()
  }

  /** Returns the column of the group. It is valid until `clear`. */
  chunk(): Chunk {
    const { codes, column, dictionary } = this
    const { type, values } = dictionary
    return { name: column.name, type, bounds: null, optional: true, column: codes, dictionary: values }
  }

  /** Begins another group. */
  clear(): void {
    this.codes.clear()
    this.dictionary.values.clear()
    this.known?.fill(0)
  }
}
