import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { amountOf } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { quoted } from "../Quoted.ts"
import { isUnclean, unclean } from "../Text.ts"

export const FilterOperator = Schema.Literal("Equals", "NotEquals", "In", "NotIn", "Contains")
export type FilterOperator = typeof FilterOperator.Type

const Scalar = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)
/** A value that a filter compares with, or a cell shows. */
export type Scalar = typeof Scalar.Type

const Filter = Schema.Struct({
  property: Schema.String,
  operator: FilterOperator,
  /** In and NotIn take an array, the others one value. */
  value: Schema.Union(Scalar, Schema.Array(Scalar))
})
/** One condition on a product; several combine with AND. */
export type Filter = typeof Filter.Type

/** Filters from `parse`, which are not checked again. */
export const Filters = Schema.Array(Filter).pipe(Schema.brand("Filters"))
export type Filters = typeof Filters.Type

/**
 * The index of the wrong filter as it was sent, counted from 0, or the JSON pointer of the wrong node of a condition; and
 * the reason, in words for a person.
 */
export class InvalidFilter extends Schema.TaggedError<InvalidFilter>()("InvalidFilter", {
  index: Schema.Union(Schema.Number, Schema.String),
  reason: Schema.String
}) {}

const operators: ReadonlyMap<string, FilterOperator> = new Map(
  FilterOperator.literals.map((operator) => [operator.toLowerCase(), operator])
)

/** A filter whose value has not been checked. */
type UncheckedFilter = Omit<Filter, "value"> & { readonly value: unknown }

export const noFilters = Filters.make([])

/**
 * Parses the filters of a request: a list of `{property, operator, value}`, or a map of property to text, which means
 * Contains for each. Names of members and operators match without regard to case, keys of the map exactly.
 *
 * Fails with `InvalidFilter` if the input is neither, if an operator is unknown or does not take its value, or if there
 * are more than 100 filters, more than 10,000 values in all, or a text over 64 KB.
 */
export const parse = (input: unknown): Either.Either<Filters, InvalidFilter> => {
  if (input === undefined || input === null) return Either.right(noFilters)
  if (typeof input !== "object") return invalid(0, "filters are a list or a map")
  const filters: Array<UncheckedFilter> = []
  const count = Array.isArray(input) ? input.length : Object.keys(input).length
  if (count > limits.filters.most) return invalid(limits.filters.most, `more than ${amountOf(limits.filters)} filters`)
  const sent = Array.isArray(input)
    ? (input as ReadonlyArray<unknown>)
    : Object.entries(input).map(([property, value]): UncheckedFilter => ({ property, operator: "Contains", value }))
  for (const [index, item] of sent.entries()) {
    const filter = Array.isArray(input) ? parseFilter(item) : (item as UncheckedFilter)
    if (typeof filter === "string") return invalid(index, filter)
    filters.push(filter)
  }
  let values = 0
  for (const [index, filter] of filters.entries()) {
    values += Array.isArray(filter.value) ? filter.value.length : 1
    if (values > limits.filterValues.most) {
      return invalid(index, `more than ${amountOf(limits.filterValues)} values in all`)
    }
    const reason = tooLong(filter.property)
      ? `the name of the property is over ${amountOf(limits.filterText)}`
      : wrongValue(filter)
    if (reason !== null) return invalid(index, reason)
  }
  return Either.right(filters as unknown as Filters)
}

/** Parsed filters, the fault of the first wrong one, or null for none: plain members that can be sent to threads. */
export type SentFilters = Filters | { readonly index: number | string; readonly reason: string } | null

/** Filters as they are sent. An invalid filter does not fail the decoding of the body: `accept` refuses it later. */
export const SentFilters: Schema.Schema<SentFilters, unknown> = Schema.transform(
  Schema.Unknown,
  Schema.declare((sent): sent is SentFilters => sent !== undefined),
  {
    strict: true,
    decode: (input) =>
      input === null ? null : Either.getOrElse(parse(input), ({ index, reason }): SentFilters => ({ index, reason })),
    encode: (sent) => sent
  }
)

/**
 * Returns the filters that were sent, none if they are absent. Fails with `InvalidFilter` if one is wrong or has a text
 * with NUL or a lone surrogate, which older stored filters may have.
 */
export const accept = (sent: SentFilters | undefined): Either.Either<Filters, InvalidFilter> => {
  if (sent === undefined || sent === null) return Either.right(noFilters)
  if ("reason" in sent) return Either.left(new InvalidFilter(sent))
  const index = sent.findIndex(holdsUnclean)
  return index === -1 ? Either.right(sent) : invalid(index, unclean)
}

const invalid = (index: number, reason: string): Either.Either<never, InvalidFilter> =>
  Either.left(new InvalidFilter({ index, reason }))

/** Returns a filter, or the reason why it is wrong. */
const parseFilter = (item: unknown): UncheckedFilter | string => {
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
  if (known === undefined) return `unknown operator ${quoted(operator)}`
  if (!found.has("value")) return "value is missing"
  return { property, operator: known, value: found.get("value") }
}

/** Returns whether the name of the property or a value is a text that clients may not send. */
export const holdsUnclean = ({ property, value }: Pick<UncheckedFilter, "property" | "value">): boolean =>
  isUnclean(property) || (Array.isArray(value) ? value.some(isUnclean) : isUnclean(value))

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)

/** Returns whether the value is a text that filters do not take because of its length. */
export const tooLong = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length * 3 > limits.filterText.most &&
  Buffer.byteLength(value) > limits.filterText.most

/** Returns the reason why the operator does not take the value, or null if it does. */
export const wrongValue = ({ operator, value }: Pick<UncheckedFilter, "operator" | "value">): string | null => {
  if (operator === "In" || operator === "NotIn") {
    if (!Array.isArray(value)) return `${operator} takes an array`
    if (!value.every(isScalar)) return `${operator} takes texts, numbers, booleans and null`
    return value.some(tooLong) ? `a text is over ${amountOf(limits.filterText)}` : null
  }
  if (!isScalar(value)) return `${operator} takes one text, number or boolean`
  if (operator === "Contains" && value === null) return "Contains takes no null"
  return tooLong(value) ? `the text is over ${amountOf(limits.filterText)}` : null
}
