import { expect, test } from "bun:test"
import { FailedAttempts } from "./FailedAttempts.ts"

const minute = 60_000
const attempts = () => new FailedAttempts({ first: minute, longest: 60 * minute })

test("a failing attempt is repeated after pauses that double up to the longest", () => {
  const failures = attempts()
  let now = 0
  const pauses = Array.from({ length: 8 }, () => {
    expect(failures.mayTry("7", "a", now)).toBe(true)
    failures.failed("7", "a", now)
    const from = now
    while (!failures.mayTry("7", "a", now)) now += minute
    return (now - from) / minute
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test("a thing that has changed or succeeded starts with the first pause again", () => {
  const failures = attempts()
  failures.failed("7", "a", 0)
  failures.failed("7", "a", minute)
  expect(failures.mayTry("7", "b", minute)).toBe(true)
  failures.failed("7", "b", minute)
  expect(failures.mayTry("7", "b", 2 * minute)).toBe(true)
  failures.succeeded("7")
  expect(failures.mayTry("7", "b", minute)).toBe(true)
})

test("a thing that is not tried again is forgotten, and one that still fails is not", () => {
  const failures = attempts()
  for (const key of ["gone", "removed", "kept"]) failures.failed(key, "a", 0)
  failures.failed("kept", "a", 61 * minute)
  failures.failed("kept", "a", 122 * minute)
  expect(failures.size).toBe(3)
  expect(failures.mayTry("other", "a", 122 * minute)).toBe(true)
  expect(failures.size).toBe(1)
  expect(failures.mayTry("kept", "a", 123 * minute)).toBe(false)
})
