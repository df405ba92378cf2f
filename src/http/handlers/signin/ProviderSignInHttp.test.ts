import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { SqlClient } from "@effect/sql/SqlClient"
import { UserId } from "../../../domain/Principal.ts"
import { IssuerUnavailable } from "../../../ports/signin/Authenticator.ts"
import { SignInRepository } from "../../../ports/signin/SignInRepository.ts"
import { ProviderRefused } from "../../../ports/signin/TokenIssuer.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as StubProvider from "../../testing/StubProvider.ts"
import * as TestService from "../../testing/TestService.ts"
import * as Tokens from "../../testing/Tokens.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const provider = StubProvider.make()
const started = (options: TestService.TestOptions = {}) =>
  Effect.runPromise(Scope.extend(TestService.make({ ...options, ports: provider.layer }), scope))
const service = await started()

beforeEach(() => {
  provider.gives = {}
  provider.fails = null
})

const { request, told } = SignedIn
const { back, left } = StubProvider
const refusal = (error: ProviderRefused["error"]) => new ProviderRefused({ error, details: "It says no." })
const away = new IssuerUnavailable({ reason: "nobody answers" })

type Body = Record<string, string> & { readonly expires_in: number }

const post = async (body: Readonly<Record<string, string>>) => {
  const response = await service.call("POST", "/v1/auth/token", { body })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}

/** A request body with a code to exchange. */
const codeGrant = async (asked = request()) =>
  SignedIn.grantOf(told(await back(service, await left(service, asked))), asked)

const refresh = (token: string | undefined, client = "excel") =>
  post({ grant_type: "refresh_token", client_id: client, refresh_token: token! })

const rows = () =>
  service.run(
    Effect.flatMap(
      SqlClient,
      (sql) => sql<Record<string, unknown>>`SELECT * FROM sign_ins ORDER BY created_at DESC, id LIMIT 1000`
    )
  )

describe("authorize", () => {
  test("redirects to the provider and sets a cookie that binds the return to this browser", async () => {
    const { cookies, location, response } = await left(service)
    expect([response.status, location.origin + location.pathname]).toEqual([302, StubProvider.page])
    const { callback, nonce, scopes, state, verifier } = provider.begun.at(-1)!
    expect([callback, ...scopes]).toEqual([`${TestService.publicUrl}/v1/auth/callback`, "models:read"])
    for (const text of [nonce, state, verifier]) expect(text).toMatch(/^[\w-]{43}$/)
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(
      /^plinth-provider-[\w-]{8}=[\w-]+; Path=\/v1\/auth; Max-Age=900; HttpOnly; SameSite=Lax$/
    )
    for (const secret of [nonce, verifier, "the state"]) expect(cookies[0]).not.toContain(secret)
  })

  test("the cookie is secure if clients use https, and limited to the path of the service", async () => {
    const secure = await started({ settings: { publicUrl: "https://bim.test/plinth" } })
    expect((await left(secure)).cookies[0]).toEndWith(
      "; Path=/plinth/v1/auth; Max-Age=900; HttpOnly; SameSite=Lax; Secure"
    )
  })

  test("the longest state of a client fits into the cookie and is returned", async () => {
    const state = '"\\'.repeat(1024)
    const begun = await left(service, request({ state }))
    expect(begun.cookie.length).toBeLessThan(4096)
    expect(told(await back(service, begun)).get("state")).toBe(state)
  })

  test("other windows can continue; above the limit only the latest can", async () => {
    const jar: Array<Awaited<ReturnType<typeof left>>> = []
    for (let n = 0; n < 3; n++) jar.push(await left(service, request(), jar.map(({ cookie }) => cookie).join("; ")))
    const cookie = jar.map((one) => one.cookie).join("; ")
    for (const { state } of jar) expect(told(await back(service, { cookie, state })).get("code")).toBeString()
    const { cookies } = await left(service, request(), cookie)
    expect(cookies.map((one) => /Max-Age=(\d+)/.exec(one)![1])).toEqual(["0", "0", "0", "900"])
  })

  test("a wrong client or redirect URI is 400, other errors are redirected, and the provider is not contacted", async () => {
    await left(service)
    const before = provider.begun.length
    const authorize = (asked: URLSearchParams) => service.call("GET", `/v1/auth/authorize?${asked.toString()}`)
    for (const wrong of [{ client_id: "nobody" }, { redirect_uri: "https://evil.test" }, { redirect_uri: "" }]) {
      const response = await authorize(request(wrong))
      expect([response.status, response.headers.get("location")]).toEqual([400, null])
    }
    const plain = await authorize(request({ code_challenge_method: "plain" }))
    expect(told(plain).get("error")).toBe("invalid_request")
    expect(provider.begun.length).toBe(before)
  })

  for (const [name, failure, error] of [
    ["a provider that does not answer", away, "temporarily_unavailable"],
    ["a service that is no client of it", refusal("server_error"), "server_error"]
  ] as const) {
    test(`${name} is redirected to the client's URL`, async () => {
      await left(service)
      provider.fails = failure
      const response = await service.call("GET", `/v1/auth/authorize?${request().toString()}`)
      const { error: found, iss, state } = Object.fromEntries(told(response))
      expect([response.status, found, state, iss]).toEqual([302, error, "the state", TestService.publicUrl])
      expect(response.headers.get("location")).toStartWith(SignedIn.redirectUri)
    })
  }

  test("the pages for passwords do not exist", async () => {
    for (const path of ["sign-in", "first-user"]) {
      for (const method of ["GET", "POST"]) {
        expect((await service.call(method, `/v1/auth/${path}`)).status).toBe(404)
      }
    }
  })
})

