import { expect, test } from "bun:test"
import { liftOf, storeyText } from "./Heights.ts"

test.each([
  ["at zero", [-0.3, 0, 0, 2.6], 0, 0],
  ["above the sea", [411.7, 412, 412, 414.6], 0, 412],
  ["below the ground", [-12, -12.2, -11.8], 0, -12],
  ["without shapes", [], 0, 0]
])("a building %s", (_, lows, height, lift) => {
  const storeys = [height, height + 3, height + 6].map((at) => ({ height: at, lows: lows.map((low) => low + at) }))
  expect(liftOf(storeys)).toBeCloseTo(lift, 6)
})

test("a storey whose products are elsewhere changes no height", () => {
  expect(liftOf([0, 3, 6].map((height) => ({ height, lows: [height === 6 ? 90 : height] })))).toBe(0)
})

test("a cut is in millimetres in the address, and keeps the floor of its storey", () => {
  expect(storeyText(3.747, 7.62 + 0.1 + 0.2)).toBe("3.747~7.92")
  expect(storeyText(0.0508, undefined)).toBe("0.05~")
  expect(storeyText(-1.2345678901234, 0)).toBe("-1.235~0")
})
