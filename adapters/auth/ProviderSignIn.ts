import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as openid from "openid-client"
import { type Scope, scopes as allScopes } from "../../src/domain/Principal.ts"
import { IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import {
  ProviderErrorCode,
  type ProviderGrant,
  type ProviderIssuer,
  ProviderRefused
} from "../../src/ports/signin/TokenIssuer.ts"
import { fn } from "../../src/runtime/Span.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import type { Provider } from "./Provider.ts"
import { faultOf } from "./ProviderFetch.ts"

const isOurs = (name: string): name is Scope => allScopes.some((scope) => scope === name)

/**
 * Returns the scopes that sign-in requests from the provider: the operator's choice, or else those of our scopes that
 * the provider lists (all if it lists none). Our scopes are limited to those granted to the client. `openid` is always
 * included, so that there is an ID token.
 */
export const scopesOf = (
  { signInScopes }: Pick<OidcSettings, "signInScopes">,
  supported: ReadonlyArray<string> | undefined,
  granted: ReadonlyArray<Scope>
): ReadonlyArray<string> => {
  const chosen = signInScopes ?? allScopes.filter((scope) => supported === undefined || supported.includes(scope))
  return [...new Set(["openid", ...chosen.filter((name) => !isOurs(name) || granted.includes(name))])]
}

/**
 * Returns the audience as a `resource` parameter (RFC 8707), or nothing if it is not an absolute URI without fragment.
 */
const resourceOf = ({ audience }: OidcSettings): Readonly<Record<string, string>> =>
  URL.canParse(audience) && !audience.includes("#") ? { resource: audience } : {}

const refusal = (error: ProviderErrorCode, details: string) => new ProviderRefused({ error, details })

/** Returns the error code if it is safe to repeat. In RFC 6749 all codes consist of letters, digits and underscores. */
const named = (error: string): string => (/^\w{1,64}$/.test(error) ? error : "an error")

/** Returns the refusal for an error that the provider sent to the browser instead of a code. */
const refusalOfUser = (error: string) =>
  refusal(
    Schema.is(ProviderErrorCode)(error) && error !== "invalid_grant" ? error : "server_error",
    `The provider answered ${named(error)}.`
  )

/** Returns the failure for an error that the provider sent to the service instead of tokens. */
const refusalOfGrant = ({ error, status }: openid.ResponseBodyError, isRefresh: boolean) => {
  if (status >= 500 || error === "temporarily_unavailable" || error === "slow_down") {
    return new IssuerUnavailable({ reason: `it answered ${named(error)}` })
  }
  const isOfUser = isRefresh && Schema.is(ProviderErrorCode)(error)
  return refusal(isOfUser ? error : "server_error", `The provider gives no tokens: ${named(error)}.`)
}

/**
 * Messages for the codes of openid-client that mean an answer arrived and was wrong. All other codes mean that there
 * was no answer or an unreadable one.
 */
const wrongAnswers: Readonly<Record<string, string>> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "a claim of its ID token is wrong",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "its ID token is not good now",
  OAUTH_INVALID_RESPONSE: "its answer is not to what was asked, or lacks what it must have",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "it calls itself by another name",
  OAUTH_UNSUPPORTED_OPERATION: "its ID token is signed in a way that is not known",
  OAUTH_KEY_SELECTION_FAILED: "its ID token is signed by a key that it does not publish",
  OAUTH_MISSING_SERVER_METADATA: "its discovery document names no such endpoint"
}

const failureOf = (error: unknown, isRefresh: boolean): ProviderRefused | IssuerUnavailable => {
  if (error instanceof openid.AuthorizationResponseError) return refusalOfUser(error.error)
  if (error instanceof openid.ResponseBodyError) return refusalOfGrant(error, isRefresh)
  const code = error instanceof openid.ClientError ? error.code : undefined
  const wrong = code === undefined ? undefined : wrongAnswers[code]
  if (wrong !== undefined) return refusal("server_error", `The answer of the provider is not taken: ${wrong}.`)
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return refusal("server_error", "The provider does not take us for its client.")
  }
  return new IssuerUnavailable({ reason: `it gives no tokens: ${faultOf(error)}` })
}

const grantOf = (answer: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers): ProviderGrant => ({
  subject: answer.claims()?.sub ?? null,
  accessToken: answer.access_token,
  expiresIn: answer.expires_in ?? null,
  refreshToken: answer.refresh_token ?? null
})

/** The code flow with PKCE, in which the service is the provider's client (OpenID Connect Core 1.0, section 3.1). */
export const make = (
  settings: OidcSettings,
  provider: Provider["Type"],
  issueOwn: ProviderIssuer["issueOwn"]
): ProviderIssuer => {
  const resource = resourceOf(settings)
  const configured =
    settings.client === null
      ? refusal("server_error", "Nobody can sign in: the service is no client of the provider (OIDC_CLIENT_ID).")
      : provider.configuration

  return {
    _tag: "Provider",
    issueOwn,
    authorize: fn("ProviderSignIn.authorize")(function* ({ callback, nonce, scopes, state, verifier }) {
      const configuration = yield* configured
      const { authorization_endpoint: endpoint, scopes_supported: supported } = configuration.serverMetadata()
      if (endpoint === undefined || !URL.canParse(endpoint)) {
        return yield* refusal("server_error", "The discovery document of the provider names no page to sign in at.")
      }
      const asked = scopesOf(settings, supported, scopes)
      const challenge = yield* Effect.promise(() => openid.calculatePKCECodeChallenge(verifier))
      const parameters = {
        redirect_uri: callback,
        scope: asked.join(" "),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        audience: settings.audience,
        ...resource,
        // OpenID Connect Core 1.0, section 11: the provider grants this scope only after a consent prompt.
        ...(asked.includes("offline_access") ? { prompt: "consent" } : {})
      }
      return openid.buildAuthorizationUrl(configuration, parameters).href
    }),
    exchange: fn("ProviderSignIn.exchange")(function* (returned, { nonce, state, verifier }) {
      const configuration = yield* configured
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const answer = yield* Effect.tryPromise({
        try: () => openid.authorizationCodeGrant(configuration, returned, checks, resource),
        catch: (error) => failureOf(error, false)
      })
      return grantOf(answer)
    }),
    refresh: fn("ProviderSignIn.refresh")(function* (refreshToken) {
      const configuration = yield* configured
      const answer = yield* Effect.tryPromise({
        try: () => openid.refreshTokenGrant(configuration, refreshToken, resource),
        catch: (error) => failureOf(error, true)
      })
      return grantOf(answer)
    })
  }
}
