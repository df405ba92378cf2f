import type { EditedAttribute } from "../../../domain/edits/Edit.ts"
import * as Names from "../../query/Names.ts"
import { type AttributeColumn, lengths } from "../../table/ColumnRecord.ts"

/** The field that the key of a request and the PropertySet of its value name together. */
export type FieldName = {
  /** Whether the PropertySet contradicts the key. */
  readonly isOfOtherSet: boolean
} & (
  | { readonly kind: "Attribute"; readonly name: EditedAttribute }
  | { readonly kind: "SpatialLocation" | "Material" | "Code" | "ReadOnly" }
  | {
      readonly kind: "Property"
      /** The property set, or null for the one that the plain name shows in the product. */
      readonly set: string | null
      readonly name: string
      /** Whether the key names something that products have or the project defines. */
      readonly isKnown: boolean
    }
)

/** The set that computed properties appear in. */
export const computed = "Computed"

/**
 * Resolves a key and a PropertySet to a field.
 *
 * @param propertySet as it was sent; null and an empty text mean none
 */
export const resolve = (names: Names.Names, key: string, propertySet: unknown): FieldName => {
  const given = typeof propertySet === "string" && propertySet !== "" ? propertySet : null
  const isNoText = given === null && propertySet !== null && propertySet !== undefined && propertySet !== ""
  const field = Names.resolve(names, key)
  const isKnown = field.kind !== "Unknown"
  const property = (set: string | null, name: string, isOfOtherSet = isNoText): FieldName =>
    set === computed ? { kind: "ReadOnly", isOfOtherSet } : { kind: "Property", set, name, isKnown, isOfOtherSet }
  if (given !== null && names.bySet.get(given)?.has(key) !== true && key.startsWith(`${given}.`)) {
    return property(given, key.slice(given.length + 1))
  }
  switch (field.kind) {
    case "Attribute":
      return isEditedAttribute(field.name)
        ? { kind: "Attribute", name: field.name, isOfOtherSet: given !== null || isNoText }
        : { kind: "ReadOnly", isOfOtherSet: false }
    case "Class":
    case "Member":
      return { kind: "ReadOnly", isOfOtherSet: false }
    case "Form":
      return { kind: isEditedForm(key) ? key : "ReadOnly", isOfOtherSet: false }
    default: {
      const [set, name] = names.byName.has(key) ? [null, key] : split(names, key)
      return set === null ? property(given, name) : property(set, name, isNoText || (given !== null && given !== set))
    }
  }
}

const isEditedAttribute = (name: AttributeColumn): name is EditedAttribute =>
  !["Guid", "TypeName", ...lengths].includes(name)

const isEditedForm = (key: string): key is "SpatialLocation" | "Material" | "Code" =>
  key === "SpatialLocation" || key === "Material" || key === "Code"

/**
 * Splits a key into set and property at the longest set name that has the property, else at the longest set name. The
 * set is null if the key begins with no known set name.
 */
const split = (names: Names.Names, key: string): readonly [string | null, string] => {
  let found: readonly [string | null, string] = [key.startsWith(`${computed}.`) ? computed : null, key]
  const longest = Math.max(names.longestSet, computed.length)
  for (let dot = key.lastIndexOf(".", longest); dot !== -1; dot = dot === 0 ? -1 : key.lastIndexOf(".", dot - 1)) {
    const properties = names.bySet.get(key.slice(0, dot))
    if (properties === undefined) continue
    const parts = [key.slice(0, dot), key.slice(dot + 1)] as const
    if (properties.has(parts[1])) return parts
    if (found[0] === null) found = parts
  }
  return found
}
