import { afterAll, describe, expect, test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { decodeJwt, decodeProtectedHeader } from "jose"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { scopes, UserId } from "../../src/domain/Principal.ts"
import { Authenticator, InvalidToken } from "../../src/ports/signin/Authenticator.ts"
import { accepted, attacks } from "./testing/Attacks.ts"
import * as Local from "./Local.ts"
import * as TokenForge from "./testing/TokenForge.ts"

const directory = await mkdtemp(join(tmpdir(), "plinth-local-"))
afterAll(() => rm(directory, { recursive: true }))

const now = 1_800_000_000
const forge = await TokenForge.make(await TokenForge.localSigner(directory), () => now)

/** Runs against one adapter whose clock stands at `now` until it is moved. */
const run = <A, E>(effect: Effect.Effect<A, E, Authenticator>) =>
  TestClock.setTime(now * 1000).pipe(
    Effect.andThen(effect),
    Effect.provide(Layer.merge(Local.layer({ directory }), TestContext.TestContext)),
    Effect.runPromise
  )

const verify = (token: string) => Effect.flatMap(Authenticator, (authenticator) => authenticator.verify(token))
const isGood = (token: string) =>
  verify(token).pipe(
    Effect.as(true),
    Effect.orElseSucceed(() => false)
  )

const issueFor = (name: string | null, ttlSeconds: number) =>
  Local.issue({ directory, userId: UserId.make("ada"), name, scopes: ["models:read"], ttlSeconds })

describe("tokens that must be refused", () => {
  for (const attack of attacks) {
    test(attack.name, async () => {
      const token = await attack.make(forge)
      const exit = await run(Effect.exit(verify(token)))
      const error = Option.getOrThrow(Cause.failureOption(Exit.isFailure(exit) ? exit.cause : Cause.empty))
      expect(error).toBeInstanceOf(InvalidToken)
      // RFC 6750, section 3, allows these characters within error_description.
      expect(error.reason).toMatch(/^[ !#-[\]-~]+$/)
    })
  }

  test("have distinct names", () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
  })

  test("are refused again at the second use", async () => {
    const tokens = await Promise.all(attacks.map(async ({ make }) => make(forge)))
    const good = await run(Effect.forEach([...tokens, ...tokens], isGood))
    expect(good.filter(Boolean)).toEqual([])
  })
})

describe("tokens that must be accepted", () => {
  for (const { name, make } of accepted) {
    test(name, async () => {
      const token = await make(forge)
      const principal = await run(verify(token))
      expect(principal.userId).toBe(UserId.make("mallory"))
      expect(principal.scopes.has("models:read")).toBe(true)
    })
  }
})

describe("an issued token", () => {
  test("states its holder and purpose", async () => {
    const principal = await run(Effect.flatMap(issueFor("Ada Lovelace", 60), verify))
    expect(principal).toEqual({
      userId: UserId.make("ada"),
      name: "Ada Lovelace",
      scopes: new Set(["models:read" as const]),
      issuedAt: now,
      expiresAt: now + 60,
      client: "plinth"
    })
  })

  test("has the claims of RFC 9068", async () => {
    const token = await run(issueFor("Ada", 60))
    const { jti, ...claims } = decodeJwt(token)
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", typ: "at+jwt", kid: forge.keyId })
    expect(claims).toEqual({
      iss: forge.issuer,
      aud: forge.audience,
      sub: "ada",
      client_id: "plinth",
      iat: now,
      exp: now + 60,
      scope: "models:read",
      name: "Ada"
    })
    expect(jti).toMatch(/^[\da-f-]{36}$/)
  })

  test("without name and scopes lacks both claims", async () => {
    const token = await run(
      Local.issue({ directory, userId: UserId.make("ada"), name: null, scopes: [], ttlSeconds: 60 })
    )
    expect(Object.keys(decodeJwt(token)).sort()).toEqual(["aud", "client_id", "exp", "iat", "iss", "jti", "sub"])
    expect(await run(verify(token))).toEqual({
      userId: UserId.make("ada"),
      name: null,
      scopes: new Set(),
      issuedAt: now,
      expiresAt: now + 60,
      client: "plinth"
    })
  })

  test("is refused with another data directory", async () => {
    const other = await mkdtemp(join(tmpdir(), "plinth-local-"))
    const token = await run(
      Local.issue({ directory: other, userId: UserId.make("ada"), name: null, scopes, ttlSeconds: 60 })
    )
    expect(await run(isGood(token))).toBe(false)
    await rm(other, { recursive: true })
  })

  test("expires five seconds after exp, whether cached or not", async () => {
    const outcome = await run(
      Effect.gen(function* () {
        const [remembered, unseen] = [yield* issueFor(null, 10), yield* issueFor(null, 10)]
        const first = yield* isGood(remembered)
        yield* TestClock.adjust("14999 millis")
        const second = [yield* isGood(remembered), yield* isGood(unseen)]
        yield* TestClock.adjust("1 millis")
        return [first, ...second, yield* isGood(remembered), yield* isGood(unseen)]
      })
    )
    expect(outcome).toEqual([true, true, true, false, false])
  })
})

describe("a cached token", () => {
  test("is accepted at once for 60 s, then verified again", async () => {
    const atOnce = (token: string) =>
      Effect.flatMap(Authenticator, ({ verify }) =>
        Effect.map(Effect.clock, (clock) => Exit.isSuccess(Effect.runSyncExit(Effect.withClock(verify(token), clock))))
      )
    const outcome = await run(
      Effect.gen(function* () {
        const token = yield* issueFor(null, 3600)
        const unseen = yield* atOnce(token)
        yield* verify(token)
        const seen = yield* atOnce(token)
        yield* TestClock.adjust("59999 millis")
        const almost = yield* atOnce(token)
        yield* TestClock.adjust("1 millis")
        return [unseen, seen, almost, yield* atOnce(token), yield* isGood(token), yield* atOnce(token)]
      })
    )
    expect(outcome).toEqual([false, true, true, false, true, true])
  })
})

test("the check succeeds once the keys exist", async () => {
  expect(await run(Effect.flatMap(Authenticator, ({ check }) => Effect.as(check, "ready")))).toBe("ready")
})
