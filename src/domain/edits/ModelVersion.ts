import type { EditedField } from "./EditedField.ts"
import type { Scalar } from "../products/Filter.ts"
import type { VersionId } from "../Identifier.ts"

/** A public version of a model: its file together with the published edits. */
export interface ModelVersion {
  readonly modelVersionId: VersionId
  readonly projectVersionId: VersionId
  readonly title: string
  readonly description: string | null
  readonly createdBy: string
  /** Null if the service knows no name of the user. */
  readonly createdByName: string | null
  /** RFC 3339, in UTC. */
  readonly createdAt: string
  /** Number of changed cells. */
  readonly cells: number
  readonly deletedProducts: number
}

/** Whether the product got the property, code or reference with a change, has another value of it, or lost it. */
export type CellChange = "Added" | "Changed" | "Removed"

/** Returns the kind of a change of a cell that was there or not, and is there or not. */
export const cellChange = (wasThere: boolean, isThere: boolean): CellChange =>
  wasThere === isThere ? "Changed" : isThere ? "Added" : "Removed"

/** A change of a product in a version: of a cell or, with the field `Deleted`, the deletion of the product. */
export interface ModelChange {
  readonly guid: string
  readonly field: EditedField
  /** Guid of a location, material or code (null for none), or the value of another field. */
  readonly before: Scalar
  readonly after: Scalar
  readonly change: CellChange
}

/**
 * Returns roughly the number of characters that a change is written with: a text of the file is repeated in each
 * change.
 */
export const changeLength = ({ after, before, field }: ModelChange): number =>
  field.set.length + field.name.length + lengthOf(before) + lengthOf(after)

const lengthOf = (value: Scalar): number => (typeof value === "string" ? value.length : 8)

/** Returns how many cells the changes change, and how many products they delete. */
export const countOf = (changes: ReadonlyArray<ModelChange>): Pick<ModelVersion, "cells" | "deletedProducts"> => {
  const deletedProducts = changes.filter(({ field }) => field.kind === "Deleted").length
  return { cells: changes.length - deletedProducts, deletedProducts }
}

/** The differences between two versions of a model. */
export interface VersionChanges {
  /** Changed cells of products that both versions have. */
  readonly changes: Iterable<ModelChange>
  /** The guids of added products; `deleted` contains the guids of deleted ones. */
  readonly added: Iterable<string>
  readonly deleted: Iterable<string>
}
