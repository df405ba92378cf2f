import * as Either from "effect/Either"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import { besideFilters, type Question } from "../../../domain/products/Question.ts"
import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as CellSource from "../CellSource.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"
import * as Names from "../Names.ts"
import type { ResultHead } from "./QuantityResult.ts"
import { selectIn } from "../SelectionInUnits.ts"
import type { View } from "../View.ts"

/**
 * The quality of a value.
 *
 * - `Measured`: from the product's own shape. A volume is that of a closed shape and agrees with its box, its surface,
 *   the volume without openings and, for a single extrusion, with profile and depth.
 * - `Approximate`: the measure has no single meaning for the shape, or the shape lacks faces.
 * - `Stated`: by the file.
 * - `Parts`, `PartsIncomplete`: combined from the values of all, or of only some, of its parts.
 * - `Missing`: no value.
 */
export type Quality = "Measured" | "Approximate" | "Stated" | "Parts" | "PartsIncomplete" | "Missing"

/** A computed property of every product of a table. */
interface DynamicColumn {
  /** The values in SI units; NaN if there is none. */
  readonly values: Float64Array
  readonly qualities: ReadonlyArray<Quality>
}

/** How the values of parts are combined into a value of the whole; null if they are not combined. */
export type Together = "sum" | "least" | "most" | null

/** A field with its unit and the values from geometry. */
export interface DynamicField {
  readonly name: string
  readonly unit: string
  readonly values: Float64Array
  /** Returns the quality of a product's own value. */
  readonly qualityOf: (row: number) => Quality
  readonly together: Together
}

/** Returns the rows ordered so that parts come before their wholes. Rows in a cycle are omitted. */
const fromInside = (wholes: Int32Array): ReadonlyArray<number> => {
  const waiting = new Int32Array(wholes.length)
  for (const whole of wholes) if (whole !== -1) waiting[whole]! += 1
  const order: Array<number> = []
  for (let row = 0; row < wholes.length; row++) if (waiting[row] === 0) order.push(row)
  for (let i = 0; i < order.length; i++) {
    const whole = wholes[order[i]!]!
    if (whole !== -1 && --waiting[whole]! === 0) order.push(whole)
  }
  return order
}

/** Returns the field of every product: its own value, or else the combined value of its parts that are not deleted. */
const dynamicColumn = (table: ProductTable, { qualityOf, together, values: own }: DynamicField): DynamicColumn => {
  const values = own.slice()
  const qualities = Array.from(own, (value, row): Quality => (Number.isNaN(value) ? "Missing" : qualityOf(row)))
  if (together === null) return { values, qualities }
  const { deleted, shapes } = table
  const isLacking = new Uint8Array(table.count)
  const isFromParts = new Uint8Array(table.count)
  for (const row of fromInside(Int32Array.from(table.wholes))) {
    const whole = table.wholes[row]!
    if (isFromParts[row] === 1) qualities[row] = isLacking[row] === 1 ? "PartsIncomplete" : "Parts"
    if (whole === -1 || Bits.has(shapes, whole) || (deleted !== null && Bits.has(deleted, row))) continue
    const value = values[row]!
    if (Number.isNaN(value) || isLacking[row] === 1) isLacking[whole] = 1
    if (Number.isNaN(value)) continue
    const before = isFromParts[whole] === 1 ? values[whole]! : null
    isFromParts[whole] = 1
    values[whole] =
      before === null
        ? value
        : together === "sum"
          ? before + value
          : together === "least"
            ? Math.min(before, value)
            : Math.max(before, value)
  }
  return { values, qualities }
}

const chunkBytes = 256 * 1024

/**
 * Returns the computed properties of the products of a view that match every filter, as UTF-8 JSON in pieces: the
 * members of `head`, the condition if there is one, then `fields, totalCount, result`.
 *
 * Fails with `InvalidFilter` like `select`.
 */
export const dynamicResult = (
  table: ProductTable,
  view: View,
  question: Question,
  fields: ReadonlyArray<DynamicField>,
  head: ResultHead
): Either.Either<Iterable<Uint8Array<ArrayBuffer>>, InvalidFilter> =>
  Either.map(selectIn(table, view, question), (selection) => {
    const rows = selection.indices()
    const names = Names.of(table, view)
    const plain = ["Guid", "Class", "Name"].map((field, i) => {
      const around = { head: `${i === 0 ? "{" : ","}"${field}":`, tail: "" }
      const source = CellSource.make(table, view, names, Names.resolve(names, field), around)
      return { source, keys: source.keysOf(Uint32Array.from(rows)) }
    })
    const columns = fields.map((field) => ({ ...dynamicColumn(table, field), ...textsOf(field) }))
    return (function* () {
      const writer = new JsonWriter(chunkBytes * 2)
      const begin = {
        ...head,
        ...besideFilters(question),
        fields: fields.map(({ name }) => name),
        totalCount: rows.length
      }
      writer.raw(`${JSON.stringify(begin).slice(0, -1)},"result":[`)
      for (const [i, row] of Array.from(rows).entries()) {
        if (i > 0) writer.ascii(",")
        for (const { keys, source } of plain) source.write(writer, keys[i]!)
        for (const { before, behind, qualities, values } of columns) {
          writer.raw(before)
          const value = values[row]!
          if (Number.isNaN(value)) writer.ascii("null")
          else writer.scalar(value)
          writer.raw(`${behind}${qualities[row]}"}`)
        }
        writer.ascii("}")
        if (writer.length > chunkBytes) {
          yield writer.take()
          writer.clear()
        }
      }
      writer.ascii("]}")
      yield writer.take()
    })()
  })

const textsOf = ({ name, unit }: DynamicField) => ({
  before: `,${JSON.stringify(name)}:{"Value":`,
  behind: `,"Unit":${JSON.stringify(unit)},"Quality":"`
})
