import type { Filter, Measured, QuantityResult, Row } from "../../api/Views.ts"

const layers = "MaterialLayerSet.Layers"

/**
 * Returns the fields that name a group; the first one that a product has counts. Layers stand in for a material layer
 * set without a name.
 */
export const fieldsOf = (field: string): ReadonlyArray<string> =>
  field === "MaterialLayerSet.Name" ? [field, layers] : [field]

interface Named {
  readonly field: string
  readonly name: string | null
}

/** Returns the name of a product's group, and the field that has it. */
export const namedOf = (row: Row, field: string): Named => {
  for (const one of fieldsOf(field)) {
    const name = row[one]
    if (typeof name === "string" && (one !== layers || name !== "")) return { field: one, name }
  }
  return { field, name: null }
}

/** Returns filters that leave only the products of a group. */
export const filtersOf = (field: string, { field: by, name }: Named): ReadonlyArray<Filter> =>
  (name === null ? fieldsOf(field) : [by]).map((property) => ({ property, operator: "Equals", value: name }))

/** Products of one class, storey or material. */
export interface Bar extends Named {
  /** Null if no product has a value. */
  readonly value: number | null
  readonly products: number
  /** Number of products whose value is in the file, and of those whose value is computed from the shape. */
  readonly authored: number
  readonly computed: number
  readonly suspects: number
}

/**
 * Returns sums by the value of a field, largest first; the sum is null if no product has a value. Without a result, the
 * products are counted.
 */
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
