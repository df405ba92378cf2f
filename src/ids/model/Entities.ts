import type { IfcClass } from "../../ifc/schema/Schema.ts"
import type { IfcValue } from "../values/IfcValue.ts"

/** A value with the type that the file writes it with, such as `IFCLABEL`; null if it has none. */
export interface TypedValue {
  readonly type: string | null
  readonly value: IfcValue
}

/** A property set as IDS sees it: without properties that IDS does not know, which are references and complex ones. */
export interface SetContents {
  readonly name: string
  /** The names of its properties, in order. */
  readonly properties: ReadonlyArray<string>
}

/** Classes and what they have in common, each with its instances. */
export interface ClassRows {
  readonly class: IfcClass
  readonly rows: Uint32Array
}

/**
 * The entities of a file and their values. Facets read everything through this, so that edits over the file can be laid
 * over it. An entity is a row of the file's index; a set of properties is a number of its own.
 */
export interface Entities {
  readonly classes: ReadonlyArray<ClassRows>
  readonly classOf: (row: number) => IfcClass
  /** Returns whether `classNames` of entities of a class may have another name beside that of the class. */
  readonly mayHaveOtherClass: (of: IfcClass) => boolean
  /** Returns the names of an entity's class in capitals; a class that IFC2X3 has as a type only is an additional one. */
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
  /** Returns what is associated with an entity as its material, without that of its type. */
  readonly materialsOf: (row: number) => ArrayLike<number>
  /** Returns the names and categories of a material, a set of materials or a usage of one, and of their parts. */
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

/** The data by which people find an entity. */
export interface Identity {
  /** The GlobalId, or null if the class has none. */
  readonly guid: string | null
  /** The number of the instance in the file. */
  readonly step: number
  readonly class: string
  readonly name: string | null
}

export interface ClassificationReference {
  /** The name of the system at the top, or null if it has none or none is named. */
  readonly system: string | null
  /** Its identification, or null. */
  readonly code: string | null
  /** The reference above it, or -1. */
  readonly parent: number
}
