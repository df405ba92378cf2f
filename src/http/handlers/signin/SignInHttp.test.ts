import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Accounts } from "../../../application/signin/Accounts.ts"
import { Clients } from "../../../application/signin/Clients.ts"
import { Revocations } from "../../../application/signin/Revocations.ts"
import { ClientId } from "../../../domain/signin/Client.ts"
import { UserId } from "../../../domain/Principal.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const started = (options?: TestService.TestOptions) => Effect.runPromise(Scope.extend(TestService.make(options), scope))
const service = await started()

beforeAll(async () => {
  await SignedIn.client(service)
  await SignedIn.user(service)
})

describe("the page", () => {
  test("names the client and its scopes, and works without script", async () => {
    const { cookie, html, response } = await SignedIn.page(
      service,
      SignedIn.request({ scope: "models:read models:write" })
    )
    expect(response.status).toBe(200)
    expect(html).toContain("<strong>excel</strong> will be able to")
    expect(html).toContain("read models, calculate quantities and export")
    expect(html).toContain("add, edit and remove models")
    expect(html).not.toContain("locations")
    expect(html).not.toContain("<script")
    expect(html).toMatch(/<label>User<input name="user"/)
    expect(cookie).toMatch(/^plinth-sign-in=[\w-]{43}$/)
    expect(response.headers.get("set-cookie")).toMatch(/; Path=\/v1\/auth; Max-Age=3600; HttpOnly; SameSite=Lax$/)
  })

  test("is in the language that was chosen, otherwise in the browser's, and in the theme that was chosen", async () => {
    const link = await service.call("GET", `/v1/auth/authorize?${SignedIn.request().toString()}`)
    const { pathname, search } = new URL(link.headers.get("location")!)
    const shown = async (headers: Record<string, string>) =>
      (await service.call("GET", `${pathname}${search}`, { headers })).text()
    for (const [headers, root, button] of [
      [{ "accept-language": "de-AT,de;q=0.9,en;q=0.8" }, '<html lang="de">', "Anmelden"],
      [{ "accept-language": "fr,de;q=0.8" }, '<html lang="de">', "Anmelden"],
      [{ "accept-language": "fr-DE" }, '<html lang="en">', "Sign in"],
      [{ "accept-language": "de", cookie: "plinth-language=en" }, '<html lang="en">', "Sign in"],
      [{ cookie: "a=b; plinth-language=de; plinth-theme=dark" }, '<html lang="de" data-theme="dark">', "Anmelden"],
      [{ cookie: 'plinth-theme="><script>' }, '<html lang="en">', "Sign in"],
      [{ cookie: "plinth-theme=system" }, '<html lang="en">', "Sign in"]
    ] as const) {
      const html = await shown(headers)
      expect(html, JSON.stringify(headers)).toContain(root)
      expect(html, JSON.stringify(headers)).toContain(`<button>${button}</button>`)
    }
  })

  test("has the security headers of a password page and no opener", async () => {
    const { response } = await SignedIn.page(service)
    const policy = response.headers.get("content-security-policy")!
    expect(policy).toContain("form-action 'self' https://addin.test;")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get("referrer-policy")).toBe("same-origin")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.has("cross-origin-opener-policy")).toBe(false)
  })

  test("opened twice in a browser keeps its cookie, and both forms work", async () => {
    const first = await SignedIn.page(service)
    const link = await service.call("GET", `/v1/auth/authorize?${SignedIn.request().toString()}`)
    const { pathname, search } = new URL(link.headers.get("location")!)
    const second = await service.call("GET", `${pathname}${search}`, {
      headers: { cookie: `a=b; ${first.cookie}; c=d` }
    })
    expect(second.headers.get("set-cookie")).toStartWith(`${first.cookie};`)
    const ticket = /name="request" value="([^"]+)"/.exec(await second.text())![1]!
    expect((await SignedIn.submit(service, { ticket, cookie: first.cookie })).status).toBe(302)
    expect((await SignedIn.submit(service, first)).status).toBe(302)
  })

  test("for a changed link is 403, as a page for browsers and a problem for others", async () => {
    for (const [accept, type] of [
      ["text/html", "text/html; charset=utf-8"],
      ["*/*", "application/problem+json"]
    ] as const) {
      const response = await service.call("GET", "/v1/auth/sign-in?request=x.y", { headers: { accept } })
      expect([response.status, response.headers.get("content-type")]).toEqual([403, type])
    }
  })
})

