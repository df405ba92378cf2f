import * as Either from "effect/Either"
import type { Leaf } from "../../domain/products/Condition.ts"
import * as Expression from "../../domain/products/Expression.ts"
import type { Filter } from "../../domain/products/Filter.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import * as Matcher from "./Matcher.ts"

/** One end of a range. Numbers are compared with `number`, texts with `text`; null if the end is of the other type. */
interface End {
  readonly number: number | null
  /** In lower case. */
  readonly text: string | null
  readonly isIncluded: boolean
}

/** The comparison of a filter or a leaf with single values, apart from its negation. */
export type Comparison =
  | Matcher.Matcher
  | { readonly kind: "Range"; readonly lower: End | null; readonly upper: End | null }
  /** The text is in lower case. */
  | { readonly kind: "StartsWith" | "EndsWith"; readonly text: string }
  | { readonly kind: "Matches"; readonly expression: Expression.Expression }

export type Range = Extract<Comparison, { readonly kind: "Range" }>

/** A comparison, whether products without value match it, and whether the products that do not match are meant. */
export interface Asked {
  readonly comparison: Comparison
  readonly nothing: boolean
  readonly negated: boolean
}

export const ofFilter = (filter: Filter): Asked => {
  const comparison = Matcher.make(filter)
  return { comparison, nothing: comparison.nothing, negated: comparison.negated }
}

/** Returns the comparison of a leaf. IsA and Below compare with more than values, so they are made elsewhere. */
export const ofLeaf = ({ operator, property, value }: Leaf): Asked => {
  switch (operator) {
    case "Equals":
    case "NotEquals":
    case "In":
    case "NotIn":
    case "Contains":
      return ofFilter({ property, operator, value })
    case "Exists":
      return ofFilter({ property, operator: "NotEquals", value: null })
    case "NotExists":
      return ofFilter({ property, operator: "Equals", value: null })
    case "GreaterThan":
    case "GreaterThanOrEquals":
      return positive({ kind: "Range", lower: endOf(value as Ordered, operator !== "GreaterThan"), upper: null })
    case "LessThan":
    case "LessThanOrEquals":
      return positive({ kind: "Range", lower: null, upper: endOf(value as Ordered, operator !== "LessThan") })
    case "Between": {
      const [lower, upper] = value as unknown as readonly [Ordered, Ordered]
      return positive({ kind: "Range", lower: endOf(lower, true), upper: endOf(upper, true) })
    }
    case "Matches":
      return positive({
        kind: "Matches",
        expression: Either.getOrThrowWith(Expression.compile(value as string), (reason) => new Error(reason))
      })
    case "IsA":
    case "Below":
      throw new Error(`${operator} does not compare values`)
    default:
      return positive({ kind: operator, text: (value as string).toLowerCase() })
  }
}

type Ordered = string | number

const positive = (comparison: Comparison): Asked => ({ comparison, nothing: false, negated: false })

/** Returns the end of a range. A decimal text is compared with numbers as a number, and with texts as a text. */
const endOf = (value: Ordered, isIncluded: boolean): End => {
  if (typeof value === "number") return { number: value, text: null, isIncluded }
  return { number: numberIn(value), text: value.toLowerCase(), isIncluded }
}

/** Returns the number that a decimal text stands for, or null if it is none. */
export const numberIn = (text: string): number | null => {
  const number = Matcher.decimal.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

const fits = (order: number, isEqual: boolean, { isIncluded }: End): boolean => (isEqual ? isIncluded : order > 0)

/** Returns whether a number lies in the range. */
export const hasNumber = ({ lower, upper }: Range, value: number): boolean => {
  if (lower !== null) {
    const { number } = lower
    if (number === null || !fits(value - number, Matcher.near(value, number), lower)) return false
  }
  if (upper === null) return true
  const { number } = upper
  return number !== null && fits(number - value, Matcher.near(value, number), upper)
}

/**
 * Returns whether a text lies in the range. `compare` returns the order of the text and the lower-case text of an end.
 */
export const hasText = ({ lower, upper }: Range, compare: (text: string) => number): boolean => {
  if (lower !== null) {
    if (lower.text === null) return false
    const order = compare(lower.text)
    if (!fits(order, order === 0, lower)) return false
  }
  if (upper === null) return true
  if (upper.text === null) return false
  const order = compare(upper.text)
  return fits(-order, order === 0, upper)
}

/**
 * Returns whether a value matches. For a range it is a single value in its own type. An empty part of several values,
 * such as a missing bound, is without value.
 */
export const accepts = (comparison: Comparison, value: string | number | boolean): boolean => {
  if (!("kind" in comparison)) return Matcher.accepts(comparison, value)
  if (value === "") return false
  switch (comparison.kind) {
    case "Range": {
      if (typeof value === "number") return hasNumber(comparison, value)
      if (typeof value === "boolean") return false
      const lowered = value.toLowerCase()
      return hasText(comparison, (text) => compareCodePoints(lowered, text))
    }
    case "StartsWith":
      return Matcher.folded(value).startsWith(comparison.text)
    case "EndsWith":
      return Matcher.folded(value).endsWith(comparison.text)
    case "Matches":
      return comparison.expression.isIn(Matcher.textOf(value))
  }
}
