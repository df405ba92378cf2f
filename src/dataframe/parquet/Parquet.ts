import type { ParquetWriter } from "hyparquet-writer"
import { compareCodePoints } from "../../domain/Text.ts"
import type { Chunk } from "../../parquet/ColumnChunk.ts"
import { groupRows, ParquetFile } from "../../parquet/ParquetFile.ts"
import type { TextDictionary } from "../../parquet/TextDictionary.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { longForm, longRows } from "./LongForm.ts"
import type { RowGroup } from "./RowGroup.ts"

/** The size of distinct texts at which a row group ends, in bytes. Writer and reader hold all of them in memory. */
const groupTextBytes = 32 * 1024 * 1024

/** The upper limit of that size for a property that alone has more text, in bytes. */
const columnTextBytes = 256 * 1024 * 1024

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const

/** The schema of the file: the columns of `RowGroup`. */
export const schema = [
  { name: "root", num_children: 5 },
  { name: "product", ...text, repetition_type: "REQUIRED" },
  { name: "propertySet", ...text, repetition_type: "OPTIONAL" },
  { name: "property", ...text, repetition_type: "REQUIRED" },
  { name: "text", ...text, repetition_type: "OPTIONAL" },
  { name: "number", type: "DOUBLE", repetition_type: "OPTIONAL" }
] as const satisfies ParquetWriter["schema"]

/** The next bytes of the file, and the fraction of the file that is written after them, from 0 to 1. */
export interface ParquetPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fraction: number
}

const boundsOf = ({ texts }: TextDictionary): Chunk["bounds"] => {
  const sorted = Array.from(texts).sort(compareCodePoints)
  return sorted.length === 0 ? null : { min_value: sorted[0]!, max_value: sorted.at(-1)! }
}

/**
 * Returns the columns of a group in the order of the schema. The columns by which rows are sorted first have bounds.
 */
const chunksOf = (group: RowGroup): ReadonlyArray<Chunk> => {
  const { columns, product, property, propertySet } = group
  const texts = { type: "BYTE_ARRAY", bounds: null } as const
  return [
    { ...texts, name: "product", optional: false, column: columns.product, dictionary: product },
    { ...texts, name: "propertySet", optional: true, column: columns.propertySet, dictionary: propertySet, bounds: boundsOf(propertySet) }, // prettier-ignore
    { ...texts, name: "property", optional: false, column: columns.property, dictionary: property, bounds: boundsOf(property) }, // prettier-ignore
    { ...texts, name: "text", optional: true, column: columns.text, dictionary: group.text },
    { name: "number", type: "DOUBLE", bounds: null, optional: true, column: columns.number, dictionary: group.number }
  ]
}

/**
 * Generates the long form of a table as one Parquet file, part by part, so that only one row group is in memory.
 *
 * The columns are `product`, `propertySet`, `property`, `text` and `number` as described at `RowGroup`, sorted by set,
 * property and product, and compressed with Zstandard. Repeated values are stored in dictionaries.
 * Source: Apache Parquet Format 2.
 */
export function* parquet(table: ProductTable): Generator<ParquetPart, void, undefined> {
  const file = new ParquetFile([...schema])
  const most = { rows: groupRows, textBytes: groupTextBytes, columnBytes: columnTextBytes }
  const total = longRows(table)
  let written = 0
  for (const group of longForm(table, most)) {
    written += group.count
    yield { bytes: file.group(group.count, chunksOf(group)), fraction: written / total }
  }
  yield { bytes: file.finish(), fraction: 1 }
}