describe("callback", () => {
  test("redirects to the client with a code, its state and the issuer", async () => {
    const begun = await left(service)
    const response = await back(service, begun)
    const { code, iss, state, ...rest } = Object.fromEntries(told(response))
    expect([response.status, state, iss, rest]).toEqual([302, "the state", TestService.publicUrl, {}])
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(response.headers.get("location")).toStartWith(`${SignedIn.redirectUri}?`)
    expect(response.headers.getSetCookie()).toEqual([
      `${begun.cookie.split("=")[0]}=; Path=/v1/auth; Max-Age=0; HttpOnly; SameSite=Lax`
    ])
  })

  test("a missing, foreign or changed cookie, and a wrong or missing state, are 403 without contacting the provider", async () => {
    const [mine, other] = [await left(service), await left(service)]
    provider.fails = refusal("server_error")
    const [name, value] = mine.cookie.split("=")
    const wrong: ReadonlyArray<readonly [cookie: string, state: string]> = [
      ["", mine.state],
      [other.cookie, mine.state],
      [`${name}=${other.cookie.split("=")[1]}`, mine.state],
      [mine.cookie, other.state],
      [mine.cookie, `${mine.state.slice(0, -1)}${mine.state.endsWith("A") ? "B" : "A"}`],
      [mine.cookie, mine.state.slice(0, 8)],
      [`${name}=${value!.slice(0, -6)}AAAAAA`, mine.state],
      [`${name}=`, mine.state],
      [mine.cookie, ""]
    ]
    for (const [cookie, state] of wrong) {
      const response = await back(service, { cookie, state }, { code: "x" })
      expect([response.status, response.headers.get("location")]).toEqual([403, null])
      expect((await response.json()) as Body).toMatchObject({ error: "access_denied" })
    }
    const twice = `/v1/auth/callback?state=${mine.state}&state=${mine.state}&code=x`
    expect((await service.call("GET", twice, { headers: { cookie: mine.cookie } })).status).toBe(403)
    const page = await back(service, { ...mine, cookie: "" }, {}, { accept: "text/html" })
    expect([page.status, page.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"])
  })

  test("a refusal of the provider is redirected to the client's URL", async () => {
    for (const error of ["access_denied", "login_required", "server_error"]) {
      const response = await back(service, await left(service), { error })
      expect(response.headers.get("location")).toStartWith(SignedIn.redirectUri)
      expect(Object.fromEntries(told(response))).toMatchObject({ error, state: "the state" })
      expect(told(response).has("code")).toBe(false)
    }
    const begun = await left(service)
    provider.fails = away
    expect(told(await back(service, begun)).get("error")).toBe("temporarily_unavailable")
  })

  const unusable: ReadonlyArray<readonly [string, StubProvider.StubProvider["gives"], string]> = [
    ["a token that is not good here", { accessToken: "x" }, "server_error"],
    ["another user's token", { accessToken: Tokens.tokenOf("bert", ["models:read"]) }, "server_error"],
    ["a token without our scopes", { accessToken: Tokens.tokenOf("ada", []) }, "access_denied"]
  ]
  for (const [name, gives, error] of unusable) {
    test(`${name} fails with ${error}`, async () => {
      provider.gives = gives
      const answer = told(await back(service, await left(service)))
      expect([answer.get("error"), answer.has("code")]).toEqual([error, false])
    })
  }

  test("a token with more scopes than the client may have is refused", async () => {
    const asked = { client_id: "reader", redirect_uri: "https://reader.test" }
    await SignedIn.client(service, "reader", { scopes: ["models:read"], redirectUri: asked.redirect_uri })
    provider.gives = { accessToken: Tokens.tokenOf("ada", ["models:read", "models:write"]) }
    const answer = told(await back(service, await left(service, request(asked))))
    expect(answer.get("error_description")).toBe("The provider granted more than the client may have: models:write.")
  })

  test("repeating a callback gives no second code", async () => {
    const begun = await left(service)
    const parameters = { code: "once" }
    expect(told(await back(service, begun, parameters)).has("code")).toBe(true)
    const again = told(await back(service, begun, parameters))
    expect([again.has("code"), again.has("error")]).toEqual([false, true])
  })

  test("a client that was removed meanwhile is not redirected to", async () => {
    const asked = request({ client_id: "brief" })
    const begun = await left(service, asked)
    await SignedIn.removed(service, "brief")
    const response = await back(service, begun)
    expect([response.status, response.headers.get("location")]).toEqual([400, null])
  })
})

describe("tokens", () => {
  test("the access token is the provider's, the refresh token ours; neither is readable in the storage", async () => {
    const { body, headers, status } = await post(await codeGrant())
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(body).toMatchObject({
      access_token: Tokens.tokenOf("ada", ["models:read"]),
      token_type: "Bearer",
      scope: "models:read"
    })
    expect(body.expires_in).toBeWithin(290, 301)
    expect(body["refresh_token"]).not.toContain("theirs")
    const waiting = await codeGrant()
    const text = (await rows()).map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
        .join()
    )
    expect(text.length).toBeGreaterThan(1)
    for (const row of text) {
      for (const secret of ["theirs", "test.", waiting["code"]!]) expect(row).not.toContain(secret)
    }
  })

  test("expires_in is the rest of the token's life, or less if the provider says so", async () => {
    provider.gives = { expiresIn: 86_400, accessToken: Tokens.tokenOf("ada", ["models:read"], null, 120) }
    expect((await post(await codeGrant())).body.expires_in).toBeWithin(110, 121)
    provider.gives = { expiresIn: 60, accessToken: Tokens.tokenOf("ada", ["models:read"], null, 120) }
    expect((await post(await codeGrant())).body.expires_in).toBeWithin(50, 61)
    provider.gives = { expiresIn: null, accessToken: Tokens.tokenOf("ada", ["models:read"], null, 120) }
    expect((await post(await codeGrant())).body.expires_in).toBeWithin(110, 121)
  })

  test("without a refresh token of the provider, none is issued", async () => {
    provider.gives = { refreshToken: null }
    const { body, status } = await post(await codeGrant())
    expect([status, "refresh_token" in body]).toEqual([200, false])
  })

  test("a code is valid once, for its client, URL and verifier; using it again ends the sign-in", async () => {
    await SignedIn.client(service, "word")
    const grant = await codeGrant()
    const wrong = [{ client_id: "word" }, { code_verifier: "x".repeat(43) }, { redirect_uri: "https://evil.test" }]
    for (const one of [...wrong, { code: "x" }]) {
      expect(await post({ ...grant, ...one })).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    }
    const first = await post(grant)
    expect(first.status).toBe(200)
    expect(await post(grant)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(await refresh(first.body["refresh_token"])).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  })

  test("each refresh uses the provider's latest token; using ours again ends the sign-in", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    const second = await refresh(first)
    expect(second).toMatchObject({ status: 200, body: { scope: "models:read" } })
    const third = await refresh(second.body["refresh_token"])
    expect(third.status).toBe(200)
    expect(new Set(provider.refreshed).size).toBe(provider.refreshed.length)
    const asked = provider.refreshed.length
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(await refresh(third.body["refresh_token"])).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(provider.refreshed.length).toBe(asked)
  })

  test("a provider may keep its refresh token", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    provider.gives = { refreshToken: null, subject: null }
    expect((await refresh(first)).status).toBe(200)
    expect(provider.refreshed.at(-1)).toStartWith("theirs ")
  })

  test("of two refreshes at once one contacts the provider, and the other is answered to try again", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    const asked = provider.refreshed.length
    const both = await Promise.all([refresh(first), refresh(first)])
    expect(provider.refreshed.length).toBe(asked + 1)
    // The second request arrived while the first was contacting the provider, or afterwards.
    const [good, bad] = both.sort((a, b) => a.status - b.status)
    expect(good?.status).toBe(200)
    expect([400, 503]).toContain(bad?.status ?? 0)
  })

  test("while the provider is unavailable a refresh is 503, and the refresh token stays valid", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    for (const failure of [away, refusal("temporarily_unavailable")]) {
      provider.fails = failure
      const answer = await refresh(first)
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"])
      expect(answer.body["error"]).toBe("temporarily_unavailable")
    }
    provider.fails = null
    expect((await refresh(first)).status).toBe(200)
  })

  test("a sign-in that the provider has ended is ended here", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    provider.fails = refusal("invalid_grant")
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    provider.fails = null
    const asked = provider.refreshed.length
    expect((await refresh(first)).status).toBe(400)
    expect(provider.refreshed.length).toBe(asked)
  })

  test("if the provider wants the user to sign in again, the client gets invalid_grant without the provider's text", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    for (const error of ["access_denied", "login_required", "consent_required", "interaction_required"] as const) {
      provider.fails = refusal(error)
      const answer = await refresh(first)
      expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
      expect(JSON.stringify(answer.body)).not.toContain("It says no.")
    }
    provider.fails = refusal("server_error")
    const answer = await refresh(first)
    expect(answer).toMatchObject({ status: 500, body: { error: "server_error" } })
    expect(JSON.stringify(answer.body)).not.toContain("It says no.")
  })

  test("an unusable refreshed token is 500 server_error, and the same refresh token can be used again", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    for (const accessToken of ["x", Tokens.tokenOf("bert", ["models:read"])]) {
      provider.gives = { accessToken }
      expect(await refresh(first)).toMatchObject({ status: 500, body: { error: "server_error" } })
    }
    provider.gives = { accessToken: Tokens.awayToken }
    expect((await refresh(first)).status).toBe(503)
    provider.gives = {}
    expect((await refresh(first)).status).toBe(200)
  })

  test("refresh tokens belong to their client", async () => {
    await SignedIn.client(service, "word")
    const first = (await post(await codeGrant())).body["refresh_token"]
    expect((await refresh(first, "word")).status).toBe(400)
    expect((await refresh(first, "nobody")).status).toBe(401)
    expect((await refresh(first)).status).toBe(200)
  })

  test("revocation ends refresh families and codes; an earlier token is not issued", async () => {
    const first = (await post(await codeGrant())).body["refresh_token"]
    const waiting = await codeGrant()
    await service.run(Effect.flatMap(SignInRepository, ({ revokeUser }) => revokeUser(UserId.make("ada"))))
    expect((await refresh(first)).status).toBe(400)
    expect((await post(waiting)).status).toBe(400)
    const ago = Math.floor(Date.now() / 1000) - 60
    provider.gives = { accessToken: Tokens.tokenOf("ada", ["models:read"], null, 300, ago) }
    expect(await post(await codeGrant())).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    provider.gives = { accessToken: Tokens.tokenOf("ada", ["models:read"], null, 300, ago + 62) }
    expect((await post(await codeGrant())).status).toBe(200)
  })
})

test("with local users there is no callback", async () => {
  const own = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  expect((await own.call("GET", "/v1/auth/callback?state=x&code=x")).status).toBe(404)
})
