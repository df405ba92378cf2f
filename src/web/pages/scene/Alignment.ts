import type { Coordinates } from "../../../../sdk/plinth.ts"

/** A point in metres in the axes of IFC: z points up. */
export type Point = readonly [number, number, number]

/** The facts that can decide where a model stands; `origin` stands in place of coordinates. */
export const methods = ["map", "site", "coordinates", "origin"] as const
export type Method = (typeof methods)[number]

/** Position of a model in its own file. */
export interface Position extends Pick<Coordinates, "map" | "site"> {
  /** The point that the view file took off: world = view + offset. */
  readonly offset: Point
}

/**
 * Place of a model in the scene: a point of its view file is multiplied by `scale`, turned counter-clockwise about the
 * z axis by `angle` radians, and moved by `move` to a point of the view file of the first model.
 */
export interface Placement {
  readonly method: Method
  readonly scale: number
  readonly angle: number
  readonly move: Point
  /** Distance of the model's middle from that of the first model in the scene, in metres. */
  readonly away: number
  /** Distances of more than `farthest` that the file's positions give, in metres. */
  readonly far: ReadonlyArray<{ readonly method: Method; readonly away: number }>
  /** The methods that both models have data for. */
  readonly offered: ReadonlyArray<Method>
}

/** Distance between two models of one scene beyond which their coordinates are taken for a mistake, in metres. */
export const farthest = 10_000

/** Similarity of world coordinates: a point is multiplied, turned about z, and moved. */
interface Similarity {
  readonly scale: number
  readonly angle: number
  readonly move: Point
}

const turned = ([x, y, z]: Point, angle: number, scale: number): Point => {
  const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  return [c * x - s * y, s * x + c * y, scale * z]
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

const still: Similarity = { scale: 1, angle: 0, move: [0, 0, 0] }

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Returns the similarity from a model to the first one by their maps: to the map, and back with the inverse of the
 * first. Null if one has no map or the maps are of different coordinate systems.
 */
const byMap = (first: Position, model: Position): Similarity | null => {
  const [to, from] = [first.map, model.map]
  if (to === null || from === null) return null
  if (to.crs !== null && from.crs !== null && to.crs.toUpperCase() !== from.crs.toUpperCase()) return null
  const rise = to.height === null || from.height === null ? 0 : from.height - to.height
  const apart: Point = [from.eastings - to.eastings, from.northings - to.northings, rise]
  const [back, scale] = [-radians(to.rotationDegrees), 1 / to.scale]
  return { scale: from.scale * scale, angle: radians(from.rotationDegrees) + back, move: turned(apart, back, scale) }
}

/** Larger half-axis in metres, and squared eccentricity, of the ellipsoid of WGS 84. */
const [halfAxis, eccentricity] = [6_378_137, 0.006_694_379_990_14]

/** Returns the similarity from a model to the first one by the positions of their sites. Null if one has none. */
const bySite = (first: Position, model: Position): Similarity | null => {
  const [to, from] = [first.site, model.site]
  if (to === null || from === null) return null
  const flat = 1 - eccentricity * Math.sin(radians((to.latitude + from.latitude) / 2)) ** 2
  const north = (halfAxis * (1 - eccentricity)) / flat ** 1.5
  const east = (halfAxis / Math.sqrt(flat)) * Math.cos(radians((to.latitude + from.latitude) / 2))
  // The shorter way around, also across the date line.
  const longitude = ((from.longitude - to.longitude + 540) % 360) - 180
  const rise = to.elevation === null || from.elevation === null ? 0 : from.elevation - to.elevation
  return { ...still, move: [radians(longitude) * east, radians(from.latitude - to.latitude) * north, rise] }
}

/** Offsets are subtracted in doubles here, so that only small numbers reach the 32-bit floats of the view. */
const inView = ({ angle, move, scale }: Similarity, first: Position, model: Position): Similarity => ({
  scale,
  angle,
  move: plus(minus(turned(model.offset, angle, scale), first.offset), move)
})

const distance = (point: Point): number => Math.hypot(...point)

/**
 * Returns the place of a model beside the first model of a scene.
 *
 * By default the map decides if both models have one, else the site, else the coordinates of the model; a position that
 * is more than `farthest` away is passed over. If all are, the middle of the model stands on that of the first model.
 *
 * @param asked the method that the user chose; it is ignored if one of the models lacks data for it
 */
export const placementOf = (first: Position, model: Position, asked: Method | null): Placement => {
  const found = new Map<Method, Similarity>()
  const add = (method: Method, similarity: Similarity | null) => {
    if (similarity !== null) found.set(method, inView(similarity, first, model))
  }
  add("map", byMap(first, model))
  add("site", bySite(first, model))
  add("coordinates", still)
  found.set("origin", still)
  const isNear = (method: Method) => distance(found.get(method)!.move) <= farthest
  const offered = [...found.keys()]
  const wanted = offered.filter((method) => method !== "site" || !found.has("map"))
  const method = asked !== null && found.has(asked) ? asked : wanted.find(isNear)!
  const far = wanted.filter((one) => !isNear(one)).map((one) => ({ method: one, away: distance(found.get(one)!.move) }))
  const placed = found.get(method)!
  return { ...placed, method, away: distance(placed.move), far, offered }
}
