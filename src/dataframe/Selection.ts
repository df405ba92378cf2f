import { BitSet, table as arquero } from "arquero"
import { Either } from "effect"
import { type Filter, InvalidFilter } from "../domain/Filter.ts"
import * as Bits from "./Bits.ts"
import type { Column } from "./Column.ts"
import * as Distinct from "./Distinct.ts"
import { checkFilters, shortened } from "./Filters.ts"
import * as Forms from "./Forms.ts"
import * as FormValues from "./FormValues.ts"
import * as Kernel from "./Kernel.ts"
import * as Matcher from "./Matcher.ts"
import * as Names from "./Names.ts"
import type { ProductTable, TableProperty } from "./ProductTable.ts"
import type { View } from "./View.ts"

/** The products that filters leave. */
export interface Selection {
  readonly bits: Bits.Bits
  readonly count: number
}

/** The names of the properties that are computed from geometry, which no filter can ask for. */
export const dynamicNames: ReadonlySet<string> = new Set(
  [
    ["Volume", "GrossVolume", "SurfaceArea", "FootprintArea", "SideArea", "Length", "Width", "Height"],
    ["BottomElevation", "TopElevation", "CentroidX", "CentroidY", "CentroidZ"]
  ]
    .flat()
    .map((name) => `Computed.${name}`)
)

/**
 * The products of a view that match every filter.
 *
 * Fails: `InvalidFilter` for what `parseFilters` refuses, a property that neither the model nor the project has, and a
 * dynamic property.
 */
export const select = (
  table: ProductTable,
  view: View,
  filters: ReadonlyArray<Filter>
): Either.Either<Selection, InvalidFilter> =>
  Either.flatMap(checkFilters(filters), () => {
    const names = Names.of(table, view)
    const fields: Array<Names.Field> = []
    for (const [index, { property }] of filters.entries()) {
      const field = Names.resolve(names, property)
      if (dynamicNames.has(property)) {
        return Either.left(new InvalidFilter({ index, reason: `${property} is computed and cannot be filtered by` }))
      }
      if (field.kind === "Unknown") {
        return Either.left(new InvalidFilter({ index, reason: `unknown property ${shortened(property)}` }))
      }
      fields.push(field)
    }
    const bits = Bits.all(table.count)
    for (const [i, filter] of filters.entries()) {
      const matcher = Matcher.make(filter)
      const found = matching(table, view, fields[i]!, matcher)
      if (matcher.negated) Bits.subtract(bits, found)
      else Bits.intersect(bits, found)
    }
    return Either.right({ bits, count: filtered(table, bits).numRows() })
  })

/** The table's rows for Arquero, with these chosen. */
const filtered = (table: ProductTable, bits: Bits.Bits): ReturnType<typeof arquero> => {
  const rows = table.once("rows", () => arquero({ row: { length: table.count, at: (row: number) => row } as never }))
  return rows.create({ filter: bitSet(bits, table.count) })
}

/** Arquero's set of rows over our words, which lie in the same order. */
export const bitSet = (bits: Bits.Bits, rows: number): BitSet =>
  Object.assign(new RowSet(0), { _size: rows, _bits: bits })

/** Counts word by word; Arquero's own goes from bit to bit. */
class RowSet extends BitSet {
  override count(): number {
    return Bits.count(this._bits)
  }
}

/**
 * The rows in which a field matches, the filter's negation aside.
 *
 * A matcher knows nothing of columns, so that edits of single cells can be judged by the same one: whoever lays them
 * over a table corrects these bits row by row before they are combined.
 */
const matching = (table: ProductTable, view: View, field: Names.Field, matcher: Matcher.Matcher): Bits.Bits => {
  switch (field.kind) {
    case "Guid":
    case "Name":
      return ofColumn(table.attribute(field.kind), matcher)
    case "Attribute":
      return ofColumn(table.attribute(field.name), matcher)
    case "Property":
      return ofProperties(table, field.properties, field.exceptions, matcher)
    case "Class": {
      const { classes } = table.structure
      const texts = classes.map((name) => (name.startsWith("Ifc") ? [name, name.slice(3)] : [name]))
      return Kernel.marked(table.reference("class"), ofTexts(texts, matcher))
    }
    case "Form":
      return ofForm(table, field.form, FormValues.texts(Forms.of(table, view), field.form), matcher)
    case "Member":
      return ofForm(table, field.form, FormValues.memberTexts(Forms.of(table, view), field), matcher)
    default:
      return matcher.nothing ? Bits.all(table.count) : Bits.none(table.count)
  }
}

const ofForm = (
  table: ProductTable,
  form: Names.Form,
  texts: ReadonlyArray<ReadonlyArray<string>>,
  matcher: Matcher.Matcher
): Bits.Bits => Kernel.marked(table.reference(FormValues.referenceOf(form)), ofTexts(texts, matcher))

/** One byte for each list of texts: 1 where one of them matches, or there is none and the filter asks for nothing. */
const ofTexts = (lists: ReadonlyArray<ReadonlyArray<string>>, matcher: Matcher.Matcher): Uint8Array => {
  const codes = lists.flatMap((texts, code) => texts.map(() => code))
  const lut = Distinct.ofCandidates(lists.length, { codes, values: lists.flat() }, matcher)
  if (matcher.nothing) for (const [code, texts] of lists.entries()) if (texts.length === 0) lut[code] = 1
  return lut
}

const ofColumn = (column: Column, matcher: Matcher.Matcher): Bits.Bits => {
  const found = Kernel.matching(column, matcher)
  if (matcher.nothing) uniteAbsent(found, Kernel.present(column), column.rowCount)
  return found
}

const uniteAbsent = (found: Bits.Bits, present: Bits.Bits, rows: number): void => {
  Bits.complement(present, rows)
  Bits.unite(found, present)
}

/** Each row by the property that counts in it. */
const ofProperties = (
  table: ProductTable,
  properties: ReadonlyArray<TableProperty>,
  exceptions: ReadonlyMap<number, ReadonlyArray<TableProperty>>,
  matcher: Matcher.Matcher
): Bits.Bits => {
  if (properties.length === 1) return ofColumn(properties[0]!.column, matcher)
  const found = Bits.none(table.count)
  const seen = Bits.none(table.count)
  const matches = new Map<TableProperty, Bits.Bits>()
  for (const property of properties) {
    const own = Kernel.matching(property.column, matcher)
    matches.set(property, own.slice())
    Bits.subtract(own, seen)
    Bits.unite(found, own)
    Bits.unite(seen, Kernel.present(property.column))
  }
  if (matcher.nothing) uniteAbsent(found, seen, table.count)
  for (const [row, [first]] of exceptions) {
    if (Bits.has(matches.get(first!)!, row)) Bits.add(found, row)
    else Bits.remove(found, row)
  }
  return found
}
