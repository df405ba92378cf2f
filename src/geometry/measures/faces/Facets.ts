import { cross, dot, minus } from "../../../ifc/curves/Vector.ts"
import type { Shape } from "../../Scene.ts"

export type Point = readonly [number, number, number]

/** The most triangles of a shape with measures from faces. */
const mostFacets = 200_000
/** The most directions that are distinguished, by area. */
const mostDirections = 64
/** Normals count as parallel if the sine of their angle is below this: a twentieth of a degree. */
const parallel = 0.001

/** The triangles of an element in the frame of its product, in metres, without those that have no area. */
export interface Facets {
  readonly count: number
  /** Nine numbers for each triangle. */
  readonly corners: Float64Array
  /** The unit normal of each triangle, three numbers. */
  readonly normals: Float64Array
  readonly areas: Float64Array
  readonly volume: number
}

/** Returns the facets of shapes that are placed by `relative` matrices; null if there are too many. */
export const facetsOf = (
  placed: ReadonlyArray<{ readonly shape: Shape; readonly matrix: Float64Array }>
): Facets | null => {
  const most = placed.reduce((sum, { shape }) => sum + shape.triangles.length / 3, 0)
  if (most > mostFacets) return null
  const corners = new Float64Array(9 * most)
  const normals = new Float64Array(3 * most)
  const areas = new Float64Array(most)
  let count = 0
  let volume = 0
  for (const { matrix, shape } of placed) {
    const [a, b, c, d, e, f, g, h, i, tx, ty, tz] = matrix as unknown as ReadonlyArray<number>
    // A mirroring matrix turns faces inside out.
    const side = Math.sign(a! * (e! * i! - f! * h!) - d! * (b! * i! - c! * h!) + g! * (b! * f! - c! * e!)) || 1
    for (let at = 0; at < shape.triangles.length; at += 3) {
      for (let corner = 0; corner < 3; corner++) {
        const from = shape.triangles[at + corner]! * 3
        const [x, y, z] = [shape.positions[from]!, shape.positions[from + 1]!, shape.positions[from + 2]!]
        const to = 9 * count + 3 * corner
        corners[to] = a! * x + d! * y + g! * z + tx!
        corners[to + 1] = b! * x + e! * y + h! * z + ty!
        corners[to + 2] = c! * x + f! * y + i! * z + tz!
      }
      const [p, q, r] = [0, 3, 6].map((corner) => pointAt(corners, 9 * count + corner)) as [Point, Point, Point]
      const [x, y, z] = cross(minus(q, p), minus(r, p))
      const twice = Math.hypot(x, y, z)
      if (!(twice > 1e-12) || twice === Infinity) continue
      normals.set([(side * x) / twice, (side * y) / twice, (side * z) / twice], 3 * count)
      areas[count] = twice / 2
      volume += (side * dot(p, cross(q, r))) / 6
      count += 1
    }
  }
  return { count, corners, normals, areas, volume }
}

export const pointAt = (values: Float64Array, at: number): Point => [values[at]!, values[at + 1]!, values[at + 2]!]
export const unit = (a: Point): Point | null => {
  const length = Math.hypot(...a)
  return length > 1e-9 ? [a[0] / length, a[1] / length, a[2] / length] : null
}

/** Facets whose normals are parallel, whichever of the two ways they face. */
export interface Direction {
  readonly normal: Point
  readonly area: number
}

/** Returns the directions of the largest facets with the area that faces along each, the largest area first. */
export const directionsOf = (
  facets: Facets,
  isWanted: (normal: Point) => boolean = () => true
): ReadonlyArray<Direction> => {
  const order = Array.from({ length: facets.count }, (_, i) => i).sort((a, b) => facets.areas[b]! - facets.areas[a]!)
  const found: Array<{ normal: Point; area: number }> = []
  for (const facet of order) {
    const normal = pointAt(facets.normals, 3 * facet)
    if (!isWanted(normal)) continue
    const known = found.find((direction) => Math.hypot(...cross(direction.normal, normal)) < parallel)
    if (known !== undefined) known.area += facets.areas[facet]!
    else if (found.length < mostDirections) found.push({ normal, area: facets.areas[facet]! })
  }
  return found.sort((a, b) => b.area - a.area)
}

/** Returns the least and the greatest coordinate of the facets along a direction. */
export const extentAlong = (facets: Facets, direction: Point): readonly [number, number] => {
  let least = Infinity
  let most = -Infinity
  for (let at = 0; at < 9 * facets.count; at += 3) {
    const along = dot(pointAt(facets.corners, at), direction)
    if (along < least) least = along
    if (along > most) most = along
  }
  return [least, most]
}

/** The facets of one face: those in a plane that face along its normal. */
export interface Face {
  readonly area: number
  /** The extent along another direction, if one was requested. */
  readonly extent: number
}

/** Returns the face that lies in the plane at a coordinate along a normal, to a thousandth of the thickness. */
export const faceAt = (facets: Facets, normal: Point, offset: number, within: number, along: Point = normal): Face => {
  let area = 0
  let least = Infinity
  let most = -Infinity
  for (let facet = 0; facet < facets.count; facet++) {
    if (dot(pointAt(facets.normals, 3 * facet), normal) < 1 - parallel) continue
    const at = 9 * facet
    if (![0, 3, 6].every((corner) => Math.abs(dot(pointAt(facets.corners, at + corner), normal) - offset) <= within))
      continue
    area += facets.areas[facet]!
    for (const corner of [0, 3, 6]) {
      const place = dot(pointAt(facets.corners, at + corner), along)
      if (place < least) least = place
      if (place > most) most = place
    }
  }
  return { area, extent: area > 0 ? most - least : 0 }
}
