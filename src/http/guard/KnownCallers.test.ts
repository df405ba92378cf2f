import { expect, test } from "bun:test"
import type { UserId } from "../../domain/Principal.ts"
import * as KnownCallers from "./KnownCallers.ts"

const of = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const ada = "ada" as UserId

test("who was let in is known by the same header alone", () => {
  const callers = KnownCallers.make()
  callers.keep(of("a"), ada)
  callers.keep(of("a"), ada)
  expect(callers.find(of("a"))).toBe(ada)
  expect(callers.find(of("b"))).toBeUndefined()
  expect(callers.find(new Headers())).toBeUndefined()
  expect(callers.size()).toBe(1)
})

test("no more than 10,000 are remembered", () => {
  const callers = KnownCallers.make()
  for (let i = 0; i < 25_000; i++) callers.keep(of(String(i)), ada)
  expect(callers.size()).toBeLessThanOrEqual(10_000)
  expect(callers.find(of("24999"))).toBe(ada)
})
