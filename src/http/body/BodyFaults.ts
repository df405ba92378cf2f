import * as ParseResult from "effect/ParseResult"
import { type BodyFault, InvalidBody } from "../../domain/Errors.ts"
import { mostQuoted } from "../../domain/Quoted.ts"
import { detailOf, shortIssue } from "../errors/ShortIssue.ts"

/** The most faults that are reported for one body. */
export const mostFaults = 100

/** Returns one step of a JSON pointer (RFC 6901). A long key is truncated. */
export const step = (key: PropertyKey): string => {
  const text = String(key)
  const short = text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text
  return `/${short.replaceAll("~", "~0").replaceAll("/", "~1")}`
}

/**
 * Returns the faults of a refused value, at most one per place. If a place has alternatives (a list or null), only the
 * faults of the alternative that matched deepest are reported; faults above them are left out.
 */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<BodyFault> => {
  const faults = new Map<string, Array<string>>()
  for (const issue of ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue))) {
    faults.getOrInsertComputed(issue.path.map(step).join(""), () => []).push(issue.message)
  }
  const above = new Set<string>()
  for (let pointer of faults.keys()) {
    while (pointer !== "") above.add((pointer = pointer.slice(0, pointer.lastIndexOf("/"))))
  }
  return Array.from(faults, ([pointer, messages]) => ({ pointer, messages }))
    .filter(({ pointer }) => !above.has(pointer))
    .slice(0, mostFaults)
    .map(({ messages, pointer }): BodyFault => ({ pointer, detail: detailOf(messages) }))
}

const summary = (faults: ReadonlyArray<BodyFault>): string =>
  faults
    .slice(0, 3)
    .map((one) => (one.pointer === "" ? one.detail : `${one.pointer.slice(1)}: ${one.detail}`))
    .join("; ")

/** Returns the error for a body with these faults; its message describes the first three. */
export const invalidBody = (faults: ReadonlyArray<BodyFault>): InvalidBody =>
  new InvalidBody({ details: summary(faults), faults })
