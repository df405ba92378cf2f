import type { Condition, FieldDetail, Leaf, LeafValue, Operator } from "../../../api/Views.ts"
import { isNumber } from "../Units.ts"

/** Kinds of fields that are compared in different ways. */
export type Kind = "boolean" | "class" | "code" | "number" | "place" | "text"

/** Returns the kind of a field. Fields of mixed types are compared as texts. */
export const kindOf = (field: string, detail: FieldDetail | undefined): Kind => {
  if (field === "Class") return "class"
  if (field === "SpatialLocation") return "place"
  if (field === "Code") return "code"
  if (isNumber(detail)) return "number"
  return detail?.dataType === "Boolean" ? "boolean" : "text"
}

/** Operators of the service, and negations of those that have none there. */
export type Comparison = Operator | "IsNotA" | "NotBelow" | "NotContains"

const positives: Readonly<Record<string, Operator>> = { IsNotA: "IsA", NotBelow: "Below", NotContains: "Contains" }

/** Comparisons of each kind of field, the most usual one first. */
export const comparisons: Readonly<Record<Kind, ReadonlyArray<Comparison>>> = {
  boolean: ["Equals", "NotEquals", "Exists", "NotExists"],
  class: ["IsA", "IsNotA", "Equals", "NotEquals", "In", "NotIn", "Contains"],
  code: ["Below", "NotBelow", "Equals", "NotEquals", "Contains", "Exists", "NotExists"],
  number: [
    "Equals",
    "NotEquals",
    "GreaterThan",
    "GreaterThanOrEquals",
    "LessThan",
    "LessThanOrEquals",
    "Between",
    "In",
    "NotIn",
    "Exists",
    "NotExists"
  ],
  place: ["Below", "NotBelow", "Contains", "Exists", "NotExists"],
  text: [
    "Equals",
    "NotEquals",
    "Contains",
    "NotContains",
    "StartsWith",
    "EndsWith",
    "In",
    "NotIn",
    "Matches",
    "Exists",
    "NotExists"
  ]
}

/** Returns how many values a comparison takes; Infinity for a list. */
export const valuesOf = (comparison: Comparison): number => {
  if (comparison === "Exists" || comparison === "NotExists") return 0
  if (comparison === "Between") return 2
  return comparison === "In" || comparison === "NotIn" ? Number.POSITIVE_INFINITY : 1
}

/** Returns the condition that a property compares so with a value. */
export const conditionOf = (property: string, comparison: Comparison, value?: LeafValue): Condition => {
  const operator = positives[comparison]
  if (operator !== undefined) return { not: { property, operator, value } }
  const leaf = { property, operator: comparison as Operator }
  return valuesOf(comparison) === 0 ? leaf : { ...leaf, value }
}

/** Largest number of products that a condition names. */
const mostNamed = 5000

/** Returns conditions that name the products by their GlobalIds, in parts that one query may contain. */
export const namesOf = (guids: ReadonlyArray<string>): ReadonlyArray<Condition> =>
  Array.from({ length: Math.ceil(guids.length / mostNamed) }, (_, n) =>
    conditionOf("Guid", "In", guids.slice(n * mostNamed, (n + 1) * mostNamed))
  )

export const isLeaf = (condition: Condition): condition is Leaf => "property" in condition

/** A comparison as people choose it. */
export interface Compared {
  readonly property: string
  readonly comparison: Comparison
  readonly value: LeafValue
}

/** Returns the comparison that a condition is; null if it combines several. */
export const comparedIn = (condition: Condition): Compared | null => {
  if (isLeaf(condition)) return { ...condition, comparison: condition.operator, value: condition.value }
  if (!("not" in condition) || !isLeaf(condition.not)) return null
  const { operator, property, value } = condition.not
  const found = Object.entries(positives).find(([, positive]) => positive === operator)
  return found === undefined ? null : { property, comparison: found[0] as Comparison, value }
}

/** Returns the alternatives of a condition: the members of an `or`, else the condition itself. */
export const alternativesOf = (condition: Condition): ReadonlyArray<Condition> =>
  "or" in condition ? condition.or : [condition]

