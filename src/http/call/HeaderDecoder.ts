import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { InvalidHeader, MissingClientSessionId } from "../../domain/Errors.ts"

/** What names a session, a request or an answer in a header. */
export const Printable = Schema.String.pipe(
  Schema.pattern(/^[\x20-\x7e]{1,128}$/, { message: () => "must have 1 to 128 printable ASCII characters." })
)

const spelled = (name: string): string => name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

const fault = (error: ParseResult.ParseError): InvalidHeader | MissingClientSessionId => {
  const { _tag, message, path } = ParseResult.ArrayFormatter.formatErrorSync(error)[0]!
  const name = spelled(String(path[0]))
  if (_tag !== "Missing") return new InvalidHeader({ details: `${name} ${message}` })
  const details = `${name} is missing.`
  return name === "X-Client-Session-Id" ? new MissingClientSessionId({ details }) : new InvalidHeader({ details })
}

/**
 * Decodes the headers that the schema declares, under their names in lower case; others are ignored.
 *
 * Fails: `InvalidHeader` naming the one that is wrong or missing; `MissingClientSessionId` where that one is missing.
 */
export const make = <A, I>(
  schema: Schema.Schema<A, I>
): ((headers: Headers) => Effect.Effect<A, InvalidHeader | MissingClientSessionId>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (headers) => Effect.mapError(decode(Object.fromEntries(headers)), fault)
}
