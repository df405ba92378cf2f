import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import * as PasswordAttempts from "./PasswordAttempts.ts"

const run = <A, E>(work: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(work, TestContext.TestContext))

const outcomes = (attempts: ReturnType<typeof PasswordAttempts.make>, keys: ReadonlyArray<string>, times: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: times }), () => Effect.isSuccess(attempts.begin(keys))),
    (all) => all.filter(Boolean).length
  )

test("each key has ten attempts in ten minutes, and one more as each old one expires", () =>
  run(
    Effect.gen(function* () {
      const attempts = PasswordAttempts.make()
      expect(yield* outcomes(attempts, ["ada", "here"], 4)).toBe(4)
      yield* TestClock.adjust("5 minutes")
      expect(yield* outcomes(attempts, ["bert", "here"], 20)).toBe(6)
      expect(yield* outcomes(attempts, ["ada", "there"], 20)).toBe(6)
      expect(yield* outcomes(attempts, ["bert", "there"], 20)).toBe(4)
      const refused = yield* Effect.flip(attempts.begin(["here"]))
      expect(refused.retryAfterSeconds).toBe(300)
      yield* TestClock.adjust("5 minutes")
      expect(yield* outcomes(attempts, ["here"], 20)).toBe(4)
    })
  ))

test("a correct attempt is removed and uses no place of others", () =>
  run(
    Effect.gen(function* () {
      const attempts = PasswordAttempts.make()
      for (let n = 0; n < 50; n++) (yield* attempts.begin(["ada"])).forgive()
      expect(yield* outcomes(attempts, ["ada"], 9)).toBe(9)
      const right = yield* attempts.begin(["ada"])
      expect(yield* outcomes(attempts, ["ada"], 1)).toBe(0)
      right.forgive()
      expect(yield* outcomes(attempts, ["ada"], 5)).toBe(1)
    })
  ))

test("the number of remembered attempts is limited", () =>
  run(
    Effect.gen(function* () {
      const attempts = PasswordAttempts.make()
      for (let n = 0; n < 100_100; n++) yield* attempts.begin([String(n)])
      expect(attempts.size()).toBe(100_000)
    })
  ))
