import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { InvalidHeader, MissingClientSessionId } from "../../domain/Errors.ts"
import { Settings } from "../../ports/Settings.ts"
import * as HeaderDecoder from "../call/HeaderDecoder.ts"

const name = "x-client-session-id"
const isId = Schema.is(HeaderDecoder.Printable)
const decode = HeaderDecoder.make(Schema.Struct({ [name]: HeaderDecoder.Printable }))

/** The id of the session that a request carries; null where there is none that could be one. */
export const carriedId = (headers: Headers): string | null => {
  const sent = headers.get(name)
  return isId(sent) ? sent : null
}

/**
 * Reads the id of the session for an endpoint that needs it. Fails with `MissingClientSessionId` or `InvalidHeader`;
 * where the operator has sessions be implicit it is not needed, and null where the request carries none.
 */
export const make = Effect.map(
  Settings,
  ({ implicitSessions }) =>
    (headers: Headers): Effect.Effect<string | null, InvalidHeader | MissingClientSessionId> =>
      implicitSessions ? Effect.succeed(carriedId(headers)) : Effect.map(decode(headers), ({ [name]: id }) => id)
)
