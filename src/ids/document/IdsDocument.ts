/** A document of IDS 1.0. Members have the names of its schema. */
export interface IdsDocument {
  readonly title: string
  readonly copyright: string | null
  readonly version: string | null
  readonly description: string | null
  readonly author: string | null
  readonly date: string | null
  readonly purpose: string | null
  readonly milestone: string | null
  readonly specifications: ReadonlyArray<Specification>
}

/**
 * Whether the facets must apply to something (`required`), may apply (`optional`) or must not apply to anything
 * (`prohibited`).
 */
export type Necessity = "required" | "optional" | "prohibited"
export type Cardinality = Necessity

export interface Specification {
  readonly line: number
  readonly name: string
  /** The list is only shown; specifications are checked against files of every schema. */
  readonly ifcVersions: ReadonlyArray<string>
  readonly identifier: string | null
  readonly description: string | null
  readonly instructions: string | null
  readonly necessity: Necessity
  readonly applicability: ReadonlyArray<Facet>
  /** The description of the requirements as a whole. */
  readonly requirementsDescription: string | null
  readonly requirements: ReadonlyArray<Requirement>
}

export interface Requirement {
  readonly facet: Facet
  readonly cardinality: Cardinality
  readonly instructions: string | null
}

export type Facet = EntityFacet | PartOfFacet | ClassificationFacet | AttributeFacet | PropertyFacet | MaterialFacet

export interface EntityFacet {
  readonly facet: "entity"
  readonly name: IdsValue
  readonly predefinedType: IdsValue | null
}

export interface PartOfFacet {
  readonly facet: "partOf"
  /** One of `relations`, or null if any relation counts. */
  readonly relation: string | null
  readonly entity: EntityFacet
}

export interface ClassificationFacet {
  readonly facet: "classification"
  readonly value: IdsValue | null
  readonly system: IdsValue
}

export interface AttributeFacet {
  readonly facet: "attribute"
  readonly name: IdsValue
  readonly value: IdsValue | null
}

export interface PropertyFacet {
  readonly facet: "property"
  readonly propertySet: IdsValue
  readonly baseName: IdsValue
  readonly value: IdsValue | null
  readonly dataType: string | null
}

export interface MaterialFacet {
  readonly facet: "material"
  readonly value: IdsValue | null
}

export type IdsValue = SimpleValue | Restriction

interface SimpleValue {
  readonly simple: string
}

/** The facets of an `xs:restriction`. All of them hold together; enumerations and patterns are alternatives. */
export interface Restriction {
  readonly line: number
  /** The local name of the base type, such as `double`. */
  readonly base: string
  readonly enumerations: ReadonlyArray<string>
  readonly patterns: ReadonlyArray<string>
  readonly bounds: ReadonlyArray<Bound>
  readonly lengths: ReadonlyArray<Length>
  /** Facets of XML Schema that IDS does not know; they are not checked. */
  readonly ignored: ReadonlyArray<string>
}

export interface Bound {
  readonly kind: "minInclusive" | "minExclusive" | "maxInclusive" | "maxExclusive"
  readonly value: string
}

export interface Length {
  readonly kind: "length" | "minLength" | "maxLength"
  readonly value: number
}

/** The values of `relation`. */
export const relations = [
  "IFCRELAGGREGATES",
  "IFCRELASSIGNSTOGROUP",
  "IFCRELCONTAINEDINSPATIALSTRUCTURE",
  "IFCRELNESTS",
  "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT"
] as const
