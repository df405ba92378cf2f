import * as Bits from "../table/Bits.ts"
import type { ReferenceColumn } from "../table/ColumnRecord.ts"
import type { ProductTable, TableProperty } from "../table/ProductTable.ts"
import * as CodeTree from "./CodeTree.ts"
import { accepts, type Asked, type Comparison, numberIn } from "./Comparison.ts"
import * as Dictionary from "./Dictionary.ts"
import * as Forms from "./Forms.ts"
import * as FormValues from "./FormValues.ts"
import * as Frame from "./Frame.ts"
import type * as Names from "./Names.ts"
import * as Subtypes from "./Subtypes.ts"
import type { View } from "./View.ts"

/** Returns the rows in which a field matches. */
export const matching = (table: ProductTable, view: View, field: Names.Field, asked: Asked): Bits.Bits => {
  const rows = beforeNegation(table, view, field, asked)
  return asked.negated ? Bits.not(rows, table.count) : rows
}

/** Returns the rows of the class or its subtypes. `names` are those that the schemas have for the class. */
export const ofClass = (table: ProductTable, names: ReadonlyArray<string>): Bits.Bits => {
  const { classes, schema } = table.structure
  const marks = Uint8Array.from(classes, (name) => (Subtypes.isA(schema, name, names) ? 1 : 0))
  return Frame.rowsOf(table.count, [{ column: table.reference("class"), marks }], false)
}

/** Returns the rows that are in a location of this name or guid, or anywhere below it. */
export const belowLocation = (table: ProductTable, view: View, sent: string): Bits.Bits => {
  const marks = Uint8Array.from(Forms.of(table, view).places, ({ texts }) => (texts.includes(sent) ? 1 : 0))
  return Frame.rowsOf(table.count, [{ column: table.reference("location"), marks }], false)
}

/** Returns the rows that have a code of this identification or guid, or one anywhere below it. */
export const belowCode = (table: ProductTable, view: View, sent: string): Bits.Bits => {
  const isBelow = CodeTree.below(table, view, sent)
  const marks = Uint8Array.from(Forms.of(table, view).codeSets, (codes) => (codes.some(isBelow) ? 1 : 0))
  return Frame.rowsOf(table.count, [{ column: table.reference("codeSet"), marks }], false)
}

const beforeNegation = (table: ProductTable, view: View, field: Names.Field, asked: Asked): Bits.Bits => {
  switch (field.kind) {
    case "Attribute": {
      const column = table.attribute(field.name)
      return Frame.rowsOf(table.count, [{ column, marks: Dictionary.marks(column, asked) }], asked.nothing)
    }
    case "Property":
      return ofProperties(table, field, asked)
    case "Class":
      return ofTexts(table, "class", classTexts(table, asked.comparison), asked)
    case "Form":
    case "Member": {
      const values = formValues(Forms.of(table, view), field, asked.comparison)
      return ofTexts(table, FormValues.referenceOf(field.form), distinctOf(values), asked)
    }
    default:
      return Frame.rowsOf(table.count, [], asked.nothing)
  }
}

const isRange = (comparison: Comparison): boolean => "kind" in comparison && comparison.kind === "Range"

/** A class also matches without `Ifc`; it is ordered by its whole name. */
const classTexts = (table: ProductTable, comparison: Comparison): Frame.Distinct =>
  isRange(comparison)
    ? table.once("names of classes", () => distinctOf(table.structure.classes.map((name) => [name])))
    : table.once("texts of classes", () =>
        distinctOf(table.structure.classes.map((name) => (name.startsWith("Ifc") ? [name, name.slice(3)] : [name])))
      )

/** Returns the values of a form or a sub-field that are compared, by code. */
const formValues = (
  forms: Forms.Forms,
  field: Names.Field & { readonly kind: "Form" | "Member" },
  comparison: Comparison
): ReadonlyArray<ReadonlyArray<Frame.Value>> => {
  if (!isRange(comparison)) {
    return field.kind === "Form" ? FormValues.texts(forms, field.form) : FormValues.memberTexts(forms, field)
  }
  if (field.kind === "Form") return FormValues.plainTexts(forms, field.form)
  const texts = FormValues.memberSingles(forms, field)
  if (field.member !== "Thickness") return texts
  return texts.map((singles) => singles.map((text) => numberIn(text) ?? text))
}

/** Returns the rows that match in the property that takes precedence in the row. */
const ofProperties = (
  table: ProductTable,
  { exceptions, properties }: Names.Field & { readonly kind: "Property" },
  asked: Asked
): Bits.Bits => {
  const columns = properties.map((property) => {
    const { column } = property
    return { column, marks: Dictionary.marks(column, asked, hasNumbers(table, property)) }
  })
  const rows = Frame.rowsOf(table.count, columns, asked.nothing)
  const columnOf = new Map(properties.map((property, i) => [property, columns[i]!]))
  for (const [row, [first]] of exceptions) {
    const { column, marks } = columnOf.get(first!)!
    if (marks[column.keyOf(row)] === 1) Bits.add(rows, row)
    else Bits.remove(rows, row)
  }
  return rows
}

/** Returns whether the items of a property's lists are numbers. */
const hasNumbers = (table: ProductTable, { set, name }: TableProperty): boolean => {
  const items = table.structure.items?.[`${set}\0${name}`]
  return items === "Real" || items === "Integer"
}

/** Returns lists of values, one for each code of a reference column, as distinct values. */
const distinctOf = (lists: ReadonlyArray<ReadonlyArray<Frame.Value>>): Frame.Distinct =>
  Frame.distinct(
    lists.length,
    lists.flatMap((texts, code) => texts.map(() => code)),
    lists.flat()
  )

/** Returns the rows whose code has a matching value, or has none if the comparison accepts products without value. */
const ofTexts = (
  table: ProductTable,
  reference: ReferenceColumn,
  values: Frame.Distinct,
  { comparison, nothing }: Asked
): Bits.Bits => {
  const marks = Frame.marks(values, (value) => accepts(comparison, value))
  if (nothing) {
    const some = new Set(values.keys)
    for (let code = 0; code < values.size; code++) if (!some.has(code)) marks[code] = 1
  }
  return Frame.rowsOf(table.count, [{ column: table.reference(reference), marks }], false)
}
