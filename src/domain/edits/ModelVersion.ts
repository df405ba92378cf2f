import type { EditedField } from "./EditedField.ts"
import type { Scalar } from "../products/Filter.ts"
import type { VersionId } from "../Identifier.ts"

/** A public version of a model: what its file says, with what has been published. */
export interface ModelVersion {
  readonly modelVersionId: VersionId
  readonly projectVersionId: VersionId
  readonly title: string
  readonly description: string | null
  readonly createdBy: string
  /** RFC 3339, in UTC. */
  readonly createdAt: string
  /** How many it changed. */
  readonly cells: number
  readonly deletedProducts: number
}

/** What a version changed of a product: a cell, or with the field `Deleted` that the product was there. */
export interface ModelChange {
  readonly guid: string
  readonly field: EditedField
  /** Of a location, material or code its guid, null for none. */
  readonly before: Scalar
  readonly after: Scalar
}

/** Characters that a change is written with, about: a text of the file stands in each change of it. */
export const changeLength = ({ after, before, field }: ModelChange): number =>
  field.set.length + field.name.length + lengthOf(before) + lengthOf(after)

const lengthOf = (value: Scalar): number => (typeof value === "string" ? value.length : 8)

/** What differs between two versions of a model. */
export interface VersionChanges {
  /** Cells of products that both have. */
  readonly changes: Iterable<ModelChange>
  /** Guids of products. */
  readonly added: Iterable<string>
  readonly deleted: Iterable<string>
}
