import type { CheckStatus } from "../../domain/operations/CheckStatus.ts"
import type { Facet, Necessity, Specification } from "../document/IdsDocument.ts"
import type { UnmetCode } from "../facets/Facets.ts"

export interface CheckResult {
  /** Failed if a specification is Failed, otherwise Passed if one is Passed, otherwise NotApplicable. */
  readonly status: CheckStatus
  readonly specifications: ReadonlyArray<SpecificationResult>
}

export interface SpecificationResult {
  readonly source: Specification
  readonly necessity: Necessity
  readonly status: CheckStatus
  /** The numbers of entities to which it applies, that meet all requirements, and that do not. */
  readonly applicable: number
  readonly passed: number
  readonly failed: number
  /** The reason why it failed as a whole because it applies to nothing; otherwise null. */
  readonly reason: string | null
  /** The entities to which a prohibited specification applies. */
  readonly failures: ReadonlyArray<Failure>
  readonly requirements: ReadonlyArray<RequirementResult>
}

export interface RequirementResult {
  /** The requirement in words. */
  readonly text: string
  readonly facet: Facet["facet"]
  readonly passed: number
  readonly failed: number
  readonly failures: ReadonlyArray<Failure>
}

export interface Failure {
  readonly row: number
  readonly code: UnmetCode
  readonly reason: string
}
