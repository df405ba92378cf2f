import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Accounts } from "../../../application/signin/Accounts.ts"
import { Administration } from "../../../application/signin/Administration.ts"
import { Revocations } from "../../../application/signin/Revocations.ts"
import { scopes, UserId } from "../../../domain/Principal.ts"
import { AdminRepository } from "../../../ports/signin/AdminRepository.ts"
import * as Registered from "../../testing/Registered.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as StubProvider from "../../testing/StubProvider.ts"
import * as TestService from "../../testing/TestService.ts"
import * as Tokens from "../../testing/Tokens.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const provider = StubProvider.make()
const settings = { isRegistrationOpen: true }
const started = (options: TestService.TestOptions) => Effect.runPromise(Scope.extend(TestService.make(options), scope))
const local = await started({ settings })
const oidc = await started({ settings, ports: provider.layer })
await SignedIn.user(local)

beforeEach(() => {
  provider.gives = {}
  provider.fails = null
})

type Body = Readonly<Record<string, string>>

const token = async (service: TestService.TestService, body: Body) => {
  const response = await service.call("POST", "/v1/auth/token", { body })
  return { status: response.status, body: (await response.json()) as Body }
}

const statusWith = async (service: TestService.TestService, path: string, bearer: string) =>
  (await service.call("GET", path, { token: bearer })).status

const auditOf = (service: TestService.TestService) =>
  service.run(
    Effect.map(
      Effect.flatMap(AdminRepository, ({ audit }) => audit({ page: 1, pageSize: 100 })),
      ({ items }) => items
    )
  )

