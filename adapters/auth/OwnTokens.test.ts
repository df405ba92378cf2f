import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { SignJWT } from "jose"
import { type Scope as TokenScope, UserId } from "../../src/domain/Principal.ts"
import { ClientId, selfRegisteredId } from "../../src/domain/signin/Client.ts"
import { Authenticator } from "../../src/ports/signin/Authenticator.ts"
import { TokenIssuer } from "../../src/ports/signin/TokenIssuer.ts"
import * as Local from "./Local.ts"
import * as Oidc from "./Oidc.ts"
import * as FakeProvider from "./testing/FakeProvider.ts"
import * as TokenForge from "./testing/TokenForge.ts"

const provider = FakeProvider.start()
const signer = await provider.signer("ES256")
provider.publish(signer)
const forge = await TokenForge.make(signer)
const directory = mkdtempSync(join(tmpdir(), "plinth-own-tokens-"))
const scope = Effect.runSync(Scope.make())
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await provider.down()
  rmSync(directory, { recursive: true })
})

const built = (own: string | null) =>
  Effect.runPromise(
    Layer.buildWithScope(Oidc.layer(provider.settings, own), scope).pipe(
      Effect.flatMap((context) => Effect.provide(Effect.all([Authenticator, TokenIssuer]), context))
    )
  )
const [authenticator, issuer] = await built(directory)
const ada = UserId.make("ada")

const claude = selfRegisteredId(crypto.randomUUID())

const issueTo = (clientId: ClientId, ...scopes: ReadonlyArray<TokenScope>) => {
  if (issuer._tag !== "Provider" || issuer.issueOwn === null) throw new Error("no own tokens")
  const client = { clientId, userId: ada, notBefore: 0 }
  return Effect.runPromise(issuer.issueOwn({ ...client, id: "sign-in", scopes: ["models:read", ...scopes] }))
}

const issueOwn = (...scopes: ReadonlyArray<TokenScope>) => issueTo(claude, ...scopes)

const verified = (token: string, by = authenticator) => Effect.runPromise(Effect.either(by.verify(token)))

test("a token for a sign-in is accepted beside those of the provider, and is remembered", async () => {
  const token = await issueOwn()
  const principal = Either.getOrThrow(await verified(token))
  expect(principal).toMatchObject({ userId: ada, signInId: "sign-in" })
  expect([...principal.scopes]).toEqual(["models:read"])
  expect(authenticator.known(token, Date.now())).toEqual(principal)
  expect(Either.isRight(await verified(await forge.sign(forge.claims())))).toBe(true)
})

test("other tokens of the same keys are refused, so that nobody signs in beside the provider", async () => {
  const byCommand = await Effect.runPromise(
    Local.issue({ directory, userId: ada, name: null, scopes: ["models:read"], ttlSeconds: 60 })
  )
  for (const token of [byCommand, await issueOwn("admin"), await issueTo(ClientId.make("excel"))]) {
    expect(Either.isLeft(await verified(token))).toBe(true)
    expect(authenticator.known(token, Date.now())).toBeUndefined()
  }
})

test("a token that only claims to be of this service is refused", async () => {
  const payload = JSON.parse(Buffer.from((await issueOwn()).split(".")[1]!, "base64url").toString()) as Record<
    string,
    unknown
  >
  const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"])
  const forged = await new SignJWT(payload).setProtectedHeader({ alg: "ES256", typ: "at+jwt" }).sign(privateKey)
  expect(Either.isLeft(await verified(forged))).toBe(true)
})

test("without a data directory there are no own tokens, and those of another service are refused", async () => {
  const [others, without] = await built(null)
  expect(without).toMatchObject({ _tag: "Provider", issueOwn: null })
  expect(Either.isLeft(await verified(await issueOwn(), others))).toBe(true)
})
