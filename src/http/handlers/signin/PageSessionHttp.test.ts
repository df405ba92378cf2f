/* oxlint-disable no-restricted-imports -- the test moves the clock of the storage */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { offset } from "../../../../adapters/storage/sql/Clock.ts"
import { Accounts } from "../../../application/signin/Accounts.ts"
import { UserId } from "../../../domain/Principal.ts"
import { refreshMillis, repeatMillis } from "../../../domain/signin/SignIn.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const started = (options?: TestService.TestOptions) => Effect.runPromise(Scope.extend(TestService.make(options), scope))
const service = await started()
const origin = new URL(TestService.publicUrl).origin

beforeAll(() => SignedIn.user(service))

type Headers = Readonly<Record<string, string>>

const session = (method: string, headers: Headers = {}, query = "", of = service) =>
  of.call(method, `/app/session${query}`, { headers: { origin, ...headers } })

const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";", 1)[0] ?? ""

/** Signs in to the page as a browser does. */
const begun = async (of = service, publicUrl = TestService.publicUrl) => {
  const asked = SignedIn.request({ client_id: "app", redirect_uri: `${publicUrl}/app/`, scope: "" })
  const { code, code_verifier } = SignedIn.grantOf(
    SignedIn.told(await SignedIn.submit(of, await SignedIn.page(of, asked))),
    asked
  )
  return of.call("POST", "/app/session", {
    body: { code, code_verifier },
    headers: { origin: new URL(publicUrl).origin }
  })
}

const projects = async (access: string) =>
  (await service.call("GET", "/v1/projects", { headers: { authorization: `Bearer ${access}` } })).status

test("a browser that signs in has its refresh token in a cookie of this path, which scripts cannot read", async () => {
  const response = await begun()
  expect(response.status).toBe(200)
  const tokens = (await response.json()) as Headers
  expect(Object.keys(tokens).sort()).toEqual(["access_token", "expires_in", "scope", "token_type"])
  expect(await projects(tokens["access_token"]!)).toBe(200)
  expect(response.headers.get("set-cookie")).toMatch(
    /^plinth-session=[\w.-]+; Path=\/app\/session; Max-Age=2592000; HttpOnly; SameSite=Strict$/
  )
  expect(response.headers.get("cache-control")).toBe("no-store")
})

test("over https the cookie is Secure", async () => {
  const publicUrl = "https://plinth.example"
  const fresh = await started({ settings: { publicUrl } })
  await SignedIn.user(fresh)
  expect((await begun(fresh, publicUrl)).headers.get("set-cookie")).toEndWith(
    "; Path=/app/session; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"
  )
})

const accessOf = async (response: Response) => ((await response.json()) as Headers)["access_token"]!

/** Runs `work` as if this much time had passed. */
const after = async (millis: number, work: () => Promise<void>) => {
  offset.millis += millis
  try {
    await work()
  } finally {
    offset.millis -= millis
  }
}

test("POST renews and replaces the cookie for another 30 days", async () => {
  const first = cookieOf(await begun())
  const renewed = await session("POST", { cookie: `a=b; ${first}; c=d` })
  expect([renewed.status, renewed.headers.get("cache-control")]).toEqual([200, "no-store"])
  const second = cookieOf(renewed)
  expect(second).not.toBe(first)
  expect(renewed.headers.get("set-cookie")).toContain("; Max-Age=2592000;")
  expect(await projects(await accessOf(renewed))).toBe(200)
  await after(refreshMillis - 60_000, async () => {
    const third = await session("POST", { cookie: second })
    expect(third.status).toBe(200)
    await after(refreshMillis, async () => {
      expect((await session("POST", { cookie: cookieOf(third) })).status).toBe(401)
    })
  })
})

test("two tabs that renew at once are both signed in, and one of them replaces the cookie", async () => {
  const first = cookieOf(await begun())
  const tabs = await Promise.all([session("POST", { cookie: first }), session("POST", { cookie: first })])
  for (const tab of tabs) {
    expect(tab.status).toBe(200)
    expect(await projects(await accessOf(tab))).toBe(200)
  }
  const cookies = tabs.map((tab) => tab.headers.get("set-cookie")).filter((one) => one !== null)
  expect(cookies).toHaveLength(1)
  const [newest = ""] = cookies[0]!.split(";", 1)
  expect(cookieOf(await session("POST", { cookie: newest }))).not.toBe("")
})

test("a browser that lost the answer is answered for a minute with access tokens and no cookie", async () => {
  const first = cookieOf(await begun())
  const second = cookieOf(await session("POST", { cookie: first }))
  await after(repeatMillis - 10_000, async () => {
    const third = cookieOf(await session("POST", { cookie: second }))
    for (const cookie of [first, second, first]) {
      const again = await session("POST", { cookie })
      expect([again.status, again.headers.get("set-cookie")]).toEqual([200, null])
      expect(await projects(await accessOf(again))).toBe(200)
    }
    expect((await session("POST", { cookie: third })).status).toBe(200)
  })
})

