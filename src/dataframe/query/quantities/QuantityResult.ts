import { besideFilters } from "../../../domain/products/Question.ts"
import { COMPUTED, type Measure, type Quantities } from "./Quantities.ts"
import { NONE } from "./AuthoredMeasure.ts"
import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"

/** The members at the start of a result, such as operation and source, in their order. */
export type ResultHead = Readonly<Record<string, unknown>>

const chunkBytes = 256 * 1024
const rowsBetweenLooks = 256

/**
 * Generates the result as UTF-8 JSON in pieces of about 256 KB. The consumer decides when the next piece is generated.
 *
 * The members are those of `head`, then `calculators, filters, totals, units, byClass, products, missing,
 * carriedByParts, alsoCarriedByParts`.
 */
export function* chunks(quantities: Quantities, head: ResultHead): Generator<Uint8Array<ArrayBuffer>> {
  const { table, selection, measures } = quantities
  const writer = new JsonWriter(chunkBytes * 2)
  const begin = { ...head, ...summary(quantities) }
  writer.raw(`${JSON.stringify(begin).slice(0, -1)},"products":[`)
  const rows = selection.indices()
  const cells = productWriter(quantities)
  for (const [i, row] of rows.entries()) {
    if (i > 0) writer.ascii(",")
    cells(writer, row)
    if (i % rowsBetweenLooks === 0 && writer.length > chunkBytes) {
      yield writer.take()
      writer.clear()
    }
  }
  const isWhole = wholes(quantities)
  const lists: ReadonlyArray<readonly [string, (measure: Measure) => (row: number) => boolean]> = [
    [
      "missing",
      ({ sources }) =>
        (row) =>
          sources[row] === NONE && !isWhole(row)
    ],
    [
      "carriedByParts",
      ({ sources }) =>
        (row) =>
          sources[row] === NONE && isWhole(row)
    ],
    ["alsoCarriedByParts", (measure) => countedTwice(table, rows, measure)]
  ]
  writer.ascii("]")
  for (const [member, listOf] of lists) {
    writer.raw(`,"${member}":{`)
    for (const [m, measure] of measures.entries()) {
      writer.raw(`${m > 0 ? "," : ""}${JSON.stringify(measure.calculator.name)}:[`)
      let first = true
      const isListed = listOf(measure)
      for (const row of rows) {
        if (!isListed(row)) continue
        if (!first) writer.ascii(",")
        first = false
        writer.string(table.guidOf(row))
        if (writer.length > chunkBytes) {
          yield writer.take()
          writer.clear()
        }
      }
      writer.ascii("]")
    }
    writer.ascii("}")
  }
  writer.ascii("}")
  yield writer.take()
}

const summary = ({ calculators, measures, byClass, question, selection }: Quantities): object => {
  const sumsOf = (count: number, sums: ReadonlyArray<number>): Record<string, number> =>
    Object.fromEntries(
      calculators.map((calculator) => {
        const at = measures.findIndex((measure) => measure.calculator === calculator)
        return [calculator.name, at === -1 ? count : sums[at]!]
      })
    )
  const all = measures.map((_, i) => byClass.reduce((sum, { sums }) => sum + sums[i]!, 0))
  return {
    calculators: calculators.map(({ name }) => name),
    filters: question.filters.map(({ property, operator, value }) => ({ property, operator, value })),
    ...besideFilters(question),
    totals: sumsOf(selection.numRows(), all),
    units: Object.fromEntries(measures.map(({ calculator }) => [calculator.name, calculator.unit])),
    byClass: Object.fromEntries(byClass.map(({ className, count, sums }) => [className, sumsOf(count, sums)]))
  }
}

/** Returns a function that writes the object of a product: Guid, Class and each measure that it has. */
const productWriter = ({ table, measures }: Quantities): ((writer: JsonWriter, row: number) => void) => {
  const { codes } = table.reference("class")
  const classes = table.structure.classes.map((name) => `,"Class":${JSON.stringify(name)}`)
  const heads = measures.map(({ calculator }) => `,${JSON.stringify(calculator.name)}:{"value":`)
  const origins = measures.map(() => new Map<number, string>())
  const originOf = (measure: Measure, m: number, source: number): string => {
    const known = origins[m]!.get(source)
    if (known !== undefined) return known
    const from = (): string => {
      const { name, set } = table.property(source)
      return `${set}.${name}`
    }
    const made =
      source <= COMPUTED
        ? `,"origin":"Computed","from":${JSON.stringify(measure.computedNames[COMPUTED - source]!)}`
        : `,"origin":"Authored","from":${JSON.stringify(from())}`
    origins[m]!.set(source, made)
    return made
  }
  return (writer, row) => {
    writer.ascii(`{"Guid":`)
    writer.string(table.guidOf(row))
    writer.raw(classes[codes![row]!]!)
    for (const [m, measure] of measures.entries()) {
      const source = measure.sources[row]!
      if (source < 0 && source > COMPUTED) continue
      writer.raw(heads[m]!)
      writer.scalar(measure.values[row]!)
      writer.raw(originOf(measure, m, source))
      writer.ascii(Bits.has(measure.suspects, row) ? `,"suspect":true}` : "}")
    }
    writer.ascii("}")
  }
}

/**
 * Returns a function that tells whether a product has a value of its own while parts of it among the rows, at any depth,
 * have one too, so that a sum counts both.
 */
const countedTwice = (
  table: ProductTable,
  rows: ArrayLike<number>,
  { values }: Measure
): ((row: number) => boolean) => {
  const { wholes } = table
  const bits = Bits.none(table.count)
  for (let i = 0; i < rows.length; i++) {
    if (Number.isNaN(values[rows[i]!]!)) continue
    for (let at = wholes[rows[i]!]!; at !== -1 && !Bits.has(bits, at); at = wholes[at]!) Bits.add(bits, at)
  }
  return (row) => Bits.has(bits, row) && !Number.isNaN(values[row]!)
}

/** Returns a function that tells whether a product has parts and no shape of its own. */
const wholes = ({ table }: Quantities): ((row: number) => boolean) => {
  const bits = Bits.none(table.count)
  const { shapes } = table
  for (const whole of table.wholes) if (whole !== -1) Bits.add(bits, whole)
  return (row) => Bits.has(bits, row) && !Bits.has(shapes, row)
}