for (const [name, service, button] of [
  ["the sign-in page", local, "Sign in and allow"],
  ["the page before a provider", oidc, "Allow"]
] as const) {
  describe(name, () => {
    test("names the program as claimed, the host of its redirect and its scopes in words", async () => {
      const { html, response } = await SignedIn.page(service, Registered.request(await Registered.client(service)))
      expect(response.status).toBe(200)
      expect(html).toContain("A program that calls itself <strong><bdi>Claude</bdi></strong> wants to act for you.")
      expect(html).toContain("<strong>127.0.0.1:53412</strong>, a program on this computer.")
      expect(html).toContain("<li>read models, calculate quantities and export</li>")
      expect(html).toContain("<li>read properties, materials, locations and codes</li>")
      expect(html.match(/<li>/g)).toHaveLength(2)
      expect(html).toContain(`>${button}</button>`)
      expect(html).toContain('name="decision" value="deny"')
      expect(html).not.toContain("<script")
    })

    test("cannot be framed, is not cached, and its form leads to this service and on to the program", async () => {
      const { cookie, response } = await SignedIn.page(service, Registered.request(await Registered.client(service)))
      const policy = response.headers.get("content-security-policy")!
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).toMatch(/form-action 'self' (?:https: \S+ \S+ )?http:\/\/127\.0\.0\.1:53412;/)
      expect(response.headers.get("x-frame-options")).toBe("DENY")
      expect(response.headers.get("cache-control")).toBe("no-store")
      expect(cookie).toMatch(/^plinth-sign-in=/)
    })

    test.each([
      '<img src=x onerror="alert(1)">',
      "</strong></p><form action=https://evil.test><button>Go on</button></form>",
      '"><script>alert(1)</script>',
      "&lt;b&gt;",
      "${1+1}{{1+1}}",
      "Plinth",
      "\u05e9\u05dc\u05d5\u05dd",
      "x".repeat(255)
    ])("shows the name %j as text", async (client_name) => {
      const { html } = await SignedIn.page(
        service,
        Registered.request(await Registered.client(service, { client_name }))
      )
      expect(html.match(/<form/g)).toHaveLength(1)
      expect(html).not.toMatch(/<script|<img|evil\.test>/)
      const shown = /<bdi>([^<]*)<\/bdi>/.exec(html)![1]!
      const text = shown
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#39;", "'")
      expect(text.replaceAll("&amp;", "&")).toBe(client_name)
    })

    test("says so if the program gives no name, and shows the host of an https redirect", async () => {
      const redirect_uris = ["https://xn--plnth-fua.test:8443/back"]
      const id = await Registered.client(service, { redirect_uris })
      const { html } = await SignedIn.page(service, Registered.request(id, { redirect_uri: redirect_uris[0]! }))
      expect(html).toContain("A program that gives no name wants to act for you.")
      expect(html).toContain("The answer goes to <strong>xn--plnth-fua.test:8443</strong>.")
    })

    test("a redirect URL that the program has not registered is 400", async () => {
      const id = await Registered.client(service)
      for (const redirect_uri of ["http://127.0.0.1:53412/", "http://localhost:1/back", "https://127.0.0.1:1/back"]) {
        const asked = Registered.request(id, { redirect_uri })
        expect((await service.call("GET", `/v1/auth/authorize?${asked.toString()}`)).status).toBe(400)
      }
    })

    test("a refusal is reported to the program as access_denied, with its state", async () => {
      const page = await SignedIn.page(service, Registered.request(await Registered.client(service)))
      const path = service === local ? "/v1/auth/sign-in" : "/v1/auth/consent"
      const response = await Registered.decide(service, page, "deny", path)
      expect([response.status, response.headers.get("location")?.split("?")[0]]).toEqual([302, Registered.redirectUri])
      const { error, iss, state } = Object.fromEntries(SignedIn.told(response))
      expect([error, state, iss]).toEqual(["access_denied", "the state", TestService.publicUrl])
    })

    test("the form works only in the browser that was shown it, and only unchanged", async () => {
      const page = await SignedIn.page(service, Registered.request(await Registered.client(service)))
      const path = service === local ? "/v1/auth/sign-in" : "/v1/auth/consent"
      const begun = provider.begun.length
      for (const other of [
        { ...page, cookie: "" },
        { ...page, cookie: `plinth-sign-in=${"x".repeat(43)}` },
        { ...page, ticket: `${page.ticket}x` },
        { ...page, ticket: "" }
      ]) {
        for (const decision of ["allow", "deny"]) {
          const response = await Registered.decide(service, other, decision, path)
          expect([response.status, response.headers.get("location")]).toEqual([403, null])
        }
      }
      expect(provider.begun.length).toBe(begun)
    })

    test("is in German for a German browser", async () => {
      const sent = await service.call(
        "GET",
        `/v1/auth/authorize?${Registered.request(await Registered.client(service)).toString()}`
      )
      const { pathname, search } = new URL(sent.headers.get("location")!)
      const html = await (
        await service.call("GET", `${pathname}${search}`, { headers: { "accept-language": "de" } })
      ).text()
      expect(html).toContain("Ein Programm, das sich <strong><bdi>Claude</bdi></strong> nennt")
      expect(html).toContain(">Ablehnen</button>")
    })
  })
}

