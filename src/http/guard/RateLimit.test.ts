import { expect, test } from "bun:test"
import type { UserId } from "../../domain/Principal.ts"
import * as RateLimit from "./RateLimit.ts"

const mostUsers = 100_000
const user = (i: number) => `user ${i}` as UserId

test("a bucket can be emptied at once and refills over time", () => {
  const limit = RateLimit.make(60)
  for (let i = 0; i < 60; i++) expect(limit(user(0), 0)).toBe(null)
  expect(limit(user(0), 0)?.retryAfterSeconds).toBe(1)
  expect(limit(user(1), 0)).toBe(null)
  expect(limit(user(0), 2000)).toBe(null)
  expect(limit(user(0), 2000)).toBe(null)
  expect(limit(user(0), 2000)).not.toBe(null)
})

test("above the maximum number of users the one that has been idle longest is forgotten", () => {
  const limit = RateLimit.make(1)
  const isRefused = (i: number) => limit(user(i), 0) !== null
  for (let i = 0; i < mostUsers; i++) isRefused(i)
  // This user sends one more request, although it is refused.
  expect(isRefused(0)).toBe(true)
  isRefused(mostUsers)
  expect(isRefused(0)).toBe(true)
  expect(isRefused(2)).toBe(true)
  expect(isRefused(1)).toBe(false)
})
