import type { Filter } from "../../domain/products/Filter.ts"
import { jsonNumber } from "../../runtime/JsonWriter.ts"

/** The condition of a filter on one value; negation is applied by the caller. */
export interface Matcher {
  /** The accepted texts and booleans, including numbers and booleans as texts. Empty for Contains. */
  readonly accepted: ReadonlySet<string | boolean>
  /** The accepted numbers, ascending. Empty for Contains. */
  readonly numbers: Float64Array
  /** For Contains: the text to find in the value's text, in lower case. Null for the other operators. */
  readonly needle: string | null
  /** Whether a product without value matches. */
  readonly nothing: boolean
  /** Whether the filter selects the products that do not match (NotEquals, NotIn). */
  readonly negated: boolean
}

/** The form of a text that is read as a decimal number. */
export const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Returns whether a decimal text is an integer that no double holds exactly. Such values of models are texts. */
const isLongInteger = (text: string): boolean =>
  /^[+-]?\d{16,}$/.test(text) && BigInt(Number(text)) !== BigInt(text.replace("+", ""))

/** Returns the matcher of a filter whose value has already been validated. */
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
    if (decimal.test(item) && Number.isFinite(Number(item)) && !isLongInteger(item)) numbers.push(Number(item))
  }
  const negated = operator === "NotEquals" || operator === "NotIn"
  return { accepted, numbers: Float64Array.from(numbers).sort(), needle: null, nothing, negated }
}

/** Returns the text of a value. A number or boolean is written as in JSON. */
export const textOf = (value: string | number | boolean): string =>
  typeof value === "number" ? jsonNumber(value) : String(value)

/** Returns the text that Contains searches in, in lower case. */
export const folded = (value: string | number | boolean): string => textOf(value).toLowerCase()

/** Returns whether two numbers are equal: within 1e-9 of the one with the larger magnitude. */
export const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/** Returns the first index in an ascending list whose number is not less than `value`. */
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

/** Returns whether one of the ascending `numbers` equals `value`. */
const acceptsNumber = (numbers: Float64Array, value: number): boolean => {
  if (numbers.length === 1) return near(numbers[0]!, value)
  const at = lowerBound(numbers, value)
  return (at < numbers.length && near(numbers[at]!, value)) || (at > 0 && near(numbers[at - 1]!, value))
}

/** Returns whether a value matches. */
export const accepts = (matcher: Matcher, value: string | number | boolean): boolean => {
  if (matcher.needle !== null) return folded(value).includes(matcher.needle)
  return typeof value === "number" ? acceptsNumber(matcher.numbers, value) : matcher.accepted.has(value)
}
