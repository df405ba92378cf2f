import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Scope } from "../../domain/Principal.ts"
import type { SignIn } from "../../domain/signin/SignIn.ts"
import type { IssuerUnavailable } from "./Authenticator.ts"

/** Tokens that we make, of users who sign in here. */
export interface OwnIssuer {
  readonly _tag: "Own"
  /**
   * An access token for a sign-in, good for an hour from now (RFC 9068). It never fails: what the client showed for it
   * is used up by then.
   */
  readonly issue: (signIn: SignIn) => Effect.Effect<string>
}

/** What ties a user's way to the provider and back together; each is a text that nobody guesses. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** The `code_verifier` of RFC 7636. */
  readonly verifier: string
}

/** What the provider gives. Its access token is still to be verified. */
export interface ProviderGrant {
  /** Whom its ID token names, which was verified; null where a refreshment brought none. */
  readonly subject: string | null
  readonly accessToken: string
  /** How long it says that the access token lasts, in seconds; null where it does not say. */
  readonly expiresIn: number | null
  /** Null: it gave none, or the one before stays. */
  readonly refreshToken: string | null
}

/**
 * What a provider's refusal is called towards clients: what it said, where that is about the user; `invalid_grant` of a
 * refresh token that serves no more; else `server_error`.
 * Source: RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section 3.1.2.6.
 */
export const ProviderErrorCode = Schema.Literal(
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
  "temporarily_unavailable",
  "invalid_grant",
  "server_error"
)
export type ProviderErrorCode = typeof ProviderErrorCode.Type

/** The provider does not sign the user in, or gives what does not serve here; `details` is one sentence. */
export class ProviderRefused extends Schema.TaggedError<ProviderRefused>()("ProviderRefused", {
  error: ProviderErrorCode,
  details: Schema.String
}) {}

type Asked<A> = Effect.Effect<A, ProviderRefused | IssuerUnavailable>

/** Tokens of a provider (OpenID Connect Core 1.0), whose page signs users in; we are one client of it. */
export interface ProviderIssuer {
  readonly _tag: "Provider"
  /** Where a browser goes to sign its user in; it comes back to `callback`. */
  readonly authorize: (
    attempt: Attempt & { readonly callback: string; readonly scopes: ReadonlyArray<Scope> }
  ) => Asked<string>
  /** What the provider gives for the URL at which the browser came back; issuer, state and nonce are checked. */
  readonly exchange: (returned: URL, attempt: Attempt) => Asked<ProviderGrant>
  /** What it gives for a refresh token of its own, which may serve no more from then on. */
  readonly refresh: (refreshToken: string) => Asked<ProviderGrant>
}

/** Who makes the access tokens that clients get: we, or a provider. */
export class TokenIssuer extends Context.Tag("ports/TokenIssuer")<TokenIssuer, OwnIssuer | ProviderIssuer>() {}
