import type { EntityType } from "../../../domain/libraries/EntityType.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import type { View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import type { Refusal } from "./Refusal.ts"
import type { ValueType } from "./ValueType.ts"

/** The facts of a class in an IFC schema. */
interface ClassFacts {
  /** The class and its supertypes, in their usual spelling. */
  readonly kinds: ReadonlySet<string>
  /** The values that its PredefinedType can have; empty if it has no such attribute. */
  readonly predefinedTypes: ReadonlyArray<string>
}

/**
 * The references and custom sets of a project. To validate one request it only has to know the guids that the request
 * names.
 */
interface Project {
  readonly hasLocation: (guid: string) => boolean
  readonly hasMaterial: (guid: string) => boolean
  readonly hasCode: (guid: string) => boolean
  /** Returns the entity types that a custom set applies to, `[]` for all, or undefined if there is no such set. */
  readonly entityTypes: (set: string) => ReadonlyArray<EntityType> | undefined
}

/** The state that modifications are validated against. */
export interface Subject {
  /** The products as the caller sees them. */
  readonly table: ProductTable
  readonly view: View
  readonly project: Project
  /** Returns the facts of a class in the schema of the file, or undefined if the schema lacks it. */
  readonly classNamed: (name: string) => ClassFacts | undefined
  /** Returns the value of a property in the form and unit of its cell. Absent if values are sent in these. */
  readonly read?: (sent: Scalar, type: ValueType) => Scalar | Refusal
}
