import { expect, test } from "bun:test"
import * as Reservations from "./Reservations.ts"

const make = () => Reservations.make({ ofUser: 50, inAll: 100, forFew: 10, fewBytes: 5 })

test("the reservations of a user, and of all users together, are limited", () => {
  const { bytesReserved, reserve } = make()
  expect(reserve("ada", 51)).toBe(null)
  expect([reserve("ada", 30), reserve("ada", 20)]).not.toContain(null)
  expect(reserve("ada", 1)).toBe(null)
  expect(reserve("bert", 41)).toBe(null)
  expect(reserve("bert", 40)).not.toBe(null)
  expect(bytesReserved()).toBe(90)
})

test("the last part is reserved for users with small reservations", () => {
  const { reserve } = make()
  for (const user of ["ada", "bert"]) reserve(user, 45)
  expect(reserve("cleo", 6)).toBe(null)
  expect(reserve("cleo", 5)).not.toBe(null)
  expect(reserve("cleo", 1)).toBe(null)
  expect(reserve("dora", 5)).not.toBe(null)
  expect(reserve("emil", 1)).toBe(null)
})

test("a reservation is resized within the limits, and released once", () => {
  const { bytesReserved, reserve } = make()
  const { release, resize } = reserve("ada", 10)!
  expect([resize(50), resize(51), resize(5), resize(20)]).toEqual([true, false, true, true])
  expect(bytesReserved()).toBe(20)
  release()
  release()
  expect(resize(1)).toBe(false)
  expect(bytesReserved()).toBe(0)
  expect(reserve("ada", 50)).not.toBe(null)
})
