import type { FieldDataType } from "../products/FieldDetail.ts"
import type { Scalar } from "../products/Filter.ts"

/** A value that somebody has put into a cell of a property. */
export interface EditedValue {
  /** A list shows as one text of its items joined by `; `; null: the property is there without value. */
  readonly value: Scalar | ReadonlyArray<string | number | boolean>
  readonly type: FieldDataType
  /** Whether its set is one of quantities, where the model does not know it. */
  readonly quantity: boolean
  /** By its name as shown, null for none. */
  readonly unit: string | null
}

/** What the occurrence has of its own is taken away: what its type says shows again, else it has none. */
export const ownDeleted = { deleted: "own" } as const
export type OwnDeleted = typeof ownDeleted

/**
 * Bytes of what a user's unpublished edits of a model say, as JSON: as much as 1,000,000 cells of usual texts. Whoever
 * looks at the model has them in memory some times over.
 */
export const mostEditBytes = 128 * 1024 * 1024

/** The attributes that can be edited. */
export type EditedAttribute = "Name" | "Description" | "ObjectType" | "Tag" | "PredefinedType"

/**
 * What an edit says of one cell of the product `guid`. It is absolute, and names everything by guid or name, so that it
 * says the same on any table of the model: of several of one cell the last counts.
 */
export type Edit = { readonly guid: string } & (
  | {
      readonly kind: "Property"
      readonly set: string
      readonly name: string
      readonly now: EditedValue | OwnDeleted
    }
  /** Null clears. */
  | { readonly kind: "Attribute"; readonly name: EditedAttribute; readonly now: string | null }
  /** The guid of a location, `""` for none; the parts of the product move with it. */
  | { readonly kind: "SpatialLocation"; readonly now: string }
  /** The guid of a material; null for none of its own, as `ownDeleted`. */
  | { readonly kind: "Material"; readonly now: string | null | OwnDeleted }
  /** Whether the product has this code. */
  | { readonly kind: "Code"; readonly code: string; readonly now: boolean }
  /** The guids of all codes that it has of its own; where that are none, it shows those of its type. */
  | { readonly kind: "Codes"; readonly now: ReadonlyArray<string> }
  /** The product is gone. Its parts are not, unless edits of their own say so. */
  | { readonly kind: "Deleted" }
)

/** Characters of the texts that an edit says, of which a request may repeat some in each cell: its JSON has more bytes. */
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
