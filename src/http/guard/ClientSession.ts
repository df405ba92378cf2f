import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { InvalidHeader, MissingClientSessionId } from "../../domain/Errors.ts"
import { Settings } from "../../ports/Settings.ts"
import * as HeaderDecoder from "../call/HeaderDecoder.ts"

const name = "x-client-session-id"
const isId = Schema.is(HeaderDecoder.Printable)
const decode = HeaderDecoder.make(Schema.Struct({ [name]: HeaderDecoder.Printable }))

/** Returns the session id of a request, or null if it is absent or malformed. */
export const carriedId = (headers: Headers): string | null => {
  const sent = headers.get(name)
  return isId(sent) ? sent : null
}

/**
 * Returns the session id for an endpoint that requires one. Fails with `MissingClientSessionId` or `InvalidHeader`. If
 * the operator has enabled implicit sessions, the id is optional, and null if it is absent or malformed.
 */
export const make = Effect.map(
  Settings,
  ({ implicitSessions }) =>
    (headers: Headers): Effect.Effect<string | null, InvalidHeader | MissingClientSessionId> =>
      implicitSessions ? Effect.succeed(carriedId(headers)) : Effect.map(decode(headers), ({ [name]: id }) => id)
)
