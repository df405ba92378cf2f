import { type Leaf, leavesOf } from "../../../domain/products/Condition.ts"
import type { Filter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import { limits } from "../../../domain/Limits.ts"
import type { Column } from "../../table/Column.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as FormValues from "../FormValues.ts"
import * as Names from "../Names.ts"
import type { QueryRequest } from "./QueryAnswer.ts"
import type { SharedView, View } from "../View.ts"

/**
 * The upper limit of a small query's cost, in bytes read and written. Cheaper queries take at most a few milliseconds,
 * so handing them to a thread is not worth it.
 */
export const smallBytes = 1_000_000
const smallRows = 100_000
const smallProperties = 1000
/** The most filters and comparisons of a condition. */
const smallFilters = 8
/** The most products that are sorted. */
const smallSorted = 1000
/** The most bytes of the sections that are read as a whole on first use: name groups, places, materials and codes. */
const smallPrepared = 64 * 1024
/** The most words of all enumerations together. */
const smallWords = 10_000
/** The most characters of names and values in the request. */
const smallSent = 16 * 1024

/** Costs per unit, expressed as the number of bytes that could be copied in the same time. */
const bytesOfCell = 80
const bytesOfRow = 4
const bytesOfValue = 64
const bytesOfSentValue = 256
/** The cost of setting up a column, in cells. */
const cellsOfColumn = 8
/** The cost per prepared byte: the texts of a form are built from each place or material and everything above it. */
const bytesOfPrepared = 16

/** Returns whether a query is small in every respect that a caller or a file can make large. */
export const isSmall = (table: ProductTable, view: View, request: QueryRequest): boolean => {
  const { shared } = view
  // The conversion of a column, once for each thread, takes much longer than reading it.
  if (request.units === "SI") return false
  if (table.count >= smallRows || table.propertyCount + shared.definitions.length >= smallProperties) return false
  if (table.preparedBytes > smallPrepared) return false
  if (request.kind === "Fields") return wordsOf(table, shared) <= smallWords
  const filters = comparisonsOf(request)
  // An expression may take as many steps for each character as it has instructions.
  if (filters.some(({ operator }) => operator === "Matches")) return false
  if (request.kind === "Rows" && (request.sort?.length ?? 0) > 0 && table.count > smallSorted) return false
  if (filters.length > smallFilters) return false
  const fields = request.kind === "Rows" ? request.fields : []
  if (rowsOf(table, request) * fields.length * bytesOfCell >= smallBytes || sentOf(filters, fields) > smallSent)
    return false
  const names = Names.of(table, view)
  const found = filters.reduce((sum, filter) => sum + costOfFilter(table, names, filter), 0)
  return found + costOfPage(names, rowsOf(table, request), fields) < smallBytes
}

type Asked = Filter | Leaf

/** Returns the filters and the comparisons of the condition. */
const comparisonsOf = ({ filters, where }: Question): ReadonlyArray<Asked> =>
  where === undefined ? filters : [...filters, ...leavesOf(where)]

const rowsOf = (table: ProductTable, request: QueryRequest): number =>
  request.kind === "Rows"
    ? Math.min(table.count, request.all === true ? limits.productsAtOnce.most : request.pageSize)
    : 0

/** Returns an estimate of the size of an answer's JSON in bytes, with a margin. */
export const expectedBytes = (table: ProductTable, request: QueryRequest): number => {
  if (request.kind !== "Rows") return smallBytes
  const ofRow = request.fields.reduce((sum, field) => sum + field.length + bytesOfCell * 1.5, 0)
  return smallBytes + rowsOf(table, request) * ofRow
}

const wordsOf = (table: ProductTable, shared: SharedView): number =>
  table.once("words of enumerations", () => table.properties.reduce((sum, { column }) => sum + words(column), 0)) +
  shared.definitions.reduce((sum, { enumerationValues }) => sum + (enumerationValues?.length ?? 0), 0)

const words = (column: Column): number => column.word("enumerationCount")

const lengthOf = (value: Asked["value"]): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, one) => sum + lengthOf(one), 0)
    : typeof value === "string"
      ? value.length
      : 0

const sentOf = (filters: ReadonlyArray<Asked>, fields: ReadonlyArray<string>): number =>
  filters.reduce((sum, { property, value }) => sum + property.length + lengthOf(value), 0) +
  fields.reduce((sum, field) => sum + field.length, 0)

/** Returns the cost of a filter: all rows, the distinct values of its columns, and the values in the request. */
const costOfFilter = (table: ProductTable, names: Names.Names, { property, value }: Asked): number => {
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

/** Returns the cost of a page. A cell is looked up in each column that the name may refer to. */
const costOfPage = (names: Names.Names, rows: number, fields: ReadonlyArray<string>): number =>
  fields.reduce((sum, name) => {
    const field = Names.resolve(names, name)
    const columns = field.kind === "Property" ? field.properties.length : 1
    return sum + columns * (rows + cellsOfColumn) * bytesOfCell
  }, 0)