test("a replaced token that is used after a minute ends the sign-in with its access tokens", async () => {
  const first = cookieOf(await begun())
  const renewed = await session("POST", { cookie: first })
  const access = await accessOf(renewed)
  await after(repeatMillis, async () => {
    const stolen = await session("POST", { cookie: first })
    expect([stolen.status, stolen.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"')
    ])
    expect((await session("POST", { cookie: cookieOf(renewed) })).status).toBe(401)
    expect(await projects(access)).toBe(401)
  })
})

test("the token of the cookie that was replaced serves at no other path", async () => {
  const first = cookieOf(await begun())
  const second = cookieOf(await session("POST", { cookie: first }))
  const [, token] = first.split("=")
  const elsewhere = await service.call("POST", "/v1/auth/token", {
    body: { grant_type: "refresh_token", client_id: "app", refresh_token: token }
  })
  expect(elsewhere.status).toBe(400)
  expect((await session("POST", { cookie: second })).status).toBe(401)
})

test("a body without a code renews, and one with a bad code begins nothing", async () => {
  const cookie = cookieOf(await begun())
  const post = (body: object | string) =>
    service.call("POST", "/app/session", { body, headers: { origin, cookie, "content-type": "application/json" } })
  const renewed = await post({})
  expect([renewed.status, cookieOf(renewed) === ""]).toEqual([200, false])
  const refused = await post({ code: "x", code_verifier: "y" })
  expect([refused.status, refused.headers.get("set-cookie")]).toEqual([400, null])
  expect((await post("{")).status).toBe(400)
  expect((await session("PUT", { cookie })).status).toBe(405)
})

test("DELETE ends the sign-in and the access tokens issued for it", async () => {
  const response = await begun()
  const [cookie, access] = [cookieOf(response), await accessOf(response)]
  expect(await projects(access)).toBe(200)
  const ended = await session("DELETE", { cookie })
  expect([ended.status, ended.headers.get("set-cookie")]).toEqual([
    204,
    "plinth-session=; Path=/app/session; Max-Age=0; HttpOnly; SameSite=Strict"
  ])
  expect((await session("POST", { cookie })).status).toBe(401)
  expect(await projects(access)).toBe(401)
  expect((await session("DELETE")).status).toBe(204)
})

test("a revocation of the user ends the sign-in", async () => {
  const fresh = await started()
  await SignedIn.user(fresh)
  const cookie = cookieOf(await begun(fresh))
  await fresh.run(Effect.flatMap(Accounts, ({ revoke }) => revoke(UserId.make("ada"))))
  expect((await session("POST", { cookie }, "", fresh)).status).toBe(401)
})

test("without a sign-in a renewal is 401, or 204 for a window that only asks for the state", async () => {
  for (const cookie of ["", "plinth-session=", "plinth-session=a.b.c"]) {
    const refused = await session("POST", { cookie })
    expect([refused.status, refused.headers.get("content-type")]).toEqual([401, "application/problem+json"])
    expect((await session("POST", { cookie }, "?silent")).status).toBe(204)
  }
})

test("only pages of this origin are served", async () => {
  const cookie = cookieOf(await begun())
  const others: ReadonlyArray<Headers> = [
    { origin: "" },
    { origin: "null" },
    { origin: `${origin}/` },
    { origin: origin.toUpperCase() },
    { origin: "https://evil.test" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" }
  ]
  for (const headers of others) {
    for (const method of ["POST", "DELETE"]) {
      const response = await session(method, { cookie, ...headers })
      expect([response.status, cookieOf(response)], `${method} ${JSON.stringify(headers)}`).toEqual([403, ""])
    }
  }
  expect((await session("POST", { cookie, "sec-fetch-site": "same-origin" })).status).toBe(200)
})

test("the path answers no preflight and sends no CORS headers, and no other path reads its cookie", async () => {
  const cookie = cookieOf(await begun())
  const asked = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" }
  const answers = [
    await session("OPTIONS", asked),
    await session("OPTIONS", { ...asked, origin: "https://evil.test" }),
    await session("GET"),
    await session("POST"),
    await session("POST", { cookie, origin: "https://evil.test" })
  ]
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 401, 403])
  for (const { headers } of answers) {
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
  }
  const [, token = ""] = cookie.split("=")
  expect((await service.call("GET", "/v1/projects", { headers: { cookie } })).status).toBe(401)
  const elsewhere = await service.call("POST", "/v1/auth/token", {
    body: { grant_type: "refresh_token", client_id: "app" },
    headers: { cookie }
  })
  expect(elsewhere.status).toBe(400)
  expect(token).not.toBe("")
})
