import { expect } from "bun:test"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { ClientId } from "../../../src/domain/signin/Client.ts"
import { unusedClientDays } from "../../../src/domain/signin/Registration.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { AdminRepository } from "../../../src/ports/signin/AdminRepository.ts"
import { ClientRepository } from "../../../src/ports/signin/ClientRepository.ts"
import { SignInRepository } from "../../../src/ports/signin/SignInRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { later } from "../testing/Work.ts"

const redirectUris = ["http://127.0.0.1/back"]
const registered = (id: string, name: string | null = null) => ({
  id: ClientId.make(id),
  redirectUris,
  scopes: ["models:read" as const],
  name
})
const excel = { id: ClientId.make("excel"), redirectUris, scopes: ["models:read" as const], secretHash: null }

/** A sign-in whose code the client has exchanged. */
const kept = (clientId: ClientId) =>
  Effect.gen(function* () {
    const signIns = yield* SignInRepository
    const sent = { clientId, codeHash: "code", redirectUri: redirectUris[0]!, challenge: "challenge" }
    const user = { id: "sign-in", userId: UserId.make("ada"), scopes: ["models:read" as const] }
    expect(yield* signIns.begin({ ...sent, ...user, sealed: null, passwordHash: null })).toBe(true)
    yield* signIns.redeem({ ...sent, refreshHash: "1" })
    return { id: "sign-in", clientId, mayRepeat: false, refreshHash: "1", nextHash: "2" }
  })

/** Runs an effect after the storage's clock has advanced by this many milliseconds. */
const after = <A, E, R>(millis: number, work: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.zipRight(later(millis), work))

overStorages((it) => {
  it("a client that registers itself is found with its claims, and the audit of the service has it", () =>
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      yield* clients.register(registered("a", "Claude"), "one")
      yield* clients.register(registered("b"), "one")
      const found = yield* clients.list
      expect(found.map(({ id, registration }) => [id, registration])).toEqual([
        [ClientId.make("a"), { name: "Claude" }],
        [ClientId.make("b"), { name: null }]
      ])
      expect(yield* clients.find(ClientId.make("a"))).toEqual(Option.some(found[0]!))
      const { items } = yield* Effect.flatMap(AdminRepository, ({ audit }) => audit({ page: 1, pageSize: 10 }))
      expect(items.map(({ action, object, userId }) => [action, object, userId])).toEqual([
        ["client.register", "b", "(service)"],
        ["client.register", "a", "(service)"]
      ])
    }))

  it("an address registers at most 100 clients in a day, and other addresses are not affected", () =>
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const add = (n: number, from = "one") => Effect.either(clients.register(registered(`${from}-${n}`), from))
      const all = yield* Effect.forEach(Array.from({ length: 101 }).keys(), (n) => add(n), { concurrency: 8 })
      expect(all.filter(Either.isLeft).map(({ left }) => left._tag)).toEqual(["TooManyRequests"])
      expect(Either.isRight(yield* add(0, "other"))).toBe(true)
      yield* after(
        24 * 3_600_000 + 1,
        Effect.map(add(200), (one) => expect(Either.isRight(one)).toBe(true))
      )
    }))

  it("at most 10,000 clients register themselves", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const clients = yield* ClientRepository
      yield* sql`INSERT INTO clients (client_id, redirect_uris, scopes, created_at, is_registered, registered_from, used_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
        SELECT 'client ' || i, '[]', '', 0, 1, 'elsewhere', 0 FROM n`
      yield* clients.register(registered("last"), "one")
      expect(yield* Effect.flip(clients.register(registered("beyond"), "two"))).toMatchObject({
        _tag: "TooManyRequests"
      })
      expect(yield* clients.add(excel)).toBe(true)
    }))

  it("a client that registered itself is removed 90 days after its last use, one of an operator never", () =>
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const { forgetSignIns } = yield* GarbageRepository
      const day = 24 * 3_600_000
      const ids = Effect.map(clients.list, (all) => all.map(({ id }) => String(id)).sort())
      yield* clients.register(registered("used"), "one")
      yield* clients.register(registered("unused"), "one")
      yield* clients.add(excel)
      // A refresh of the sign-in on day 29 is the last use.
      const refreshment = yield* kept(ClientId.make("used"))
      yield* after(
        29 * day,
        Effect.flatMap(SignInRepository, ({ refresh }) => refresh(refreshment))
      )
      yield* after(29 * day, forgetSignIns(unusedClientDays))
      yield* after(89 * day, forgetSignIns(unusedClientDays))
      expect(yield* ids).toEqual(["excel", "unused", "used"])
      yield* after(91 * day, forgetSignIns(unusedClientDays))
      expect(yield* ids).toEqual(["excel", "used"])
      yield* after(118 * day, forgetSignIns(unusedClientDays))
      expect(yield* ids).toEqual(["excel", "used"])
      yield* after(120 * day, forgetSignIns(unusedClientDays))
      expect(yield* ids).toEqual(["excel"])
    }))
})
