import type { IfcClass } from "../../ifc/schema/Schema.ts"
import type { IfcValue } from "../values/IfcValue.ts"

/** A value with the type that the file states for it, such as `IFCLABEL`; null if there is none. */
export interface TypedValue {
  readonly type: string | null
  readonly value: IfcValue
}

/** A property set as IDS defines it: without references and complex properties. */
export interface SetContents {
  readonly name: string
  /** The names of its properties, in order. */
  readonly properties: ReadonlyArray<string>
}

/** Classes with common features, each with its instances. */
export interface ClassRows {
  readonly class: IfcClass
  readonly rows: Uint32Array
}

/**
 * The entities of a file and their values. Facets read everything through this interface, so that edits can be applied
 * to the values of the file. An entity is identified by its row in the file's index, and a property set by a separate
 * number.
 */
export interface Entities {
  readonly classes: ReadonlyArray<ClassRows>
  readonly classOf: (row: number) => IfcClass
  /** Returns whether `classNames` may contain another name than that of the class for entities of a class. */
  readonly mayHaveOtherClass: (of: IfcClass) => boolean
  /**
   * Returns the names of an entity's class in capitals; a class that IFC2X3 has only as a type is an additional name.
   */
  readonly classNames: (row: number) => ReadonlyArray<string>
  /** Returns the predefined type and, if it is user-defined, its text too. Returns none if it is not set. */
  readonly predefinedTypes: (row: number) => ReadonlyArray<string>
  /** Returns the value of an attribute by its position among those of the class. */
  readonly attribute: (row: number, position: number) => IfcValue
  /** Returns the type of an occurrence, or -1. */
  readonly typeOf: (row: number) => number
  /** Returns the sets of an entity itself, without those of its type. */
  readonly setsOf: (row: number) => ArrayLike<number>
  readonly contents: (set: number) => SetContents
  /** Returns the values of a property of a set, which may have several. */
  readonly values: (set: number, property: number) => ReadonlyArray<TypedValue>
  /** Returns the materials that are associated with an entity, without those of its type. */
  readonly materialsOf: (row: number) => ArrayLike<number>
  /**
   * Returns the names and categories of a material, a material set or a usage of a material set, and of their parts.
   */
  readonly materialTexts: (material: number) => ReadonlyArray<string>
  /** Returns the references and systems by which an entity is classified, without those of its type. */
  readonly classificationsOf: (row: number) => ArrayLike<number>
  readonly classification: (reference: number) => ClassificationReference
  /** Calls `each` with a whole and its part for every relation of one of the kinds that `partOf` names. */
  readonly eachPart: (relation: string, each: (whole: number, part: number) => void) => void
  readonly identityOf: (row: number) => Identity
  /** Returns the number of rows. */
  readonly rows: number
}

/** The data that identify an entity for users. */
export interface Identity {
  /** The GlobalId, or null if the class has none. */
  readonly guid: string | null
  /** The number of the instance in the file. */
  readonly step: number
  readonly class: string
  readonly name: string | null
}

export interface ClassificationReference {
  /** The name of the topmost system, or null if there is none. */
  readonly system: string | null
  /** Its identification, or null. */
  readonly code: string | null
  /** The reference above it, or -1. */
  readonly parent: number
}
