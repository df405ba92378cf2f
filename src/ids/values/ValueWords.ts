import type { IdsValue, Restriction } from "../document/IdsDocument.ts"

const most = 20
const mostShown = 80

const quoted = (text: string): string => JSON.stringify(text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

const bounds = {
  minInclusive: "at least",
  minExclusive: "more than",
  maxInclusive: "at most",
  maxExclusive: "less than"
} as const

const lengths = { length: "exactly", minLength: "at least", maxLength: "at most" } as const

/** Returns a value of a document as the end of a sentence: `"A" or "B"`, `at least 2 and less than 5`. */
export const words = (value: IdsValue): string =>
  known.getOrInsertComputed(value, () => ("simple" in value ? quoted(value.simple) : ofRestriction(value)))

const known = new WeakMap<IdsValue, string>()

const anyOf = (texts: ReadonlyArray<string>): string => {
  const shown = texts.slice(0, most).map(quoted)
  if (texts.length > most) shown.push(`one of ${texts.length - most} others`)
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`
}

const ofRestriction = (restriction: Restriction): string => {
  const parts: Array<string> = []
  if (restriction.enumerations.length > 0) parts.push(anyOf(restriction.enumerations))
  if (restriction.patterns.length > 0) parts.push(`like the pattern ${anyOf(restriction.patterns)}`)
  for (const { kind, value } of restriction.bounds) parts.push(`${bounds[kind]} ${value}`)
  for (const { kind, value } of restriction.lengths) parts.push(`${lengths[kind]} ${value} characters long`)
  return parts.length === 0 ? "any value" : parts.join(" and ")
}
