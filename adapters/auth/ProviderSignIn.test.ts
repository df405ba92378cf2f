import { afterAll, describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { scopes } from "../../src/domain/Principal.ts"
import type { ProviderIssuer } from "../../src/ports/signin/TokenIssuer.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { layer, Provider } from "./Provider.ts"
import * as ProviderSignIn from "./ProviderSignIn.ts"
import * as FakeProvider from "./testing/FakeProvider.ts"
import * as TokenForge from "./testing/TokenForge.ts"

const provider = FakeProvider.start()
afterAll(() => provider.down())
const signer = await provider.signer("RS256")
provider.publish(signer)
const forge = await TokenForge.make(signer)
const stranger = await TokenForge.make(await provider.signer("RS256"))

const { issuer } = provider
const document = {
  issuer,
  jwks_uri: `${issuer}/keys`,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  id_token_signing_alg_values_supported: ["RS256"],
  authorization_response_iss_parameter_supported: true
}
provider.answers.discovery = () => Response.json(document)

const issuerOf = (settings: OidcSettings): Promise<ProviderIssuer> =>
  Layer.build(layer(settings)).pipe(
    Effect.map((context) => ProviderSignIn.make(settings, Context.get(context, Provider), null)),
    Effect.scoped,
    Effect.runPromise
  )
const ours = await issuerOf(provider.settingsOfClient)

const callback = "http://localhost/v1/auth/callback"
const attempt = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) }

const idToken = (claims: Readonly<Record<string, unknown>> = {}, by = forge) => {
  const now = Math.floor(Date.now() / 1000)
  const good = { iss: issuer, aud: "plinth", sub: "ada", iat: now, exp: now + 300, nonce: attempt.nonce }
  return by.sign({ ...good, ...claims }, { typ: "JWT", alg: "RS256", kid: by.keyId })
}

const tokens = async (more: Readonly<Record<string, unknown>> = {}) =>
  Response.json({ access_token: "access", token_type: "Bearer", id_token: await idToken(), ...more })

const outcome = <A>(effect: Effect.Effect<A, { readonly _tag: string; readonly error?: string }>) =>
  Effect.runPromise(
    Effect.match(effect, { onSuccess: (it): unknown => it, onFailure: ({ _tag, error }) => error ?? _tag })
  )

const back = (parameters: Readonly<Record<string, string>> = {}) =>
  new URL(
    `${callback}?${new URLSearchParams({ code: "c", state: attempt.state, iss: issuer, ...parameters }).toString()}`
  )

test("the request has state, nonce and PKCE challenge, audience and scopes", async () => {
  const asked = await Effect.runPromise(ours.authorize({ ...attempt, callback, scopes: ["models:read"] }))
  const { origin, pathname, searchParams } = new URL(asked)
  expect(origin + pathname).toBe(document.authorization_endpoint)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: "plinth",
    response_type: "code",
    redirect_uri: callback,
    scope: "openid models:read",
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: createHash("sha256").update(attempt.verifier).digest("base64url"),
    code_challenge_method: "S256",
    audience: provider.audience,
    resource: provider.audience
  })
})

test("an audience that is no URI is not sent as a resource; offline_access asks for the user's consent", async () => {
  const settings = { ...provider.settingsOfClient, audience: "plinth", signInScopes: ["offline_access", "models:read"] }
  const asked = await Effect.runPromise((await issuerOf(settings)).authorize({ ...attempt, callback, scopes }))
  const { audience, prompt, resource, scope } = Object.fromEntries(new URL(asked).searchParams)
  expect({ audience, prompt, resource, scope }).toEqual({
    audience: "plinth",
    prompt: "consent",
    resource: undefined,
    scope: "openid offline_access models:read"
  })
})

test("scopes are those of the operator, else those that the provider lists, and those of the client", () => {
  const { scopesOf } = ProviderSignIn
  expect(scopesOf({ signInScopes: null }, undefined, ["models:read"])).toEqual(["openid", "models:read"])
  expect(scopesOf({ signInScopes: null }, ["openid", "models:write"], scopes)).toEqual(["openid", "models:write"])
  const signInScopes = ["api://models", "models:read", "models:write", "openid"]
  expect(scopesOf({ signInScopes }, [], ["models:read"])).toEqual(["openid", "api://models", "models:read"])
})

test("an unknown client cannot make a request", async () => {
  const none = await issuerOf(provider.settings)
  expect(await outcome(none.authorize({ ...attempt, callback, scopes }))).toBe("server_error")
  expect(await outcome(none.refresh("x"))).toBe("server_error")
})

