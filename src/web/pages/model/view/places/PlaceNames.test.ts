/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { Location } from "../../../../api/Views.ts"
import { inPlaceOrder, placeName, placeNamesOf, placeText } from "./PlaceNames.ts"

const place = (guid: string, type: Location["type"], name: string, fact?: readonly [string, string]): Location => ({
  locationGuid: guid,
  projectId: "1",
  name,
  type,
  parentGuid: null,
  properties: fact === undefined ? [] : [{ set: "", name: fact[0], value: fact[1] }],
  children: []
})

const names = placeNamesOf([
  place("r1", "Space", "4", ["LongName", "Bath"]),
  place("r2", "Space", "5", ["LongName", "Hall"]),
  place("r3", "Space", "5", ["LongName", "Store"]),
  place("s1", "Floor", "Roof", ["Elevation", "6"]),
  place("s2", "Floor", "Cellar", ["Elevation", "-3"]),
  place("s3", "Floor", "Cellar", ["Elevation", "-2.5"]),
  place("s4", "Floor", "Unknown")
])

const cell = (SpatialLocationId: string, Space: string | null, Floor: string) => ({
  Site: null,
  Building: null,
  Floor,
  Space,
  SpatialLocationId
})

test("cells name a room by number and name, also if another room has the number", () => {
  expect(placeText("SpatialLocation", cell("r1", "4", "Cellar"), names)).toBe("4 Bath")
  expect(placeText("SpatialLocation", cell("r3", "5", "Cellar"), names)).toBe("5 Store")
  expect(placeText("SpatialLocation", cell("s2", null, "Cellar"), names)).toBe("Cellar")
  expect(placeText("SpatialLocation", cell("r1", "4", "Cellar"), null)).toBe("4")
  expect(placeText("Name", "4", names)).toBe("4")
})

test("groups have the full name of a room if it is the only one of its number", () => {
  expect(placeName("SpatialLocation.Space", "4", names)).toBe("4 Bath")
  expect(placeName("SpatialLocation.Space", "5", names)).toBe("5")
  expect(placeName("SpatialLocation.Floor", "4", names)).toBe("4")
})

test("storeys are in the order of their heights, and those without one last", () => {
  const order = (field: string) => inPlaceOrder(field, ["Unknown", null, "Roof", "Cellar"], (value) => value, names)
  expect(order("SpatialLocation.Floor")).toEqual(["Cellar", "Roof", "Unknown", null])
  expect(order("Class")).toEqual(["Unknown", null, "Roof", "Cellar"])
})
