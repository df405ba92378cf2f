import * as Either from "effect/Either"
import { amountOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { Facet, IdsDocument, Requirement, Specification } from "../document/IdsDocument.ts"
import { IdsFault } from "../document/IdsFault.ts"
import { compileAttribute } from "../facets/AttributeFacet.ts"
import { compileClassification } from "../facets/ClassificationFacet.ts"
import { compileEntity } from "../facets/EntityFacet.ts"
import type { BoundFacet } from "../facets/Facets.ts"
import { compileMaterial } from "../facets/MaterialFacet.ts"
import { compilePartOf } from "../facets/PartOfFacet.ts"
import { compileProperty } from "../facets/PropertyFacet.ts"
import type { Entities } from "../model/Entities.ts"
import { compileValue, type CompilePattern, patternCompiler } from "../values/ValueMatcher.ts"
import { selectsShapes } from "./NeedsShapes.ts"

type CompiledFacet = (entities: Entities) => BoundFacet

/** A document whose values and patterns are compiled. Equal facets are compiled once. */
export interface CompiledIds {
  readonly document: IdsDocument
  readonly facets: ReadonlyArray<CompiledFacet>
  readonly specifications: ReadonlyArray<CompiledSpecification>
  /** Whether it may apply to entities of shapes, placements or styles, so that a file must be opened with them. */
  readonly needsShapes: boolean
}

export interface CompiledSpecification {
  readonly source: Specification
  /** Indices of facets. */
  readonly applicability: ReadonlyArray<number>
  readonly requirements: ReadonlyArray<{ readonly source: Requirement; readonly facet: number }>
}

/** Compiles a document. Fails with the line and the reason if a pattern cannot be read, or if patterns are too large. */
export const compileIds = (document: IdsDocument): Either.Either<CompiledIds, IdsFault> => {
  const limit = limits.patternInstructionsOfDocument
  const pattern = patternCompiler(
    limit.most,
    `The patterns of the document compile to more than ${amountOf(limit)} instructions.`
  )
  const facets: Array<CompiledFacet> = []
  const known = new Map<string, number>()
  const add = (facet: Facet): number =>
    known.getOrInsertComputed(keyOf(facet), () => facets.push(compileFacet(facet, pattern)) - 1)
  try {
    const specifications = document.specifications.map((source) => ({
      source,
      applicability: source.applicability.map(add),
      requirements: source.requirements.map((one) => ({ source: one, facet: add(one.facet) }))
    }))
    const needsShapes = document.specifications.some(({ applicability }) => mayApplyToShapes(applicability, pattern))
    return Either.right({ document, facets, specifications, needsShapes })
  } catch (error) {
    if (error instanceof IdsFault) return Either.left(error)
    throw error
  }
}

const mayApplyToShapes = (applicability: ReadonlyArray<Facet>, pattern: CompilePattern): boolean => {
  const entity = applicability.find((facet) => facet.facet === "entity")
  return entity === undefined || selectsShapes(compileValue(entity.name, pattern))
}

const keyOf = (facet: Facet): string =>
  JSON.stringify(facet, (key, value: unknown) => (key === "line" ? undefined : value))

const compileFacet = (facet: Facet, pattern: CompilePattern): CompiledFacet => {
  switch (facet.facet) {
    case "entity":
      return compileEntity(facet, pattern)
    case "partOf":
      return compilePartOf(facet, pattern)
    case "classification":
      return compileClassification(facet, pattern)
    case "attribute":
      return compileAttribute(facet, pattern)
    case "property":
      return compileProperty(facet, pattern)
    case "material":
      return compileMaterial(facet, pattern)
  }
}
