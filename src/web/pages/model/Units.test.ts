/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { measured, typedNumber } from "./Units.ts"

test.each([
  [0, "0"],
  [0.0004, "0.0004"],
  [-0.00123456, "-0.00123"],
  [0.012345, "0.012"],
  [2.5, "2.5"]
])("a measure of %p is told, however small", (value, shown) => {
  expect(measured(value).replace(",", ".")).toBe(shown)
})

test.each([
  ["1,5", ",", "1.5"],
  [" -0,25 ", ",", "-0.25"],
  ["1.5", ",", "1.5"],
  ["1,234.5", ",", "1,234.5"],
  ["12", ",", "12"],
  ["1,5 m", ",", "1,5 m"],
  ["1,5", ".", "1,5"]
])("%p, where %p separates, is the number %p for the service", (text, separator, read) => {
  expect(typedNumber(text, separator)).toBe(read)
})
