import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import process from "node:process"
import { keycloak } from "../../scripts/backends/Keycloak.ts"
import { audience } from "../../scripts/backends/OidcNames.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { authenticator, provided } from "./testing/OidcTest.ts"

const issuer = process.env["TEST_KEYCLOAK_ISSUER"]
const folder = process.env["TEST_KEYCLOAK_FOLDER"]

const run = (issuer: string, folder: string) => {
  const url = new URL(issuer).origin
  const settings: OidcSettings = {
    issuer,
    audience,
    client: { id: "plinth", secret: Redacted.make("plinth-secret") },
    acceptedTypes: new Set(["at+jwt"]),
    signInScopes: null,
    operator: null,
    defaultScopes: new Set()
  }
  interface Tokens {
    readonly access_token: string
    readonly id_token?: string
    readonly refresh_token?: string
  }
  const ask = (realm: string, form: Record<string, string>) =>
    Effect.promise(async (): Promise<Tokens> => {
      const body = new URLSearchParams(form)
      const answer = await fetch(`${realm}/protocol/openid-connect/token`, { method: "POST", body })
      if (!answer.ok) throw new Error(`Keycloak answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Tokens
    })
  const machine = (name: string, scope?: string) =>
    Effect.map(
      ask(issuer, {
        grant_type: "client_credentials",
        client_id: name,
        client_secret: `${name}-secret`,
        ...(scope === undefined ? {} : { scope })
      }),
      (tokens) => tokens.access_token
    )
  const ann = ask(issuer, {
    grant_type: "password",
    client_id: "plinth",
    client_secret: "plinth-secret",
    username: "ann",
    password: "ann-secret",
    scope: "openid models:read libraries:write"
  })
  const administer = (method: string, path: string, body?: object) =>
    Effect.flatMap(
      ask(`${url}/realms/master`, {
        grant_type: "password",
        client_id: "admin-cli",
        username: process.env["TEST_KEYCLOAK_ADMIN"]!,
        password: process.env["TEST_KEYCLOAK_ADMIN_PASSWORD"]!
      }),
      ({ access_token: token }) =>
        Effect.promise(async () => {
          const answer = await fetch(`${url}/admin/realms/plinth/${path}`, {
            method,
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
          const text = await answer.text()
          if (!answer.ok) throw new Error(`Keycloak answered ${answer.status}: ${text}`)
          return (text === "" ? null : JSON.parse(text)) as unknown
        })
    )
  const withProvider = (
    name: string,
    body: (auth: Effect.Effect.Success<ReturnType<typeof authenticator>>) => Effect.Effect<void, unknown>,
    change: Partial<OidcSettings> = {}
  ) =>
    provided(name, () => Effect.flatMap(authenticator({ ...settings, ...change }), body), {
      startsNow: true,
      timeout: 180_000
    })

  withProvider("Keycloak: a program's token", ({ verify }) =>
    Effect.gen(function* () {
      const { name, scopes } = yield* verify(yield* machine("machine", "models:read projects:write"))
      expect([name, ...[...scopes].sort()]).toEqual([null, "models:read", "projects:write"])
      expect((yield* verify(yield* machine("machine"))).scopes.size).toBe(0)
    })
  )

  withProvider("Keycloak: a user's token; not the ID token, not the refresh token", ({ verdict, verify }) =>
    Effect.gen(function* () {
      const { access_token: token, id_token: idToken, refresh_token: refreshToken } = yield* ann
      const { name, scopes } = yield* verify(token)
      expect([name, ...[...scopes].sort()]).toEqual(["Ann Example", "libraries:write", "models:read"])
      expect([yield* verdict(idToken!), yield* verdict(refreshToken!)]).toEqual(["InvalidToken", "InvalidToken"])
    })
  )

  withProvider("Keycloak: tokens for another audience, without the type, of another realm", ({ verdict }) =>
    Effect.gen(function* () {
      expect(yield* verdict(yield* machine("machine-of-another", "models:read"))).toBe("InvalidToken")
      expect(yield* verdict(yield* machine("machine-untyped", "models:read"))).toBe("InvalidToken")
      const { access_token: other } = yield* ask(`${url}/realms/master`, {
        grant_type: "password",
        client_id: "admin-cli",
        username: process.env["TEST_KEYCLOAK_ADMIN"]!,
        password: process.env["TEST_KEYCLOAK_ADMIN_PASSWORD"]!
      })
      expect(yield* verdict(other)).toBe("InvalidToken")
    })
  )

  withProvider(
    "Keycloak: a token whose type is JWT, where that is accepted; not the ID token",
    ({ verdict }) =>
      Effect.gen(function* () {
        expect(yield* verdict(yield* machine("machine-untyped", "models:read"))).toBe("good")
        expect(yield* verdict((yield* ann).id_token!)).toBe("InvalidToken")
      }),
    { acceptedTypes: new Set(["JWT"]) }
  )

  withProvider("Keycloak: a new key is good within 30 s, a removed one dead", ({ verdict }) =>
    Effect.gen(function* () {
      const old = yield* machine("machine", "models:read")
      expect(yield* verdict(old)).toBe("good")
      const kind = "org.keycloak.keys.KeyProvider"
      const before = (yield* administer("GET", `components?type=${kind}`)) as ReadonlyArray<Record<string, string>>
      const { id, parentId } = before.find(({ providerId }) => providerId === "rsa-generated")!
      yield* administer("POST", "components", {
        name: crypto.randomUUID(),
        providerId: "rsa-generated",
        providerType: kind,
        parentId,
        config: { priority: ["200"], algorithm: ["RS256"] }
      })
      yield* administer("DELETE", `components/${id}`)
      yield* TestClock.adjust("30 seconds")
      const next = yield* machine("machine", "models:read")
      expect(yield* verdict(next)).toBe("good")
      yield* TestClock.adjust("60 seconds")
      expect([yield* verdict(next), yield* verdict(old)]).toEqual(["good", "InvalidToken"])
    })
  )

  withProvider("Keycloak: killed, tokens stay good; a start without it knows of none, until it is back", (warm) =>
    Effect.gen(function* () {
      const [seen, unseen] = [yield* machine("machine", "models:read"), yield* machine("machine", "models:read")]
      expect(yield* warm.verdict(seen)).toBe("good")
      yield* Effect.promise(() => keycloak.down(folder))
      const cold = yield* authenticator(settings)
      expect([yield* warm.verdict(seen), yield* warm.verdict(unseen), yield* warm.isReady]).toEqual([
        "good",
        "good",
        true
      ])
      expect([yield* cold.verdict(seen), yield* cold.isReady]).toEqual(["IssuerUnavailable", false])
      yield* Effect.promise(() => keycloak.up(folder))
      while (!(yield* cold.isReady)) {
        yield* TestClock.adjust("5 seconds")
        yield* Effect.promise(() => Bun.sleep(200))
      }
      expect(yield* cold.verdict(unseen)).toBe("good")
    }).pipe(Effect.scoped)
  )
}

if (issuer === undefined || folder === undefined) {
  test.skip("Keycloak: TEST_KEYCLOAK_ISSUER and TEST_KEYCLOAK_FOLDER name none", () => {})
} else run(issuer, folder)
