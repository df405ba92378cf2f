import { afterAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UserId } from "../../src/domain/Principal.ts"
import { ClientId } from "../../src/domain/signin/Client.ts"
import type { SignIn } from "../../src/domain/signin/SignIn.ts"
import { Authenticator } from "../../src/ports/signin/Authenticator.ts"
import { TokenIssuer } from "../../src/ports/signin/TokenIssuer.ts"
import { pathIn } from "./KeyFile.ts"
import { longestTokenSeconds, rotate } from "./KeyRotation.ts"
import * as Local from "./Local.ts"

const root = await mkdtemp(join(tmpdir(), "plinth-rotation-"))
afterAll(() => rm(root, { recursive: true }))

const now = 1_800_000_000
const day = 86_400

/** Runs at a moment, in seconds. */
const at = <A, E>(seconds: number, work: Effect.Effect<A, E>) =>
  TestClock.setTime(seconds * 1000).pipe(
    Effect.andThen(work),
    Effect.provide(TestContext.TestContext),
    Effect.runPromise
  )

/** Runs against one running adapter on a folder of its own. */
const run = <A, E>(work: (directory: string) => Effect.Effect<A, E, Authenticator | TokenIssuer>) => {
  const directory = join(root, crypto.randomUUID())
  // The clock is set before the adapter first reads the file. Otherwise it would catch up on every 15 seconds since
  // 1970.
  return TestClock.setTime(now * 1000).pipe(
    Effect.andThen(Effect.provide(work(directory), Local.layer({ directory }))),
    Effect.provide(TestContext.TestContext),
    Effect.runPromise
  )
}

const issue = (directory: string, ttlSeconds = 3600) =>
  Local.issue({ directory, userId: UserId.make("ada"), name: null, scopes: ["models:read"], ttlSeconds })

const isGood = (token: string) => Effect.flatMap(Authenticator, ({ verify }) => Effect.isSuccess(verify(token)))

/** Returns whether a service that is started now accepts the token. */
const isGoodAnew = (directory: string, token: string) =>
  Effect.provide(isGood(token), Layer.fresh(Local.layer({ directory })))

/** Makes the running adapter check the file, and waits until it has done so. */
const look = Effect.zipRight(
  TestClock.adjust("15 seconds"),
  Effect.promise(() => Bun.sleep(100))
)

const contentOf = async (directory: string) => JSON.parse(await readFile(pathIn(directory), "utf8"))

test("a running service accepts tokens of the new key at once, and those of the old key until they expire", () =>
  run((directory) =>
    Effect.gen(function* () {
      const old = yield* issue(directory)
      const until = yield* rotate(directory, false)
      expect(until).toBe(now + 3600 + 60 + 5)
      const fresh = yield* issue(directory)
      expect([yield* isGood(old), yield* isGood(fresh)]).toEqual([true, true])
      yield* look
      yield* rotate(directory, false)
      expect(yield* isGood(yield* issue(directory))).toBe(true)
      yield* rotate(directory, false)
      // The file is looked at for an unknown key once a second, and by itself every 15 s.
      const fresher = yield* issue(directory)
      expect(yield* isGood(fresher)).toBe(false)
      yield* TestClock.adjust("1 second")
      expect(yield* isGood(fresher)).toBe(true)
      expect(yield* isGoodAnew(directory, old)).toBe(true)
      yield* TestClock.setTime(until! * 1000)
      const { retired } = yield* Effect.promise(() => contentOf(directory))
      expect(retired).toHaveLength(3)
      expect(JSON.stringify(retired)).not.toContain('"d"')
      yield* rotate(directory, false)
      expect((yield* Effect.promise(() => contentOf(directory))).retired).toHaveLength(3)
    })
  ))

test("with immediate effect no earlier token is valid, even if it was verified before", () =>
  run((directory) =>
    Effect.gen(function* () {
      const old = yield* issue(directory, 30 * day)
      expect(yield* isGood(old)).toBe(true)
      expect(yield* rotate(directory, true)).toBeNull()
      yield* look
      expect([yield* isGood(old), yield* isGoodAnew(directory, old)]).toEqual([false, false])
      expect(yield* isGood(yield* issue(directory))).toBe(true)
    })
  ))

test("a key is valid until its longest-living token expires, then its notes are removed", async () => {
  const directory = join(root, crypto.randomUUID())
  const files = async () => (await readdir(join(directory, "keys"))).length
  const long = await at(now, issue(directory, 30 * day))
  await at(now, issue(directory, 7200))
  expect(await files()).toBe(3)
  const until = await at(now, rotate(directory, false))
  expect(until! - now).toBeGreaterThan(30 * day)
  expect(until! - now).toBeLessThan(31 * day + 120)
  expect(await files()).toBe(1)
  expect(await at(now + 29 * day, isGoodAnew(directory, long))).toBe(true)
})

test("a key without notes is valid for the maximum life of a token", () =>
  run((directory) =>
    Effect.gen(function* () {
      const { audience, issuer, key } = yield* Effect.promise(() => contentOf(directory))
      yield* Effect.promise(() => writeFile(pathIn(directory), JSON.stringify({ issuer, audience, key })))
      const old = yield* issue(directory)
      expect(yield* rotate(directory, false)).toBe(now + longestTokenSeconds + 65)
      expect(yield* isGoodAnew(directory, old)).toBe(true)
      const after = yield* Effect.promise(() => contentOf(directory))
      expect([after.issuer, after.audience]).toEqual([issuer, audience])
      expect((yield* Effect.promise(() => stat(pathIn(directory)))).mode & 0o777).toBe(0o600)
    })
  ))

const signIn: SignIn = {
  id: "4f1c",
  clientId: ClientId.make("excel"),
  userId: UserId.make("ada"),
  scopes: ["models:read"],
  notBefore: 0
}

test("new tokens are signed with the new key, or with the known key if the file cannot be read", () =>
  run((directory) =>
    Effect.gen(function* () {
      const issuer = yield* TokenIssuer
      if (issuer._tag !== "Own") throw new Error("the issuer is not ours")
      expect(yield* rotate(directory, true)).toBeNull()
      const token = yield* issuer.issue(signIn)
      expect([yield* isGood(token), yield* isGoodAnew(directory, token)]).toEqual([true, true])
      yield* Effect.promise(() => writeFile(pathIn(directory), "{"))
      expect(yield* isGood(yield* issuer.issue(signIn))).toBe(true)
    })
  ))

test("a file that is temporarily unreadable changes nothing", () =>
  run((directory) =>
    Effect.gen(function* () {
      const token = yield* issue(directory)
      yield* Effect.promise(() => writeFile(pathIn(directory), "{"))
      yield* look
      expect(yield* isGood(token)).toBe(true)
    })
  ))