describe("the form", () => {
  test("with the right password redirects to the client with a code, the state and the issuer", async () => {
    const response = await SignedIn.submit(service, await SignedIn.page(service))
    expect(response.status).toBe(302)
    expect(response.headers.get("location")).toStartWith(`${SignedIn.redirectUri}?code=`)
    const { code, ...told } = Object.fromEntries(SignedIn.told(response))
    expect(told).toEqual({ state: "the state", iss: TestService.publicUrl })
    expect(code).toMatch(/^[\w-]{43}$/)
  })

  test("keeps the query of a redirect URL, which needs no path", async () => {
    for (const [id, redirectUri, start] of [
      ["query", "https://q.test/a?b=c%20d", "https://q.test/a?b=c%20d&code="],
      ["bare", "https://bare.test", "https://bare.test?code="],
      ["app", "com.example.app:/back", "com.example.app:/back?code="],
      ["six", "http://[::1]:8400/back", "http://[::1]:8400/back?code="]
    ] as const) {
      await SignedIn.client(service, id, { redirectUri })
      const page = await SignedIn.page(service, SignedIn.request({ client_id: id, redirect_uri: redirectUri }))
      const policy = page.response.headers.get("content-security-policy")!
      if (id === "app") expect(policy).toContain("'self' com.example.app:;")
      if (id === "six") expect(policy).toContain("'self' http:;")
      const response = await SignedIn.submit(service, page)
      expect(response.headers.get("location")).toStartWith(start)
    }
  })

  test("answers a wrong password and an unknown user alike, in about the same time", async () => {
    const page = await SignedIn.page(service)
    const attempts: ReadonlyArray<{ user: string; password: string }> = [
      { user: "ada", password: "wrong password" },
      { user: "nobody", password: "wrong password" },
      { user: "ada", password: "" },
      { user: "", password: "" },
      { user: "ada", password: "x".repeat(2000) }
    ]
    const seen = []
    for (const typed of attempts) {
      const response = await SignedIn.submit(service, page, typed)
      expect([response.status, response.headers.get("location")]).toEqual([401, null])
      expect(response.headers.get("www-authenticate")).toBe(SignedIn.challenge)
      const html = await response.text()
      expect(html).toContain(`value="${typed.user}"`)
      if (typed.password !== "") expect(html).not.toContain(typed.password)
      seen.push(html.replace(/ value="(?:ada|nobody)"/, ' value=""').replaceAll(" autofocus", ""))
    }
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toContain('role="alert">The user or the password is wrong.')
    const fresh = await started()
    await SignedIn.client(fresh)
    await SignedIn.user(fresh)
    const open = await SignedIn.page(fresh)
    /** Milliseconds of processor time. */
    const fastest: Record<string, number> = {}
    // These requests run one after the other in turns, because the machine may be busy now and then.
    for (let n = 0; n < 5; n++) {
      for (const user of ["ada", "nobody"]) {
        const start = process.cpuUsage()
        await SignedIn.submit(fresh, open, { user, password: "wrong password" })
        const { system, user: own } = process.cpuUsage(start)
        fastest[user] = Math.min(fastest[user] ?? Infinity, (system + own) / 1000)
      }
    }
    // If no password were verified for an unknown user, that would take a hundredth of the time.
    const ratio = fastest["ada"]! / fastest["nobody"]!
    expect(ratio).toBeGreaterThan(0.25)
    expect(ratio).toBeLessThan(4)
  })

  test("escapes the input that it shows again", async () => {
    const response = await SignedIn.submit(service, await SignedIn.page(service), {
      user: `"><script>'&`,
      password: "x"
    })
    expect(await response.text()).toContain('value="&quot;&gt;&lt;script&gt;&#39;&amp;"')
  })

  test("accepts only the browser that it was sent to", async () => {
    const [page, other] = [await SignedIn.page(service), await SignedIn.page(service)]
    for (const cookie of ["", "plinth-sign-in=", other.cookie]) {
      const response = await SignedIn.submit(service, { ticket: page.ticket, cookie })
      expect([response.status, response.headers.get("location")]).toEqual([403, null])
    }
    const link = await service.call("GET", `/v1/auth/authorize?${SignedIn.request().toString()}`)
    const ticket = new URL(link.headers.get("location")!).searchParams.get("request")!
    expect((await SignedIn.submit(service, { ticket, cookie: page.cookie })).status).toBe(403)
  })

  test("of a removed client is 400", async () => {
    await SignedIn.client(service, "gone", { redirectUri: "https://gone.test" })
    const page = await SignedIn.page(
      service,
      SignedIn.request({ client_id: "gone", redirect_uri: "https://gone.test" })
    )
    await service.run(Effect.flatMap(Clients, ({ remove }) => remove(ClientId.make("gone"))))
    const response = await SignedIn.submit(service, page)
    expect([response.status, response.headers.get("location")]).toEqual([400, null])
  })

  test("after ten wrong passwords of a user or an address refuses even the right one with 429", async () => {
    const fresh = await started()
    await SignedIn.client(fresh)
    await SignedIn.user(fresh, "ada")
    await SignedIn.user(fresh, "bert")
    const page = await SignedIn.page(fresh)
    const submit = async (user: string, address: string, password = SignedIn.password) => {
      const body = new URLSearchParams({ request: page.ticket, user, password }).toString()
      const headers = { "content-type": "application/x-www-form-urlencoded", cookie: page.cookie, accept: "text/html" }
      const request = new Request(`${TestService.publicUrl}/v1/auth/sign-in`, { method: "POST", body, headers })
      return fresh.fetch(request, { address, scheme: null, answered: () => undefined })
    }
    const atOnce = await Promise.all(Array.from({ length: 20 }, (_, n) => submit("ada", `192.0.2.${n}`, "wrong")))
    expect(atOnce.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = await submit("ada", "192.0.2.99")
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500)
    expect(await refused.text()).toContain("More than 10 wrong passwords in ten minutes.")
    for (let n = 0; n < 10; n++) {
      expect((await submit("bert", "198.51.100.1")).status).toBe(302)
      expect((await submit(`nobody ${n}`, "198.51.100.1", "wrong")).status).toBe(401)
    }
    expect((await submit("bert", "198.51.100.1")).status).toBe(429)
    expect((await submit("bert", "198.51.100.2")).status).toBe(302)
  })
})

