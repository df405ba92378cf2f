import * as Either from "effect/Either"
import { InvalidParameter } from "../Errors.ts"
import { sentenceOf } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { quoted } from "../Quoted.ts"
import { millisecondsOf } from "./Moment.ts"

/** The members of a topic that filters and orders name, with the kinds of their values. */
export const fields = {
  guid: "text",
  server_assigned_id: "text",
  topic_type: "text",
  topic_status: "text",
  title: "text",
  priority: "text",
  stage: "text",
  assigned_to: "text",
  creation_author: "text",
  modified_author: "text",
  creation_date: "date",
  modified_date: "date",
  due_date: "date",
  index: "number"
} as const
export type Field = keyof typeof fields

export type Operator = "eq" | "ne" | "gt" | "ge" | "lt" | "le"

/** A condition on topics. Dates are milliseconds since 1970; null means that the topic lacks the member. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly parts: ReadonlyArray<Condition> }
  | { readonly kind: "not"; readonly part: Condition }
  | {
      readonly kind: "compare"
      readonly field: Field
      readonly operator: Operator
      readonly value: string | number | null
    }
  | { readonly kind: "label"; readonly operator: "eq" | "ne"; readonly value: string }

export interface Order {
  readonly field: Field
  readonly descending: boolean
}

const invalid = (details: string) => new InvalidParameter({ details: `$filter: ${details}` })

const token = /\s*(?:('(?:[^']|'')*')|([(),:/])|([^\s'(),:/]+))/y

/** A date keeps its colons: it is one token. */
const date = /\s*(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)(?=[\s)]|$)/y

const tokensOf = (sent: string): ReadonlyArray<string> => {
  const text = sent.trimEnd()
  const tokens: Array<string> = []
  for (let at = 0; at < text.length;) {
    date.lastIndex = at
    token.lastIndex = at
    const found = date.exec(text) ?? token.exec(text)
    if (found === null) throw invalid(`${quoted(text.slice(at))} cannot be read.`)
    tokens.push(found[1] ?? found[2] ?? found[3]!)
    at += found[0].length
    if (tokens.length > limits.wordsOfTopicFilter.most) throw invalid(sentenceOf(limits.wordsOfTopicFilter))
  }
  return tokens
}

const textOf = (literal: string): string | null =>
  literal.length >= 2 && literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : null

const isField = (name: string): name is Field => Object.hasOwn(fields, name)
const isOperator = (word: string): word is Operator => /^(?:eq|ne|gt|ge|lt|le)$/.test(word)

const valueOf = (field: Field, literal: string): string | number | null => {
  if (literal === "null") return null
  const text = textOf(literal)
  switch (fields[field]) {
    case "text":
      if (text === null) throw invalid(`${field} is compared with a text in single quotes.`)
      return text
    case "date": {
      const at = millisecondsOf((text ?? literal).replace(/^datetime/, ""))
      if (at === null) throw invalid(`${field} is compared with a date such as 2026-04-28T16:31:12Z.`)
      return at
    }
    case "number": {
      const number = Number(literal)
      if (text !== null || !Number.isFinite(number)) throw invalid(`${field} is compared with a number.`)
      return number
    }
  }
}

/** Reads the tokens of one filter by recursive descent. `and` binds closer than `or`. */
const reader = (tokens: ReadonlyArray<string>) => {
  let at = 0
  const peek = (): string => tokens[at] ?? ""
  const take = (): string => tokens[at++] ?? ""
  const want = (wanted: string): void => {
    const found = take()
    if (found.toLowerCase() !== wanted) throw invalid(`${quoted(wanted)} is missing before ${quoted(found)}.`)
  }
  const joined = (kind: "and" | "or", next: (depth: number) => Condition, depth: number): Condition => {
    const parts = [next(depth)]
    while (peek().toLowerCase() === kind) {
      at += 1
      parts.push(next(depth))
    }
    return parts.length === 1 ? parts[0]! : { kind, parts }
  }
  const or = (depth: number): Condition => {
    if (depth > limits.levelsOfTopicFilter.most) throw invalid(sentenceOf(limits.levelsOfTopicFilter))
    return joined("or", and, depth)
  }
  const and = (depth: number): Condition => joined("and", single, depth)
  const single = (depth: number): Condition => {
    const word = take()
    if (word === "(") {
      const inner = or(depth + 1)
      want(")")
      return inner
    }
    if (word.toLowerCase() === "not") {
      if (depth > limits.levelsOfTopicFilter.most) throw invalid(sentenceOf(limits.levelsOfTopicFilter))
      return { kind: "not", part: single(depth + 1) }
    }
    if (word === "labels") return label()
    if (!isField(word)) throw invalid(`topics have no member ${quoted(word)} to filter by.`)
    const operator = take().toLowerCase()
    if (!isOperator(operator)) throw invalid(`${quoted(operator)} is not one of eq, ne, gt, ge, lt, le.`)
    return { kind: "compare", field: word, operator, value: valueOf(word, take()) }
  }
  /** Reads the rest of `labels/any(label: label eq 'X')`. */
  const label = (): Condition => {
    want("/")
    want("any")
    want("(")
    const name = take()
    want(":")
    want(name.toLowerCase())
    const operator = take().toLowerCase()
    const value = textOf(take())
    want(")")
    if (value === null || (operator !== "eq" && operator !== "ne")) {
      throw invalid("labels are compared as in labels/any(label: label eq 'X').")
    }
    return { kind: "label", operator, value }
  }
  return () => {
    const condition = or(1)
    if (at < tokens.length) throw invalid(`${quoted(peek())} is unexpected.`)
    return condition
  }
}

/** Parses a `$filter` of OData. Fails with `InvalidParameter`, which names the part that cannot be parsed. */
export const parseFilter = (text: string): Either.Either<Condition, InvalidParameter> => {
  try {
    return Either.right(reader(tokensOf(text))())
  } catch (error) {
    if (error instanceof InvalidParameter) return Either.left(error)
    throw error
  }
}

/** Parses an `$orderby` of OData. Fails with `InvalidParameter`. */
export const parseOrder = (text: string): Either.Either<ReadonlyArray<Order>, InvalidParameter> => {
  const orders: Array<Order> = []
  for (const part of text.split(",")) {
    const [, field = "", direction = "asc"] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? []
    if (!isField(field)) {
      return Either.left(new InvalidParameter({ details: `$orderby: ${quoted(part)} names no member of a topic.` }))
    }
    orders.push({ field, descending: direction.toLowerCase() === "desc" })
  }
  return orders.length > limits.ordersOfTopics.most
    ? Either.left(new InvalidParameter({ details: `$orderby: ${sentenceOf(limits.ordersOfTopics)}` }))
    : Either.right(orders)
}
