import { ofCheckTopic } from "../../domain/DerivedUuid.ts"
import type { CheckResult, Failure, RequirementResult, SpecificationResult } from "../check/CheckResult.ts"
import type { Entities } from "../model/Entities.ts"

/** A topic about a requirement that entities do not meet, or about a specification that failed without one. */
export interface FailureTopic {
  readonly guid: string
  readonly viewpointGuid: string
  readonly title: string
  readonly description: string
  /** GlobalIds of the entities. */
  readonly components: ReadonlyArray<string>
}

/** The model and the document that the topics are about. */
interface About {
  readonly modelGuid: string
  readonly modelName: string
  readonly requirements: { readonly id: number; readonly title: string }
}

interface Most {
  readonly topics: number
  readonly components: number
}

/** Reasons that a description repeats. */
const mostReasons = 10

/** Returns a function that makes equal names different, the first one apart. */
const numbered = () => {
  const counts = new Map<string, number>()
  return (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}\0${count}`
  }
}

/** Generates the topics of a result in its order, at most `most.topics` of them. */
export function* failureTopics(
  about: About,
  { specifications }: CheckResult,
  entities: Entities,
  most: Most
): Generator<FailureTopic> {
  const { modelGuid, modelName, requirements } = about
  const keyOf = numbered()
  let left = most.topics

  const topicOf = (
    specification: SpecificationResult,
    key: readonly [specification: string, requirement: string],
    text: string,
    failures: ReadonlyArray<Failure>,
    failed: number
  ): FailureTopic => {
    const identities = failures.map(({ reason, row }) => ({ ...entities.identityOf(row), reason }))
    const lines = identities
      .slice(0, mostReasons)
      .map(({ class: ifcClass, guid, name, reason, step }) => `${ifcClass} ${name ?? guid ?? `#${step}`}: ${reason}`)
    const guidOf = (part: "topic" | "viewpoint") => ofCheckTopic(modelGuid, requirements.id, ...key, part)
    return {
      guid: guidOf("topic"),
      viewpointGuid: guidOf("viewpoint"),
      title: `${specification.source.name}: ${text}`,
      description: [
        `${requirements.title}. Model: ${modelName}.`,
        ...(failed === 0 ? [] : [`${failed} of ${specification.applicable} do not meet it.`]),
        ...lines,
        ...(failed > lines.length ? [`${failed - lines.length} more.`] : [])
      ].join("\n"),
      components: [...new Set(identities.flatMap(({ guid }) => (guid === null ? [] : [guid])))].slice(
        0,
        most.components
      )
    }
  }

  function* ofSpecification(specification: SpecificationResult): Generator<FailureTopic> {
    const { failed, failures, reason, source, status } = specification
    const key = keyOf(source.identifier ?? source.name)
    if (status !== "Failed") return
    const requirementKey = numbered()
    const unmet = specification.requirements
      .map((requirement): readonly [string, RequirementResult] => [requirementKey(requirement.text), requirement])
      .filter(([, requirement]) => requirement.failed > 0)
    for (const [name, requirement] of unmet) {
      yield topicOf(specification, [key, name], requirement.text, requirement.failures, requirement.failed)
    }
    if (unmet.length > 0) return
    yield topicOf(specification, [key, ""], reason ?? "The specification prohibits it.", failures, failed)
  }

  for (const specification of specifications) {
    for (const topic of ofSpecification(specification)) {
      if (left-- <= 0) return
      yield topic
    }
  }
}
