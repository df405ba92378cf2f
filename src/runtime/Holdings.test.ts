import { expect, test } from "bun:test"
import * as Holdings from "./Holdings.ts"

const make = () => Holdings.make({ ofUser: 50, inAll: 100, forFew: 10, fewBytes: 5 })

test("a user holds so much, and all users together, whatever is held for", () => {
  const holdings = make()
  expect(holdings.hold("ada", 51)).toBe(null)
  expect([holdings.hold("ada", 30), holdings.hold("ada", 20)]).not.toContain(null)
  expect(holdings.hold("ada", 1)).toBe(null)
  expect(holdings.hold("bert", 41)).toBe(null)
  expect(holdings.hold("bert", 40)).not.toBe(null)
  expect(holdings.bytesHeld()).toBe(90)
})

test("the last of it is for those who hold little", () => {
  const holdings = make()
  for (const user of ["ada", "bert"]) holdings.hold(user, 45)
  expect(holdings.hold("cleo", 6)).toBe(null)
  expect(holdings.hold("cleo", 5)).not.toBe(null)
  expect(holdings.hold("cleo", 1)).toBe(null)
  expect(holdings.hold("dora", 5)).not.toBe(null)
  expect(holdings.hold("emil", 1)).toBe(null)
})

test("what is held grows while there is room, and is let go once", () => {
  const holdings = make()
  const hold = holdings.hold("ada", 10)!
  expect([hold.resize(50), hold.resize(51), hold.resize(5), hold.resize(20)]).toEqual([true, false, true, true])
  expect(holdings.bytesHeld()).toBe(20)
  hold.release()
  hold.release()
  expect(hold.resize(1)).toBe(false)
  expect(holdings.bytesHeld()).toBe(0)
  expect(holdings.hold("ada", 50)).not.toBe(null)
})
