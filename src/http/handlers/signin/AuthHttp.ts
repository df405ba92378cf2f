import * as Effect from "effect/Effect"
import type { GrantedTokens } from "../../../application/signin/Grants.ts"
import { Consents } from "../../../application/signin/Consents.ts"
import { ProviderSignIns } from "../../../application/signin/ProviderSignIns.ts"
import { Registrations } from "../../../application/signin/Registrations.ts"
import { SignIns } from "../../../application/signin/SignIns.ts"
import { SignInTokens } from "../../../application/signin/SignInTokens.ts"
import { SignInRefused } from "../../../domain/Errors.ts"
import { scopes } from "../../../domain/Principal.ts"
import { Caller } from "../../../ports/Caller.ts"
import { Settings } from "../../../ports/Settings.ts"
import { TokenIssuer } from "../../../ports/signin/TokenIssuer.ts"
import { AuthApi, type TokenRequest } from "../../api/signin/AuthApi.ts"
import { bind, type Gate, withHeaders } from "../../call/Call.ts"
import { orPage, redirected } from "../../signin/Answering.ts"
import * as AttemptCookies from "../../signin/AttemptCookies.ts"
import * as MadeCookie from "../../signin/MadeCookie.ts"
import { credentialsOf } from "../../signin/ClientAuthentication.ts"

const refused = (error: SignInRefused["error"], details: string) => new SignInRefused({ error, details })

/** Headers against caching (RFC 6749, section 5.1). `Pragma` is for clients that do not support `Cache-Control`. */
const notKept = { "cache-control": "no-store", pragma: "no-cache" }

const written = ({ accessToken, expiresIn, refreshToken, scopes }: GrantedTokens) =>
  withHeaders(
    {
      access_token: accessToken,
      token_type: "Bearer" as const,
      expires_in: expiresIn,
      scope: scopes.join(" "),
      ...(refreshToken === null ? {} : { refresh_token: refreshToken })
    },
    notKept
  )

export const bindings = Effect.gen(function* () {
  const signIns = yield* SignIns
  const provider = yield* ProviderSignIns
  const consents = yield* Consents
  const issuer = yield* TokenIssuer
  const tokens = yield* SignInTokens
  const registrations = yield* Registrations
  const { publicUrl } = yield* Settings

  const exchange = Effect.fnUntraced(function* ({ headers }: Request, body: TokenRequest) {
    const { code = "", code_verifier: verifier = "", grant_type: kind = "", redirect_uri: redirectUri = "" } = body
    const { refresh_token: refreshToken = "" } = body
    if (kind === "") return yield* refused("invalid_request", "grant_type is missing.")
    if (kind === "authorization_code") {
      const missing = Object.entries({ code, code_verifier: verifier, redirect_uri: redirectUri }).find(
        ([, text]) => text === ""
      )
      if (missing !== undefined) return yield* refused("invalid_request", `${missing[0]} is missing.`)
      return yield* tokens.redeem(yield* credentialsOf(headers, body), { code, redirectUri, verifier })
    }
    if (kind !== "refresh_token") {
      return yield* refused("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
    }
    if (refreshToken === "") return yield* refused("invalid_request", "refresh_token is missing.")
    return yield* tokens.refresh(yield* credentialsOf(headers, body), refreshToken)
  })

  const token = ({ body, countFailure, request }: Gate<unknown> & { readonly body: TokenRequest }) =>
    exchange(request, body).pipe(
      Effect.tapErrorTag("InvalidClient", () => countFailure),
      Effect.tapErrorTag("SignInRefused", ({ error }) => (error === "invalid_grant" ? countFailure : Effect.void)),
      Effect.map(written)
    )

  /** Returns the redirect to the page of the service or of the provider where the user signs in, or agrees first. */
  const begun = ({ request, url }: Gate<unknown>) =>
    issuer._tag === "Own"
      ? Effect.flatMap(signIns.continued(url.searchParams, MadeCookie.read(request)), (location) =>
          location === null
            ? Effect.map(signIns.authorize(url.searchParams), (ticket) =>
                redirected(`${publicUrl}/v1/auth/sign-in?request=${ticket}`)
              )
            : Effect.succeed(redirected(location, [MadeCookie.end(publicUrl)]))
        )
      : Effect.map(consents.begin(url.searchParams), (begun) =>
          typeof begun === "string"
            ? redirected(`${publicUrl}/v1/auth/consent?request=${begun}`)
            : redirected(begun.location, AttemptCookies.issue(request, publicUrl, begun.state, begun.cookie))
        )

  const returned = ({ countFailure, network, request, requestId, url }: Gate<unknown>) => {
    const ended = (location: string) =>
      redirected(location, [AttemptCookies.end(publicUrl, url.searchParams.get("state") ?? "")])
    return provider
      .complete(url.searchParams, (state) => AttemptCookies.read(request, state), network)
      .pipe(
        Effect.provideService(Caller, { userId: null, requestId }),
        Effect.tapErrorTag("Forbidden", () => countFailure),
        Effect.map(ended),
        Effect.catchTag("RefusedThere", ({ location }) => Effect.as(countFailure, ended(location)))
      )
  }

  return bind(AuthApi, {
    authorize: (call) =>
      orPage(
        Effect.catchTag(begun(call), "RefusedThere", ({ location }) => Effect.succeed(redirected(location))),
        call.request
      ),
    callback: (call) => orPage(returned(call), call.request),
    token,
    tokenOlder: token,
    register: {
      resource: ({ countFailure, network, requestId }) =>
        Effect.as(registrations.demandOpen, ({ body }) =>
          registrations.register(body, { network, requestId }).pipe(
            Effect.tapErrorTag("SignInRefused", () => countFailure),
            Effect.map(({ id, name, redirectUris, registeredAt, scopes: allowed }) =>
              withHeaders(
                {
                  client_id: id,
                  client_id_issued_at: registeredAt,
                  ...(name === null ? {} : { client_name: name }),
                  redirect_uris: redirectUris,
                  scope: allowed.join(" "),
                  grant_types: ["authorization_code", "refresh_token"],
                  response_types: ["code"],
                  token_endpoint_auth_method: "none" as const
                },
                notKept
              )
            )
          )
        )
    },
    scopes: () => Effect.succeed({ scopes })
  })
})
