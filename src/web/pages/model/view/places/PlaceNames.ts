import type { Location } from "../../../../api/Views.ts"
import { scalar, textOf } from "../../table/Cells.ts"
import { fullNameOf, heightOf } from "./Locations.ts"

/** Facts about locations that rows and groups of products do not have. */
export interface PlaceNames {
  /** Locations by their GlobalIds. */
  readonly byGuid: ReadonlyMap<string, Location>
  /** Full names of rooms by the names that rows have, unless rooms of one name have several. */
  readonly rooms: ReadonlyMap<string, string>
  /** Heights of storeys by their names, in metres; the lowest one if several storeys have a name. */
  readonly heights: ReadonlyMap<string, number>
}

/** Fields whose values are names of rooms, among others. */
const roomFields: ReadonlySet<string> = new Set(["SpatialLocation", "SpatialLocation.Space"])

const storeyField = "SpatialLocation.Floor"

/** Returns whether the values of a field are names of locations. */
export const isPlaceField = (field: string): boolean => field === storeyField || roomFields.has(field)

export const placeNamesOf = (locations: ReadonlyArray<Location>): PlaceNames => {
  const rooms = new Map<string, string>()
  const heights = new Map<string, number>()
  for (const location of locations) {
    const { name, type } = location
    const [full, height] = [fullNameOf(location), heightOf(location)]
    if (type === "Space") rooms.set(name, (rooms.get(name) ?? full) === full ? full : name)
    if (height !== null) heights.set(name, Math.min(height, heights.get(name) ?? Infinity))
  }
  return { byGuid: new Map(locations.map((one) => [one.locationGuid, one])), rooms, heights }
}

/** Returns the name of a value of a field as people say it: of a room its number and its name. */
export const placeName = (field: string, value: string, names: PlaceNames | null): string =>
  roomFields.has(field) ? (names?.rooms.get(value) ?? value) : value

/** Returns the text of a cell with a location: the full name of a room. */
export const placeText = (field: string, cell: unknown, names: PlaceNames | null): string => {
  const text = textOf(cell)
  if (!roomFields.has(field)) return text
  const guid =
    typeof cell === "object" && cell !== null && "SpatialLocationId" in cell ? scalar(cell.SpatialLocationId) : ""
  const location = names?.byGuid.get(guid)
  // Until the file is imported again, a location may have another name than the row.
  return location?.type === "Space" && location.name === text ? fullNameOf(location) : placeName(field, text, names)
}

/** Returns values of a field in their order: storeys by height, the lowest first, and those without a height last. */
export const inPlaceOrder = <A>(
  field: string,
  values: ReadonlyArray<A>,
  nameOf: (value: A) => unknown,
  names: PlaceNames | null
): ReadonlyArray<A> => {
  if (field !== storeyField || names === null) return values
  const height = (value: A) => names.heights.get(scalar(nameOf(value))) ?? Infinity
  return values.toSorted((one, other) => (height(one) === height(other) ? 0 : height(one) - height(other)))
}
