import type { Filter, Measured, QuantityResult, Row } from "../../api/Views.ts"

const layers = "MaterialLayerSet.Layers"

/** The fields that a group is told by, the first that a product has: layers stand for a set of them without name. */
export const fieldsOf = (field: string): ReadonlyArray<string> =>
  field === "MaterialLayerSet.Name" ? [field, layers] : [field]

interface Named {
  readonly field: string
  readonly name: string | null
}

/** How the group of a product is named, and by which field. */
export const namedOf = (row: Row, field: string): Named => {
  for (const one of fieldsOf(field)) {
    const name = row[one]
    if (typeof name === "string" && (one !== layers || name !== "")) return { field: one, name }
  }
  return { field, name: null }
}

/** What leaves the products of a group alone. */
export const filtersOf = (field: string, { field: by, name }: Named): ReadonlyArray<Filter> =>
  (name === null ? fieldsOf(field) : [by]).map((property) => ({ property, operator: "Equals", value: name }))

/** Products of one class, storey or material. */
export interface Bar extends Named {
  /** Null: none of them has one. */
  readonly value: number | null
  readonly products: number
  /** Products whose value the file has, and those whose shape gives it. */
  readonly authored: number
  readonly computed: number
  readonly suspects: number
}

/** Sums by the value of a field, largest first; null where products have none. Without a result they are counted. */
export const barsOf = (
  rows: ReadonlyArray<Row>,
  field: string,
  measure: string,
  result: QuantityResult | null
): ReadonlyArray<Bar> => {
  const values = new Map(result?.products.map((product) => [product.Guid, product[measure] as Measured | undefined]))
  const bars = new Map<string, Bar>()
  for (const row of rows) {
    const named = namedOf(row, field)
    const key = JSON.stringify([named.field, named.name])
    const value = values.get(row["Guid"] as string)
    const before = bars.get(key) ?? { ...named, value: null, products: 0, authored: 0, computed: 0, suspects: 0 }
    const added = result === null ? 1 : value?.value
    bars.set(key, {
      ...named,
      value: added === undefined ? before.value : (before.value ?? 0) + added,
      products: before.products + 1,
      authored: before.authored + (value?.origin === "Authored" ? 1 : 0),
      computed: before.computed + (value?.origin === "Computed" ? 1 : 0),
      suspects: before.suspects + (value?.suspect === true ? 1 : 0)
    })
  }
  return [...bars.values()].sort((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity) || 0)
}
