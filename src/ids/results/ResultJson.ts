import type { CheckResult, Failure, RequirementResult, SpecificationResult } from "../check/CheckResult.ts"
import type { Entities } from "../model/Entities.ts"

/**
 * Generates the JSON of a result, piece by piece. A failure names its entity by GlobalId, if it has one, and by the
 * number of the instance in the file.
 *
 * @param about members that come first
 * @param topics the guids of the topics about requirements and specifications
 */
export function* resultJson(
  about: object,
  result: CheckResult,
  entities: Entities,
  topics: ReadonlyMap<RequirementResult | SpecificationResult, string> = new Map()
): Generator<string> {
  const topicOf = (of: RequirementResult | SpecificationResult) => {
    const topicGuid = topics.get(of)
    return topicGuid === undefined ? {} : { topicGuid }
  }
  const failureText = ({ reason, row }: Failure): string => {
    const { class: ifcClass, guid, name, step } = entities.identityOf(row)
    return JSON.stringify({ guid, step, class: ifcClass, name, reason })
  }
  function* list<A>(name: string, items: ReadonlyArray<A>, textOf: (item: A) => Iterable<string>): Generator<string> {
    yield `,${JSON.stringify(name)}:[`
    for (const [i, item] of items.entries()) {
      if (i > 0) yield ","
      yield* textOf(item)
    }
    yield "]"
  }
  /** Generates an object with members, followed by lists. */
  function* object(members: object, lists: Iterable<string>): Generator<string> {
    yield JSON.stringify(members).slice(0, -1)
    yield* lists
    yield "}"
  }
  const failures = (items: ReadonlyArray<Failure>) => list("failures", items, (one) => [failureText(one)])
  function* listsOf(specification: SpecificationResult): Generator<string> {
    if (specification.failures.length > 0) yield* failures(specification.failures)
    yield* list("requirements", specification.requirements, (requirement) => {
      const { failures: failed, ...members } = requirement
      return object({ ...members, ...topicOf(requirement) }, failures(failed))
    })
  }
  const specificationOf = (specification: SpecificationResult) => {
    const { applicable, failed, necessity, passed, reason, source, status } = specification
    const { identifier, name } = source
    return object(
      {
        name,
        ...(identifier === null ? {} : { identifier }),
        necessity,
        status,
        applicable,
        passed,
        failed,
        ...(reason === null ? {} : { reason }),
        ...topicOf(specification)
      },
      listsOf(specification)
    )
  }
  yield* object(
    { ...about, status: result.status },
    list("specifications", result.specifications, (one) => specificationOf(one))
  )
}
