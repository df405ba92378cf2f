import { expect, test } from "bun:test"
import * as Admission from "./Admission.ts"

/** An admission control with a clock that the test moves. Requests at the limit have no timeout unless one is given. */
const world = (patient = 0) => {
  let at = 0
  const admission = Admission.make(() => at, patient)
  const admit = (user = "ada", endpoint = "project") => admission.admit("read", user, endpoint)
  return {
    admission,
    admit,
    pass: (millis: number) => void (at += millis),
    /** Admits requests until no more are admitted. */
    fill: (user?: string) => {
      const admitted: Array<Admission.Admitted> = []
      for (let one = admit(user); one !== null; one = admit(user)) admitted.push(one)
      return admitted
    }
  }
}

test("a class has a maximum number of requests in progress, then one is admitted for each that ends; other classes are separate", () => {
  const { admission, admit, fill } = world()
  const admitted = fill()
  expect(admitted).toHaveLength(128)
  admitted[0]!.end()
  expect(admit()).not.toBeNull()
  expect(admit()).toBeNull()
  expect(admission.admit("query", "ada", "query")).not.toBeNull()
})

test("a user with less than an equal share is admitted even if another user fills everything", () => {
  const { admit, fill } = world()
  fill("mallory")
  for (let i = 0; i < 64; i++) expect(admit("ada")).not.toBeNull()
  expect(admit("ada")).toBeNull()
  expect(admit("bob")).not.toBeNull()
  expect(admit("mallory")).toBeNull()
})

test("a request that waits for its client is not counted, nor is its time", () => {
  const { admission, admit, fill, pass } = world()
  const admitted = fill()
  for (const one of admitted) one.wait()
  pass(60_000)
  expect(fill()).toHaveLength(128)
  for (const one of admitted) one.go()
  expect(admit()).toBeNull()
  for (const one of admitted) one.end()
  pass(100)
  admit()
  expect(admission.limit("read")).toBeGreaterThanOrEqual(128)
})

test("interrupting a request that waits for its client does not count it twice", () => {
  const { admit, fill } = world()
  for (const one of fill()) {
    one.wait()
    one.end()
  }
  expect(fill()).toHaveLength(128)
  expect(admit()).toBeNull()
})

test("the limit falls while answers take too long, not below the minimum, and rises again when it is reached", () => {
  const { admission, fill, pass } = world()
  const round = (millis: number) => {
    const admitted = fill()
    pass(millis)
    for (const one of admitted) one.end()
    pass(100)
  }
  round(1)
  for (let i = 0; i < 3; i++) round(200)
  const fallen = admission.limit("read")
  expect(fallen).toBeLessThan(128)
  for (let i = 0; i < 100; i++) round(200)
  expect(admission.limit("read")).toBe(64)
  for (let i = 0; i < 30; i++) round(5)
  expect(admission.limit("read")).toBeGreaterThan(100)
})

test("a class that is always slow is measured against its own best time", () => {
  const { admission, admit, pass } = world()
  for (let i = 0; i < 50; i++) {
    const one = admit("ada", "slow")!
    pass(300)
    one.end()
    pass(100)
  }
  expect(admission.limit("read")).toBe(128)
})

test("a burst after a quiet time is admitted up to the maximum; a continuing one is not", () => {
  const { admit, fill, pass } = world(250)
  const burst = fill()
  expect(burst).toHaveLength(1024)
  for (const one of burst.splice(200)) one.end()
  pass(200)
  expect(admit()).not.toBeNull()
  pass(100)
  expect(admit()).toBeNull()
  pass(900)
  expect(admit()).toBeNull()
  pass(1001)
  expect(admit()).not.toBeNull()
})
