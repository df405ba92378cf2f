import { describe, expect, test } from "bun:test"
import { alphabetical, each, near, same } from "./Check.ts"
import { Mismatch, Skipped } from "./Faults.ts"

describe("same", () => {
  test("ignores the order of members, but not that of entries", () => {
    same("equal", { a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })
    expect(() => same("order", [1, 2], [2, 1])).toThrow(Mismatch)
  })
  test.each([
    [{ a: 1 }, { a: 1, b: undefined }],
    [{}, []],
    [null, {}],
    ["1", 1],
    [[1], [1, 2]],
    [{ a: undefined }, { b: undefined }]
  ])("tells %j from %j", (actual, expected) => {
    expect(() => same("different", actual, expected)).toThrow(Mismatch)
  })
  test("reports the expected and the actual value", () => {
    expect(() => same("the name", "b", "a")).toThrow('the name\nexpected "a"\nactual   "b"')
    expect(() => same("nothing", "b", undefined)).toThrow('nothing\nexpected undefined\nactual   "b"')
  })
})

test("near allows 1e-9 of the expected value and nothing else", () => {
  near("close", 17.500000000001, 17.5)
  expect(() => near("far", 17.5001, 17.5)).toThrow(Mismatch)
  expect(() => near("text", "17.5", 17.5)).toThrow(Mismatch)
})

const faultOf = (run: Promise<void>): Promise<unknown> =>
  run.then(
    () => "no fault",
    (fault: unknown) => fault
  )

test("each tries all entries and lists every failure", async () => {
  const run = each([1, 2, 3], String, (entry) => same("odd", entry % 2, 1))
  expect(String(await faultOf(run))).toContain("1 of 3 fail\n2: odd")
})

test("a rule that each runs over entries can be skipped", async () => {
  const run = each([1], String, () => {
    throw new Skipped("no second user")
  })
  expect(await faultOf(run)).toBeInstanceOf(Skipped)
})

test("alphabetical compares code points of the lower-cased text, then of the text", () => {
  expect(alphabetical(["b", "a", "B", "A", "\u{FF5E}", "\u{1F600}", "\u{E4}"])).toEqual([
    "A",
    "a",
    "B",
    "b",
    "\u{E4}",
    "\u{FF5E}",
    "\u{1F600}"
  ])
})
