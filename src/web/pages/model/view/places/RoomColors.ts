import { guidIn } from "../../Ids.ts"
import { areaOf, longNameOf } from "./Locations.ts"
import type { Groups } from "../Palette.ts"
import type { PlaceNames } from "./PlaceNames.ts"

/** Names in the address of the colourings of rooms: by their long names, and by their floor areas. */
export const roomColor = "!rooms"
export const roomAreaColor = "!room-areas"

export const isRoomColor = (field: string | null): boolean => field === roomColor || field === roomAreaColor

/**
 * Returns rooms by the value that gives them a colour: the long name, or the name of a room without one; or the floor
 * area in the file's unit, null if the file does not say it.
 *
 * @param spaces ids of the rooms that the view has
 */
export const roomGroups = (field: string, spaces: ReadonlyArray<string>, { byGuid }: PlaceNames): Groups => {
  const groups = new Map<string | number | null, Array<string>>()
  for (const id of spaces) {
    const room = byGuid.get(guidIn(id))
    const value =
      room === undefined ? null : field === roomAreaColor ? areaOf(room) : (longNameOf(room) ?? (room.name || null))
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [id])
    else group.push(id)
  }
  return groups
}
