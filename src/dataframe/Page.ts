import { Either } from "effect"
import type { Filter, InvalidFilter } from "../domain/Filter.ts"
import * as Bits from "./Bits.ts"
import * as CellSource from "./CellSource.ts"
import { JsonWriter } from "./JsonWriter.ts"
import * as Names from "./Names.ts"
import type { ProductTable } from "./ProductTable.ts"
import { select } from "./Selection.ts"
import type { View } from "./View.ts"

export const defaultFields: ReadonlyArray<string> = [
  "Guid",
  "Class",
  "Name",
  "SpatialLocation",
  "MaterialLayerSet",
  "Code"
]

/** The most products that `all` gives. */
export const mostRows = 100_000

export interface PageRequest {
  /** Null or empty: the default fields. */
  readonly fields: ReadonlyArray<string> | null
  readonly filters: ReadonlyArray<Filter>
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** Every product up to `mostRows` in one page; `page` and `pageSize` do not count. */
  readonly all?: boolean
}

/**
 * A page of products: the UTF-8 of `{"totalCount":…,"page":…,"pageSize":…,"result":[…]}`, in bytes of its own.
 *
 * Fails: `InvalidFilter` as `select` does.
 */
export const query = (
  table: ProductTable,
  view: View,
  request: PageRequest
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter> =>
  Either.map(select(table, view, request.filters), ({ bits, count }) => {
    const page = request.all === true ? 1 : request.page
    const pageSize = request.all === true ? mostRows : request.pageSize
    const rows = Bits.rows(bits, (page - 1) * pageSize, pageSize)
    const names = request.fields === null || request.fields.length === 0 ? defaultFields : request.fields
    const writer = takeScratch()
    writer.ascii(`{"totalCount":${count},"page":${page},"pageSize":${pageSize},"result":[`)
    writeRows(writer, table, view, [...new Set(names)], rows)
    writer.ascii("]}")
    const bytes = writer.take()
    giveBack(writer)
    return bytes
  })

/** The writer is used again by the next page of the thread unless a large one has blown it up. */
const keptCapacity = 16 * 1024 * 1024
let scratch: JsonWriter | null = null
const takeScratch = (): JsonWriter => {
  const writer = scratch ?? new JsonWriter(256 * 1024)
  scratch = null
  return writer
}
const giveBack = (writer: JsonWriter): void => {
  if (writer.length <= keptCapacity) scratch = writer
  writer.clear()
}

/** Cells of a field that has at most this many different ones, or not more than the page has rows, are made once. */
const alwaysRemembered = 4096

interface PageColumn {
  readonly source: CellSource.CellSource
  readonly keys: Uint32Array
  /** What stands before and behind each cell. */
  readonly head: Buffer
  readonly tail: string
  /** Where the cell of each key lies in the page, head and tail included; 0 where it has not come up. */
  readonly starts: Uint32Array | null
  readonly lengths: Uint32Array
}

const writeRows = (
  writer: JsonWriter,
  table: ProductTable,
  view: View,
  fields: ReadonlyArray<string>,
  rows: Uint32Array
): void => {
  const names = Names.of(table, view)
  const columns = fields.map((field, i): PageColumn => {
    const source = CellSource.make(table, view, names, Names.resolve(names, field))
    const remembers = source.keys <= Math.max(alwaysRemembered, rows.length)
    return {
      source,
      keys: source.keysOf(rows),
      head: Buffer.from(`${i === 0 ? "{" : ","}${JSON.stringify(field)}:`),
      tail: i === fields.length - 1 ? "}," : "",
      starts: remembers ? new Uint32Array(source.keys) : null,
      lengths: new Uint32Array(remembers ? source.keys : 0)
    }
  })
  for (let r = 0; r < rows.length; r++) {
    for (const column of columns) {
      const { starts } = column
      const key = column.keys[r]!
      if (starts !== null && starts[key] !== 0) writer.again(starts[key]!, column.lengths[key]!)
      else writeCell(writer, column, key)
    }
  }
  if (rows.length > 0) writer.drop(1)
}

const writeCell = (writer: JsonWriter, { source, head, tail, starts, lengths }: PageColumn, key: number): void => {
  const start = writer.length
  writer.bytes(head, 0, head.length)
  source.write(writer, key)
  writer.ascii(tail)
  if (starts === null) return
  starts[key] = start
  lengths[key] = writer.length - start
}
