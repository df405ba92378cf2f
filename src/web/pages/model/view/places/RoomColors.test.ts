/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { Location } from "../../../../api/Views.ts"
import { legendOf } from "../Palette.ts"
import { placeNamesOf } from "./PlaceNames.ts"
import { roomAreaColor, roomColor, roomGroups } from "./RoomColors.ts"

const room = (guid: string, name: string, ...facts: ReadonlyArray<readonly [string, string, string]>): Location => ({
  locationGuid: guid,
  projectId: "1",
  name,
  type: "Space",
  parentGuid: null,
  properties: facts.map(([set, name, value]) => ({ set, name, value })),
  children: []
})
const area = (value: string) => ["Qto_SpaceBaseQuantities", "NetFloorArea", value] as const
const names = placeNamesOf([
  room("r1", "1", ["", "LongName", "Office"], area("12.5")),
  room("r2", "2", ["", "LongName", "Office"], area("20")),
  room("r3", "3")
])

test("rooms have a colour by their long name, and by their name if they have none", () => {
  const entries = legendOf(roomGroups(roomColor, ["r1", "7.r2", "r3", "elsewhere"], names))
  expect(entries.map(({ guids, kind, label }) => [kind, label, guids])).toEqual([
    ["value", "Office", ["r1", "7.r2"]],
    ["value", "3", ["r3"]],
    ["none", "", ["elsewhere"]]
  ])
})

test("rooms have a colour by their area, and rooms without an area are told apart", () => {
  const groups = roomGroups(roomAreaColor, ["r1", "r2", "r3"], names)
  expect([...groups]).toEqual([
    [12.5, ["r1"]],
    [20, ["r2"]],
    [null, ["r3"]]
  ])
})
