import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Scope } from "../../domain/Principal.ts"
import type { SignIn } from "../../domain/signin/SignIn.ts"
import type { IssuerUnavailable } from "./Authenticator.ts"

/** Issues this service's own tokens to users who sign in here. */
export interface OwnIssuer {
  readonly _tag: "Own"
  /**
   * Issues an access token for a sign-in, valid for an hour from now (RFC 9068). It never fails, because the client's
   * code or refresh token is already used up by then.
   */
  readonly issue: (signIn: SignIn) => Effect.Effect<string>
}

/** Values that tie the redirect to the provider to the browser's return; each is unguessable. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** The `code_verifier` of RFC 7636. */
  readonly verifier: string
}

/** The provider's tokens. The access token has not been verified yet. */
export interface ProviderGrant {
  /** Subject of the verified ID token; null if a refresh returned no ID token. */
  readonly subject: string | null
  readonly accessToken: string
  /** Lifetime of the access token in seconds, as the provider states it; null if it does not. */
  readonly expiresIn: number | null
  /** The new refresh token. Null: there is none, or the previous one stays valid. */
  readonly refreshToken: string | null
}

/**
 * Error codes that clients get if the provider refuses: the provider's own code if it concerns the user;
 * `invalid_grant` if a refresh token is no longer valid; otherwise `server_error`.
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

/** The provider refuses to sign the user in, or its response cannot be used here; `details` is one sentence. */
export class ProviderRefused extends Schema.TaggedError<ProviderRefused>()("ProviderRefused", {
  error: ProviderErrorCode,
  details: Schema.String
}) {}

type Asked<A> = Effect.Effect<A, ProviderRefused | IssuerUnavailable>

/**
 * Obtains tokens of a provider (OpenID Connect Core 1.0), whose page signs users in; this service is a client of it.
 */
export interface ProviderIssuer {
  readonly _tag: "Provider"
  /** Returns the URL at which a browser signs its user in; the browser then returns to `callback`. */
  readonly authorize: (
    attempt: Attempt & { readonly callback: string; readonly scopes: ReadonlyArray<Scope> }
  ) => Asked<string>
  /** Exchanges the code in the URL to which the browser returned; checks issuer, state and nonce. */
  readonly exchange: (returned: URL, attempt: Attempt) => Asked<ProviderGrant>
  /** Exchanges a refresh token of the provider, which may be invalid from then on. */
  readonly refresh: (refreshToken: string) => Asked<ProviderGrant>
  /**
   * Issues this service's own access token to a client that registered itself, which must not get the provider's; null
   * if there are no such clients.
   */
  readonly issueOwn: OwnIssuer["issue"] | null
}

/** Issuer of the access tokens that clients get: this service or a provider. */
export class TokenIssuer extends Context.Tag("ports/TokenIssuer")<TokenIssuer, OwnIssuer | ProviderIssuer>() {}
