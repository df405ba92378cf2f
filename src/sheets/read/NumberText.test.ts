import { expect, test } from "bun:test"
import { numberOf } from "./NumberText.ts"

test.each([
  ["12", ".", 12],
  ["-0.5", ".", -0.5],
  [".5", ".", 0.5],
  ["+1e-7", ".", 1e-7],
  ["1e+21", ".", 1e21],
  ["1,5", ",", 1.5],
  ["-,5", ",", -0.5],
  ["9007199254740992", ".", 9007199254740992],
  ["-9007199254740994", ".", -9007199254740994],
  ["9007199254740993", ".", null],
  ["1,5", ".", null],
  ["1.5", ",", null],
  ["1.000,5", ",", null],
  ["1 000", ".", null],
  ["", ".", null],
  [" 1", ".", null],
  ["1\n", ".", null],
  ["5.", ".", null],
  ["0x10", ".", null],
  ["1e999", ".", null],
  ["Infinity", ".", null],
  ["١", ".", null]
] as const)("%j with %j is %j", (text, decimal, number) => {
  expect(numberOf(text, decimal)).toBe(number)
})

test("a text of very many digits is not a number", () => {
  expect(numberOf("1".repeat(100_000))).toBe(null)
})
