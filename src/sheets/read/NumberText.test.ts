import { expect, test } from "bun:test"
import { nearlyOf, numberOf } from "./NumberText.ts"

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

test("numbers that are read from bytes equal those that are read from their texts", () => {
  const texts =
    "0|-0|12|-12|0.5|-0.5|12.25|007|1.5.2|1.|.5|-|--1|+1|1e3|12 |1-|999999999999999|1000000000000000|9007199254740993|0.1428571428571428|123456789.123456789|0.00000000000000000000001|1234567890123456789.5|x|'1|١"
  let read = 0
  for (const decimal of [".", ","] as const) {
    for (const plain of texts.split("|")) {
      const text = plain.replace(".", decimal)
      const bytes = new TextEncoder().encode(`,${text},`)
      const nearly = nearlyOf(bytes, 1, bytes.length - 1, decimal)
      const number = numberOf(text, decimal)
      expect([text, nearlyOf(bytes, 1, 1, decimal)]).toEqual([text, Number.NaN])
      if (Number.isNaN(nearly)) continue
      read += 1
      if (number === null) throw new Error(`${text} is no number`)
      expect(Math.abs(nearly - number)).toBeLessThanOrEqual(1e-14 * Math.abs(number))
    }
  }
  expect(read).toBe(24)
})
