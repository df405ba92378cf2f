import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { authenticator, now, provided, start, until } from "./testing/OidcTest.ts"

const active = {
  active: true,
  token_type: "Bearer",
  aud: "https://plinth.test/api",
  sub: "ada",
  exp: now + 3600,
  iat: now,
  scope: "openid models:read",
  name: "Ada Lovelace"
}

/** A provider that gives this answer for every token, and the authenticator that asks it. */
const answering = (answer: (token: string) => object) =>
  Effect.gen(function* () {
    const { forge, provider } = yield* Effect.promise(start)
    const requests: Array<{ readonly authorization: string | null; readonly body: string }> = []
    provider.answers.introspection = async (request) => {
      const body = await request.text()
      requests.push({ authorization: request.headers.get("authorization"), body })
      return Response.json(answer(new URLSearchParams(body).get("token") ?? ""))
    }
    return { forge, provider, requests, ...(yield* authenticator(provider.settingsOfClient)) }
  })

provided("an opaque token is introspected once in 60 seconds, with the client's credentials", () =>
  Effect.gen(function* () {
    const { provider, requests, verify } = yield* answering(() => active)
    const principal = yield* verify("opaque-1")
    expect([String(principal.userId), principal.name, [...principal.scopes]]).toEqual([
      "ada",
      "Ada Lovelace",
      ["models:read"]
    ])
    expect(requests).toEqual([
      { authorization: `Basic ${btoa("plinth:s3cret")}`, body: "token_type_hint=access_token&token=opaque-1" }
    ])
    yield* TestClock.adjust("59999 millis")
    yield* verify("opaque-1")
    expect(provider.asked.introspection).toBe(1)
    yield* TestClock.adjust("1 millis")
    yield* verify("opaque-1")
    expect(provider.asked.introspection).toBe(2)
  })
)

provided("an operator is known by the claim in the provider's answer", () =>
  Effect.gen(function* () {
    const { verify } = yield* answering((token) => ({ ...active, scope: "admin models:read", groups: [token] }))
    expect([...(yield* verify("plinth-operators")).scopes].sort()).toEqual(["admin", "models:read"])
    expect([...(yield* verify("plinth-users")).scopes]).toEqual(["models:read"])
  })
)

provided("credentials are sent in the body if the provider accepts them only there", () =>
  Effect.gen(function* () {
    const { provider, requests } = yield* answering(() => active)
    const { issuer } = provider
    provider.answers.discovery = () =>
      Response.json({
        issuer,
        jwks_uri: `${issuer}/keys`,
        introspection_endpoint: `${issuer}/introspection`,
        token_endpoint_auth_methods_supported: ["client_secret_post"]
      })
    const { verify } = yield* authenticator(provider.settingsOfClient)
    yield* verify("opaque-1")
    expect(requests.map(({ authorization, body }) => [authorization, body.includes("client_secret=s3cret")])).toEqual([
      [null, true]
    ])
  })
)

const table: ReadonlyArray<readonly [string, object, string]> = [
  ["that is not active", { active: false }, "InvalidToken"],
  ["of ours as audience", { aud: "https://plinth.test/api" }, "good"],
  ["of ours among audiences", { aud: ["other", "https://plinth.test/api"] }, "good"],
  ["of another audience", { aud: "other" }, "InvalidToken"],
  ["of other audiences", { aud: ["other", "another"] }, "InvalidToken"],
  ["of no audience", { aud: undefined }, "InvalidToken"],
  ["of no audience, given to another client", { aud: undefined, client_id: "other" }, "InvalidToken"],
  ["of no audience, given to our own client", { aud: undefined, client_id: "plinth" }, "good"],
  ["of another audience, given to our own client", { aud: "other", client_id: "plinth" }, "InvalidToken"],
  ["of an empty list of audiences", { aud: [] }, "InvalidToken"],
  ["of another issuer", { iss: "https://other.example" }, "InvalidToken"],
  ["without exp", { exp: undefined }, "InvalidToken"],
  ["whose exp is past", { exp: now - 5 }, "InvalidToken"],
  ["whose exp is a text", { exp: String(now + 60) }, "InvalidToken"],
  ["without sub", { sub: undefined }, "InvalidToken"],
  ["whose sub is empty", { sub: "" }, "InvalidToken"],
  ["whose nbf is to come", { nbf: now + 60 }, "InvalidToken"],
  ["issued in the future", { iat: now + 60 }, "InvalidToken"],
  ["without iat", { iat: undefined }, "good"],
  ["bound to a key", { cnf: { jkt: "x" } }, "InvalidToken"],
  ["of the type DPoP", { token_type: "DPoP" }, "InvalidToken"],
  ["of the type bearer", { token_type: "bearer" }, "good"],
  ["without a type, as a refresh token", { token_type: undefined }, "InvalidToken"],
  ["whose scope is a list", { scope: ["models:read"] }, "InvalidToken"],
  ["active as a text", { active: "true" }, "IssuerUnavailable"]
]
for (const [name, change, verdict] of table) {
  provided(`an opaque token ${name}: ${verdict}`, () =>
    Effect.gen(function* () {
      const tested = yield* answering(() => ({ ...active, ...change }))
      expect(yield* tested.verdict("opaque")).toBe(verdict)
    })
  )
}