describe("a user of this service", () => {
  test("signs in for the program, which gets the scopes that it registered, at the port of this run", async () => {
    const id = await Registered.client(local)
    const asked = Registered.request(id, { scope: "models:read models:write admin" })
    const answer = SignedIn.told(await SignedIn.submit(local, await SignedIn.page(local, asked)))
    const wrongPort = { ...SignedIn.grantOf(answer, asked), redirect_uri: "http://127.0.0.1:1/back" }
    expect((await token(local, wrongPort)).status).toBe(400)
    const { body, status } = await token(local, SignedIn.grantOf(answer, asked))
    expect([status, body["scope"]]).toEqual([200, "models:read"])
    const entry = (await auditOf(local)).find(({ action }) => action === "client.allow")
    expect(entry).toMatchObject({ userId: "ada", object: id, outcome: "Done", requestId: expect.any(String) as string })
    const again = await token(local, {
      grant_type: "refresh_token",
      client_id: id,
      refresh_token: body["refresh_token"]!
    })
    expect(again.status).toBe(200)
  })

  test("gives no program that registered itself the tokens for programs", async () => {
    const scope = "projects:read projects:write models:read"
    const id = await Registered.client(local, { scope })
    const asked = Registered.request(id, { scope })
    const answer = SignedIn.told(await SignedIn.submit(local, await SignedIn.page(local, asked)))
    const { access_token: bearer } = (await token(local, SignedIn.grantOf(answer, asked))).body
    expect(await statusWith(local, "/v1/projects", bearer!)).toBe(200)
    expect(await statusWith(local, "/v1/tokens", bearer!)).toBe(403)
    const body = { name: "n", scopes: ["models:read"], expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
    const made = await local.call("POST", "/v1/tokens", { token: bearer!, body })
    expect([made.status, ((await made.json()) as Body)["detail"]]).toEqual([
      403,
      "A program that registered itself may not do this."
    ])
  })

  test("is asked each time", async () => {
    const asked = Registered.request(await Registered.client(local))
    const first = await SignedIn.page(local, asked)
    const signedIn = await SignedIn.submit(local, first)
    const cookie = [first.cookie, ...signedIn.headers.getSetCookie().map((one) => one.split(";")[0]!)].join("; ")
    const second = await local.call("GET", `/v1/auth/authorize?${asked.toString()}`, { headers: { cookie } })
    expect(second.headers.get("location")).toStartWith(`${TestService.publicUrl}/v1/auth/sign-in?request=`)
  })

  test("is recorded only in the audit of the service, however many projects the user has", async () => {
    const ada = local.token("ada")
    const { id: projectId } = (await (
      await local.call("POST", "/v1/projects", { token: ada, body: { name: "Tower" } })
    ).json()) as { readonly id: string }
    const client = await Registered.client(local)
    await SignedIn.submit(local, await SignedIn.page(local, Registered.request(client)))
    const response = await local.call("GET", `/v1/projects/${projectId}/audit`, { token: ada })
    const { entries } = (await response.json()) as { readonly entries: ReadonlyArray<Body> }
    expect(entries.map(({ action }) => action)).toEqual(["project.create"])
    const allowed = (await auditOf(local)).filter(({ object }) => object === client)
    expect(allowed.map(({ action, projectId: of }) => [action, of])).toEqual([
      ["client.allow", undefined],
      ["client.register", undefined]
    ])
  })

  test("never gives the scope admin, even an operator", async () => {
    await SignedIn.user(local, "root", true)
    const id = await Registered.client(local, { scope: "admin models:read" })
    const asked = Registered.request(id, { scope: "admin" })
    const answer = SignedIn.told(await SignedIn.submit(local, await SignedIn.page(local, asked), { user: "root" }))
    expect((await token(local, SignedIn.grantOf(answer, asked))).body["scope"]).toBe("models:read")
  })

  test("is not asked by a program whose client an operator has removed", async () => {
    const id = await Registered.client(local)
    const page = await SignedIn.page(local, Registered.request(id))
    await local.run(Effect.flatMap(Administration, ({ removeClient }) => removeClient(id as never)))
    const response = await SignedIn.submit(local, page)
    expect([response.status, response.headers.get("location")]).toEqual([400, null])
  })
})

describe("a user of a provider", () => {
  /** Agrees, and returns from the provider. */
  const agreed = async (asked: URLSearchParams) => {
    const page = await SignedIn.page(oidc, asked)
    const allowed = await Registered.decide(oidc, page, "allow")
    const state = new URL(allowed.headers.get("location")!).searchParams.get("state")!
    const cookie = allowed.headers.getSetCookie().at(-1)!.split(";")[0]!
    return StubProvider.back(oidc, { cookie, state })
  }

  test("goes to the provider only after agreeing, each time", async () => {
    const asked = Registered.request(await Registered.client(oidc))
    for (let n = 0; n < 2; n++) {
      const before = provider.begun.length
      const page = await SignedIn.page(oidc, asked)
      expect(provider.begun.length).toBe(before)
      const allowed = await Registered.decide(oidc, page, "allow")
      expect(allowed.headers.get("location")).toStartWith(StubProvider.page)
      expect(provider.begun.at(-1)!.scopes).toEqual(["models:read", "libraries:read"])
    }
    await SignedIn.client(oidc)
    const direct = await oidc.call("GET", `/v1/auth/authorize?${SignedIn.request().toString()}`)
    expect(direct.headers.get("location")).toStartWith(StubProvider.page)
  })

  test("gives the program a token of this service for the scopes that were agreed to, and never the provider's", async () => {
    const theirs = Tokens.tokenOf("ada", scopes)
    provider.gives = { accessToken: theirs }
    const id = await Registered.client(oidc)
    const asked = Registered.request(id)
    const answer = SignedIn.told(await agreed(asked))
    const { body, status } = await token(oidc, SignedIn.grantOf(answer, asked))
    expect([status, body["scope"], body["expires_in"] as unknown]).toEqual([200, "models:read libraries:read", 3600])
    expect(body["access_token"]).not.toBe(theirs)
    expect(await statusWith(oidc, "/v1/projects", body["access_token"]!)).toBe(403)
    const refreshed = await token(oidc, {
      grant_type: "refresh_token",
      client_id: id,
      refresh_token: body["refresh_token"]!
    })
    expect([refreshed.status, refreshed.body["scope"]]).toEqual([200, "models:read libraries:read"])
    expect(refreshed.body["access_token"]).not.toBe(theirs)
    const entry = (await auditOf(oidc)).find(({ action }) => action === "client.allow")
    expect(entry).toMatchObject({ userId: "ada", object: id })
  })

  test("gives no more than the provider grants, and nothing if it grants none of it", async () => {
    const id = await Registered.client(oidc)
    const asked = Registered.request(id)
    const answer = SignedIn.told(await agreed(asked))
    expect((await token(oidc, SignedIn.grantOf(answer, asked))).body["scope"]).toBe("models:read")
    provider.gives = { accessToken: Tokens.tokenOf("ada", ["projects:read"]) }
    expect(SignedIn.told(await agreed(asked)).get("error")).toBe("access_denied")
  })

  test("keeps a permission only while the provider confirms it at each refresh", async () => {
    const id = await Registered.client(oidc)
    const asked = Registered.request(id)
    provider.gives = { accessToken: Tokens.tokenOf("ada", scopes) }
    const { body } = await token(oidc, SignedIn.grantOf(SignedIn.told(await agreed(asked)), asked))
    provider.gives = { accessToken: Tokens.tokenOf("ada", ["models:read"]) }
    const refresh = (refresh_token: string) =>
      token(oidc, { grant_type: "refresh_token", client_id: id, refresh_token })
    const second = await refresh(body["refresh_token"]!)
    expect([second.status, second.body["scope"]]).toEqual([200, "models:read"])
  })

  test("ends the program's tokens with a revocation", async () => {
    const id = await Registered.client(oidc, { scope: "projects:read" })
    const asked = Registered.request(id)
    provider.gives = { accessToken: Tokens.tokenOf("ada", scopes) }
    const { body } = await token(oidc, SignedIn.grantOf(SignedIn.told(await agreed(asked)), asked))
    expect(await statusWith(oidc, "/v1/projects", body["access_token"]!)).toBe(200)
    await oidc.run(Effect.flatMap(Accounts, ({ revoke }) => revoke(UserId.make("ada"))))
    await oidc.run(Effect.flatMap(Revocations, ({ refresh }) => refresh))
    expect(await statusWith(oidc, "/v1/projects", body["access_token"]!)).toBe(401)
    const ended = await token(oidc, {
      grant_type: "refresh_token",
      client_id: id,
      refresh_token: body["refresh_token"]!
    })
    expect([ended.status, ended.body["error"]]).toEqual([400, "invalid_grant"])
  })
})

test("each page exists only where it is used", async () => {
  for (const method of ["GET", "POST"]) {
    expect((await local.call(method, "/v1/auth/consent")).status).toBe(404)
    expect((await oidc.call(method, "/v1/auth/sign-in")).status).toBe(404)
  }
})
