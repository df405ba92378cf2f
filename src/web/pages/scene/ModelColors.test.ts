/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { mostModels } from "./Budget.ts"
import { modelColor } from "./ModelColors.ts"

test("every model of a scene has a colour of its own", () => {
  const colors = Array.from({ length: mostModels }, (_, n) => modelColor(n).join())
  expect(new Set(colors).size).toBe(mostModels)
  for (const color of colors) for (const part of color.split(",")) expect(Number(part)).toBeLessThanOrEqual(255)
})
