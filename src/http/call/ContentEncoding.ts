import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Encoding } from "../../dataframe/query/answer/QueryAnswer.ts"

const preferred = ["zstd", "gzip"] as const satisfies ReadonlyArray<Encoding>

/** Returns a function that tells whether the client accepts an encoding. */
const acceptance = (header: string): ((encoding: Encoding) => boolean) => {
  const accepted = new Set<string>()
  const refused = new Set<string>()
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim())
    const quality = parameters.find((text) => text.startsWith("q="))
    if (quality !== undefined && Number(quality.slice(2)) === 0) refused.add(name)
    else accepted.add(name)
  }
  const any = accepted.has("*")
  return (name) => accepted.has(name) || (any && !refused.has(name))
}

/**
 * Returns the preferred response encoding among those that the client accepts, or null for none (RFC 9110, section
 * 12.5.3). Quality values other than 0 are treated as equal.
 */
export const acceptedIn = (header: string): Encoding | null => preferred.find(acceptance(header)) ?? null

/** Returns whether the client accepts gzip, the one encoding in which bodies are compressed piece by piece. */
export const acceptsGzip = (header: string): boolean => acceptance(header)("gzip")

/** The encoding for the response body, negotiated from `Accept-Encoding`; null for an unencoded body. */
export const AcceptEncoding = Schema.Struct({
  "accept-encoding": Schema.optionalToRequired(Schema.String, Schema.NullOr(Schema.Literal(...preferred)), {
    decode: Option.match({ onNone: () => null, onSome: acceptedIn }),
    encode: Option.fromNullable
  })
})
