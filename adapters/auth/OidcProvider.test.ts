import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { rmSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { allowInsecureRequests, clientCredentialsGrant, ClientSecretBasic, discovery } from "openid-client"
import { keyFile, oidc } from "../../scripts/backends/Oidc.ts"
import { audience, client, machine, opaque, otherAudience, user } from "../../scripts/backends/OidcNames.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { signIn } from "./testing/CodeFlow.ts"
import { authenticator, provided } from "./testing/OidcTest.ts"

const issuer = process.env["TEST_OIDC_ISSUER"]
const folder = process.env["TEST_OIDC_FOLDER"]

const run = (issuer: string, folder: string) => {
  const settings: OidcSettings = {
    issuer,
    audience,
    client: { id: client.client_id, secret: Redacted.make(client.client_secret) },
    acceptedTypes: new Set(["at+jwt"]),
    signInScopes: null,
    operator: null,
    defaultScopes: new Set()
  }
  const as = ({ client_id: id, client_secret: secret }: typeof client) =>
    discovery(new URL(issuer), id, undefined, ClientSecretBasic(secret), { execute: [allowInsecureRequests] })
  const tokenOfMachine = (resource: string) =>
    Effect.promise(async () => {
      const answer = await clientCredentialsGrant(await as(machine), { resource, scope: "models:read projects:write" })
      return answer.access_token
    })
  const signedIn = (resource: string) =>
    Effect.promise(async () =>
      signIn(await as(client), {
        resource,
        scope: "openid offline_access models:read",
        redirect_uri: "http://127.0.0.1:8080/v1/auth/callback"
      })
    )
  const withProvider = (
    name: string,
    body: (auth: Effect.Effect.Success<ReturnType<typeof authenticator>>) => Effect.Effect<void, unknown>
  ) => provided(name, () => Effect.flatMap(authenticator(settings), body), { startsNow: true, timeout: 60_000 })

  withProvider("oidc-provider: a program's token", ({ verify }) =>
    Effect.gen(function* () {
      const principal = yield* verify(yield* tokenOfMachine(audience))
      expect([String(principal.userId), principal.name]).toEqual([machine.client_id, null])
      expect([...principal.scopes].sort()).toEqual(["models:read", "projects:write"])
    })
  )

  for (const [form, resource] of [
    ["JWT", audience],
    ["opaque token", opaque]
  ] as const) {
    withProvider(`oidc-provider: a user's ${form}`, ({ verdict, verify }) =>
      Effect.gen(function* () {
        const { access_token: token, id_token: idToken, refresh_token: refreshToken } = yield* signedIn(resource)
        expect(token.split(".").length).toBe(form === "JWT" ? 3 : 1)
        const principal = yield* verify(token)
        expect([String(principal.userId), principal.name, [...principal.scopes]]).toEqual([
          user.id,
          user.name,
          ["models:read"]
        ])
        expect([yield* verdict(idToken!), yield* verdict(refreshToken!)]).toEqual(["InvalidToken", "InvalidToken"])
      })
    )
  }

  withProvider("oidc-provider: tokens for another audience, and those that it does not know", ({ verdict }) =>
    Effect.gen(function* () {
      expect(yield* verdict(yield* tokenOfMachine(otherAudience))).toBe("InvalidToken")
      expect(yield* verdict(crypto.randomUUID())).toBe("InvalidToken")
      // The introspection response for a program's token has no `sub`, so the token is refused.
      expect(yield* verdict(yield* tokenOfMachine(opaque))).toBe("InvalidToken")
    })
  )

  withProvider("oidc-provider: killed, its keys stay good; back with others, those are dead", ({ isReady, verdict }) =>
    Effect.gen(function* () {
      const [seen, unseen] = [yield* tokenOfMachine(audience), yield* tokenOfMachine(audience)]
      const { access_token: reference } = yield* signedIn(opaque)
      expect(yield* verdict(seen)).toBe("good")
      yield* Effect.promise(() => oidc.down(folder))
      expect([yield* verdict(seen), yield* verdict(unseen), yield* isReady]).toEqual(["good", "good", true])
      expect(yield* verdict(reference)).toBe("IssuerUnavailable")
      rmSync(join(folder, keyFile))
      yield* Effect.promise(() => oidc.up(folder))
      yield* TestClock.adjust("30 seconds")
      expect(yield* verdict(yield* tokenOfMachine(audience))).toBe("good")
      yield* TestClock.adjust("60 seconds")
      expect([yield* verdict(seen), yield* verdict(reference)]).toEqual(["InvalidToken", "InvalidToken"])
    })
  )

  provided(
    "oidc-provider: another issuer's tokens",
    () =>
      Effect.gen(function* () {
        const other = `${folder}/other`
        const variables = yield* Effect.promise(() => oidc.up(other))
        yield* Effect.addFinalizer(() => Effect.promise(() => oidc.down(other)))
        const { verdict } = yield* authenticator({ ...settings, issuer: variables["OIDC_ISSUER"]! })
        expect(yield* verdict(yield* tokenOfMachine(audience))).toBe("InvalidToken")
      }),
    { startsNow: true, timeout: 60_000 }
  )
}

if (issuer === undefined || folder === undefined) {
  test.skip("oidc-provider: TEST_OIDC_ISSUER and TEST_OIDC_FOLDER name none", () => {})
} else run(issuer, folder)
