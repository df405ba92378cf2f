import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Client, ClientId } from "../../../src/domain/signin/Client.ts"
import { scopes, UserId } from "../../../src/domain/Principal.ts"
import { codeSeconds, refreshMillis, repeatMillis } from "../../../src/domain/signin/SignIn.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { ClientRepository } from "../../../src/ports/signin/ClientRepository.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { SecretRepository } from "../../../src/ports/SecretRepository.ts"
import { type SealedTokens, SignInRepository } from "../../../src/ports/signin/SignInRepository.ts"
import type { It, Services } from "../testing/Storages.ts"
import { later } from "../testing/Work.ts"

const ada = UserId.make("ada")
const bert = UserId.make("bert")
const excel: Client = {
  id: ClientId.make("excel"),
  redirectUris: ["https://a.test/back", "https://b.test"],
  scopes: ["models:read", "models:write"],
  secretHash: null,
  registration: null
}

/** A sign-in whose code has not been exchanged; its hashes are derived from `name`. */
const begun = (
  name: string,
  userId = ada,
  clientId = excel.id,
  sealed: SealedTokens | null = null,
  passwordHash: string | null = null
) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(ClientRepository, (clients) => clients.add({ ...excel, id: clientId }))
    const signIn = { id: name, clientId, userId, scopes: excel.scopes }
    const sent = { codeHash: `code ${name}`, redirectUri: "https://b.test", challenge: "challenge" }
    const isBegun = yield* Effect.flatMap(SignInRepository, (signIns) =>
      signIns.begin({ ...signIn, ...sent, sealed, passwordHash })
    )
    return { isBegun, signIn, redemption: { ...sent, clientId, refreshHash: `${name} 1` } }
  })

/** A sign-in that the client refreshes. */
const kept = (name: string, userId = ada, clientId = excel.id) =>
  Effect.gen(function* () {
    const { redemption, signIn } = yield* begun(name, userId, clientId)
    expect(yield* Effect.flatMap(SignInRepository, ({ redeem }) => redeem(redemption))).toMatchObject({ id: name })
    return { signIn, redemption }
  })

const refreshed = (id: string, from: number, clientId = excel.id, mayRepeat = false, to = from + 1) =>
  Effect.flatMap(SignInRepository, ({ refresh }) =>
    refresh({ id, clientId, mayRepeat, refreshHash: `${id} ${from}`, nextHash: `${id} ${to}` })
  )

/** Refreshes as the cookie of the page does. */
const repeatable = (id: string, from: number, to = from + 1) => refreshed(id, from, excel.id, true, to)

const sealed = { waiting: Uint8Array.of(1, 2), refresh: Uint8Array.of(3) }

/** A sign-in with tokens of a provider that the client refreshes. */
const keptByProvider = (name: string) =>
  Effect.gen(function* () {
    const { redemption, signIn } = yield* begun(name, ada, excel.id, sealed)
    yield* Effect.flatMap(SignInRepository, ({ redeem }) => redeem(redemption))
    return signIn
  })

const shown = (id: string, n: number, clientId = excel.id) => ({ id, clientId, refreshHash: `${id} ${n}` })

const claimed = (id: string, n: number, clientId = excel.id, mayRepeat = false) =>
  Effect.flatMap(SignInRepository, ({ claim }) => claim({ ...shown(id, n, clientId), mayRepeat }))

const renewed = (id: string, from: number, to: number, byte: number, mayRepeat = false) =>
  Effect.flatMap(SignInRepository, ({ renew }) =>
    renew({ ...shown(id, from), mayRepeat, nextHash: `${id} ${to}`, sealedRefresh: Uint8Array.of(byte) })
  )

/** Runs an effect after the storage's clock has advanced by this much. */
const after = <A, E, R>(millis: number, work: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.zipRight(later(millis), work))

const revoked = Effect.flatMap(SignInRepository, ({ revoked }) => revoked(0))

