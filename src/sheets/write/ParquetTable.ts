import type { ParquetWriter } from "hyparquet-writer"
import { groupRows, ParquetFile } from "../../parquet/ParquetFile.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { schemaMessage } from "./ArrowStream.ts"
import { ParquetColumn } from "./ParquetColumn.ts"
import { rowsAtOnce, type SheetBlock } from "./SheetBlock.ts"
import { pieces } from "./TextPieces.ts"

/** The size of distinct texts, in bytes, at which a row group ends. Writers and readers hold all of them in memory. */
const groupBytes = 32 * 1024 * 1024

type Element = ParquetWriter["schema"][number]

const elementOf = ({ name, type }: SheetColumn): Element => {
  const optional = { name, repetition_type: "OPTIONAL" } as const
  switch (type) {
    case "Real":
      return { ...optional, type: "DOUBLE" }
    case "Integer":
      return { ...optional, type: "INT64" }
    case "Boolean":
      return { ...optional, type: "BOOLEAN" }
    default:
      return { ...optional, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } }
  }
}

/**
 * Generates a table as a Parquet file in row groups of at most 100,000 rows, with dictionaries, compressed with
 * Zstandard.
 *
 * Parquet fields have no metadata. The units are in the file's metadata, as JSON by the key `units`, and in the Arrow
 * schema by the key `ARROW:schema`, from which Arrow's readers take the metadata of fields. `about` is in both
 * places.
 *
 * Throws a `TypeError` if a value does not fit the type of its column.
 */
export function* parquet(
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>,
  about: ReadonlyArray<readonly [string, string]>,
  rowsOfTable?: number
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const units = columns.flatMap(({ name, unit }) => (unit === null ? [] : [[name, unit] as const]))
  const file = new ParquetFile(
    [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)],
    [
      { key: "ARROW:schema", value: Buffer.from(schemaMessage(columns, about)).toString("base64") },
      { key: "units", value: JSON.stringify(Object.fromEntries(units)) },
      ...about.map(([key, value]) => ({ key, value }))
    ]
  )
  const mostRows = rowsAtOnce(groupRows, columns.length, rowsOfTable)
  const writers = columns.map((column) => new ParquetColumn(column, mostRows))
  let rows = 0
  const group = (): Uint8Array => {
    const bytes = file.group(
      rows,
      writers.map((writer) => writer.chunk())
    )
    for (const writer of writers) writer.clear()
    rows = 0
    return bytes
  }
  for (const block of blocks) {
    for (const [i, writer] of writers.entries()) writer.begin(block.columns[i]!, block.rows)
    for (let row = 0; row < block.rows; row++) {
      let bytes = 0
      for (const writer of writers) bytes += writer.add(row)
      rows++
      if (rows === mostRows || bytes >= groupBytes) yield* pieces(group())
    }
  }
  if (rows > 0) yield* pieces(group())
  yield* pieces(file.finish())
}
