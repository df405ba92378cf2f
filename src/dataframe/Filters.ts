import { Either } from "effect"
import { type Filter, FilterOperator, InvalidFilter } from "../domain/Filter.ts"

const mostFilters = 100
const mostValues = 10_000
const mostBytes = 64 * 1024

const operators = new Map(FilterOperator.literals.map((operator) => [operator.toLowerCase(), operator]))

/**
 * The filters of a request: a list of `{property, operator, value}`, or a map of property to text, which is Contains on
 * each. Names of members and operators match without regard to case, keys of the map exactly.
 *
 * Fails: `InvalidFilter` for what is neither, an unknown operator, a value that the operator does not take, more than
 * 100 filters, more than 10,000 values in all, a text over 64 KB.
 */
export const parseFilters = (input: unknown): Either.Either<ReadonlyArray<Filter>, InvalidFilter> => {
  if (input === undefined || input === null) return Either.right([])
  if (typeof input !== "object") return invalid(0, "filters are a list or a map")
  const filters: Array<Filter> = []
  const sent = Array.isArray(input)
    ? (input as ReadonlyArray<unknown>)
    : Object.entries(input).map(([property, value]): Filter => ({ property, operator: "Contains", value }))
  for (const [index, item] of sent.entries()) {
    const filter = Array.isArray(input) ? parseFilter(item) : (item as Filter)
    if (typeof filter === "string") return invalid(index, filter)
    filters.push(filter)
  }
  return checkFilters(filters)
}

/** The filters as they are, or what is wrong with the first wrong one. */
export const checkFilters = (filters: ReadonlyArray<Filter>): Either.Either<ReadonlyArray<Filter>, InvalidFilter> => {
  if (filters.length > mostFilters) return invalid(mostFilters, `more than ${mostFilters} filters`)
  let values = 0
  for (const [index, filter] of filters.entries()) {
    values += Array.isArray(filter.value) ? filter.value.length : 1
    if (values > mostValues) return invalid(index, `more than ${mostValues} values in all`)
    const reason = tooLong(filter.property) ? "the property's name is over 64 KB" : wrongValue(filter)
    if (reason !== null) return invalid(index, reason)
  }
  return Either.right(filters)
}

const invalid = (index: number, reason: string): Either.Either<never, InvalidFilter> =>
  Either.left(new InvalidFilter({ index, reason }))

/** A filter, or what is wrong with it. */
const parseFilter = (item: unknown): Filter | string => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "not an object"
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(item)) {
    const member = key.toLowerCase()
    if (member !== "property" && member !== "operator" && member !== "value") continue
    if (found.has(member)) return `${member} stands twice`
    found.set(member, value)
  }
  const [property, operator] = [found.get("property"), found.get("operator")]
  if (typeof property !== "string") return "property is not a text"
  if (typeof operator !== "string") return "operator is not a text"
  const known = operators.get(operator.toLowerCase())
  if (known === undefined) return `unknown operator ${shortened(operator)}`
  if (!found.has("value")) return "value is missing"
  return { property, operator: known, value: found.get("value") }
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)

const tooLong = (value: unknown): boolean =>
  typeof value === "string" && value.length * 3 > mostBytes && Buffer.byteLength(value) > mostBytes

const wrongValue = ({ operator, value }: Filter): string | null => {
  if (operator === "In" || operator === "NotIn") {
    if (!Array.isArray(value)) return `${operator} takes an array`
    if (!value.every(isScalar)) return `${operator} takes texts, numbers, booleans and null`
    return value.some(tooLong) ? "a text is over 64 KB" : null
  }
  if (!isScalar(value)) return `${operator} takes one text, number or boolean`
  if (operator === "Contains" && value === null) return "Contains takes no null"
  return tooLong(value) ? "the text is over 64 KB" : null
}

/** A caller's text as an answer repeats it. */
export const shortened = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
