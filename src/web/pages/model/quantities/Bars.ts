import type { Row } from "../../../api/Views.ts"

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
