import { texts } from "../ModelTexts.ts"
import type { CellError, Modifications, SentValue } from "../../../api/Views.ts"

type Shape = Readonly<Record<string, unknown>>

const isShape = (value: unknown): value is Shape => typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the property set named in a cell; null for attributes and for properties that the product lacks. */
export const setOf = (cell: unknown): string | null => {
  const set = isShape(cell) ? cell["PropertySet"] : null
  return typeof set === "string" ? set : null
}

/** Returns the name that changes use for a cell: the property set, then the column (contract section 7). */
export const qualified = (column: string, cell: unknown): string => {
  const set = setOf(cell)
  if (column === "MaterialLayerSet") return "Material"
  return set === null || column.startsWith(`${set}.`) ? column : `${set}.${column}`
}

/** Fields that cannot be edited (contract section 7). */
export const fixed: ReadonlySet<string> = new Set(["Class", "Guid", "TypeName", "OverallHeight", "OverallWidth"])

/** Member that identifies a reference in a change. */
const references: Readonly<Record<string, string>> = {
  SpatialLocation: "SpatialLocationId",
  Material: "MaterialId"
}

/**
 * Returns the body of M12 that sets a cell of the products to a text, from which the service reads numbers and
 * booleans. An empty text clears the value.
 */
export const modification = (
  field: string,
  cell: unknown,
  guids: ReadonlyArray<string>,
  text: string
): Modifications => {
  const key = field === "MaterialLayerSet" ? "Material" : field
  const set = setOf(cell)
  const each = (value: SentValue) => ({ [key]: Object.fromEntries(guids.map((guid) => [guid, value])) })
  const reference = references[key]
  if (reference !== undefined) {
    return key === "Material" && text === "" ? { delete: each("") } : { addOrUpdate: each({ [reference]: text }) }
  }
  const value = text === "" ? null : text
  return {
    [value === null ? "update" : "addOrUpdate"]: each(set === null ? value : { PropertySet: set, Value: value })
  }
}

/**
 * Returns the body of M12 that restores a product's published `MaterialLayerSet`, or null if M12 cannot: it accepts one
 * material, not layers.
 */
export const materialBack = (guid: string, published: unknown): Modifications | null => {
  const { Layers = "", MaterialId = null, Name = null } = isShape(published) ? published : {}
  if (Layers === "") return modification("Material", null, [guid], "")
  // For a single material without thickness, both equal its name.
  return typeof MaterialId === "string" && Layers === Name ? modification("Material", null, [guid], MaterialId) : null
}

/** Returns the body of M12 that removes a property from the products. */
export const removal = (field: string, cell: unknown, guids: ReadonlyArray<string>): Modifications => {
  const set = setOf(cell)
  const value = set === null ? "" : { PropertySet: set }
  return { delete: { [field]: Object.fromEntries(guids.map((guid) => [guid, value])) } }
}

/** Summarizes the service's errors for a change of that many products in one line. */
export const told = (errors: ReadonlyArray<CellError>, products: number): string => {
  const why = [...new Set(errors.map(({ description, error }) => `${description} ${error}`))].slice(0, 3).join("; ")
  return products < 2 ? why : texts.editing.refused(new Set(errors.map(({ guid }) => guid)).size, products, why)
}
