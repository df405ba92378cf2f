import { afterAll, describe, expect, test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { limits } from "../../src/domain/Limits.ts"
import { Scope, UserId } from "../../src/domain/Principal.ts"
import { Authenticator, InvalidToken } from "../../src/ports/signin/Authenticator.ts"
import { accepted, attacks } from "./testing/Attacks.ts"
import * as FakeProvider from "./testing/FakeProvider.ts"
import * as Oidc from "./Oidc.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import * as TokenForge from "./testing/TokenForge.ts"

const provider = FakeProvider.start()
afterAll(() => provider.down())

const signers = { ES256: await provider.signer("ES256"), RS256: await provider.signer("RS256") }
provider.publish(...Object.values(signers))

const verifierOf = (settings: OidcSettings) => {
  const runtime = ManagedRuntime.make(Oidc.layer(settings))
  afterAll(() => runtime.dispose())
  return (token: string) =>
    runtime.runPromiseExit(Effect.flatMap(Authenticator, (authenticator) => authenticator.verify(token)))
}

const verify = verifierOf(provider.settings)
const verifyAsClient = verifierOf(provider.settingsOfClient)
const verifyJwt = verifierOf({ ...provider.settings, acceptedTypes: new Set(["JWT"]) })
const verifyWithDefaults = verifierOf({ ...provider.settings, defaultScopes: new Set(["models:read"]) })

const errorOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Option.getOrThrow(Cause.failureOption(Exit.isFailure(exit) ? exit.cause : Cause.empty))

for (const [algorithm, signer] of Object.entries(signers)) {
  const forge = await TokenForge.make(signer)
  describe(`tokens with ${algorithm} that must be refused`, () => {
    for (const attack of attacks) {
      test(attack.name, async () => {
        const token = await attack.make(forge)
        for (const error of [errorOf(await verify(token)), errorOf(await verifyAsClient(token))]) {
          expect(error).toBeInstanceOf(InvalidToken)
          // RFC 6750, section 3, allows these characters within error_description.
          expect((error as InvalidToken).reason).toMatch(/^[ !#-[\]-~]+$/)
        }
      })
    }
  })

  describe(`tokens with ${algorithm} that must be accepted`, () => {
    for (const { name, make } of accepted) {
      test(name, async () => {
        const principal = Exit.getOrElse(await verify(await make(forge)), (cause) => {
          throw Cause.squash(cause)
        })
        expect(principal.userId).toBe(UserId.make("mallory"))
        expect(principal.scopes.has("models:read")).toBe(true)
      })
    }
  })
}

describe("a token with the header type JWT", async () => {
  const forge = await TokenForge.make(signers.RS256)
  const token = (claims: object, header: object = { typ: "JWT" }) =>
    forge.sign({ ...forge.claims(), ...claims }, { ...forge.header, ...header })
  const table: ReadonlyArray<readonly [string, object, boolean]> = [
    ["as an access token", {}, true],
    ["without jti", { jti: undefined }, true],
    ["with azp in place of client_id", { client_id: undefined, azp: "web" }, true],
    ["with scp in place of scope", { scope: undefined, scp: ["models:read"] }, true],
    ["with neither azp nor client_id", { client_id: undefined }, false],
    ["with a jti that is a number", { jti: 1 }, false],
    ["without scope and scp", { scope: undefined }, false],
    ["with a nonce, as an ID token", { nonce: "n" }, false],
    ["with at_hash, as an ID token", { at_hash: "h" }, false],
    ["with c_hash, as an ID token", { c_hash: "h" }, false],
    ["for another audience", { aud: "other" }, false],
    ["without iat", { iat: undefined }, false]
  ]
  test.each(table)("%s", async (_, claims, isGood) => {
    expect(Exit.isSuccess(await verifyJwt(await token(claims)))).toBe(isGood)
  })

  test("is refused if only at+jwt is accepted, and the other way round", async () => {
    expect(errorOf(await verify(await token({})))).toBeInstanceOf(InvalidToken)
    expect(errorOf(await verifyJwt(await token({}, {})))).toBeInstanceOf(InvalidToken)
  })

  test("may have the full media type", async () => {
    expect(Exit.isSuccess(await verifyJwt(await token({}, { typ: "application/jwt" })))).toBe(true)
  })
})

test("the client of a token is kept up to its limit", async () => {
  const forge = await TokenForge.make(signers.ES256)
  const { most } = limits.clientOfToken
  const clientOf = async (client_id: string) => {
    const exit = await verify(await forge.sign({ ...forge.claims(), client_id }))
    return Exit.isSuccess(exit) ? exit.value.client : exit
  }
  expect(await clientOf("x".repeat(most))).toBe("x".repeat(most))
  expect(await clientOf(`${"x".repeat(most)}y`)).toBe("x".repeat(most))
})

test("the name is the claim `name`, or else `preferred_username`, or else null", async () => {
  const forge = await TokenForge.make(signers.ES256)
  const nameOf = async (claims: object) => {
    const exit = await verify(await forge.sign({ ...forge.claims(), ...claims }))
    return Exit.getOrElse(exit, (cause) => {
      throw Cause.squash(cause)
    }).name
  }
  expect(await nameOf({ name: "Ada Lovelace", preferred_username: "ada" })).toBe("Ada Lovelace")
  for (const name of [undefined, "", 7]) expect(await nameOf({ name, preferred_username: "ada" })).toBe("ada")
  expect(await nameOf({ name: undefined, preferred_username: "" })).toBeNull()
})

describe("scopes by default", async () => {
  const forge = await TokenForge.make(signers.ES256)
  const scopesOf = async (claims: object) => {
    const exit = await verifyWithDefaults(await forge.sign({ ...forge.claims(), ...claims }))
    return [...Exit.getOrElse(exit, () => ({ scopes: new Set<Scope>() })).scopes]
  }
  test("apply to a token without any of our scopes", async () => {
    expect(await scopesOf({ scope: undefined })).toEqual(["models:read"])
    expect(await scopesOf({ scope: "" })).toEqual(["models:read"])
    expect(await scopesOf({ scope: "openid profile" })).toEqual(["models:read"])
  })
  test("are not added to the scopes of a token", async () => {
    expect(await scopesOf({ scope: "openid projects:read" })).toEqual(["projects:read"])
  })
})

test("a claim alone makes an operator, by its value or one of its values", async () => {
  const forge = await TokenForge.make(signers.ES256)
  const scopesOf = async (claims: object, judge = verify) => [
    ...Exit.getOrElse(await judge(await forge.sign({ ...forge.claims(), ...claims })), () => ({ scopes: [] })).scopes
  ]
  const groups = "plinth-operators"
  expect(await scopesOf({ scope: "models:read", groups })).toEqual(["models:read", "admin"])
  expect(await scopesOf({ scope: "models:read", groups: ["others", groups] })).toEqual(["models:read", "admin"])
  expect(await scopesOf({ scope: undefined, groups }, verifyWithDefaults)).toEqual(["models:read", "admin"])
  for (const other of [undefined, null, true, "Plinth-Operators", `${groups} others`, { [groups]: true }]) {
    expect(await scopesOf({ scope: "models:read admin", groups: other }), JSON.stringify(other)).toEqual([
      "models:read"
    ])
  }
  const withoutClaim = verifierOf({ ...provider.settings, operator: null })
  expect(await scopesOf({ scope: "models:read admin", groups }, withoutClaim)).toEqual(["models:read"])
})

test("unsuitable published keys are ignored and do not affect others", async () => {
  const [odd, good] = [FakeProvider.start(), await provider.signer("ES256")]
  const { privateKey } = await provider.signer("RS256")
  const published = (await (await provider.answers.keys(new Request(provider.issuer))).json()) as {
    keys: Array<object>
  }
  const secret = { kty: "oct", k: Buffer.from("secret").toString("base64url"), kid: "secret" }
  const mine = { ...(await crypto.subtle.exportKey("jwk", privateKey)), kid: "private", alg: "RS256" }
  odd.answers.keys = () => Response.json({ keys: [secret, mine, ...published.keys] })
  const verifyOdd = verifierOf(odd.settings)
  const forge = await TokenForge.make({ ...signers.RS256, issuer: odd.issuer })
  expect(Exit.isSuccess(await verifyOdd(await forge.sign(forge.claims())))).toBe(true)
  for (const header of [{ alg: "HS256", kid: "secret" }, { kid: "private" }, { kid: good.keyId }])
    expect(errorOf(await verifyOdd(await forge.sign(forge.claims(), { ...forge.header, ...header })))).toBeInstanceOf(
      InvalidToken
    )
  await odd.down()
})
