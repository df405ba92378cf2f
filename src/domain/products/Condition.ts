import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { amountOf } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { quoted } from "../Quoted.ts"
import { unclean } from "../Text.ts"
import * as Expression from "./Expression.ts"
import {
  FilterOperator,
  type Filters,
  holdsUnclean,
  InvalidFilter,
  type Scalar,
  tooLong,
  wrongValue
} from "./Filter.ts"

const orderOperators = ["GreaterThan", "GreaterThanOrEquals", "LessThan", "LessThanOrEquals"] as const

export const ConditionOperator = Schema.Literal(
  ...FilterOperator.literals,
  ...orderOperators,
  "Between",
  "StartsWith",
  "EndsWith",
  "Matches",
  "Exists",
  "NotExists",
  "IsA",
  "Below"
)
export type ConditionOperator = typeof ConditionOperator.Type

/** One comparison of a condition. */
export interface Leaf {
  readonly property: string
  readonly operator: ConditionOperator
  /** Null for Exists and NotExists, which take no value. */
  readonly value: Scalar | ReadonlyArray<Scalar>
  /** The JSON pointer of the leaf in the body, such as `/where/and/1`. */
  readonly at: string
}

/** A tree of comparisons. An empty `and` holds for every product, an empty `or` for none. */
export type Condition =
  | { readonly and: ReadonlyArray<Condition> }
  | { readonly or: ReadonlyArray<Condition> }
  | { readonly not: Condition }
  | Leaf

/** Returns the leaves of a condition, in the order in which they were sent. */
export const leavesOf = (condition: Condition): ReadonlyArray<Leaf> => {
  if ("and" in condition) return condition.and.flatMap(leavesOf)
  if ("or" in condition) return condition.or.flatMap(leavesOf)
  return "not" in condition ? leavesOf(condition.not) : [condition]
}

/** Returns a condition as a client would send it. */
export const sentForm = (condition: Condition): unknown => {
  if ("and" in condition) return { and: condition.and.map(sentForm) }
  if ("or" in condition) return { or: condition.or.map(sentForm) }
  if ("not" in condition) return { not: sentForm(condition.not) }
  const { operator, property, value } = condition
  return takesNone(operator) ? { property, operator } : { property, operator, value }
}

/**
 * Parses the `where` of a body, a tree of `and`, `or`, `not` and leaves `{property, operator, value}`. Returns undefined
 * if it is absent. Names of members and operators match without regard to case.
 *
 * Fails with `InvalidFilter`, which names the wrong node by its JSON pointer, if a node is not exactly one of the four,
 * if an operator is unknown or does not take its value or its property, if the tree is deeper than 16 levels, or if it
 * has more than 200 leaves, more than 10,000 values, or a text over 64 KB.
 */
export const parse = (input: unknown): Either.Either<Condition | undefined, InvalidFilter> => {
  if (input === undefined || input === null) return Either.right(undefined)
  return parseNode(input, "/where", 1, { leaves: 0, values: 0, size: 0 })
}

/** A condition, or the fault of its first wrong node, as plain members that can be sent to threads. */
export type SentCondition = Condition | { readonly index: string | number; readonly reason: string } | null

/**
 * A condition as it is sent. An invalid condition does not fail the decoding of the body: `accept` refuses it later.
 */
export const SentCondition: Schema.Schema<SentCondition, unknown> = Schema.transform(
  Schema.Unknown,
  Schema.declare((sent): sent is SentCondition => sent !== undefined),
  {
    strict: true,
    decode: (input) =>
      Either.match(parse(input), {
        onLeft: ({ index, reason }): SentCondition => ({ index, reason }),
        onRight: (condition) => condition ?? null
      }),
    encode: (sent) => sent
  }
)

/**
 * Returns the condition that was sent beside these filters. Fails with `InvalidFilter` if it is wrong, has too many values
 * together with the filters, or has a text with NUL or a lone surrogate, which older stored conditions may have.
 */
export const accept = (
  sent: SentCondition | undefined,
  filters: Filters
): Either.Either<Condition | undefined, InvalidFilter> => {
  if (sent === undefined || sent === null) return Either.right(undefined)
  if ("reason" in sent) return Either.left(new InvalidFilter(sent))
  let values = filters.reduce((sum, { value }) => sum + valuesIn(value), 0)
  for (const leaf of leavesOf(sent)) {
    values += takesNone(leaf.operator) ? 0 : valuesIn(leaf.value)
    if (values > limits.filterValues.most) return tooManyValues(leaf.at)
    if (holdsUnclean(leaf)) return invalid(leaf.at, unclean)
  }
  return Either.right(sent)
}

/** The leaves, values, and instructions of expressions counted so far. */
interface Counts {
  leaves: number
  values: number
  size: number
}

type Parsed<A> = Either.Either<A, InvalidFilter>

const invalid = (at: string, reason: string): Parsed<never> => Either.left(new InvalidFilter({ index: at, reason }))

const tooManyValues = (at: string): Parsed<never> =>
  invalid(at, `more than ${amountOf(limits.filterValues)} values in all, those of the filters included`)

