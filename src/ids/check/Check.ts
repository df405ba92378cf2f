import type { CheckStatus } from "../../domain/operations/CheckStatus.ts"
import type { Requirement } from "../document/IdsDocument.ts"
import { type BoundFacet, remembered, type Unmet, unmet } from "../facets/Facets.ts"
import type { Entities } from "../model/Entities.ts"
import { requirementWords } from "../words/SpecificationWords.ts"
import type { CompiledIds, CompiledSpecification } from "./CompiledIds.ts"
import type { CheckResult, Failure, RequirementResult, SpecificationResult } from "./CheckResult.ts"
import { whyNothingApplies } from "./NothingApplies.ts"

export interface CheckOptions {
  /** The most failures that are kept for a requirement; all are counted. */
  readonly mostFailures?: number
  /** The most failures that are kept in all. */
  readonly mostInAll?: number
  /** Receives every failure, with the index of its requirement, or -1 for a prohibited specification. */
  readonly onFailure?: (specification: number, requirement: number, failure: Failure) => void
  readonly onProgress?: (fraction: number) => void
}

const usualFailures = 1000

/**
 * Checks the entities of a file against a document. The time is in proportion to the entities for each specification,
 * and the result does not depend on the order of specifications.
 */
export const checkIds = (compiled: CompiledIds, entities: Entities, options: CheckOptions = {}): CheckResult => {
  const { facets, specifications } = compiled
  const bound = remembered((facet: number) => facets[facet]!(entities))
  const room = { left: options.mostInAll ?? Infinity }
  const results = specifications.map((specification, index) => {
    const result = new SpecificationCheck(specification, index, bound, entities, options, room).run()
    options.onProgress?.((index + 1) / specifications.length)
    return result
  })
  const has = (status: CheckStatus) => results.some((result) => result.status === status)
  return { status: has("Failed") ? "Failed" : has("Passed") ? "Passed" : "NotApplicable", specifications: results }
}

const prohibited: Unmet = unmet("Prohibited", () => "The specification prohibits it.")

class SpecificationCheck {
  private readonly most: number

  constructor(
    private readonly specification: CompiledSpecification,
    private readonly index: number,
    private readonly bound: (facet: number) => BoundFacet,
    private readonly entities: Entities,
    private readonly options: CheckOptions,
    /** The number of failures that may still be kept. */
    private readonly room: { left: number }
  ) {
    this.most = options.mostFailures ?? usualFailures
  }

  run(): SpecificationResult {
    const { source } = this.specification
    const rows = this.applicable()
    const applicable = rows.length
    const isProhibited = source.necessity === "prohibited"
    const failures: Array<Failure> = []
    const checks = this.specification.requirements.map(
      ({ facet, source: requirement }) => new RequirementCheck(requirement, this.bound(facet))
    )
    let failed = 0
    for (const row of rows) {
      let isMet = !isProhibited
      if (isProhibited) this.keep(failures, -1, row, prohibited)
      else {
        for (const [i, check] of checks.entries()) {
          const fault = check.fault(row)
          if (fault === null) continue
          isMet = false
          this.keep(check.failures, i, row, fault)
        }
      }
      if (!isMet) failed++
    }
    const lacks = source.necessity === "required" && applicable === 0
    const status = lacks || failed > 0 ? "Failed" : applicable === 0 && !isProhibited ? "NotApplicable" : "Passed"
    return {
      source,
      necessity: source.necessity,
      status,
      applicable,
      passed: applicable - failed,
      failed,
      reason: lacks ? whyNothingApplies(source, this.entities) : null,
      failures,
      requirements: checks.map((check) => check.result())
    }
  }

  /** Returns the rows that meet all facets of the applicability, in the order of the file. */
  private applicable(): Uint32Array {
    const [first, ...others] = this.specification.applicability.map(this.bound)
    const rows: Array<number> = []
    if (first === undefined) return new Uint32Array(0)
    for (const row of first.candidates()) {
      if (first.check(row) === null && others.every((facet) => facet.check(row) === null)) rows.push(row)
    }
    return Uint32Array.from(rows).sort()
  }

  private keep(failures: Array<Failure>, requirement: number, row: number, { code, reason }: Unmet): void {
    const { onFailure } = this.options
    const isKept = failures.length < this.most && this.room.left > 0
    if (!isKept && onFailure === undefined) return
    const failure = { row, code, reason: reason() }
    if (isKept) {
      failures.push(failure)
      this.room.left--
    }
    onFailure?.(this.index, requirement, failure)
  }
}

class RequirementCheck {
  readonly failures: Array<Failure> = []
  private passed = 0
  private failed = 0
  private readonly opposite: Unmet

  constructor(
    private readonly requirement: Requirement,
    private readonly facet: BoundFacet
  ) {
    this.opposite = unmet("Prohibited", () => `It has what is prohibited: ${requirementWords(requirement)}`)
  }

  /** Returns the reason why an entity does not meet the requirement, or null if it does. */
  fault(row: number): Unmet | null {
    const fault = this.of(row)
    if (fault === null) this.passed++
    else this.failed++
    return fault
  }

  result(): RequirementResult {
    const { failed, failures, passed, requirement } = this
    return { text: requirementWords(requirement), facet: requirement.facet.facet, passed, failed, failures }
  }

  private of(row: number): Unmet | null {
    const fault = this.facet.check(row)
    switch (this.requirement.cardinality) {
      case "required":
        return fault
      case "optional":
        return fault?.isAbsent === true ? null : fault
      case "prohibited":
        return fault === null ? this.opposite : null
    }
  }
}
