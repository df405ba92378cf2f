import type { Measured, QuantityResult, Row } from "../../api/Views.ts"

/** Products of one class, storey or material. */
export interface Bar {
  readonly name: string | null
  /** Null: none of them has one. */
  readonly value: number | null
  readonly products: number
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
  const bars = new Map<string | null, Bar>()
  for (const row of rows) {
    const name = (row[field] ?? null) as string | null
    const value = values.get(row["Guid"] as string)
    const before = bars.get(name) ?? { name, value: null, products: 0, computed: 0, suspects: 0 }
    const added = result === null ? 1 : value?.value
    bars.set(name, {
      name,
      value: added === undefined ? before.value : (before.value ?? 0) + added,
      products: before.products + 1,
      computed: before.computed + (value?.origin === "Computed" ? 1 : 0),
      suspects: before.suspects + (value?.suspect === true ? 1 : 0)
    })
  }
  return [...bars.values()].sort((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity) || 0)
}