const valuesIn = (value: Leaf["value"]): number => (Array.isArray(value) ? value.length : 1)

const branches = ["and", "or", "not"] as const
const known: ReadonlySet<string> = new Set([...branches, "property", "operator", "value"])

/** Parses a node and those below it. The recursion ends at the greatest depth, however deep the input is. */
const parseNode = (input: unknown, at: string, depth: number, counts: Counts): Parsed<Condition> => {
  if (depth > limits.conditionLevels.most) {
    return invalid(at, `the condition is more than ${amountOf(limits.conditionLevels)} levels deep`)
  }
  if (typeof input !== "object" || input === null || Array.isArray(input)) return invalid(at, "not an object")
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(input)) {
    const member = key.toLowerCase()
    if (!known.has(member)) continue
    if (found.has(member)) return invalid(at, `${member} stands twice`)
    found.set(member, value)
  }
  const given = branches.filter((name) => found.has(name))
  const [branch] = given
  if (branch === undefined) return parseLeaf(found, at, counts)
  if (given.length > 1 || found.size > 1) return invalid(at, "one of and, or, not and a comparison, not several")
  const below = found.get(branch)
  if (branch === "not") {
    return Either.map(parseNode(below, `${at}/not`, depth + 1, counts), (not): Condition => ({ not }))
  }
  if (!Array.isArray(below)) return invalid(at, `${branch} takes an array`)
  const nodes: Array<Condition> = []
  for (const [i, one] of below.entries()) {
    const node = parseNode(one, `${at}/${branch}/${i}`, depth + 1, counts)
    if (Either.isLeft(node)) return Either.left(node.left)
    nodes.push(node.right)
  }
  return Either.right(branch === "and" ? { and: nodes } : { or: nodes })
}

const operators: ReadonlyMap<string, ConditionOperator> = new Map(
  ConditionOperator.literals.map((operator) => [operator.toLowerCase(), operator])
)

const takesNone = (operator: ConditionOperator): boolean => operator === "Exists" || operator === "NotExists"

const parseLeaf = (found: ReadonlyMap<string, unknown>, at: string, counts: Counts): Parsed<Leaf> => {
  const [property, sent] = [found.get("property"), found.get("operator")]
  if (found.size === 0) return invalid(at, "neither and, or, not nor a comparison")
  if (typeof property !== "string") return invalid(at, "property is not a text")
  if (typeof sent !== "string") return invalid(at, "operator is not a text")
  const operator = operators.get(sent.toLowerCase())
  if (operator === undefined) return invalid(at, `unknown operator ${quoted(sent)}`)
  if (!takesNone(operator) && !found.has("value")) return invalid(at, "value is missing")
  const value = takesNone(operator) ? null : (found.get("value") as Leaf["value"])
  if (++counts.leaves > limits.conditionLeaves.most) {
    return invalid(at, `more than ${amountOf(limits.conditionLeaves)} comparisons`)
  }
  counts.values += takesNone(operator) ? 0 : valuesIn(value)
  if (counts.values > limits.filterValues.most) return tooManyValues(at)
  if (tooLong(property)) return invalid(at, `the name of the property is over ${amountOf(limits.filterText)}`)
  const wrong = wrongProperty(operator, property) ?? wrongOperand(operator, value)
  if (wrong !== null) return invalid(at, wrong)
  if (operator === "Matches") {
    const compiled = Expression.compile(value as string)
    if (Either.isLeft(compiled)) return invalid(at, compiled.left)
    counts.size += compiled.right.size
    if (counts.size > limits.expressionInstructions.most) {
      return invalid(at, `the expressions compile to more than ${amountOf(limits.expressionInstructions)} instructions`)
    }
  }
  return Either.right({ property, operator, value, at })
}

const wrongProperty = (operator: ConditionOperator, property: string): string | null => {
  if (operator === "IsA") return property === "Class" ? null : "IsA compares Class alone"
  if (operator !== "Below") return null
  return property === "SpatialLocation" || property === "Code" ? null : "Below compares SpatialLocation and Code alone"
}

const isOrdered = (value: unknown): boolean => typeof value === "string" || Number.isFinite(value)

/** Returns the reason why the operator does not take the value, or null if it does. */
const wrongOperand = (operator: ConditionOperator, value: unknown): string | null => {
  const texts = Array.isArray(value) ? value : [value]
  switch (operator) {
    case "Exists":
    case "NotExists":
      return null
    case "StartsWith":
    case "EndsWith":
    case "Matches":
    case "IsA":
    case "Below":
      if (typeof value !== "string") return `${operator} takes one text`
      break
    case "Between":
      if (!Array.isArray(value) || value.length !== 2 || !value.every(isOrdered)) {
        return "Between takes an array of two numbers or texts"
      }
      break
    case "GreaterThan":
    case "GreaterThanOrEquals":
    case "LessThan":
    case "LessThanOrEquals":
      if (!isOrdered(value)) return `${operator} takes one number or text`
      break
    default:
      return wrongValue({ operator, value })
  }
  return texts.some(tooLong) ? `a text is over ${amountOf(limits.filterText)}` : null
}
