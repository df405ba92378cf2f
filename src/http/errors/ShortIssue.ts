import * as ParseResult from "effect/ParseResult"
import { mostQuoted } from "../../domain/Quoted.ts"
import { expectedOf } from "./Expected.ts"

/**
 * Returns a short stand-in for a value in a message: long strings are truncated, contents of objects and arrays elided.
 */
const shortened = (actual: unknown): unknown => {
  if (typeof actual === "string") return actual.length > mostQuoted ? `${actual.slice(0, mostQuoted)}…` : actual
  if (Array.isArray(actual)) return actual.length === 0 ? actual : ["…"]
  return typeof actual === "object" && actual !== null && Object.keys(actual).length > 0 ? { "…": "…" } : actual
}

const messageOf = ({ ast, message }: ParseResult.Type, actual: unknown): string | undefined => {
  const expected = message === undefined ? expectedOf(ast) : null
  return expected === null ? message : `Expected ${expected}, actual ${JSON.stringify(actual) ?? String(actual)}`
}

/**
 * Returns the issue with shortened values and messages in words. The formatters of ParseResult write the whole value into
 * the message, however large it is, and the names of schemas.
 */
export const shortIssue = (issue: ParseResult.ParseIssue): ParseResult.ParseIssue => {
  const actual = shortened(issue.actual)
  switch (issue._tag) {
    case "Type":
      return new ParseResult.Type(issue.ast, actual, messageOf(issue, actual))
    case "Forbidden":
      return new ParseResult.Forbidden(issue.ast, actual, issue.message)
    case "Pointer":
      return new ParseResult.Pointer(issue.path, actual, shortIssue(issue.issue))
    case "Refinement":
      return new ParseResult.Refinement(issue.ast, actual, issue.kind, shortIssue(issue.issue))
    case "Transformation":
      return new ParseResult.Transformation(issue.ast, actual, issue.kind, shortIssue(issue.issue))
    case "Composite": {
      const issues = Array.isArray(issue.issues)
        ? issue.issues.map(shortIssue)
        : [shortIssue(issue.issues as ParseResult.ParseIssue)]
      return new ParseResult.Composite(
        issue.ast,
        actual,
        issues as [ParseResult.ParseIssue, ...Array<ParseResult.ParseIssue>]
      )
    }
    default:
      return issue
  }
}

/** The message about a value that is not a certain word of an enumeration. */
const notThatWord = /^Expected ("(?:[^"\\]|\\.)*"), actual /

/** Returns one message for all that were found at one place: the alternatives of an enumeration have one each. */
export const detailOf = (messages: ReadonlyArray<string>): string => {
  const first = messages[0]!
  const words = messages.flatMap((message) => notThatWord.exec(message)?.[1] ?? [])
  return words.length > 1 && notThatWord.test(first)
    ? first.replace(notThatWord, () => `Expected one of ${words.join(", ")}, actual `)
    : first
}