test("returns the tokens, their user and their lifetime", async () => {
  let sent = new URLSearchParams()
  provider.answers.token = async (request) => {
    sent = new URLSearchParams(await request.text())
    return tokens({ refresh_token: "refresh", expires_in: 60 })
  }
  const given = { subject: "ada", accessToken: "access", expiresIn: 60, refreshToken: "refresh" }
  expect(await outcome(ours.exchange(back(), attempt))).toEqual(given)
  expect(Object.fromEntries(sent)).toEqual({
    grant_type: "authorization_code",
    code: "c",
    redirect_uri: callback,
    code_verifier: attempt.verifier,
    resource: provider.audience
  })
  provider.answers.token = () => Response.json({ access_token: "access", token_type: "Bearer" })
  expect(await outcome(ours.refresh("refresh"))).toEqual({
    subject: null,
    accessToken: "access",
    expiresIn: null,
    refreshToken: null
  })
})

describe("callbacks that are refused", () => {
  const returns: ReadonlyArray<readonly [string, URL, string]> = [
    ["another state", back({ state: "x" }), "server_error"],
    ["another issuer", back({ iss: "https://evil.test" }), "server_error"],
    ["no issuer, where it says that it names itself", new URL(back().href.replace(/&iss=.*/, "")), "server_error"],
    ["no code", new URL(back().href.replace("code=c&", "")), "server_error"],
    ["a user who does not agree", back({ error: "access_denied" }), "access_denied"],
    ["an error of another's making", back({ error: "access_denied", iss: "https://evil.test" }), "server_error"],
    ["an error about us", back({ error: "invalid_target" }), "server_error"],
    ["an error that is for refreshing", back({ error: "invalid_grant" }), "server_error"]
  ]
  for (const [name, url, error] of returns) {
    test(`${name}: ${error}, and no code is exchanged`, async () => {
      const before = provider.asked.token
      provider.answers.token = () => tokens()
      expect(await outcome(ours.exchange(url, attempt))).toBe(error)
      expect(provider.asked.token).toBe(before)
    })
  }
})

const problem = (status: number, error: string) => Response.json({ error }, { status })
const challenged = () => new Response(null, { status: 401, headers: { "www-authenticate": "Basic" } })

describe("refused answers for a code", () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  const answers: Readonly<Record<string, readonly [() => Response | Promise<Response>, string]>> = {
    "no ID token": [() => tokens({ id_token: undefined }), "server_error"],
    "another nonce": [async () => tokens({ id_token: await idToken({ nonce: "x" }) }), "server_error"],
    "no nonce": [async () => tokens({ id_token: await idToken({ nonce: undefined }) }), "server_error"],
    "another issuer's ID token": [
      async () => tokens({ id_token: await idToken({ iss: "https://evil.test" }) }),
      "server_error"
    ],
    "another client's ID token": [async () => tokens({ id_token: await idToken({ aud: "other" }) }), "server_error"],
    "an old ID token": [async () => tokens({ id_token: await idToken({ exp: past }) }), "server_error"],
    "an ID token of unknown signature": [async () => tokens({ id_token: await idToken({}, stranger) }), "server_error"],
    "no access token": [() => tokens({ access_token: undefined }), "server_error"],
    "a code that was used": [() => problem(400, "invalid_grant"), "server_error"],
    "a secret that is another": [() => problem(401, "invalid_client"), "server_error"],
    "a challenge": [challenged, "server_error"],
    "500": [() => problem(500, "server_error"), "IssuerUnavailable"],
    HTML: [() => new Response("<html>", { headers: { "content-type": "text/html" } }), "IssuerUnavailable"]
  }
  for (const [name, [answer, error]] of Object.entries(answers)) {
    test(`${name}: ${error}`, async () => {
      provider.answers.token = answer
      expect(await outcome(ours.exchange(back(), attempt))).toBe(error)
    })
  }
})

describe("answers for a refresh token", () => {
  const answers: Readonly<Record<string, readonly [() => Response, string]>> = {
    "one that serves no more": [() => problem(400, "invalid_grant"), "invalid_grant"],
    "a secret that is another": [() => problem(401, "invalid_client"), "server_error"],
    "a provider that has no time": [() => problem(503, "temporarily_unavailable"), "IssuerUnavailable"],
    "no JSON": [() => new Response("gone", { status: 502 }), "IssuerUnavailable"]
  }
  for (const [name, [answer, error]] of Object.entries(answers)) {
    test(`${name}: ${error}`, async () => {
      provider.answers.token = answer
      expect(await outcome(ours.refresh("x"))).toBe(error)
    })
  }
})

test("without an answer the provider is unavailable", async () => {
  const secret = Redacted.make("s3cret")
  const fresh = await issuerOf({ ...provider.settings, client: { id: "plinth", secret } })
  await provider.down()
  expect(await outcome(fresh.exchange(back(), attempt))).toBe("IssuerUnavailable")
  expect(await outcome(fresh.refresh("x"))).toBe("IssuerUnavailable")
  provider.up()
})
