import type { FieldDataType } from "../products/FieldDetail.ts"
import type { Scalar } from "../products/Filter.ts"

/** A value that a user has put into a property cell. */
export interface EditedValue {
  /** A list is shown as one text, its items joined by `; `. null: the property exists but has no value. */
  readonly value: Scalar | ReadonlyArray<string | number | boolean>
  readonly type: FieldDataType
  /** True if the set is a quantity set, for sets that the model does not have. */
  readonly quantity: boolean
  /** Name of the unit as it is shown, or null for none. */
  readonly unit: string | null
}

/** The occurrence's own value is removed: the value of its type shows again, if there is one. */
export const ownDeleted = { deleted: "own" } as const
export type OwnDeleted = typeof ownDeleted

/** The attributes that can be edited. */
export type EditedAttribute = "Name" | "Description" | "ObjectType" | "Tag" | "PredefinedType"

/**
 * An edit of one cell of the product `guid`. It is absolute and refers to everything by guid or name, so that it means
 * the same on any table of the model. If there are several of one cell, the last one counts.
 */
export type Edit = { readonly guid: string } & (
  | {
      readonly kind: "Property"
      readonly set: string
      readonly name: string
      readonly now: EditedValue | OwnDeleted
    }
  /** Null clears the attribute. */
  | { readonly kind: "Attribute"; readonly name: EditedAttribute; readonly now: string | null }
  /** Guid of a location, or `""` for none. The parts of the product move with it. */
  | { readonly kind: "SpatialLocation"; readonly now: string }
  /** Guid of a material, or null for none of its own, like `ownDeleted`. */
  | { readonly kind: "Material"; readonly now: string | null | OwnDeleted }
  /** `now` is true if the product has this code. */
  | { readonly kind: "Code"; readonly code: string; readonly now: boolean }
  /** Guids of all codes of the product's own. If there are none, it shows those of its type. */
  | { readonly kind: "Codes"; readonly now: ReadonlyArray<string> }
  /** The product is deleted. Its parts are not, unless edits of their own delete them. */
  | { readonly kind: "Deleted" }
)

/**
 * Returns the number of characters in the texts of an edit, some of which a request may repeat in each cell. The JSON
 * of the edit has more bytes.
 */
export const textLength = (edit: Edit): number => {
  if (edit.kind === "Property") {
    if ("deleted" in edit.now) return 0
    const { unit, value } = edit.now
    return (
      (unit?.length ?? 0) + (typeof value === "string" ? value.length : Array.isArray(value) ? listLength(value) : 0)
    )
  }
  if (edit.kind === "Codes") return listLength(edit.now)
  return "now" in edit && typeof edit.now === "string" ? edit.now.length : 0
}

const listLength = (list: ReadonlyArray<string | number | boolean>): number =>
  list.reduce<number>((sum, item) => sum + String(item).length, 0)
