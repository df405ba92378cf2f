import { limits } from "../../../src/domain/Limits.ts"
import type { ImportOutline } from "./ImportOutline.ts"

type Outlined = ImportOutline[number]

/**
 * Returns a function that returns the parent of each new location: the one in the file or, if that is too deep, the
 * nearest ancestor with room.
 *
 * @param known the parents of existing locations, which keep them
 */
export const placing = (known: ReadonlyMap<string, string | null>, locations: ImportOutline) => {
  const parents = new Map<string, string | null>()
  const levels = new Map<string, number>()
  const parentOf = (guid: string): string | null => parents.get(guid) ?? known.get(guid) ?? null
  const levelOf = (guid: string | null): number => {
    const path: Array<string> = []
    let at = guid
    while (at !== null && !levels.has(at)) {
      path.push(at)
      at = parentOf(at)
    }
    let level = at === null ? 0 : levels.get(at)!
    for (const passed of path.toReversed()) levels.set(passed, ++level)
    return level
  }
  const isPlaced = ({ guid }: Outlined): boolean => known.has(guid) || parents.has(guid)
  return (location: Outlined): string | null => {
    // Ancestors are placed first, because the level of this location depends on them.
    const waiting: Array<Outlined> = []
    for (let at: Outlined | undefined = location; at !== undefined && !isPlaced(at); at = locations[at.parent]) {
      if (waiting.push(at) > locations.length) throw new Error("a location lies below itself")
    }
    for (const one of waiting.reverse()) {
      let parent = locations[one.parent]?.guid ?? null
      while (levelOf(parent) >= limits.locationLevels.most) parent = parentOf(parent!)
      parents.set(one.guid, parent)
    }
    return parents.get(location.guid)!
  }
}
