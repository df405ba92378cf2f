import type { SpecificationResult } from "../../src/ids/check/CheckResult.ts"
import type { PeerSpecification } from "../../bench/IfcTester.ts"

/** The number of entities to which a specification applies, and the numbers that pass and fail it. */
interface Counts {
  readonly applicable: number
  readonly passed: number
  readonly failed: number
}

/** A requirement, or a specification as a whole, that Plinth and ifctester decide differently. */
export interface Deviation {
  readonly specification: string
  /** The requirement in words, or null for the specification. */
  readonly requirement: string | null
  readonly ours: Counts
  readonly theirs: Counts
  /** The reason why ifctester could not decide it, or null. */
  readonly error: string | null
  /**
   * The kind of difference: ifctester fails with an error; the specification applies to other numbers of entities; some
   * entities fail in only one of the two; or only the result as a whole differs.
   */
  readonly kind: "error" | "applicability" | "here" | "ifctester" | "both" | "result"
  /** The first entity on which they differ, with the reason for which it fails here. */
  readonly example: string
}

const countsOf = (applicable: number, failed: number): Counts => ({ applicable, passed: applicable - failed, failed })

/** Returns the numbers of one list that are not in another. */
const without = (ids: ReadonlyArray<number>, others: ReadonlyArray<number>): ReadonlyArray<number> => {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}

/**
 * Compares the results of a specification with at most one requirement: to how many entities it applies, because our
 * result does not list those that pass, which entities fail, and whether the model meets it. Returns null if both decide
 * the same.
 *
 * @param idOf returns the number of the instance in a row
 */
export const deviationOf = (
  ours: SpecificationResult,
  theirs: PeerSpecification,
  idOf: (row: number) => number
): Deviation | null => {
  const [requirement] = ours.requirements
  const failures = requirement?.failures ?? []
  const failing = failures.map(({ row }) => idOf(row)).sort((a, b) => a - b)
  const other = theirs.failures[0] ?? []
  const [here, there] = [without(failing, other), without(other, failing)]
  const differing = here[0] ?? there[0] ?? null
  const isOfApplicability = ours.applicable !== theirs.applicable.length
  const isSame = !isOfApplicability && differing === null
  const kindOf = (alone: number, elsewhere: number): Deviation["kind"] => {
    if (theirs.error !== null) return "error"
    if (isOfApplicability) return "applicability"
    if (alone > 0) return elsewhere > 0 ? "both" : "here"
    return elsewhere > 0 ? "ifctester" : "result"
  }
  if (theirs.error === null && isSame && (ours.status !== "Failed") === theirs.passes) return null
  const reason = failures.find(({ row }) => idOf(row) === differing)?.reason
  return {
    specification: ours.source.name,
    requirement: requirement?.text ?? null,
    ours: countsOf(ours.applicable, failing.length),
    theirs: countsOf(theirs.applicable.length, other.length),
    error: theirs.error,
    kind: kindOf(here.length, there.length),
    example: differing === null ? "" : `#${differing} ${reason === undefined ? "passes here" : `fails here: ${reason}`}`
  }
}
