import * as ParseResult from "effect/ParseResult"
import { type BodyFault, InvalidBody } from "../../domain/Errors.ts"
import { mostQuoted } from "../../domain/Quoted.ts"
import { shortIssue } from "../call/ShortIssue.ts"

/** Faults that are told of one body. */
export const mostFaults = 100

/** One step of a JSON pointer (RFC 6901); of a long key its beginning. */
export const step = (key: PropertyKey): string => {
  const text = String(key)
  const short = text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text
  return `/${short.replaceAll("~", "~0").replaceAll("/", "~1")}`
}

/**
 * The faults of a refused value, one for each place. Of alternatives (a list or null) the one that went deepest tells
 * what is wrong: what failed above it is left out.
 */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<BodyFault> => {
  const faults = new Map<string, BodyFault>()
  for (const issue of ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue))) {
    const pointer = issue.path.map(step).join("")
    if (!faults.has(pointer)) faults.set(pointer, { pointer, detail: issue.message })
  }
  const above = new Set<string>()
  for (let pointer of faults.keys()) {
    while (pointer !== "") above.add((pointer = pointer.slice(0, pointer.lastIndexOf("/"))))
  }
  return [...faults.values()].filter(({ pointer }) => !above.has(pointer)).slice(0, mostFaults)
}

const summary = (faults: ReadonlyArray<BodyFault>): string =>
  faults
    .slice(0, 3)
    .map((one) => (one.pointer === "" ? one.detail : `${one.pointer.slice(1)}: ${one.detail}`))
    .join("; ")

/** The refusal of a body with its faults, the first of them in words. */
export const invalidBody = (faults: ReadonlyArray<BodyFault>): InvalidBody =>
  new InvalidBody({ details: summary(faults), faults })
