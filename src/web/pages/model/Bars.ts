import type { GroupsPage, Leaf, Row } from "../../api/Views.ts"

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
export const filtersOf = (field: string, { field: by, name }: Named): ReadonlyArray<Leaf> =>
  (name === null ? fieldsOf(field) : [by]).map((property) => ({ property, operator: "Equals", value: name }))

/** Products of one class, storey or material. */
export interface Bar extends Named {
  /** The sum of the measure in SI; null if no product has a value. */
  readonly value: number | null
  readonly products: number
  /** The number of products with a value. */
  readonly measured: number
}

/**
 * Returns bars by the value of a field, largest first, from groups by `fieldsOf(field)` with one measure. Groups of one
 * name are put together: sets of layers with the same name and different layers are one bar.
 */
export const barsOf = (groups: GroupsPage["groups"], field: string): ReadonlyArray<Bar> => {
  const fields = fieldsOf(field)
  const bars = new Map<string, Bar>()
  for (const { count, keys, measures } of groups) {
    const named = namedOf(Object.fromEntries(fields.map((name, i) => [name, keys[i]])), field)
    const key = JSON.stringify([named.field, named.name])
    const { value, measured } = measures[0]!
    const before = bars.get(key)
    bars.set(key, {
      ...named,
      value: typeof value === "number" ? (before?.value ?? 0) + value : (before?.value ?? null),
      products: (before?.products ?? 0) + count,
      measured: (before?.measured ?? 0) + measured
    })
  }
  return [...bars.values()].sort((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity) || 0)
}
