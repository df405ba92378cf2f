/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { mostPins, pins, togglePin } from "./Pins.ts"

test("a pin that is toggled twice is gone, and only so many stay", () => {
  togglePin("Pset_WallCommon.FireRating")
  togglePin("Tag")
  expect(pins.value).toEqual(["Pset_WallCommon.FireRating", "Tag"])
  togglePin("Pset_WallCommon.FireRating")
  expect(pins.value).toEqual(["Tag"])
  for (let i = 0; i < mostPins; i++) togglePin(`Pset_A.${i}`)
  expect(pins.value).toHaveLength(mostPins)
  expect(pins.value[0]).toBe("Pset_A.0")
})