/** Returns a condition with one more alternative. */
export const withAlternative = (condition: Condition, other: Condition): Condition => ({
  or: [...alternativesOf(condition), other]
})

/** Returns a condition without one of its alternatives; null if none is left. */
export const withoutAlternative = (condition: Condition, index: number): Condition | null => {
  const left = alternativesOf(condition).filter((_, n) => n !== index)
  return left.length < 2 ? (left[0] ?? null) : { or: left }
}

const sought: ReadonlyArray<readonly [property: string, operator: Operator]> = [
  ["Name", "Contains"],
  ["Code", "Contains"],
  ["Guid", "Equals"]
]

/** Returns the condition that the name or a code has a text, or that the GlobalId is it. */
export const searchFor = (text: string): Condition => ({
  or: sought.map(([property, operator]) => ({ property, operator, value: text }))
})

/** Returns the text of a condition that `searchFor` made; null for any other condition. */
export const searchedIn = (condition: Condition): string | null => {
  if (!("or" in condition) || condition.or.length !== sought.length) return null
  const [first] = condition.or
  if (first === undefined || !isLeaf(first) || typeof first.value !== "string") return null
  return JSON.stringify(searchFor(first.value)) === JSON.stringify(condition) ? first.value : null
}

/**
 * Returns a condition as it is written in addresses: a comparison as an array of property, operator and value, anything
 * else as the service takes it.
 */
export const packed = (condition: Condition): unknown => {
  if (isLeaf(condition)) return [condition.property, condition.operator, condition.value ?? null]
  if ("not" in condition) return { not: packed(condition.not) }
  return "and" in condition ? { and: condition.and.map(packed) } : { or: condition.or.map(packed) }
}

const operators: ReadonlySet<unknown> = new Set(Object.values(comparisons).flat())

const isScalar = (value: unknown): boolean => value === null || ["boolean", "number", "string"].includes(typeof value)

/** Returns the condition that was packed, or null if it is malformed. */
export const unpacked = (read: unknown, depth = 0): Condition | null => {
  if (typeof read !== "object" || read === null || depth > 16) return null
  if (Array.isArray(read)) {
    const [property, operator, value] = read as ReadonlyArray<unknown>
    if (typeof property !== "string" || !operators.has(operator) || positives[operator as string] !== undefined)
      return null
    const isGood = isScalar(value ?? null) || (Array.isArray(value) && value.every(isScalar))
    return isGood ? conditionOf(property, operator as Operator, (value ?? null) as LeafValue) : null
  }
  const members = Object.entries(read)
  if (members.length !== 1) return null
  const [name, given] = members[0] as [string, unknown]
  if (name === "not") {
    const inner = unpacked(given, depth + 1)
    return inner === null ? null : { not: inner }
  }
  if ((name !== "and" && name !== "or") || !Array.isArray(given)) return null
  const all = given.map((one) => unpacked(one, depth + 1))
  if (all.includes(null)) return null
  return (name === "and" ? { and: all } : { or: all }) as Condition
}

const ofSent = (sent: unknown): unknown => {
  if (typeof sent !== "object" || sent === null) return null
  if ("property" in sent) {
    const { operator, property, value } = sent as Partial<Leaf>
    return [property, operator, value ?? null]
  }
  return Object.fromEntries(
    Object.entries(sent).map(([name, given]) => [name, Array.isArray(given) ? given.map(ofSent) : ofSent(given)])
  )
}

/**
 * Returns the conditions of a saved query, all of which must hold, or null if the page cannot show them. Filters are a
 * list, or a map from property to text, which means Contains.
 */
export const savedConditions = (query: {
  readonly filters?: unknown
  readonly where?: unknown
}): ReadonlyArray<Condition> | null => {
  const { filters, where } = query
  const listed = Array.isArray(filters)
    ? filters.map(ofSent)
    : Object.entries(filters ?? {}).map(([property, value]) => [property, "Contains", value])
  const tree = where === null || where === undefined ? [] : [ofSent(where)]
  const all = [...listed, ...tree].map((one) => unpacked(one))
  if (all.includes(null)) return null
  return (all as ReadonlyArray<Condition>).flatMap((one) => ("and" in one ? one.and : [one]))
}
