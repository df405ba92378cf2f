import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { InvalidBody, type LimitExceeded } from "../../domain/Errors.ts"
import { sentLimit, type SentLimit } from "../../domain/SentLimit.ts"
import { faultsOf, invalidBody } from "./BodyFaults.ts"
import { canonical } from "./Canonical.ts"
import { jsonFault } from "./JsonGuard.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true })

const fault = (detail: string): InvalidBody => new InvalidBody({ details: detail, faults: [{ pointer: "", detail }] })

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

/** Bytes. For larger bodies only the first fault is reported, because formatting 20,000 faults takes a second. */
const mostFullyReported = 4 * 1024

/**
 * Returns a decoder of JSON bodies for a schema. It checks the text, parses it, rewrites names to the spelling of the
 * schema, and validates the result.
 *
 * Fails with `InvalidBody` that gives the place of each fault, and with `LimitExceeded` if the lists have too many
 * entries together or the body exceeds a limit that the schema itself declares.
 */
export const make = <A, I>(
  schema: Schema.Schema<A, I>
): ((bytes: Uint8Array) => Either.Either<A, InvalidBody | LimitExceeded>) => {
  const spell = canonical(schema)
  const takesList = SchemaAST.isTupleType(SchemaAST.encodedAST(schema.ast))
  const exceeded = Option.getOrNull(SchemaAST.getAnnotation<SentLimit>(sentLimit)(schema.ast))
  const decode = {
    first: Schema.decodeUnknownEither(schema),
    all: Schema.decodeUnknownEither(schema, { errors: "all" })
  }
  return (bytes) =>
    Either.flatMap(parse(bytes), (value): Either.Either<A, InvalidBody | LimitExceeded> => {
      if (typeof value !== "object" || value === null || Array.isArray(value) !== takesList) {
        return Either.left(fault(`The body must be ${takesList ? "an array" : "an object"}.`))
      }
      return Either.flatMap(spell(value), (spelt): Either.Either<A, InvalidBody | LimitExceeded> => {
        const limit = exceeded?.(spelt) ?? null
        return limit !== null
          ? Either.left(limit)
          : Either.mapLeft(decode[bytes.length <= mostFullyReported ? "all" : "first"](spelt), (error) =>
              invalidBody(faultsOf(error))
            )
      })
    })
}
