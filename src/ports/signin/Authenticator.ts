import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Principal } from "../../domain/Principal.ts"

/** The token is none of ours, or no longer good. `reason` is for the log and the `error_description` of RFC 6750. */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", { reason: Schema.String }) {}

/** The issuer's keys cannot be had at the moment; whether the token is good is not known. */
export class IssuerUnavailable extends Schema.TaggedError<IssuerUnavailable>()("IssuerUnavailable", {
  reason: Schema.String
}) {}

/** Says who holds a bearer token (RFC 9068). */
export class Authenticator extends Context.Tag("ports/Authenticator")<
  Authenticator,
  {
    /**
     * The principal of a token whose signature, issuer, audience, type and times are right, and which has a subject.
     * Tokens seen before may be remembered by their hash for 60 s; `exp` is looked at every time. Where an issuer has to
     * be asked, the questions of different callers (a user, an address) take turns.
     */
    readonly verify: (token: string, caller?: string) => Effect.Effect<Principal, InvalidToken | IssuerUnavailable>
    /** Succeeds when tokens can be verified. */
    readonly check: Effect.Effect<void, IssuerUnavailable>
  }
>() {}
