import type { Scalar } from "../../domain/Filter.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import * as Bits from "./Bits.ts"
import type { Column } from "./Column.ts"
import { attributes } from "./ColumnRecord.ts"
import type { ProductTable } from "./ProductTable.ts"

/** Rows of the long form, column by column: one row for each value of a product. */
export interface LongRows {
  /** GlobalId. */
  readonly product: Array<string>
  /** Null for the attributes of the product itself: Class, Name, Description and the others. */
  readonly propertySet: Array<string | null>
  readonly property: Array<string>
  /** Of texts and enumerations; `true` or `false` of a boolean; null of a number, and where there is no value. */
  readonly text: Array<string | null>
  /** In the unit of the file; 1 or 0 of a boolean; null of a text, and where there is no value. */
  readonly number: Array<number | null>
}

/** A batch ends before its texts grow past this many characters. */
const mostCharacters = 32 * 1024 * 1024

const empty = (): LongRows => ({ product: [], propertySet: [], property: [], text: [], number: [] })

interface Source {
  readonly set: string | null
  readonly name: string
  readonly column: Column
  readonly valueOf: (cell: number) => Scalar
}

/** The value of a cell as it stands in the column; each text is decoded once while `texts` keeps it. */
const reader = (column: Column, texts: Map<number, string>): Source["valueOf"] => {
  const { codes, plain, textCount } = column
  if (plain !== null) return (cell) => (Number.isNaN(plain[cell]!) ? null : plain[cell]!)
  return (cell) => {
    const code = codes![cell]!
    if (code >= textCount) return column.valueOf(code)
    const known = texts.get(code)
    if (known !== undefined) return known
    const text = column.texts.get(column.textBase + code)
    texts.set(code, text)
    return text
  }
}

/** Attributes first, then the properties by set and name. */
const sourcesOf = (table: ProductTable, texts: Map<number, string>): ReadonlyArray<() => Source> => {
  const { classes } = table.structure
  const classOf = (): Source => {
    const column = table.reference("class")
    return { set: null, name: "Class", column, valueOf: (cell) => classes[column.codes![cell]!]! }
  }
  const own = attributes
    .filter((name) => name !== "Guid")
    .toSorted(compareCodePoints)
    .map((name) => (): Source => {
      const column = table.attribute(name)
      return { set: null, name, column, valueOf: reader(column, texts) }
    })
  const properties = table.properties
    .toSorted((a, b) => compareCodePoints(a.set, b.set) || compareCodePoints(a.name, b.name))
    .map((property) => (): Source => {
      const { column, name, set } = property
      return { set, name, column, valueOf: reader(column, texts) }
    })
  return [classOf, ...own, ...properties]
}

/** How many rows the long form of a table has at most: those of deleted products count. */
export const longRows = (table: ProductTable): number =>
  sourcesOf(table, new Map()).reduce((sum, source) => sum + source().column.count, 0)

/**
 * Every visible value of a table in batches of at most `size` rows, sorted by property set (attributes first), property
 * and GlobalId, by code points. What values of types hide is left out, and so are products that were deleted.
 */
export function* longForm(table: ProductTable, size: number): Generator<LongRows, void, undefined> {
  const { deleted } = table
  const guids = table.attribute("Guid")
  // Codes of a dictionary are in the order of its texts: the code of a GlobalId is its place among all.
  const placeOf = guids.codes!
  const guidAt: Array<string> = []
  const cellAt = new Uint32Array(table.count)
  const texts = new Map<number, string>()
  let batch = empty()
  let characters = 0
  for (const source of sourcesOf(table, texts)) {
    texts.clear()
    const { column, name, set, valueOf } = source()
    const places = new Uint32Array(column.count)
    let length = 0
    column.forEachCell((row, cell) => {
      if (deleted !== null && Bits.has(deleted, row)) return
      const place = placeOf[row]!
      cellAt[place] = cell
      places[length++] = place
    })
    for (const place of places.subarray(0, length).sort()) {
      const value = valueOf(cellAt[place]!)
      batch.product.push((guidAt[place] ??= guids.texts.get(guids.textBase + place)))
      batch.propertySet.push(set)
      batch.property.push(name)
      batch.text.push(value === null || typeof value === "number" ? null : String(value))
      // Adding 0 makes 0 of -0.
      batch.number.push(value === null || typeof value === "string" ? null : Number(value) + 0)
      if (typeof value === "string") characters += value.length
      if (batch.product.length < size && characters < mostCharacters) continue
      yield batch
      batch = empty()
      characters = 0
      texts.clear()
    }
  }
  if (batch.product.length > 0) yield batch
}
