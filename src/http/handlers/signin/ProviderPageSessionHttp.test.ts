/* oxlint-disable no-restricted-imports -- the test moves the clock of the storage */
import { afterAll, beforeEach, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { offset } from "../../../../adapters/storage/sql/Clock.ts"
import { repeatMillis } from "../../../domain/signin/SignIn.ts"
import { IssuerUnavailable } from "../../../ports/signin/Authenticator.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as StubProvider from "../../testing/StubProvider.ts"
import * as TestService from "../../testing/TestService.ts"
import * as Tokens from "../../testing/Tokens.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const provider = StubProvider.make()
const service = await Effect.runPromise(Scope.extend(TestService.make({ ports: provider.layer }), scope))
const headers = { origin: new URL(TestService.publicUrl).origin }

beforeEach(() => {
  provider.gives = {}
  provider.fails = null
})

const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";", 1)[0] ?? ""

const renew = (cookie: string) => service.call("POST", "/app/session", { headers: { ...headers, cookie } })

/** Signs in to the page by the provider, and returns the response with the cookie. */
const begun = async () => {
  const asked = SignedIn.request({ client_id: "app", redirect_uri: `${TestService.publicUrl}/app/`, scope: "" })
  const answer = SignedIn.told(await StubProvider.back(service, await StubProvider.left(service, asked)))
  const { code, code_verifier } = SignedIn.grantOf(answer, asked)
  return service.call("POST", "/app/session", { body: { code, code_verifier }, headers })
}

test("a replaced token is answered for a minute by the provider's latest token, and leaves the cookie", async () => {
  const first = cookieOf(await begun())
  const second = cookieOf(await renew(first))
  const third = cookieOf(await renew(second))
  expect(new Set([first, second, third, ""]).size).toBe(4)
  provider.gives = { accessToken: Tokens.tokenOf("ada", ["projects:read"]) }
  for (const cookie of [first, second, first]) {
    const again = await renew(cookie)
    expect([again.status, again.headers.get("set-cookie")]).toEqual([200, null])
    const { access_token: access } = (await again.json()) as Record<string, string>
    const got = await service.call("GET", "/v1/projects", { headers: { authorization: `Bearer ${access}` } })
    expect(got.status).toBe(200)
  }
  expect(new Set(provider.refreshed).size).toBe(provider.refreshed.length)
  expect(cookieOf(await renew(third))).not.toBe("")
})

test("the page is told that a claim of the provider's token makes the user an operator", async () => {
  const scopeIn = async (response: Response) => ((await response.clone().json()) as Record<string, string>)["scope"]
  provider.gives = { accessToken: Tokens.tokenOf("ada", ["models:read", "admin"]) }
  const first = await begun()
  expect(await scopeIn(first)).toBe("models:read admin")
  expect(await scopeIn(await renew(cookieOf(first)))).toBe("models:read admin")
  provider.gives = { accessToken: Tokens.tokenOf("ada", ["models:read"]) }
  expect(await scopeIn(await begun())).toBe("models:read")
})

test("two tabs that renew at once both stay signed in", async () => {
  const first = cookieOf(await begun())
  const tabs = await Promise.all([renew(first), renew(first)])
  // While one request contacts the provider, the other is answered to try again.
  for (const { status } of tabs) expect([200, 503]).toContain(status)
  const newest = tabs.map(cookieOf).filter((cookie) => cookie !== "")
  expect(newest).toHaveLength(1)
  expect((await renew(first)).status).toBe(200)
  expect((await renew(newest[0]!)).status).toBe(200)
})

test("a provider that is unavailable during a repetition ends no sign-in", async () => {
  const first = cookieOf(await begun())
  const second = cookieOf(await renew(first))
  provider.fails = new IssuerUnavailable({ reason: "nobody answers" })
  expect((await renew(first)).status).toBe(503)
  provider.fails = null
  expect((await renew(first)).status).toBe(200)
  expect((await renew(second)).status).toBe(200)
})

test("a replaced token that is used after a minute ends the sign-in", async () => {
  const first = cookieOf(await begun())
  const second = cookieOf(await renew(first))
  offset.millis += repeatMillis
  try {
    expect((await renew(first)).status).toBe(401)
    expect((await renew(second)).status).toBe(401)
  } finally {
    offset.millis -= repeatMillis
  }
})