provided("a refusal is remembered for ten seconds", () =>
  Effect.gen(function* () {
    const { provider, verdict } = yield* answering(() => ({ active: false }))
    for (let i = 0; i < 10; i++) expect(yield* verdict("opaque")).toBe("InvalidToken")
    yield* TestClock.adjust("9999 millis")
    yield* verdict("opaque")
    expect(provider.asked.introspection).toBe(1)
    yield* TestClock.adjust("1 millis")
    yield* verdict("opaque")
    expect(provider.asked.introspection).toBe(2)
  })
)

provided("a remembered token ends with its exp", () =>
  Effect.gen(function* () {
    const { verdict } = yield* answering(() => ({ ...active, exp: now + 10 }))
    expect(yield* verdict("opaque")).toBe("good")
    yield* TestClock.adjust("14999 millis")
    expect(yield* verdict("opaque")).toBe("good")
    yield* TestClock.adjust("1 millis")
    expect(yield* verdict("opaque")).toBe("InvalidToken")
  })
)

provided("concurrent requests for one token share a call, and other tokens are introspected 32 at a time", () =>
  Effect.gen(function* () {
    const { provider, verdict } = yield* answering(() => active)
    const answer = provider.answers.introspection
    let [open, most] = [0, 0]
    const held = Promise.withResolvers<void>()
    provider.answers.introspection = async (request) => {
      most = Math.max(most, ++open)
      await held.promise
      open--
      return answer(request)
    }
    const same = yield* Effect.fork(
      Effect.all(
        Array.from({ length: 50 }, () => verdict("same")),
        { concurrency: 50 }
      )
    )
    yield* until(() => provider.asked.introspection === 1)
    const others = yield* Effect.fork(
      Effect.forEach(
        Array.from({ length: 159 }, (_, i) => i),
        (i) => verdict(`token-${i}`, i % 2 === 0 ? "here" : "there"),
        { concurrency: 200 }
      )
    )
    yield* until(() => provider.asked.introspection === 32)
    expect(yield* verdict("one-too-many")).toBe("IssuerUnavailable")
    yield* Fiber.interrupt(same)
    held.resolve()
    expect(new Set(yield* Fiber.join(others))).toEqual(new Set(["good"]))
    expect([most, provider.asked.introspection]).toEqual([32, 160])
    // The first caller was interrupted, but the answer was cached nevertheless.
    expect(yield* verdict("same")).toBe("good")
  })
)

provided("callers take turns, and one with many tokens leaves room for others", () =>
  Effect.gen(function* () {
    const { provider, verdict } = yield* answering(() => active)
    const answer = provider.answers.introspection
    const asked: Array<string> = []
    const held = Promise.withResolvers<void>()
    provider.answers.introspection = async (request) => {
      asked.push(new URLSearchParams(await request.clone().text()).get("token")!)
      await held.promise
      return answer(request)
    }
    const many = yield* Effect.fork(
      Effect.forEach(
        Array.from({ length: 200 }, (_, i) => `made-up-${i}`),
        (token) => verdict(token, "mallory"),
        { concurrency: 200 }
      )
    )
    yield* until(() => asked.length === 32)
    expect(yield* verdict("one-more", "mallory")).toBe("IssuerUnavailable")
    const other = yield* Effect.fork(verdict("good", "ada"))
    // This gives the queue time to fill, also on a busy machine.
    yield* Effect.promise(() => Bun.sleep(100))
    held.resolve()
    expect(yield* Fiber.join(other)).toBe("good")
    yield* Fiber.join(many)
    expect(asked.indexOf("good")).toBeLessThan(32 + 2 + 1)
    expect(asked).toHaveLength(32 + 64 + 1)
  })
)

provided("an opaque token is IssuerUnavailable while the provider is down", () =>
  Effect.gen(function* () {
    const { isReady, provider, verdict } = yield* answering(() => active)
    yield* Effect.promise(provider.down)
    expect([yield* verdict("opaque"), yield* isReady]).toEqual(["IssuerUnavailable", true])
    provider.up()
    expect(yield* verdict("opaque")).toBe("good")
  })
)

provided("an opaque token is IssuerUnavailable if the provider refuses the client or has no introspection", () =>
  Effect.gen(function* () {
    const { provider, verdict } = yield* answering(() => active)
    provider.answers.introspection = () => Response.json({ error: "invalid_client" }, { status: 401 })
    expect(yield* verdict("opaque")).toBe("IssuerUnavailable")
    const { issuer } = provider
    provider.answers.discovery = () => Response.json({ issuer, jwks_uri: `${issuer}/keys` })
    const without = yield* authenticator(provider.settingsOfClient)
    expect(yield* without.verdict("opaque")).toBe("IssuerUnavailable")
  })
)

provided("without credentials no token is introspected, and a JWT never is", () =>
  Effect.gen(function* () {
    const { forge, provider, verdict } = yield* answering(() => active)
    const { verdict: verdictAlone } = yield* authenticator(provider.settings)
    expect(yield* verdictAlone("opaque")).toBe("InvalidToken")
    const token = yield* Effect.promise(() => forge.sign({ ...forge.claims(), aud: "other" }))
    for (const jwt of [token, `${token}==`, "a.b.c", ".."]) expect(yield* verdict(jwt)).toBe("InvalidToken")
    for (const text of ["", "a b", "a\n", "é", "a".repeat(16_385)]) expect(yield* verdict(text)).toBe("InvalidToken")
    expect(provider.asked.introspection).toBe(0)
  })
)
