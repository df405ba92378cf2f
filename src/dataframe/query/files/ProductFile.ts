import * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidField } from "../../../domain/Errors.ts"
import type { InvalidFilter, Scalar } from "../../../domain/products/Filter.ts"
import type { FieldDataType } from "../../../domain/products/FieldDetail.ts"
import type { SheetColumn } from "../../../sheets/SheetColumn.ts"
import type { SheetBlock } from "../../../sheets/write/SheetBlock.ts"
import type { SheetFormat } from "../../../sheets/write/SheetFile.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as Fields from "../Fields.ts"
import * as Frame from "../Frame.ts"
import * as Names from "../Names.ts"
import { ordered } from "../Order.ts"
import type { PageRequest } from "../answer/Page.ts"
import * as ModelField from "../project/ModelField.ts"
import { modelOf, ordered as orderedInProject, type ProjectRowsRequest } from "../project/ProjectRows.ts"
import { rowsOf, selectAll } from "../project/ProjectSelection.ts"
import type { SeenModel } from "../project/SeenModel.ts"
import { select } from "../Selection.ts"
import { inUnits } from "../units/SiTable.ts"
import type { View } from "../View.ts"
import { ColumnFacts } from "./ColumnFacts.ts"
import * as FileSource from "./FileSource.ts"
import { checkSize, type FileTable, mostOfBlock, type Part, rangeOf } from "./FileTable.ts"

/** A table of a question, its selected rows, and the source of a field. */
interface Selected {
  readonly table: ProductTable
  readonly view: View
  readonly rows: Uint32Array
  readonly sourceOf: (field: string) => FileSource.FileSource
}

/**
 * The products of a file: all rows of each table one after another, or, if `order` is not null, in the order of these
 * indexes among them.
 */
interface Products {
  readonly tables: ReadonlyArray<Selected>
  readonly starts: ReadonlyArray<number>
  readonly order: Uint32Array | null
}

/**
 * Returns products of a model as a flat table: their Guid, then the fields, each with its plain value. Fails like the
 * query for a page of them, and with `AnswerTooLarge` if a file cannot have this many.
 */
export const ofModel = (
  stored: ProductTable,
  storedView: View,
  request: Omit<PageRequest, "all"> & Part,
  format: SheetFormat
): Either.Either<FileTable, InvalidFilter | InvalidField | AnswerTooLarge> =>
  Either.gen(function* () {
    const { table, view } = inUnits(stored, storedView, request.units)
    const selection = yield* select(table, view, request)
    const [from, to] = rangeOf(request, selection.numRows())
    yield* checkSize(format, to - from, columnsOf(request.fields).length)
    const { sort = [] } = request
    const rows =
      sort.length === 0
        ? Frame.page(selection, from, to - from)
        : (yield* ordered(table, view, Frame.page(selection, 0, selection.numRows()), sort)).slice(from, to)
    const sourceOf = (field: string) => FileSource.make(table, view, field)
    return fileOf(request.fields, { tables: [{ table, view, rows, sourceOf }], starts: [0, rows.length], order: null })
  })

/** Does the same for products of several models, whose numbers are in the units of the question. */
export const ofProject = (
  models: ReadonlyArray<SeenModel>,
  request: ProjectRowsRequest & Part,
  format: SheetFormat
): Either.Either<FileTable, InvalidFilter | InvalidField | AnswerTooLarge> =>
  Either.gen(function* () {
    const selection = yield* selectAll(models, request)
    const [from, to] = rangeOf(request, selection.total)
    yield* checkSize(format, to - from, columnsOf(request.fields).length)
    const all = rowsOf(selection)
    const { sort = [] } = request
    const sorted = sort.length === 0 ? null : yield* orderedInProject(models, all, sort, to)
    const ofModel = new Map(columnsOf(request.fields).map((field) => [field, ModelField.resolve(models, field)]))
    const tables = models.map((seen, m): Selected => {
      const start = selection.starts[m]!
      return {
        table: seen.table,
        view: seen.view,
        rows: sorted === null ? all[m]!.slice(Math.max(0, from - start), Math.max(0, to - start)) : sorted.rows[m]!,
        sourceOf: (field) => {
          const found = ofModel.get(field)!
          return found === null
            ? FileSource.make(seen.table, seen.view, field)
            : FileSource.of(ModelField.sourceOf(found, seen, { head: "", tail: "" }), seen.table)
        }
      }
    })
    const starts = [0]
    for (const { rows } of tables) starts.push(starts.at(-1)! + rows.length)
    const order = sorted?.order.slice(from, to) ?? null
    return fileOf(request.fields, { tables, starts, order })
  })

const columnsOf = (fields: ReadonlyArray<string>): ReadonlyArray<string> => [
  "Guid",
  ...fields.filter((field) => field !== "Guid")
]

const fileOf = (fields: ReadonlyArray<string>, products: Products): FileTable => {
  const names = columnsOf(fields)
  const rows = products.order?.length ?? products.starts.at(-1)!
  const shown = shownRows(products)
  return {
    columns: names.map((name) => columnOf(name, products.tables, shown)),
    rows,
    blocks: blocks(names, products, rows)
  }
}

