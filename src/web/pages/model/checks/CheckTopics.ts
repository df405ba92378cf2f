import { sha256 } from "../../../signin/Sha256.ts"
import { texts } from "../../CheckTexts.ts"
import type { CheckResult, SpecificationResult } from "./CheckCalls.ts"

const words = texts.checks.topic

/** A topic about a specification that failed, before it is made. */
export interface CheckTopic {
  readonly guid: string
  readonly title: string
  readonly description: string
  /** GlobalIds of the failing products that the result lists. */
  readonly failing: ReadonlyArray<string>
}

/** Longest title and description of a topic, in characters. */
const longestTitle = 255
const longestDescription = 4000

/** Returns the guid of names, always the same one. Source: RFC 9562, section 5.8. */
const guidOf = (...names: ReadonlyArray<string>): string => {
  const hash = sha256(new TextEncoder().encode(names.join("\0")))
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/** Returns the beginning of a text, whose characters are counted as the service counts them. */
const beginningOf = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`
}

const failingIn = ({ failures = [], requirements }: SpecificationResult): ReadonlyArray<string> => [
  ...new Set([...failures, ...requirements.flatMap((one) => one.failures)].flatMap(({ guid }) => guid ?? []))
]

/**
 * Returns the topics about the specifications that failed, by their positions in the result. Another check of the model
 * against the same document gives the same guids.
 *
 * @param base the path of the model
 * @param model its name
 */
export const checkTopicsOf = (
  base: string,
  model: string,
  { requirements, specifications }: Pick<CheckResult, "requirements" | "specifications">
): ReadonlyMap<number, CheckTopic> => {
  const counts = new Map<string, number>()
  const topics = new Map<number, CheckTopic>()
  for (const [i, specification] of specifications.entries()) {
    const { applicable, failed, name, reason, status } = specification
    // Specifications may have the same name.
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    if (status !== "Failed") continue
    const failing = failingIn(specification)
    const lines = [
      words.about(requirements.title, model),
      ...(reason === undefined ? [] : [reason]),
      ...(failed === 0 ? [] : [words.failing(failed, applicable)]),
      ...(failing.length < failed ? [words.cut(failing.length, failed)] : []),
      ...specification.requirements
        .filter((requirement) => requirement.failed > 0)
        .map((requirement) => words.requirement(requirement.text, requirement.failed))
    ]
    topics.set(i, {
      guid: guidOf("check", base, String(requirements.id), name, String(count)),
      title: beginningOf(name.trim() || requirements.title, longestTitle),
      description: beginningOf(lines.join("\n"), longestDescription),
      failing
    })
  }
  return topics
}
