import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { effect } from "../../testing/EffectTest.ts"
import type { UserId } from "../../domain/Principal.ts"
import * as RateLimit from "./RateLimit.ts"

const mostUsers = 100_000
const user = (i: number) => `user ${i}` as UserId

effect("a bucket empties at once and fills with time", () =>
  Effect.gen(function* () {
    const limit = RateLimit.make(60)
    for (let i = 0; i < 60; i++) yield* limit(user(0))
    expect((yield* Effect.flip(limit(user(0)))).retryAfterSeconds).toBe(1)
    yield* limit(user(1))
    yield* TestClock.adjust("2 seconds")
    yield* limit(user(0))
    yield* limit(user(0))
    expect(Either.isLeft(yield* Effect.either(limit(user(0))))).toBe(true)
  }).pipe(Effect.provide(TestContext.TestContext))
)

effect("of more users than are remembered, the one that has been silent longest is forgotten", () =>
  Effect.gen(function* () {
    const limit = RateLimit.make(1)
    const isRefused = (i: number) => Effect.map(Effect.either(limit(user(i))), Either.isLeft)
    for (let i = 0; i < mostUsers; i++) yield* limit(user(i))
    // Speaks again, though it is refused.
    expect(yield* isRefused(0)).toBe(true)
    yield* limit(user(mostUsers))
    expect(yield* isRefused(0)).toBe(true)
    expect(yield* isRefused(2)).toBe(true)
    expect(yield* isRefused(1)).toBe(false)
  }).pipe(Effect.provide(TestContext.TestContext))
)