/** Returns a column. `shown` are the rows of each table that the file has. */
const columnOf = (name: string, tables: ReadonlyArray<Selected>, shown: ReadonlyArray<Uint32Array>): SheetColumn => {
  const facts = new ColumnFacts()
  for (const [t, { sourceOf }] of tables.entries()) {
    if (shown[t]!.length > 0) facts.add(sourceOf(name), shown[t]!)
  }
  const unit = facts.isWithoutUnit ? unitOf(name, tables, facts.type !== null) : facts.unit
  return { name, type: facts.type ?? typeOf(name, tables), unit }
}

/** Returns the rows of each table that the file has. */
const shownRows = ({ order, starts, tables }: Products): ReadonlyArray<Uint32Array> => {
  if (order === null || order.length === starts.at(-1)) return tables.map(({ rows }) => rows)
  const indexes = Map.groupBy(order, (index) => modelOf(starts, index))
  return tables.map(({ rows }, t) => Uint32Array.from(indexes.get(t) ?? [], (index) => rows[index - starts[t]!]!))
}

const types: Readonly<Record<FieldDataType, SheetColumn["type"]>> = {
  String: "Text",
  Enum: "Text",
  Real: "Real",
  Integer: "Integer",
  Boolean: "Boolean"
}

/** Returns the type of a column without values: that of the field where a product has the property. */
const typeOf = (name: string, tables: ReadonlyArray<Selected>): SheetColumn["type"] => {
  for (const { table, view } of tables) {
    const type = Fields.ofName(table, Names.of(table, view), name)?.detail.dataType ?? null
    if (type !== null) return types[type]
  }
  return "Text"
}

/**
 * Returns the unit of a column in which no value has one: that which the project's definition gives them or, if there are
 * no values, that of the field.
 */
const unitOf = (name: string, tables: ReadonlyArray<Selected>, hasValues: boolean): string | null => {
  const units = tables.flatMap(({ table, view }) => {
    const names = Names.of(table, view)
    if (!hasValues) return Fields.ofName(table, names, name)?.detail.unit ?? []
    const field = Names.resolve(names, name)
    const properties = field.kind === "Property" ? field.properties : []
    return properties.flatMap(({ name, set }) => names.definitions.get(set)?.get(name)?.unit ?? [])
  })
  return new Set(units).size === 1 ? units[0]! : null
}

/** Rows of one table in a block, and their places among its rows; null if they are all of them. */
interface Slice {
  readonly from: Selected
  readonly rows: Uint32Array
  readonly places: Uint32Array | null
}

function* blocks(
  names: ReadonlyArray<string>,
  { order, starts, tables }: Products,
  rows: number
): Generator<SheetBlock, void, undefined> {
  const most = mostOfBlock(names.length)
  if (order === null) {
    for (const from of tables) {
      for (let at = 0; at < from.rows.length; at += most) {
        yield blockOf(names, [{ from, rows: from.rows.subarray(at, at + most), places: null }])
      }
    }
    return
  }
  for (let at = 0; at < rows; at += most) {
    const indexes = order.subarray(at, at + most)
    const places = Map.groupBy(indexes.keys(), (place) => modelOf(starts, indexes[place]!))
    yield blockOf(
      names,
      Array.from(places, ([t, places]): Slice => {
        const from = tables[t]!
        const rows = Uint32Array.from(places, (place) => from.rows[indexes[place]! - starts[t]!]!)
        return { from, rows, places: Uint32Array.from(places) }
      })
    )
  }
}

type BlockColumn = SheetBlock["columns"][number]

const blockOf = (names: ReadonlyArray<string>, slices: ReadonlyArray<Slice>): SheetBlock => {
  const rows = slices.reduce((sum, { rows }) => sum + rows.length, 0)
  return { rows, columns: names.map((name) => blockColumn(name, slices, rows)) }
}

/** Returns a column of a block. The keys of the second table stand behind those of the first, and so on. */
const blockColumn = (name: string, slices: ReadonlyArray<Slice>, rows: number): BlockColumn => {
  const sources = slices.map(({ from }) => from.sourceOf(name))
  const [first] = sources
  if (slices.length === 1 && slices[0]!.places === null) {
    return { keys: first!.keysOf(slices[0]!.rows), size: first!.keys, valueOf: first!.valueOf }
  }
  const keys = new Uint32Array(rows)
  const starts = [0]
  for (const [i, { places, rows }] of slices.entries()) {
    const start = starts[i]!
    for (const [r, key] of sources[i]!.keysOf(rows).entries()) keys[places![r]!] = start + key
    starts.push(start + sources[i]!.keys)
  }
  const valueOf = (key: number): Scalar => {
    const i = modelOf(starts, key)
    return sources[i]!.valueOf(key - starts[i]!)
  }
  return { keys, size: starts.at(-1)!, valueOf }
}
