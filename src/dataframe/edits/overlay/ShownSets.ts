import type { Field } from "../../query/Names.ts"
import type { ProductTable, TableProperty } from "../../table/ProductTable.ts"

type Properties = Extract<Field, { readonly kind: "Property" }>

/** The most properties of one name that are tried one after the other for each product. */
const fewProperties = 8

/**
 * Returns a function that finds the property that a plain name shows in a row, or null if there is none. It takes
 * constant time, however many sets have the name.
 */
export const shownIn = (table: ProductTable, field: Field | undefined): ((row: number) => TableProperty | null) => {
  if (field?.kind !== "Property") return () => null
  if (field.properties.length <= fewProperties) return (row) => first(field, row)
  const shown = new Int32Array(table.count).fill(-1)
  for (const [place, { column }] of field.properties.entries().toArray().reverse()) {
    column.forEachCell((row) => (shown[row] = place))
  }
  return (row) => (field.exceptions.has(row) ? first(field, row) : (field.properties[shown[row]!] ?? null))
}

const first = ({ exceptions, properties }: Properties, row: number): TableProperty | null =>
  (exceptions.get(row) ?? properties).find(({ column }) => column.cellOf(row) !== -1) ?? null
