import { ParseResult } from "effect"
import { type BodyFault, InvalidBody } from "../../domain/Errors.ts"
import { shortIssue } from "./ShortIssue.ts"

const pointerOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/**
 * The faults of a refused value, one for each place. Of alternatives (a list or null) the one that went deepest tells
 * what is wrong: what failed above it is left out.
 */
export const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<BodyFault> => {
  const faults = new Map<string, BodyFault>()
  for (const issue of ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue))) {
    const pointer = pointerOf(issue.path)
    if (!faults.has(pointer)) faults.set(pointer, { pointer, detail: issue.message })
  }
  const above = new Set<string>()
  for (let pointer of faults.keys()) {
    while (pointer !== "") above.add((pointer = pointer.slice(0, pointer.lastIndexOf("/"))))
  }
  return [...faults.values()].filter(({ pointer }) => !above.has(pointer)).slice(0, 100)
}

const summary = (faults: ReadonlyArray<BodyFault>): string =>
  faults
    .slice(0, 3)
    .map((one) => (one.pointer === "" ? one.detail : `${one.pointer.slice(1)}: ${one.detail}`))
    .join("; ")

/** The refusal of a body with its faults, the first of them in words. */
export const invalidBody = (faults: ReadonlyArray<BodyFault>): InvalidBody =>
  new InvalidBody({ details: summary(faults), faults })
