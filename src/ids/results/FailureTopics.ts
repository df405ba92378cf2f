import { ofCheckTopic } from "../../domain/DerivedUuid.ts"
import { longestDescription, longestName } from "../../domain/Text.ts"
import type { CheckResult, RequirementResult, SpecificationResult } from "../check/CheckResult.ts"
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

/** A requirement of a specification that is the subject of a topic, or the specification itself. */
interface Unmet {
  readonly specification: SpecificationResult
  readonly requirement: RequirementResult | null
  /** The names of both. No other topic of the document has the same two. */
  readonly key: readonly [specification: string, requirement: string]
}

/** Reasons that a description repeats. */
const mostReasons = 10

/** Returns a function that makes equal names different, except for the first one. */
const numbered = () => {
  const counts = new Map<string, number>()
  return (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}\0${count}`
  }
}

/** Returns the beginning of a text, with its characters counted in the same way as those of topics. */
const beginningOf = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`
}

/** Generates the subjects of topics for a result, in its order. */
function* unmetOf({ specifications }: CheckResult): Generator<Unmet> {
  const keyOf = numbered()
  for (const specification of specifications) {
    const key = keyOf(specification.source.identifier ?? specification.source.name)
    if (specification.status !== "Failed") continue
    const requirementKey = numbered()
    const unmet = specification.requirements
      .map((requirement) => ({ requirement, key: [key, requirementKey(requirement.text)] as const }))
      .filter(({ requirement }) => requirement.failed > 0)
    for (const one of unmet) yield { specification, ...one }
    if (unmet.length === 0) yield { specification, requirement: null, key: [key, ""] }
  }
}

const guidOf = ({ modelGuid, requirements }: About, { key }: Unmet, part: "topic" | "viewpoint"): string =>
  ofCheckTopic(modelGuid, requirements.id, ...key, part)

/** Returns the guids of the first topics of a result, by the requirement or specification that they are about. */
export const topicGuids = (
  about: About,
  result: CheckResult,
  most: number
): ReadonlyMap<RequirementResult | SpecificationResult, string> =>
  new Map(
    unmetOf(result)
      .take(most)
      .map((unmet) => [unmet.requirement ?? unmet.specification, guidOf(about, unmet, "topic")])
  )

/** Generates the topics of a result in its order, at most `most.topics` of them. */
export function* failureTopics(
  about: About,
  result: CheckResult,
  entities: Entities,
  most: Most
): Generator<FailureTopic> {
  const topicOf = (unmet: Unmet): FailureTopic => {
    const { requirement, specification } = unmet
    const { failed, failures } = requirement ?? specification
    const text = requirement?.text ?? specification.reason ?? "The specification prohibits it."
    const identities = failures.map(({ reason, row }) => ({ ...entities.identityOf(row), reason }))
    const lines = identities
      .slice(0, mostReasons)
      .map(({ class: ifcClass, guid, name, reason, step }) => `${ifcClass} ${name ?? guid ?? `#${step}`}: ${reason}`)
    const description = [
      `${about.requirements.title}. Model: ${about.modelName}.`,
      ...(failed === 0 ? [] : [`${failed} of ${specification.applicable} do not meet it.`]),
      ...lines,
      ...(failed > lines.length ? [`${failed - lines.length} more.`] : [])
    ].join("\n")
    return {
      guid: guidOf(about, unmet, "topic"),
      viewpointGuid: guidOf(about, unmet, "viewpoint"),
      title: beginningOf(`${specification.source.name}: ${text}`, longestName),
      description: beginningOf(description, longestDescription),
      components: [...new Set(identities.flatMap(({ guid }) => (guid === null ? [] : [guid])))].slice(
        0,
        most.components
      )
    }
  }
  for (const unmet of unmetOf(result).take(most.topics)) yield topicOf(unmet)
}
