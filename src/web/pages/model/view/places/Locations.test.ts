import { expect, test } from "bun:test"
import type { Location } from "../../../../api/Views.ts"
import { areaOf, filled, fullNameOf, roomsIn } from "./Locations.ts"

const place = (
  name: string,
  type: Location["type"],
  children: ReadonlyArray<Location> = [],
  ...facts: ReadonlyArray<readonly [set: string, name: string, value: string]>
): Location => ({
  locationGuid: name,
  projectId: "1",
  name,
  type,
  parentGuid: null,
  properties: facts.map(([set, name, value]) => ({ set, name, value })),
  children
})

const rooms = [place("10", "Space"), place("2", "Space", [], ["", "LongName", "Bath"])]
const building = place("House", "Building", [
  place("Roof", "Floor", [], ["", "Elevation", "6"]),
  place("Unknown", "Floor"),
  place("Cellar", "Floor", [], ["", "Elevation", "-3"]),
  place("Ground", "Floor", rooms, ["", "Elevation", "0"])
])
const site = place("Site", "Site", [building, place("Shed", "Building")])

test("storeys are ordered by height and rooms by number, including empty ones", () => {
  const [found] = filled([site], new Map([["Ground", ["wall"]]]))
  expect(found!.children.map(({ location }) => location.name)).toEqual(["House"])
  expect(found!.children[0]!.children.map(({ location }) => location.name)).toEqual([
    "Cellar",
    "Ground",
    "Roof",
    "Unknown"
  ])
  expect(roomsIn([found!]).map(({ filled, storey }) => [fullNameOf(filled.location), storey?.name])).toEqual([
    ["2 Bath", "Ground"],
    ["10", "Ground"]
  ])
  expect(filled([site], new Map())).toEqual([])
})

test("the area of the standard's quantities is preferred to others of its name, and net to gross", () => {
  const facts = [
    ["Other", "NetFloorArea", "9"],
    ["BaseQuantities", "GrossFloorArea", "12"],
    ["BaseQuantities", "NetFloorArea", "10.5"]
  ] as const
  expect(areaOf(place("1", "Space", [], ...facts))).toBe(10.5)
  expect(areaOf(place("1", "Space", [], ["Qto_SpaceBaseQuantities", "NetFloorArea", ""]))).toBeNull()
})

test("a long name that the name has is not said twice", () => {
  const room = (name: string, LongName: string) => fullNameOf(place(name, "Space", [], ["", "LongName", LongName]))
  expect(room("1 - Living room", "Living room")).toBe("1 - Living room")
  expect(room("1", "Living room")).toBe("1 Living room")
  expect(room("Bath", "Bath")).toBe("Bath")
})
