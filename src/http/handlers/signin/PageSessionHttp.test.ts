import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Accounts } from "../../../application/signin/Accounts.ts"
import { UserId } from "../../../domain/Principal.ts"
import { SignInRepository } from "../../../ports/signin/SignInRepository.ts"
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
  return of.call("PUT", "/app/session", {
    body: { code, code_verifier },
    headers: { origin: new URL(publicUrl).origin }
  })
}

const projects = async (access: string) =>
  (await service.call("GET", "/v1/projects", { headers: { authorization: `Bearer ${access}` } })).status

test("a browser that signs in has its refresh token in a cookie of this path, out of reach of scripts", async () => {
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

test("POST renews and replaces the cookie; a reload at that moment gets the same one again", async () => {
  const first = cookieOf(await begun())
  const renewed = await session("POST", { cookie: `a=b; ${first}; c=d` })
  expect(renewed.status).toBe(200)
  expect(await projects(((await renewed.json()) as Headers)["access_token"]!)).toBe(200)
  const second = cookieOf(renewed)
  expect(second).not.toBe(first)
  expect(cookieOf(await session("POST", { cookie: first }))).toBe(second)
  const third = cookieOf(await session("POST", { cookie: second }))
  // The first one was replaced twice: whoever has it may have stolen it.
  const stolen = await session("POST", { cookie: first })
  expect([stolen.status, cookieOf(stolen)]).toEqual([401, ""])
  expect((await session("POST", { cookie: third })).status).toBe(401)
})

test("DELETE ends the sign-in and the access tokens issued for it", async () => {
  const cookie = cookieOf(await begun())
  const [id = ""] = cookie.slice("plinth-session=".length).split(".")
  const ended = await session("DELETE", { cookie })
  expect([ended.status, ended.headers.get("set-cookie")]).toEqual([
    204,
    "plinth-session=; Path=/app/session; Max-Age=0; HttpOnly; SameSite=Strict"
  ])
  expect((await session("POST", { cookie })).status).toBe(401)
  const { signIns } = await service.run(Effect.flatMap(SignInRepository, ({ revoked }) => revoked(0)))
  expect(signIns).toContain(id)
  expect((await session("DELETE")).status).toBe(204)
})

test("a revocation of the user ends it", async () => {
  const fresh = await started()
  await SignedIn.user(fresh)
  const cookie = cookieOf(await begun(fresh))
  await fresh.run(Effect.flatMap(Accounts, ({ revoke }) => revoke(UserId.make("ada"))))
  expect((await session("POST", { cookie }, "", fresh)).status).toBe(401)
})

test("without a sign-in it is 401, or 204 for a window that only asks", async () => {
  for (const cookie of ["", "plinth-session=", "plinth-session=a.b.c"]) {
    const refused = await session("POST", { cookie })
    expect([refused.status, refused.headers.get("content-type")]).toEqual([401, "application/problem+json"])
    expect((await session("POST", { cookie }, "?silent")).status).toBe(204)
  }
})

test("only the page of this origin is served", async () => {
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
    for (const method of ["PUT", "POST", "DELETE"]) {
      const response = await session(method, { cookie, ...headers })
      expect([response.status, cookieOf(response)], `${method} ${JSON.stringify(headers)}`).toEqual([403, ""])
    }
  }
  expect((await session("POST", { cookie, "sec-fetch-site": "same-origin" })).status).toBe(200)
})

test("it answers no preflight and sends no CORS headers, and nothing else reads its cookie", async () => {
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