test("access tokens of a revoked user are refused once the revocation is known", async () => {
  const fresh = await started()
  const revoke = Effect.flatMap(Accounts, (accounts) => accounts.revoke(UserId.make("ada")))
  await fresh.run(
    Effect.zipRight(
      revoke,
      Effect.flatMap(Revocations, ({ refresh }) => refresh)
    )
  )
  const token = (iat: number) => {
    const claims = { user: "ada", scopes: ["models:read"], name: null, issuedAt: Math.floor(Date.now() / 1000) + iat }
    return `test.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  }
  const status = async (iat: number) => (await fresh.call("GET", "/v1/operations/x", { token: token(iat) })).status
  expect([await status(-2), await status(2)]).toEqual([401, 404])
})

describe("the first user", () => {
  const invite = (on: TestService.TestService) => on.run(Effect.flatMap(Accounts, ({ invite }) => invite))
  const submit = (on: TestService.TestService, secret: string, user: string, password: string) =>
    on.call("POST", "/v1/auth/first-user", {
      body: new URLSearchParams({ secret, user, password }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" }
    })

  test("is created once, only by the form", async () => {
    const fresh = await started()
    const secret = (await invite(fresh))!
    for (let n = 0; n < 3; n++) {
      const page = await fresh.call("GET", `/v1/auth/first-user?secret=${secret}`, { headers: { accept: "text/html" } })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(`name="secret" value="${secret}"`)
    }
    for (const [user, password] of [
      ["ada", "short"],
      ["", SignedIn.password],
      ["ada", "x".repeat(1025)]
    ] as const) {
      const wrong = await submit(fresh, secret, user, password)
      expect(wrong.status).toBe(400)
      expect(await wrong.text()).toContain('role="alert"')
    }
    expect((await submit(fresh, "other", "eve", SignedIn.password)).status).toBe(403)
    expect((await submit(fresh, "other", "eve", "x")).status).toBe(403)
    const made = await submit(fresh, secret, " ada ", SignedIn.password)
    expect([made.status, made.headers.get("location")]).toEqual([302, `${TestService.publicUrl}/app/?welcome`])
    expect((await submit(fresh, secret, "eve", SignedIn.password)).status).toBe(403)
    expect((await fresh.call("GET", `/v1/auth/first-user?secret=${secret}`)).status).toBe(403)
    expect(await invite(fresh)).toBeNull()
    await SignedIn.client(fresh)
    expect((await SignedIn.submit(fresh, await SignedIn.page(fresh))).status).toBe(302)
  })

  test("a superseded link is 403 and explains how to get another", async () => {
    const fresh = await started()
    const secret = (await invite(fresh))!
    await invite(fresh)
    const page = await fresh.call("GET", `/v1/auth/first-user?secret=${secret}`, { headers: { accept: "text/html" } })
    expect(page.status).toBe(403)
    expect(await page.text()).toContain("npm run --silent user -- invite")
    const german = await fresh.call("GET", `/v1/auth/first-user?secret=${secret}`, {
      headers: { accept: "text/html", "accept-language": "de" }
    })
    expect(german.status).toBe(403)
    const text = await german.text()
    expect(text).toContain('<html lang="de">')
    expect(text).toContain("Dieser Link gilt nicht mehr")
    expect(text).toContain('/app/">Zur Anmeldung</a>')
  })

  test("before the first user exists, the page for passwords explains how to create one", async () => {
    const fresh = await started()
    const note = /There is no user yet\..*npm run --silent user -- invite/
    for (const id of ["app", "excel"]) {
      const redirect = id === "app" ? `${TestService.publicUrl}/app/` : SignedIn.redirectUri
      if (id === "excel") await SignedIn.client(fresh)
      const page = await SignedIn.page(fresh, SignedIn.request({ client_id: id, redirect_uri: redirect }))
      expect(page.html, id).toMatch(note)
      const wrong = await SignedIn.submit(fresh, page)
      expect([wrong.status, note.test(await wrong.text())]).toEqual([401, true])
    }
    await SignedIn.user(fresh)
    const page = await SignedIn.page(fresh)
    expect(page.html).not.toMatch(note)
    const wrong = await SignedIn.submit(fresh, page, { password: "wrong password" })
    expect([wrong.status, note.test(await wrong.text())]).toEqual([401, false])
  })

  test("is signed in to the page under /app without typing the password again, but not elsewhere", async () => {
    const fresh = await started()
    const made = await submit(fresh, (await invite(fresh))!, "ada", SignedIn.password)
    const header = made.headers.get("set-cookie")!
    expect(header).toMatch(/^plinth-made=[\w.-]+; Path=\/v1\/auth; Max-Age=60; HttpOnly; SameSite=Lax$/)
    const cookie = header.split(";", 1)[0]!
    const page = `${TestService.publicUrl}/app/`
    const authorize = (asked: URLSearchParams, cookie = "") =>
      fresh.call("GET", `/v1/auth/authorize?${asked.toString()}`, { headers: { cookie } })
    const asked = SignedIn.request({ client_id: "app", redirect_uri: page })
    const sent = await authorize(asked, `a=b; ${cookie}`)
    expect(sent.headers.get("location")).toStartWith(`${page}?code=`)
    expect(sent.headers.get("set-cookie")).toStartWith("plinth-made=; Path=/v1/auth; Max-Age=0;")
    const grant = SignedIn.grantOf(SignedIn.told(sent), asked)
    expect(await (await fresh.call("POST", "/v1/auth/token", { body: grant })).json()).toMatchObject({
      error: "invalid_grant",
      detail: "A code of the page is exchanged at /app/session alone."
    })
    const { code, code_verifier } = grant
    const headers = { origin: new URL(TestService.publicUrl).origin }
    const session = await fresh.call("POST", "/app/session", { body: { code, code_verifier }, headers })
    expect(session.status).toBe(200)
    await SignedIn.client(fresh)
    const password = /\/v1\/auth\/sign-in\?request=/
    expect((await authorize(SignedIn.request(), cookie)).headers.get("location")).toMatch(password)
    for (const other of ["", "plinth-made=x", cookie.slice(0, -1)]) {
      expect((await authorize(asked, other)).headers.get("location"), other).toMatch(password)
    }
  })
})

describe("the page under /app", () => {
  test("is a built-in client, at the address of the service only", async () => {
    const fresh = await started({ settings: { publicUrl: "https://plinth.example/base" } })
    const authorize = (redirectUri: string) =>
      fresh.call(
        "GET",
        `/v1/auth/authorize?${SignedIn.request({ client_id: "app", redirect_uri: redirectUri }).toString()}`
      )
    for (const elsewhere of ["https://plinth.example/app/", "https://plinth.example/base/app", "http://evil.test/"]) {
      expect((await authorize(elsewhere)).status, elsewhere).toBe(400)
    }
    const sent = await authorize("https://plinth.example/base/app/")
    expect(sent.status).toBe(302)
    const { search } = new URL(sent.headers.get("location")!)
    const html = await (await fresh.call("GET", `/v1/auth/sign-in${search}`)).text()
    expect(html).toContain("Sign in to Plinth")
    expect(html).not.toContain("will be able to")
  })

  test("is created again after its removal, also if another client has its name", async () => {
    const page = `${TestService.publicUrl}/app/`
    const fresh = await started()
    await SignedIn.user(fresh)
    const asked = SignedIn.request({ client_id: "app", redirect_uri: page })
    const enter = async () =>
      (await SignedIn.submit(fresh, await SignedIn.page(fresh, asked))).headers.get("location") ?? ""
    expect(await enter()).toStartWith(`${page}?code=`)
    await SignedIn.removed(fresh, "app")
    expect(await enter()).toStartWith(`${page}?code=`)
    await SignedIn.removed(fresh, "app")
    await SignedIn.client(fresh, "app")
    expect(await enter()).toStartWith(`${page}?code=`)
  })
})
