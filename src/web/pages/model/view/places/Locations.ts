import type { Location } from "../../../../api/Views.ts"
import { compareNames } from "../../../../words/Format.ts"

type Properties = Pick<Location, "properties">

const valueIn = ({ properties }: Properties, set: string, name: string): string | undefined =>
  properties.find((row) => row.set === set && row.name === name)?.value

const numberIn = (text: string | undefined): number | null => {
  const value = Number(text)
  return text === undefined || text.trim() === "" || !Number.isFinite(value) ? null : value
}

/** Returns the height of a storey in metres; null if the file does not say it. */
export const heightOf = (location: Pick<Location, "properties" | "type">): number | null =>
  location.type === "Floor" ? numberIn(valueIn(location, "", "Elevation")) : null

/** Returns the long name of a room, unless the name has it; of other locations it is seldom meant for people. */
export const longNameOf = (location: Pick<Location, "name" | "properties" | "type">): string | null => {
  const long = location.type === "Space" ? valueIn(location, "", "LongName") : undefined
  return long === undefined || long === "" || location.name.includes(long) ? null : long
}

/** Returns the name of a location as people say it: of a room its number and its name. */
export const fullNameOf = (location: Pick<Location, "name" | "properties" | "type">): string =>
  [location.name, longNameOf(location)].filter((part) => part !== null && part !== "").join(" ")

/** Names of the quantity of a floor's area, in the order in which they count. */
const areas = ["NetFloorArea", "GrossFloorArea", "NetArea", "Area", "GrossArea"]

/** Sets that hold the quantities of the standard. */
const isStandard = (set: string): boolean => set.startsWith("Qto_") || set === "BaseQuantities"

/** Returns the floor area of a location in the file's unit; null if the file does not say it. */
export const areaOf = ({ properties }: Properties): number | null => {
  for (const name of areas) {
    const found = properties.filter((row) => row.name === name)
    const area = numberIn((found.find(({ set }) => isStandard(set)) ?? found[0])?.value)
    if (area !== null) return area
  }
  return null
}

/** Compares locations: storeys by their height, the lowest first, everything else by its name. */
export const inOrder = (one: Location, other: Location): number => {
  const [a, b] = [heightOf(one), heightOf(other)]
  if (a !== null && b !== null && a !== b) return a - b
  if ((a === null) !== (b === null)) return a === null ? 1 : -1
  return compareNames(fullNameOf(one), fullNameOf(other))
}

/** Location with the products in it and below it. */
export interface Filled {
  readonly location: Location
  readonly guids: ReadonlyArray<string>
  readonly children: ReadonlyArray<Filled>
}

/**
 * Returns the locations of a model in their order, with the products of each, from the locations of its project: those
 * with products, and the storeys and rooms of a building that has some, because a room may be empty.
 */
export const filled = (
  tree: ReadonlyArray<Location>,
  inside: ReadonlyMap<string, ReadonlyArray<string>>,
  isWhole = false
): ReadonlyArray<Filled> => {
  const below = (location: Location): ReadonlyArray<string> => [
    ...(inside.get(location.locationGuid) ?? []),
    ...location.children.flatMap(below)
  ]
  return tree.toSorted(inOrder).flatMap((location) => {
    const guids = below(location)
    if (guids.length === 0 && !isWhole) return []
    return [{ location, guids, children: filled(location.children, inside, isWhole || location.type !== "Site") }]
  })
}

/** A room, and the storey that it is on. */
export interface Room {
  readonly filled: Filled
  readonly storey: Location | null
}

/** Returns the rooms of a tree, in its order. */
export const roomsIn = (tree: ReadonlyArray<Filled>, storey: Location | null = null): ReadonlyArray<Room> =>
  tree.flatMap((one) => [
    ...(one.location.type === "Space" ? [{ filled: one, storey }] : []),
    ...roomsIn(one.children, one.location.type === "Floor" ? one.location : storey)
  ])
