import type { EntityType } from "../../../domain/libraries/EntityType.ts"
import type { View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** What a schema says of a class. */
interface ClassFacts {
  /** Itself and its supertypes, in usual spelling. */
  readonly kinds: ReadonlySet<string>
  /** The words that its PredefinedType takes, none where it has no such attribute. */
  readonly predefinedTypes: ReadonlyArray<string>
}

/** What a project has. Whoever asks about one request only needs to know of the guids that it names. */
interface Project {
  readonly hasLocation: (guid: string) => boolean
  readonly hasMaterial: (guid: string) => boolean
  readonly hasCode: (guid: string) => boolean
  /** What a custom set is for, `[]` for everything; undefined where there is no such set. */
  readonly entityTypes: (set: string) => ReadonlyArray<EntityType> | undefined
}

/** What modifications are judged against. */
export interface Subject {
  /** The caller's own view of the products. */
  readonly table: ProductTable
  readonly view: View
  readonly project: Project
  /** Of the schema of the file; undefined for a class that it lacks. */
  readonly classNamed: (name: string) => ClassFacts | undefined
}
