import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { Passwords } from "./Passwords.ts"

const run = <A, E>(work: (passwords: Passwords) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.provide(Effect.flatMap(Passwords, work), Passwords.Default))

test("a password matches only its own hash, which is Argon2id with a salt", () =>
  run(({ hash, verify }) =>
    Effect.gen(function* () {
      const [one, two] = [yield* hash("Mu\u0308ller 1234"), yield* hash("Mu\u0308ller 1234")]
      expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$")
      expect(one).not.toBe(two)
      expect(yield* verify("M\u00fcller 1234", one)).toBe(true)
      expect(yield* verify("M\u00fcller 1235", one)).toBe(false)
      expect(yield* verify("", one)).toBe(false)
      expect(yield* verify("M\u00fcller 1234", null)).toBe(false)
    })
  ))

test("very many concurrent checks are partly refused, and the event loop keeps running", () =>
  run(({ hash, verify }) =>
    Effect.gen(function* () {
      const known = yield* hash("correct horse")
      let turns = 0
      const timer = setInterval(() => (turns += 1), 5)
      const all = yield* Effect.forEach(
        Array.from({ length: 120 }),
        () => Effect.either(verify("wrong horse", known)),
        { concurrency: "unbounded" }
      )
      clearInterval(timer)
      const refused = all.filter((one) => one._tag === "Left")
      expect(refused.map(({ left }) => left._tag)).toEqual(Array.from({ length: 20 }, () => "Overloaded"))
      expect(turns).toBeGreaterThan(50)
      expect(yield* verify("correct horse", known)).toBe(true)
    })
  ))
