import { Either, ParseResult, Schema } from "effect"
import { type BodyFault, InvalidBody } from "../../domain/Errors.ts"
import { canonical } from "./Canonical.ts"
import { jsonFault } from "./JsonGuard.ts"
import { shortIssue } from "./ShortIssue.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true })

const fault = (detail: string, pointer = ""): InvalidBody =>
  new InvalidBody({ details: detail, faults: [{ pointer, detail }] })

const parse = (bytes: Uint8Array): Either.Either<unknown, InvalidBody> => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return Either.left(fault("The body is not valid UTF-8."))
  }
  if (text.trim() === "") return Either.left(fault("The body is empty."))
  const found = jsonFault(text)
  if (found !== null) return Either.left(fault(`The body is refused: ${found}.`))
  try {
    return Either.right(JSON.parse(text) as unknown)
  } catch {
    return Either.left(fault("The body is not JSON."))
  }
}

const pointerOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/**
 * The faults of a refused value, one for each place. Of alternatives (a list or null) the one that went deepest tells
 * what is wrong: what failed above it is left out.
 */
const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<BodyFault> => {
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

/** Of larger bodies only the first fault is told: to write down 20,000 takes a second. */
const toldInFull = 4 * 1024

/**
 * Decodes the bytes of a JSON body by a schema: guarded, parsed, spelled the schema's way, validated.
 *
 * Fails: `InvalidBody` with the place of each fault.
 */
export const make = <A, I>(schema: Schema.Schema<A, I>): ((bytes: Uint8Array) => Either.Either<A, InvalidBody>) => {
  const spell = canonical(schema)
  const decode = {
    first: Schema.decodeUnknownEither(schema),
    all: Schema.decodeUnknownEither(schema, { errors: "all" })
  }
  return (bytes) =>
    Either.flatMap(parse(bytes), (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return Either.left(fault("The body must be an object."))
      }
      const spelled: Array<BodyFault> = []
      const spelt = spell(value, "", spelled)
      if (spelled.length > 0) return Either.left(new InvalidBody({ details: summary(spelled), faults: spelled }))
      return Either.mapLeft(decode[bytes.length <= toldInFull ? "all" : "first"](spelt), (error) => {
        const faults = faultsOf(error)
        return new InvalidBody({ details: summary(faults), faults })
      })
    })
}
