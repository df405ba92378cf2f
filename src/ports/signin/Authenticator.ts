import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Principal } from "../../domain/Principal.ts"

/**
 * The token was not issued for this service or is no longer valid. `reason` is for the log and the `error_description`
 * of RFC 6750.
 */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", { reason: Schema.String }) {}

/** The issuer's keys cannot be fetched at the moment, so the token's validity is unknown. */
export class IssuerUnavailable extends Schema.TaggedError<IssuerUnavailable>()("IssuerUnavailable", {
  reason: Schema.String
}) {}

/** Authenticates bearer tokens (RFC 9068). */
export class Authenticator extends Context.Tag("ports/Authenticator")<
  Authenticator,
  {
    /**
     * Returns the principal of a token if its signature, issuer, audience, type and times are valid and it has a
     * subject. Verified tokens may be cached by their hash for 60 s; `exp` is checked every time. If requests to an
     * issuer are necessary, those of different callers (users or addresses) take turns.
     */
    readonly verify: (token: string, caller?: string) => Effect.Effect<Principal, InvalidToken | IssuerUnavailable>
    /**
     * Returns the principal of a token if it is cached and has not expired. Returns undefined for any other token,
     * which may still be valid according to `verify`.
     */
    readonly known: (token: string, nowMillis: number) => Principal | undefined
    /** Succeeds if tokens can be verified. */
    readonly check: Effect.Effect<void, IssuerUnavailable>
  }
>() {}
