import {
  batchType,
  bool,
  Column,
  type DataType,
  Endianness,
  field,
  float64,
  int64,
  type Schema,
  Table,
  tableToIPC,
  utf8,
  Version
} from "@uwdata/flechette"
import { free } from "../../runtime/Freed.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { ArrowColumn } from "./ArrowColumn.ts"
import { rowsAtOnce, type SheetBlock } from "./SheetBlock.ts"
import { pieces } from "./TextPieces.ts"

/** The number of rows, and of bytes of texts in all columns, at which a record batch ends. */
const [batchRows, batchBytes] = [16_384, 4 * 1024 * 1024]

/** The length of the mark at the end of a stream. */
const endBytes = 8

const typeOf = ({ type }: SheetColumn): DataType => {
  switch (type) {
    case "Real":
      return float64()
    case "Integer":
      return int64()
    case "Boolean":
      return bool()
    default:
      return utf8()
  }
}

const schemaOf = (columns: ReadonlyArray<SheetColumn>, about: ReadonlyArray<readonly [string, string]>): Schema => ({
  version: Version.V5,
  endianness: Endianness.Little,
  fields: columns.map((column) =>
    field(column.name, typeOf(column), true, column.unit === null ? null : new Map([["unit", column.unit]]))
  ),
  metadata: new Map(about)
})

const streamOf = (schema: Schema, columns: ReadonlyArray<Column<unknown>>): Uint8Array =>
  tableToIPC(new Table(schema, [...columns]), { format: "stream" })!

/** Splits a stream into the message of its schema, and the messages of its batches without the end mark. */
const split = (stream: Uint8Array): readonly [schema: Uint8Array, batches: Uint8Array] => {
  // A message begins with a mark of four bytes and the length of the rest. A schema has no body.
  const length = 8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true)
  return [stream.subarray(0, length), stream.subarray(length, -endBytes)]
}

/** Returns the message of a schema with the units of the columns and the metadata `about` of the table. */
export const schemaMessage = (
  columns: ReadonlyArray<SheetColumn>,
  about: ReadonlyArray<readonly [string, string]>
): Uint8Array => {
  const schema = schemaOf(columns, about)
  return split(
    streamOf(
      schema,
      schema.fields.map(({ type }) => new Column<unknown>([], type))
    )
  )[0]
}

/**
 * Generates a table as an Arrow IPC stream of record batches. The unit of a column is in its field's metadata, by the
 * key `unit`; `about` is in the schema's.
 *
 * Flechette, which Arquero contains, encodes a whole table at a time; the streams of the batches are joined without
 * their schemas and ends. Texts are plain, not dictionaries: few readers support dictionaries that change in a stream.
 *
 * Throws a `TypeError` if a value does not fit the type of its column.
 */
export function* arrow(
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>,
  about: ReadonlyArray<readonly [string, string]>,
  rowsOfTable?: number
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const schema = schemaOf(columns, about)
  const mostRows = rowsAtOnce(batchRows, columns.length, rowsOfTable)
  const writers = columns.map((column) => new ArrowColumn(column, mostRows))
  function* batch(): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
    const children = writers.map((writer, i) => {
      const { type } = schema.fields[i]!
      const Batch = batchType(type)
      return new Column<unknown>([new Batch({ ...writer.taken(), type })])
    })
    const stream = streamOf(schema, children)
    yield* pieces(split(stream)[1])
    free(stream)
  }
  yield* pieces(schemaMessage(columns, about))
  let rows = 0
  for (const block of blocks) {
    for (const [i, writer] of writers.entries()) writer.begin(block.columns[i]!, block.rows)
    for (let row = 0; row < block.rows; row++) {
      let bytes = 0
      for (const writer of writers) bytes += writer.add(row)
      rows++
      if (rows < mostRows && bytes < batchBytes) continue
      yield* batch()
      rows = 0
    }
  }
  if (rows > 0) yield* batch()
  const end = new Uint8Array(endBytes)
  end.fill(0xff, 0, 4)
  yield end
}
