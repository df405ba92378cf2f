import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Scope, scopes as allScopes } from "../../domain/Principal.ts"
import type { IssuerUnavailable } from "../../ports/signin/Authenticator.ts"
import {
  type Attempt,
  type ProviderErrorCode,
  type ProviderGrant,
  type ProviderIssuer,
  ProviderRefused,
  TokenIssuer
} from "../../ports/signin/TokenIssuer.ts"
import * as SignedIn from "./SignedIn.ts"
import type { TestService } from "./TestService.ts"
import * as Tokens from "./Tokens.ts"

/** Where its page would be. */
export const page = "https://login.test/authorize"

/** A provider in this process that signs `ada` in, once for each of its codes and refresh tokens. */
export interface StubProvider {
  readonly layer: Layer.Layer<TokenIssuer>
  /** The requests that were received, in this order. */
  readonly begun: Array<Attempt & { readonly callback: string; readonly scopes: ReadonlyArray<Scope> }>
  readonly refreshed: Array<string>
  /** The content of its answers, unless the default. */
  gives: Partial<ProviderGrant>
  /** Its behaviour instead of an answer. */
  fails: ProviderRefused | IssuerUnavailable | null
}

export const make = (): StubProvider => {
  const used = new Set<string>()
  let count = 0
  const given = (what: string): Effect.Effect<ProviderGrant, ProviderRefused | IssuerUnavailable> => {
    if (stub.fails !== null) return stub.fails
    if (used.has(what)) return new ProviderRefused({ error: "invalid_grant", details: "It was used." })
    used.add(what)
    count += 1
    return Effect.succeed({
      subject: "ada",
      accessToken: Tokens.tokenOf("ada", ["models:read"]),
      expiresIn: 300,
      refreshToken: `theirs ${count}`,
      ...stub.gives
    })
  }
  const issuer: ProviderIssuer = {
    _tag: "Provider",
    issueOwn: Tokens.issue,
    authorize: (attempt) =>
      Effect.gen(function* () {
        if (stub.fails !== null) return yield* stub.fails
        stub.begun.push(attempt)
        const { callback, nonce, state } = attempt
        return `${page}?${new URLSearchParams({ state, nonce, redirect_uri: callback }).toString()}`
      }),
    exchange: (returned) =>
      Effect.suspend(() => {
        const error = returned.searchParams.get("error")
        return error === null
          ? given(returned.searchParams.get("code")!)
          : new ProviderRefused({ error: error as ProviderErrorCode, details: `The provider answered ${error}.` })
      }),
    refresh: (token) =>
      Effect.suspend(() => {
        stub.refreshed.push(token)
        return given(token)
      })
  }
  const stub: StubProvider = {
    layer: Layer.succeed(TokenIssuer, issuer),
    begun: [],
    refreshed: [],
    gives: {},
    fails: null
  }
  return stub
}

/** Goes to the page of the provider, as a browser does. */
export const left = async (service: TestService, asked = SignedIn.request(), cookie = "") => {
  await SignedIn.client(service, asked.get("client_id")!, { scopes: allScopes })
  const response = await service.call("GET", `/v1/auth/authorize?${asked.toString()}`, { headers: { cookie } })
  const location = new URL(response.headers.get("location")!)
  const cookies = response.headers.getSetCookie()
  return {
    response,
    location,
    cookies,
    state: location.searchParams.get("state")!,
    cookie: cookies.at(-1)!.split(";")[0]!
  }
}

/** Comes back from it. */
export const back = (
  service: TestService,
  { cookie, state }: { readonly cookie: string; readonly state: string },
  parameters: Readonly<Record<string, string>> = { code: crypto.randomUUID() },
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> =>
  service.call("GET", `/v1/auth/callback?${new URLSearchParams({ state, ...parameters }).toString()}`, {
    headers: { cookie, ...headers }
  })
