import type { Filter, Filters } from "../../domain/products/Filter.ts"
import type { Column } from "../table/Column.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import * as FormValues from "./FormValues.ts"
import * as Names from "./Names.ts"
import { mostRows } from "./Page.ts"
import type { QueryRequest } from "./QueryAnswer.ts"
import type { SharedView, View } from "./View.ts"

/** So much is looked at and written within a few milliseconds, in bytes: what handing a query to a thread is worth. */
export const smallBytes = 1_000_000
const smallRows = 100_000
const smallProperties = 1000
const smallFilters = 8
/** Products that are put in order. */
const smallSorted = 1000
/** Of what is read whole when it is first asked for: names of several sets, places, materials, codes. */
const smallPrepared = 64 * 1024
/** Words of enumerations in all. */
const smallWords = 10_000
/** Characters of names and values that are sent. */
const smallSent = 16 * 1024

/** What one of these costs, in bytes that are copied in the same time. */
const bytesOfCell = 80
const bytesOfRow = 4
const bytesOfValue = 64
const bytesOfSentValue = 256
/** Cells that finding out about a column takes as long as. */
const cellsOfColumn = 8
/** Texts of a form are made of each place or material and what lies above it. */
const bytesOfPrepared = 16

/** Whether little is asked of a table, in all that a caller or a file can make much of. */
export const isSmall = (table: ProductTable, view: View, request: QueryRequest): boolean => {
  const { shared } = view
  if (table.count >= smallRows || table.propertyCount + shared.definitions.length >= smallProperties) return false
  if (table.preparedBytes > smallPrepared) return false
  if (request.kind === "Fields") return wordsOf(table, shared) <= smallWords
  const { filters } = request
  if (request.kind === "Rows" && (request.sort?.length ?? 0) > 0 && table.count > smallSorted) return false
  if (filters.length > smallFilters) return false
  const fields = request.kind === "Rows" ? request.fields : []
  if (rowsOf(table, request) * fields.length * bytesOfCell >= smallBytes || sentOf(filters, fields) > smallSent)
    return false
  const names = Names.of(table, view)
  const found = filters.reduce((sum, filter) => sum + costOfFilter(table, names, filter), 0)
  return found + costOfPage(names, rowsOf(table, request), fields) < smallBytes
}

const rowsOf = (table: ProductTable, request: QueryRequest): number =>
  request.kind === "Rows" ? Math.min(table.count, request.all === true ? mostRows : request.pageSize) : 0

/** What the JSON of an answer takes as a rule, and some more. */
export const expectedBytes = (table: ProductTable, request: QueryRequest): number => {
  if (request.kind !== "Rows") return smallBytes
  const ofRow = request.fields.reduce((sum, field) => sum + field.length + bytesOfCell * 1.5, 0)
  return smallBytes + rowsOf(table, request) * ofRow
}

const wordsOf = (table: ProductTable, shared: SharedView): number =>
  table.once("words of enumerations", () => table.properties.reduce((sum, { column }) => sum + words(column), 0)) +
  shared.definitions.reduce((sum, { enumerationValues }) => sum + (enumerationValues?.length ?? 0), 0)

const words = (column: Column): number => column.word("enumerationCount")

const lengthOf = (value: Filter["value"]): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, one) => sum + lengthOf(one), 0)
    : typeof value === "string"
      ? value.length
      : 0

const sentOf = (filters: Filters, fields: ReadonlyArray<string>): number =>
  filters.reduce((sum, { property, value }) => sum + property.length + lengthOf(value), 0) +
  fields.reduce((sum, field) => sum + field.length, 0)

/** Of all rows, of the values that the columns have, and of those that are sent. */
const costOfFilter = (table: ProductTable, names: Names.Names, { property, value }: Filter): number => {
  const sent = (Array.isArray(value) ? value.length : 1) * bytesOfSentValue
  return table.count * bytesOfRow + sent + costOfField(table, Names.resolve(names, property))
}

const costOfField = (table: ProductTable, field: Names.Field): number => {
  switch (field.kind) {
    case "Attribute":
      return costOfColumn(table.attribute(field.name))
    case "Property":
      return field.properties.reduce((sum, { column }) => sum + costOfColumn(column), 0)
    case "Form":
    case "Member":
      return (
        table.reference(FormValues.referenceOf(field.form)).count * bytesOfRow + table.preparedBytes * bytesOfPrepared
      )
    default:
      return 0
  }
}

const costOfColumn = ({ count, keys, textBytes }: Column): number =>
  count * bytesOfRow + keys * bytesOfValue + textBytes

/** A cell is looked for in each column that the name may mean. */
const costOfPage = (names: Names.Names, rows: number, fields: ReadonlyArray<string>): number =>
  fields.reduce((sum, name) => {
    const field = Names.resolve(names, name)
    const columns = field.kind === "Property" ? field.properties.length : 1
    return sum + columns * (rows + cellsOfColumn) * bytesOfCell
  }, 0)
