/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { measured } from "./Units.ts"

test.each([
  [0, "0"],
  [0.0004, "0.0004"],
  [-0.00123456, "-0.00123"],
  [0.012345, "0.012"],
  [2.5, "2.5"]
])("a measure of %p is told, however small", (value, shown) => {
  expect(measured(value).replace(",", ".")).toBe(shown)
})
