import * as Either from "effect/Either"
import { InvalidFilter } from "../../domain/products/Filter.ts"
import type { Question } from "../../domain/products/Question.ts"
import { quoted } from "../../domain/Quoted.ts"
import * as Bits from "../table/Bits.ts"
import type { ReferenceColumn } from "../table/ColumnRecord.ts"
import * as Dictionary from "./Dictionary.ts"
import * as Forms from "./Forms.ts"
import * as FormValues from "./FormValues.ts"
import * as Frame from "./Frame.ts"
import * as Matcher from "./Matcher.ts"
import * as Names from "./Names.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import type { View } from "./View.ts"

/** The names of the properties that are computed from geometry, which filters cannot use. */
export const dynamicNames: ReadonlySet<string> = new Set(
  [
    ["Volume", "GrossVolume", "SurfaceArea", "FootprintArea", "SideArea", "Length", "Width", "Height"],
    ["BottomElevation", "TopElevation", "CentroidX", "CentroidY", "CentroidZ"]
  ]
    .flat()
    .map((name) => `Computed.${name}`)
)

/**
 * Selects the products of a view that match every filter. A property for which `isElsewhere` returns true is known from
 * another model: if this one lacks it, its products have no value of it.
 *
 * Fails with `InvalidFilter` for a property that neither the model nor the project has, and for a computed one.
 */
export const select = (
  table: ProductTable,
  view: View,
  { filters }: Question,
  isElsewhere: (property: string) => boolean = () => false
): Either.Either<Frame.Frame, InvalidFilter> => {
  const names = Names.of(table, view)
  const fields: Array<Names.Field> = []
  for (const [index, { property }] of filters.entries()) {
    const field = Names.resolve(names, property)
    if (dynamicNames.has(property)) {
      return Either.left(new InvalidFilter({ index, reason: `${property} is computed and cannot be filtered by` }))
    }
    if (field.kind === "Unknown" && !isElsewhere(property)) {
      return Either.left(new InvalidFilter({ index, reason: `unknown property ${quoted(property)}` }))
    }
    fields.push(field)
  }
  const found = filters.map((filter, i) => matching(table, view, fields[i]!, Matcher.make(filter)))
  if (table.deleted !== null) found.push(Bits.not(table.deleted, table.count))
  return Either.right(Frame.of(table, found.length === 0 ? null : found.reduce((all, one) => Bits.and(all, one))))
}

/** Returns the rows in which a field matches. */
const matching = (table: ProductTable, view: View, field: Names.Field, matcher: Matcher.Matcher): Bits.Bits => {
  const rows = asked(table, view, field, matcher)
  return matcher.negated ? Bits.not(rows, table.count) : rows
}

/** Returns the rows in which a field matches, before negation. */
const asked = (table: ProductTable, view: View, field: Names.Field, matcher: Matcher.Matcher): Bits.Bits => {
  switch (field.kind) {
    case "Attribute": {
      const column = table.attribute(field.name)
      return Frame.rowsOf(table.count, [{ column, marks: Dictionary.marks(column, matcher) }], matcher.nothing)
    }
    case "Property":
      return ofProperties(table, field, matcher)
    case "Class": {
      const texts = table.once("texts of classes", () =>
        distinctOf(table.structure.classes.map((name) => (name.startsWith("Ifc") ? [name, name.slice(3)] : [name])))
      )
      return ofTexts(table, "class", texts, matcher)
    }
    case "Form":
    case "Member": {
      const forms = Forms.of(table, view)
      const texts = field.kind === "Form" ? FormValues.texts(forms, field.form) : FormValues.memberTexts(forms, field)
      return ofTexts(table, FormValues.referenceOf(field.form), distinctOf(texts), matcher)
    }
    default:
      return Frame.rowsOf(table.count, [], matcher.nothing)
  }
}

/** Returns the rows that match in the property that takes precedence in the row. */
const ofProperties = (
  table: ProductTable,
  { exceptions, properties }: Names.Field & { readonly kind: "Property" },
  matcher: Matcher.Matcher
): Bits.Bits => {
  const columns = properties.map(({ column }) => ({ column, marks: Dictionary.marks(column, matcher) }))
  const rows = Frame.rowsOf(table.count, columns, matcher.nothing)
  const columnOf = new Map(properties.map((property, i) => [property, columns[i]!]))
  for (const [row, [first]] of exceptions) {
    const { column, marks } = columnOf.get(first!)!
    if (marks[column.keyOf(row)] === 1) Bits.add(rows, row)
    else Bits.remove(rows, row)
  }
  return rows
}

/** Returns lists of texts, one for each code of a reference column, as distinct values. */
const distinctOf = (lists: ReadonlyArray<ReadonlyArray<string>>): Frame.Distinct =>
  Frame.distinct(
    lists.length,
    lists.flatMap((texts, code) => texts.map(() => code)),
    lists.flat()
  )

/** Returns the rows whose code has a matching text, or has no text if the filter accepts products without value. */
const ofTexts = (
  table: ProductTable,
  reference: ReferenceColumn,
  texts: Frame.Distinct,
  matcher: Matcher.Matcher
): Bits.Bits => {
  const marks = Frame.marks(texts, (text) => Matcher.accepts(matcher, text))
  if (matcher.nothing) {
    const some = new Set(texts.keys)
    for (let code = 0; code < texts.size; code++) if (!some.has(code)) marks[code] = 1
  }
  return Frame.rowsOf(table.count, [{ column: table.reference(reference), marks }], false)
}
