import { describe, expect, test } from "bun:test"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as OidcSettings from "./OidcSettings.ts"

const least = { OIDC_ISSUER: "https://login.example/realms/models", OIDC_AUDIENCE: "models-api" }

const read = (environment: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(
      Effect.withConfigProvider(
        OidcSettings.config,
        ConfigProvider.fromMap(new Map(Object.entries({ ...least, ...environment })))
      )
    )
  )

test("two variables suffice, and the others have defaults", () => {
  expect(read({})).toEqual(
    Either.right({
      issuer: least.OIDC_ISSUER,
      audience: least.OIDC_AUDIENCE,
      client: null,
      acceptedTypes: new Set(["at+jwt" as const]),
      signInScopes: null,
      operator: null,
      defaultScopes: new Set<never>()
    })
  )
})

test("all variables are read", () => {
  const settings = read({
    OIDC_CLIENT_ID: "plinth",
    OIDC_CLIENT_SECRET: "s3cret",
    OIDC_ACCEPTED_TYP: "at+jwt, JWT",
    OIDC_SCOPES: "openid api://models/read",
    OIDC_DEFAULT_SCOPES: "models:read projects:read",
    OIDC_OPERATOR_CLAIM: "https://login.example/roles",
    OIDC_OPERATOR_VALUE: "Plinth operators"
  })
  const { acceptedTypes, client, defaultScopes, operator, signInScopes } = Either.getOrThrow(settings)
  expect([...acceptedTypes]).toEqual(["at+jwt", "JWT"])
  expect(client?.id).toBe("plinth")
  expect(Redacted.value(client!.secret!)).toBe("s3cret")
  expect(signInScopes).toEqual(["openid", "api://models/read"])
  expect([...defaultScopes]).toEqual(["models:read", "projects:read"])
  expect(operator).toEqual({ claim: "https://login.example/roles", value: "Plinth operators" })
})

const good = ["http://localhost:8080/realms/a", "http://127.0.0.1", "http://[::1]:1/", "https://tenant.example/"]
test.each(good)("OIDC_ISSUER may be %s", (issuer) => {
  expect(Either.getOrThrow(read({ OIDC_ISSUER: issuer })).issuer).toBe(issuer)
})

const wrong: ReadonlyArray<readonly [string, string]> = [
  ["OIDC_ISSUER", ""],
  ["OIDC_ISSUER", "login.example"],
  ["OIDC_ISSUER", "http://login.example"],
  ["OIDC_ISSUER", "http://127.0.0.1.example"],
  ["OIDC_ISSUER", "http://10.0.0.1"],
  ["OIDC_ISSUER", "https://login.example/?tenant=1"],
  ["OIDC_ISSUER", "https://login.example/#a"],
  ["OIDC_ISSUER", "https://user:secret@login.example"],
  ["OIDC_ISSUER", " https://login.example"],
  ["OIDC_ISSUER", "file:///etc/passwd"],
  ["OIDC_AUDIENCE", ""],
  ["OIDC_ACCEPTED_TYP", "JWS"],
  ["OIDC_ACCEPTED_TYP", "at+jwt dpop+jwt"],
  ["OIDC_SCOPES", 'openid "all"'],
  ["OIDC_DEFAULT_SCOPES", "models:read models:fly"],
  ["OIDC_DEFAULT_SCOPES", "models:read admin"]
]
describe("a wrong value is reported with its variable", () => {
  test.each(wrong)("%s = %j", (variable, value) => {
    const fault = JSON.stringify(Either.getOrThrow(Either.flip(read({ [variable]: value }))))
    expect(fault).toContain(`"path":["${variable}"]`)
    expect(fault).not.toContain("secret")
  })
  test("OIDC_CLIENT_SECRET without OIDC_CLIENT_ID is refused", () => {
    const fault = JSON.stringify(Either.getOrThrow(Either.flip(read({ OIDC_CLIENT_SECRET: "s3cret" }))))
    expect(fault).toContain('"path":["OIDC_CLIENT_ID"],"message":"must be set where OIDC_CLIENT_SECRET is"')
  })
  const halves = [
    ["OIDC_OPERATOR_CLAIM", "OIDC_OPERATOR_VALUE"],
    ["OIDC_OPERATOR_VALUE", "OIDC_OPERATOR_CLAIM"]
  ] as const
  test.each(halves)("%s without %s is refused", (set, missing) => {
    const fault = JSON.stringify(Either.getOrThrow(Either.flip(read({ [set]: "operators" }))))
    expect(fault).toContain(`"path":["${missing}"],"message":"must be set where ${set} is"`)
  })
})