/** Clients, accounts, sign-ins and secrets, as every storage keeps them. */
export const signInsContract = (it: It<Services>): void => {
  it("clients are added once, listed in the order of creation, and removed with their sign-ins", () =>
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const secret: Client = { ...excel, id: ClientId.make("Word"), scopes, secretHash: "hash" }
      expect(yield* clients.add(excel)).toBe(true)
      expect(yield* clients.add({ ...excel, redirectUris: [] })).toBe(false)
      yield* later(1)
      expect(yield* clients.add(secret)).toBe(true)
      expect(yield* clients.list).toEqual([excel, secret])
      expect(yield* clients.find(excel.id)).toEqual(Option.some(excel))
      yield* kept("gone")
      expect(yield* clients.remove(excel.id)).toBe(true)
      expect(yield* clients.remove(excel.id)).toBe(false)
      expect(yield* clients.find(excel.id)).toEqual(Option.none())
      expect(yield* refreshed("gone", 1)).toBe("Refused")
      expect((yield* revoked).signIns).toEqual(["gone"])
    }))

  it("accounts are added once; a new password and a removal revoke the issued tokens", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      expect(yield* accounts.add(bert, "1")).toBe(true)
      expect(yield* accounts.add(ada, "2")).toBe(true)
      expect(yield* accounts.add(ada, "3")).toBe(false)
      expect(yield* accounts.list).toEqual([ada, bert])
      expect(yield* accounts.passwordHash(ada)).toEqual(Option.some("2"))
      yield* kept("a", ada)
      yield* kept("b", bert)
      expect((yield* revoked).users).toEqual([])
      expect(yield* accounts.setPassword(ada, "4")).toBe(true)
      expect(yield* accounts.passwordHash(ada)).toEqual(Option.some("4"))
      const { at, signIns, users } = yield* revoked
      expect(users).toEqual([{ userId: ada, notBefore: expect.any(Number) as never }])
      expect(users[0]!.notBefore).toBeLessThanOrEqual(at)
      expect(signIns).toEqual(["a"])
      expect(yield* refreshed("a", 1)).toBe("Refused")
      expect(yield* refreshed("b", 1)).toMatchObject({ userId: bert })
      expect(yield* accounts.remove(bert)).toBe(true)
      expect(yield* accounts.remove(bert)).toBe(false)
      expect(yield* accounts.setPassword(bert, "5")).toBe(false)
      expect(yield* refreshed("b", 2)).toBe("Refused")
      expect((yield* revoked).users.map(({ userId }) => userId).sort()).toEqual([ada, bert])
      expect(yield* accounts.list).toEqual([ada])
    }))

  it("a sign-in needs the current password of the user and an existing client", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const clients = yield* ClientRepository
      const signIns = yield* SignInRepository
      yield* accounts.add(ada, "first")
      const asAda = (name: string, hash: string) => begun(name, ada, excel.id, null, hash)
      expect(yield* asAda("good", "first")).toMatchObject({ isBegun: true })
      yield* accounts.setPassword(ada, "second")
      const late = yield* asAda("late", "first")
      expect([late.isBegun, yield* signIns.redeem(late.redemption)]).toEqual([false, "Refused"])
      const [changed, raced] = yield* Effect.all([accounts.setPassword(ada, "third"), asAda("raced", "second")], {
        concurrency: "unbounded"
      })
      expect([changed, yield* signIns.redeem(raced.redemption)]).toEqual([true, "Refused"])
      yield* accounts.remove(ada)
      expect((yield* asAda("gone", "third")).isBegun).toBe(false)
      yield* clients.remove(excel.id)
      const sent = { redirectUri: "https://b.test", challenge: "challenge", scopes: excel.scopes }
      const without = { ...sent, id: "x", codeHash: "x", clientId: excel.id, userId: bert, sealed: null }
      expect(yield* signIns.begin({ ...without, passwordHash: null })).toBe(false)
      yield* clients.add(excel)
      const [, signedIn] = yield* Effect.all(
        [clients.remove(excel.id), signIns.begin({ ...without, passwordHash: null })],
        { concurrency: "unbounded" }
      )
      const ended = (yield* revoked).signIns.includes("x")
      expect(ended).toBe(signedIn)
    }))

  it("the first account is created once, with the latest secret, and only if there is none", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      expect(yield* accounts.isEmpty).toBe(true)
      expect(yield* accounts.isInvited("old")).toBe(false)
      expect(yield* accounts.invite("old")).toBe(true)
      expect(yield* accounts.invite("new")).toBe(true)
      expect([yield* accounts.isInvited("old"), yield* accounts.isInvited("new")]).toEqual([false, true])
      expect(yield* accounts.addFirst("old", ada, "hash")).toBe(false)
      const made = yield* Effect.forEach([ada, bert], (user) => accounts.addFirst("new", user, "hash"), {
        concurrency: "unbounded"
      })
      expect(made.filter((one) => one)).toHaveLength(1)
      expect(yield* accounts.list).toHaveLength(1)
      expect(yield* accounts.isEmpty).toBe(false)
      expect(yield* accounts.isInvited("new")).toBe(false)
      expect(yield* accounts.invite("again")).toBe(false)
    }))

  it("creating an account otherwise invalidates the secret", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      yield* accounts.invite("secret")
      yield* accounts.add(ada, "hash")
      yield* accounts.remove(ada)
      expect(yield* accounts.isEmpty).toBe(true)
      expect(yield* accounts.isInvited("secret")).toBe(false)
      expect(yield* accounts.addFirst("secret", bert, "hash")).toBe(false)
    }))

  it("a code is valid once for its client, URL and challenge, for 60 seconds", () =>
    Effect.gen(function* () {
      const { redeem } = yield* SignInRepository
      const { redemption, signIn } = yield* begun("one")
      const other = {
        clientId: ClientId.make("word"),
        redirectUri: "https://a.test/back",
        challenge: "c",
        codeHash: "c"
      }
      for (const [name, value] of Object.entries(other)) {
        expect([name, yield* redeem({ ...redemption, [name]: value })]).toEqual([name, "Refused"])
      }
      expect(yield* refreshed("one", 1)).toBe("Refused")
      expect(yield* redeem(redemption)).toEqual({ ...signIn, notBefore: 0, sealed: null })
      const { redemption: late } = yield* begun("late")
      yield* after(
        codeSeconds * 1000,
        Effect.map(redeem(late), (answer) => expect(answer).toBe("Refused"))
      )
      const { redemption: timely } = yield* begun("timely")
      yield* after(
        codeSeconds * 1000 - 5000,
        Effect.map(redeem(timely), (answer) => expect(answer).not.toBe("Refused"))
      )
    }))

  it("of two concurrent uses of a code one succeeds, and the other ends the sign-in", () =>
    Effect.gen(function* () {
      const { redeem } = yield* SignInRepository
      const { redemption } = yield* begun("twice")
      const uses = yield* Effect.all([redeem(redemption), redeem(redemption)], { concurrency: "unbounded" })
      expect(uses.filter((one) => one === "Ended")).toHaveLength(1)
      expect(yield* refreshed("twice", 1)).toBe("Refused")
      expect((yield* revoked).signIns).toEqual(["twice"])
    }))

  it("refresh tokens are replaced at each use; using an old one ends the sign-in", () =>
    Effect.gen(function* () {
      const { signIn } = yield* kept("long")
      expect(yield* refreshed("long", 1, ClientId.make("word"))).toBe("Refused")
      expect(yield* refreshed("long", 1)).toEqual({ ...signIn, notBefore: 0, isRepeated: false })
      expect(yield* refreshed("long", 2)).toEqual({ ...signIn, notBefore: 0, isRepeated: false })
      expect(yield* refreshed("long", 1)).toBe("Ended")
      expect(yield* refreshed("long", 3)).toBe("Refused")
      expect((yield* revoked).signIns).toEqual(["long"])
    }))

  it("replaced tokens of a cookie serve for a minute and change nothing; used later they end the sign-in", () =>
    Effect.gen(function* () {
      const { signIn } = yield* kept("again")
      expect(yield* repeatable("again", 1)).toMatchObject({ isRepeated: false })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* later(repeatMillis - 10_000)
          expect(yield* repeatable("again", 2)).toMatchObject({ isRepeated: false })
          for (const n of [1, 2, 1]) {
            expect(yield* repeatable("again", n, 9)).toEqual({ ...signIn, notBefore: 0, isRepeated: true })
          }
          expect(yield* repeatable("again", 3)).toMatchObject({ isRepeated: false })
        })
      )
      yield* after(
        2 * repeatMillis - 10_000,
        Effect.map(repeatable("again", 2), (one) => expect(one).toBe("Ended"))
      )
      expect(yield* repeatable("again", 4)).toBe("Refused")
      expect((yield* revoked).signIns).toEqual(["again"])
    }))

  it("of two renewals at once by a cookie one replaces the token, and both are answered", () =>
    Effect.gen(function* () {
      yield* kept("tabs")
      const both = yield* Effect.all([repeatable("tabs", 1, 2), repeatable("tabs", 1, 3)], { concurrency: "unbounded" })
      const repetitions = both.map((one) => typeof one !== "string" && one.isRepeated)
      expect(repetitions.filter((isRepeated) => isRepeated)).toHaveLength(1)
      expect(yield* repeatable("tabs", repetitions[0] ? 3 : 2, 4)).toMatchObject({ isRepeated: false })
    }))

  it("a replaced token serves no client but the cookie, and no other token of the sign-in does", () =>
    Effect.gen(function* () {
      yield* kept("other")
      yield* repeatable("other", 1)
      expect(yield* refreshed("other", 1)).toBe("Ended")
      yield* kept("forged")
      yield* repeatable("forged", 1)
      expect(yield* repeatable("forged", 7)).toBe("Ended")
    }))

  it("a claim by a replaced token of a cookie names the latest one for a minute", () =>
    Effect.gen(function* () {
      yield* keptByProvider("reload")
      const cookie = (n: number) => claimed("reload", n, excel.id, true)
      expect(yield* cookie(1)).toMatchObject({ latestHash: "reload 1" })
      yield* renewed("reload", 1, 2, 7, true)
      yield* cookie(2)
      yield* renewed("reload", 2, 3, 8, true)
      const found = yield* cookie(1)
      expect(found).toMatchObject({ latestHash: "reload 3" })
      expect(typeof found === "string" ? found : [...found.sealedRefresh]).toEqual([8])
      expect(yield* renewed("reload", 3, 3, 9, true)).toBe(true)
      yield* after(
        repeatMillis,
        Effect.map(cookie(1), (one) => expect(one).toBe("Ended"))
      )
    }))

  it("a refresh token lasts 30 days from its own making", () =>
    Effect.gen(function* () {
      yield* kept("days")
      yield* after(
        refreshMillis - 60_000,
        Effect.map(refreshed("days", 1), (one) => expect(one).toMatchObject({ id: "days" }))
      )
      yield* after(
        2 * refreshMillis - 120_000,
        Effect.map(refreshed("days", 2), (one) => expect(one).toMatchObject({ id: "days" }))
      )
      yield* after(
        3 * refreshMillis,
        Effect.map(refreshed("days", 3), (one) => expect(one).toBe("Refused"))
      )
    }))

  it("tokens of a provider are kept for the code and returned with it once", () =>
    Effect.gen(function* () {
      const { forgetCodes, redeem } = yield* SignInRepository
      const { redemption, signIn } = yield* begun("given", ada, excel.id, sealed)
      const found = yield* redeem(redemption)
      expect(found).toEqual({
        ...signIn,
        notBefore: 0,
        sealed: { waiting: expect.anything(), refresh: expect.anything() }
      })
      if (typeof found === "string") return
      expect([...found.sealed!.waiting, ...found.sealed!.refresh!]).toEqual([1, 2, 3])
      expect(yield* redeem(redemption)).toBe("Ended")
      expect(yield* claimed("given", 1)).toBe("Refused")
      const { redemption: late } = yield* begun("late", ada, excel.id, { ...sealed, refresh: null })
      yield* forgetCodes
      yield* after(codeSeconds * 1000, forgetCodes)
      // On the clock of now it would still serve.
      expect(yield* redeem(late)).toBe("Refused")
    }))

  it("one request at a time contacts the provider; its answer or its timeout releases the refresh token", () =>
    Effect.gen(function* () {
      const { release } = yield* SignInRepository
      const signIn = yield* keptByProvider("turns")
      const claims = yield* Effect.all([claimed("turns", 1), claimed("turns", 1)], { concurrency: "unbounded" })
      expect(claims.filter((one) => one === "Busy")).toHaveLength(1)
      expect(claims.find((one) => one !== "Busy")).toMatchObject({ ...signIn, notBefore: 0 })
      yield* release(shown("turns", 1, ClientId.make("word")))
      expect(yield* claimed("turns", 1)).toBe("Busy")
      yield* release(shown("turns", 1))
      expect(yield* claimed("turns", 1)).toMatchObject({ id: "turns" })
      // The caller has died.
      yield* after(
        90_000,
        Effect.map(claimed("turns", 1), (one) => expect(one).toMatchObject({ id: "turns" }))
      )
    }))

  it("a renewal replaces both refresh tokens once, even if it is repeated", () =>
    Effect.gen(function* () {
      const signIns = yield* SignInRepository
      yield* keptByProvider("anew")
      yield* claimed("anew", 1)
      expect([yield* renewed("anew", 1, 2, 7), yield* renewed("anew", 1, 2, 7)]).toEqual([true, true])
      expect(yield* renewed("anew", 1, 3, 8)).toBe(false)
      const next = yield* claimed("anew", 2)
      expect(typeof next === "string" ? next : [...next.sealedRefresh]).toEqual([7])
      // The provider's was replaced, ours stays.
      expect(yield* renewed("anew", 2, 2, 9)).toBe(true)
      const same = yield* claimed("anew", 2)
      expect(typeof same === "string" ? same : [...same.sealedRefresh]).toEqual([9])
      expect(yield* renewed("anew", 2, 3, 10)).toBe(true)
      expect(yield* claimed("anew", 3, ClientId.make("word"))).toBe("Refused")
      yield* after(
        refreshMillis - 60_000,
        Effect.map(claimed("anew", 3), (one) => expect(one).toMatchObject({ id: "anew" }))
      )
      expect(yield* claimed("anew", 1)).toBe("Ended")
      expect(yield* renewed("anew", 3, 4, 11)).toBe(false)
      expect((yield* signIns.revoked(0)).signIns).toEqual(["anew"])
    }))

  it("a sign-in by a provider is only refreshed by it, a local one never; both can be ended", () =>
    Effect.gen(function* () {
      const { end } = yield* SignInRepository
      yield* keptByProvider("theirs")
      yield* kept("ours")
      expect([yield* refreshed("theirs", 1), yield* claimed("ours", 1)]).toEqual(["Refused", "Refused"])
      expect(yield* claimed("theirs", 1)).toMatchObject({ id: "theirs" })
      yield* end("theirs")
      expect([yield* renewed("theirs", 1, 2, 7), yield* claimed("theirs", 1)]).toEqual([false, "Refused"])
    }))

  it("a revoked user can sign in again and learns from when tokens are valid", () =>
    Effect.gen(function* () {
      const signIns = yield* SignInRepository
      yield* kept("before")
      yield* begun("waiting")
      yield* signIns.revokeUser(ada)
      const { at, users } = yield* revoked
      expect(yield* refreshed("before", 1)).toBe("Refused")
      const { redemption } = yield* begun("after")
      const found = yield* signIns.redeem(redemption)
      expect(found).toMatchObject({ id: "after", notBefore: users[0]!.notBefore })
      expect((yield* signIns.revoked(at + 60_000)).users).toEqual([])
    }))

  it("above 1,000 sign-ins of a user the oldest end", () =>
    Effect.gen(function* () {
      const signIns = yield* SignInRepository
      yield* kept("first")
      // If two begin in the same millisecond, neither is older.
      yield* later(1)
      // These sign-ins are refreshed, because those whose code is not exchanged end within a minute, which this test
      // may take.
      yield* Effect.forEach(Array.from({ length: 999 }).keys(), (n) => kept(`next ${n}`), { concurrency: 8 })
      expect(yield* refreshed("first", 1)).toMatchObject({ id: "first" })
      yield* begun("one too many")
      expect(yield* refreshed("first", 2)).toBe("Refused")
      expect((yield* signIns.revoked(0)).signIns).toEqual(["first"])
    }))

  it("ended sign-ins are removed, and no others", () =>
    Effect.gen(function* () {
      const signIns = yield* SignInRepository
      const { forgetSignIns } = yield* GarbageRepository
      yield* begun("code")
      yield* kept("kept")
      const { redemption } = yield* kept("used", bert)
      yield* signIns.redeem(redemption)
      yield* signIns.revokeUser(bert)
      yield* after(3 * 3_600_000, forgetSignIns(90))
      expect(yield* refreshed("kept", 1)).toMatchObject({ id: "kept" })
      const { signIns: ended, users } = yield* revoked
      expect([ended, users.map(({ userId }) => userId)]).toEqual([[], [bert]])
      yield* after(400 * 24 * 3_600_000, forgetSignIns(90))
      expect(yield* refreshed("kept", 2)).toBe("Refused")
      expect((yield* revoked).users).toEqual([])
    }))

  it("a replaced secret stays valid for the requested time", () =>
    Effect.gen(function* () {
      const { holding, rotate, secret } = yield* SecretRepository
      const first = yield* secret("s")
      expect(yield* holding("s")).toEqual([first])
      yield* rotate("s", 60_000)
      const second = yield* secret("s")
      expect(second).not.toEqual(first)
      expect(yield* holding("s")).toEqual([second, first])
      yield* rotate("s", 120_000)
      const third = yield* secret("s")
      expect(yield* holding("s")).toEqual([third, second, first])
      yield* after(
        60_000,
        Effect.map(holding("s"), (all) => expect(all).toEqual([third, second]))
      )
      yield* rotate("s", 0)
      const fourth = yield* secret("s")
      expect(yield* holding("s")).toEqual([fourth])
      expect(yield* holding("other")).toHaveLength(1)
    }))

  it("all processes agree on the first value, until another one is agreed on", () =>
    Effect.gen(function* () {
      const { agree, agreed } = yield* SecretRepository
      const [one, other] = [Uint8Array.of(1), Uint8Array.of(2, 3)]
      const told = yield* Effect.all([agreed("a", one), agreed("a", one)], { concurrency: "unbounded" })
      expect(told).toEqual([one, one])
      expect(yield* agreed("a", other)).toEqual(one)
      yield* agree("a", other)
      expect(yield* agreed("a", one)).toEqual(other)
      yield* agree("b", one)
      expect(yield* agreed("b", other)).toEqual(one)
    }))
}
