import type { Filter } from "../../domain/products/Filter.ts"
import { jsonNumber } from "./JsonWriter.ts"

/** What a filter asks of one value, without its negation. */
export interface Matcher {
  /** Texts, and booleans, that are equal; texts of numbers and booleans included. Empty for Contains. */
  readonly accepted: ReadonlySet<string | boolean>
  /** Numbers that are equal, ascending. Empty for Contains. */
  readonly numbers: Float64Array
  /** Contains: what the value's text has in it, in lower case; null for the others. */
  readonly needle: string | null
  /** A product without value matches. */
  readonly nothing: boolean
  /** NotEquals, NotIn: the products that do not match. */
  readonly negated: boolean
}

/** A number as a text. */
export const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** What a filter asks, its value checked before. */
export const make = ({ operator, value }: Filter): Matcher => {
  if (operator === "Contains") {
    const needle = textOf(value as string | number | boolean).toLowerCase()
    return { accepted: new Set(), numbers: new Float64Array(0), needle, nothing: false, negated: false }
  }
  const items = (operator === "In" || operator === "NotIn" ? value : [value]) as ReadonlyArray<
    string | number | boolean | null
  >
  const accepted = new Set<string | boolean>()
  const numbers: Array<number> = []
  let nothing = false
  for (const item of items) {
    if (item === null || item === "") {
      nothing = true
      continue
    }
    accepted.add(textOf(item))
    if (typeof item === "boolean") accepted.add(item)
    if (typeof item === "number") numbers.push(item)
    if (typeof item !== "string") continue
    const lower = item.length <= 5 ? item.toLowerCase() : ""
    if (lower === "true" || lower === "false") accepted.add(lower === "true")
    if (decimal.test(item) && Number.isFinite(Number(item))) numbers.push(Number(item))
  }
  const negated = operator === "NotEquals" || operator === "NotIn"
  return { accepted, numbers: Float64Array.from(numbers).sort(), needle: null, nothing, negated }
}

/** The text of a value: a number or boolean by its JSON. */
export const textOf = (value: string | number | boolean): string =>
  typeof value === "number" ? jsonNumber(value) : String(value)

/** What Contains looks in. */
export const folded = (value: string | number | boolean): string => textOf(value).toLowerCase()

/** Equal numbers: within 1e-9 of the larger one. */
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/** First place in an ascending list whose number is not below `value`. */
const lowerBound = (list: Float64Array, value: number): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether one of the ascending `numbers` equals `value`. */
const acceptsNumber = (numbers: Float64Array, value: number): boolean => {
  if (numbers.length === 1) return near(numbers[0]!, value)
  const at = lowerBound(numbers, value)
  return (at < numbers.length && near(numbers[at]!, value)) || (at > 0 && near(numbers[at - 1]!, value))
}

/** Whether a value matches; what the columns are asked, value by value. */
export const accepts = (matcher: Matcher, value: string | number | boolean): boolean => {
  if (matcher.needle !== null) return folded(value).includes(matcher.needle)
  return typeof value === "number" ? acceptsNumber(matcher.numbers, value) : matcher.accepted.has(value)
}
