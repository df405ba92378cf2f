import { expect, test } from "bun:test"
import { type Principal, UserId } from "../../src/domain/Principal.ts"
import * as VerifiedTokens from "./VerifiedTokens.ts"

const principal: Principal = { userId: UserId.make("ada"), name: null, scopes: new Set() }
const verified = { principal, exp: 1000, at: 100_000 }

const table: ReadonlyArray<readonly [string, number, boolean]> = [
  ["at once", 100_000, true],
  ["just before 60 s", 159_999, true],
  ["after 60 s", 160_000, false],
  ["by a clock that was set back", 99_999, false]
]

for (const [name, nowMillis, found] of table) {
  test(`a token is ${found ? "found" : "forgotten"} ${name}`, () => {
    const tokens = VerifiedTokens.make({ capacity: 10 })
    tokens.keep("token", verified)
    expect(tokens.find("token", nowMillis)).toBe(found ? principal : undefined)
  })
}

test("exp ends the caching, with tolerance", () => {
  const tokens = VerifiedTokens.make({ capacity: 10 })
  tokens.keep("token", { principal, exp: 120, at: 100_000 })
  expect(tokens.find("token", 124_999)).toBe(principal)
  expect(tokens.find("token", 125_000)).toBeUndefined()
})

test("another token is not found", () => {
  const tokens = VerifiedTokens.make({ capacity: 10 })
  tokens.keep("token", verified)
  expect(tokens.find("tokens", 100_000)).toBeUndefined()
})

test("above the capacity the least recently used tokens are dropped", () => {
  const tokens = VerifiedTokens.make({ capacity: 4 })
  for (const token of ["a", "b", "c", "d"]) tokens.keep(token, verified)
  expect(tokens.size()).toBe(4)
  expect(tokens.find("a", 100_000)).toBe(principal)
  tokens.keep("e", verified)
  const found = ["b", "a", "e"].map((token) => tokens.find(token, 100_000) !== undefined)
  expect(found).toEqual([false, true, true])
})

test("the capacity is never exceeded, in any order", () => {
  const tokens = VerifiedTokens.make({ capacity: 10 })
  let largest = 0
  for (let i = 0; i < 1000; i++) {
    tokens.keep(String((i * 7) % 23), verified)
    tokens.find(String((i * 5) % 19), 100_000)
    largest = Math.max(largest, tokens.size())
  }
  expect(largest).toBe(10)
})

test("storing a token again counts once, with its new time", () => {
  const tokens = VerifiedTokens.make({ capacity: 4 })
  tokens.keep("a", verified)
  tokens.keep("a", { ...verified, at: 130_000 })
  expect(tokens.size()).toBe(1)
  expect(tokens.find("a", 170_000)).toBe(principal)
})
