/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { sized } from "./Sizes.ts"

test("sizes have three digits and the unit that fits", () => {
  const told = [0, 1, 999, 1000, 12_345, 999_949, 26_912_345, 1_500_000_000, 3e15].map(sized)
  expect(told).toEqual(["0 bytes", "1 byte", "999 bytes", "1 kB", "12.3 kB", "1 MB", "26.9 MB", "1.5 GB", "3,000 TB"])
})
