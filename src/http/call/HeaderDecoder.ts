import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { InvalidHeader, MissingClientSessionId } from "../../domain/Errors.ts"

/** A header value that identifies a session, a request or a stored response: 1 to 128 printable ASCII characters. */
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
 * Returns a decoder of the headers that the schema declares, by their lower-case names. Other headers are ignored.
 *
 * Fails with `InvalidHeader` that names the invalid or missing header, and with `MissingClientSessionId` if
 * `X-Client-Session-Id` is missing.
 */
export const make = <A, I>(
  schema: Schema.Schema<A, I>
): ((headers: Headers) => Effect.Effect<A, InvalidHeader | MissingClientSessionId>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (headers) => Effect.mapError(decode(Object.fromEntries(headers)), fault)
}
