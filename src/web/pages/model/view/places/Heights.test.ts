import { expect, test } from "bun:test"
import { liftOf } from "./Heights.ts"

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
