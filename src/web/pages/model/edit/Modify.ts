import { texts } from "../ModelTexts.ts"
import type { CellError, Modifications } from "../../../api/Views.ts"

type Shape = Readonly<Record<string, unknown>>

const isShape = (value: unknown): value is Shape => typeof value === "object" && value !== null && !Array.isArray(value)

/** The set that a cell says its property stands in; null for attributes, and where the product has none. */
export const setOf = (cell: unknown): string | null => {
  const set = isShape(cell) ? cell["PropertySet"] : null
  return typeof set === "string" ? set : null
}

/** The name under which changes list a cell: that of its column after its set (contract section 7). */
export const qualified = (column: string, cell: unknown): string => {
  const set = setOf(cell)
  if (column === "MaterialLayerSet") return "Material"
  return set === null || column.startsWith(`${set}.`) ? column : `${set}.${column}`
}

/** What names a reference instead of its text. */
const references: Readonly<Record<string, string>> = {
  SpatialLocation: "SpatialLocationId",
  Material: "MaterialId"
}

/**
 * What M12 is asked for to give a cell of the products the text: the service reads numbers and booleans from it. An empty
 * one takes the value away.
 */
export const modification = (
  field: string,
  cell: unknown,
  guids: ReadonlyArray<string>,
  text: string
): Modifications => {
  const key = field === "MaterialLayerSet" ? "Material" : field
  const set = setOf(cell)
  const each = (value: unknown) => ({ [key]: Object.fromEntries(guids.map((guid) => [guid, value])) })
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
 * What M12 is asked for to give a product the material again that its published `MaterialLayerSet` tells; null where it
 * can not: M12 takes one material, no layers.
 */
export const materialBack = (guid: string, published: unknown): Modifications | null => {
  const { Layers = "", MaterialId = null, Name = null } = isShape(published) ? published : {}
  if (Layers === "") return modification("Material", null, [guid], "")
  // Of one material without thickness both are its name.
  return typeof MaterialId === "string" && Layers === Name ? modification("Material", null, [guid], MaterialId) : null
}

/** What M12 is asked for to take a property away from the products. */
export const removal = (field: string, cell: unknown, guids: ReadonlyArray<string>): Modifications => {
  const set = setOf(cell)
  const value = set === null ? "" : { PropertySet: set }
  return { delete: { [field]: Object.fromEntries(guids.map((guid) => [guid, value])) } }
}

/** What the service finds wrong with a change of so many products, in one line. */
export const told = (errors: ReadonlyArray<CellError>, products: number): string => {
  const why = [...new Set(errors.map(({ description, error }) => `${description} ${error}`))].slice(0, 3).join("; ")
  return products < 2 ? why : texts.editing.refused(new Set(errors.map(({ guid }) => guid)).size, products, why)
}
