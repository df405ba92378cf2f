import type { FieldDataType } from "./FieldDetail.ts"
import type { Scalar } from "./Filter.ts"

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
