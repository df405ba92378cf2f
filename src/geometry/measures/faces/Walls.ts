import { cross, dot } from "../../../ifc/curves/Vector.ts"
import { directionsOf, extentAlong, faceAt, type Facets, type Point, pointAt } from "./Facets.ts"

/** The size of a wall along and across itself, in metres. */
export interface WallFaces {
  /** The length along the centre line. */
  readonly length: number
  readonly thickness: number
}

/** A wall is straight if its two side faces times its thickness equal its volume within this relative error. */
const straightWithin = 0.02
/** A curved wall has one thickness if this fraction of its side faces has that thickness, within `thicknessWithin`. */
const mostlyOfOneThickness = 0.8
const thicknessWithin = 0.02
/** Faces run along an axis if the cosine between their normal and the axis is at most this. */
const alongWithin = 0.02
/** A wall shorter than this multiple of its thickness has no reliable direction: only an axis determines it. */
const leastSlender = 3
/** The most vertical facets of a wall that is examined for a curve, because the comparison takes quadratic time. */
const mostVertical = 600

const isHorizontal = (normal: Point, up: Point) => Math.abs(dot(normal, up)) < 0.001

/**
 * Measures a straight wall, whatever its direction: its side faces are the largest vertical ones, or those along the
 * axis. The length is the mean of both side faces, which is that of the centre line where ends are mitred.
 */
const straight = (facets: Facets, up: Point, axis: Point | null): WallFaces | null => {
  const directions = directionsOf(facets, (normal) => isHorizontal(normal, up))
  const across =
    axis === null
      ? directions[0]
      : directions.toSorted((a, b) => Math.abs(dot(a.normal, axis)) - Math.abs(dot(b.normal, axis)))[0]
  if (across === undefined) return null
  const { normal } = across
  if (axis !== null && Math.abs(dot(normal, axis)) > alongWithin) return null
  const [least, most] = extentAlong(facets, normal)
  const thickness = most - least
  const along = cross(up, normal)
  const back: Point = [-normal[0], -normal[1], -normal[2]]
  const one = faceAt(facets, normal, most, thickness / 1000, along)
  const other = faceAt(facets, back, -least, thickness / 1000, along)
  if (one.area === 0 || other.area === 0) return null
  const asPrism = ((one.area + other.area) / 2) * thickness
  if (Math.abs(asPrism - facets.volume) > straightWithin * facets.volume) return null
  return { length: (one.extent + other.extent) / 2, thickness }
}

interface Edge {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  /** The horizontal direction into the wall. */
  readonly inX: number
  readonly inY: number
  readonly area: number
}

/** Returns the distance from the middle of an edge into the wall to the next edge; infinite if there is none. */
const across = (edges: ReadonlyArray<Edge>, from: Edge): number => {
  const [x, y] = [from.x + from.dx / 2, from.y + from.dy / 2]
  let nearest = Infinity
  for (const { dx, dy, x: ex, y: ey } of edges) {
    const determinant = from.inX * dy - from.inY * dx
    if (Math.abs(determinant) < 1e-12) continue
    const distance = ((ex - x) * dy - (ey - y) * dx) / determinant
    const place = ((ex - x) * from.inY - (ey - y) * from.inX) / determinant
    if (distance > 1e-6 && distance < nearest && place > -1e-9 && place < 1 + 1e-9) nearest = distance
  }
  return nearest
}

/**
 * Measures a wall whose plan is a strip of one thickness, curved or with corners, and whose top and bottom are level.
 * The length of the centre line is the area of the plan divided by the thickness.
 */
export const strip = (facets: Facets, up: Point): WallFaces | null => {
  const east: Point = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]
  const right = cross(up, east)
  const length = Math.hypot(...right)
  const v: Point = [right[0] / length, right[1] / length, right[2] / length]
  const u = cross(v, up)
  const [bottom, top] = extentAlong(facets, up)
  const height = top - bottom
  const edges: Array<Edge> = []
  let level = 0
  let vertical = 0
  let all = 0
  for (let facet = 0; facet < facets.count; facet++) {
    const normal = pointAt(facets.normals, 3 * facet)
    const area = facets.areas[facet]!
    all += area
    if (!isHorizontal(normal, up)) {
      if (Math.abs(dot(normal, up)) > 0.999_999) level += area
      continue
    }
    vertical += area
    const corners = [0, 3, 6].map((corner) => pointAt(facets.corners, 9 * facet + corner))
    const places = corners.map((corner) => [dot(corner, u), dot(corner, v)] as const)
    const [inX, inY] = [-dot(normal, u), -dot(normal, v)]
    // The two of the three corners that are farthest apart along the edge.
    const sorted = places.toSorted((a, b) => a[0] * -inY + a[1] * inX - (b[0] * -inY + b[1] * inX))
    const [from, to] = [sorted[0]!, sorted[2]!]
    if (edges.length === mostVertical) return null
    edges.push({ x: from[0], y: from[1], dx: to[0] - from[0], dy: to[1] - from[1], inX, inY, area })
  }
  // All faces are upright or level, and the height is the same everywhere.
  const plan = facets.volume / height
  if (!(plan > 0) || level + vertical < 0.999 * all || Math.abs(level / 2 - plan) > 0.001 * plan) return null
  const distances = edges.map((edge) => ({ area: edge.area, distance: across(edges, edge) }))
  const sorted = distances.filter(({ distance }) => distance < Infinity).sort((a, b) => a.distance - b.distance)
  let below = 0
  const median = sorted.find(({ area }) => (below += area) >= vertical / 2)?.distance
  if (median === undefined) return null
  const alike = sorted.filter(({ distance }) => Math.abs(distance - median) <= thicknessWithin * median)
  if (alike.reduce((sum, { area }) => sum + area, 0) < mostlyOfOneThickness * vertical) return null
  // Chords are closer to each other than arcs, so the greatest distances are the most accurate.
  const thickness =
    alike.reduce((sum, { area, distance }) => sum + area * distance, 0) / alike.reduce((sum, { area }) => sum + area, 0)
  return { length: plan / thickness, thickness }
}

const ownUp: Point = [0, 0, 1]

/**
 * Returns the directions that may be up for a wall. If its own z axis is mostly upright, that is the only one, because
 * the faces of a tilted wall are parallel to it.
 */
const upsOf = (up: Point): ReadonlyArray<Point> => (up[2] > Math.SQRT1_2 ? [ownUp] : [up, ownUp])

/** The course of a wall's axis. */
export interface WallAxis {
  readonly direction: Point
  /** Whether the file contains the axis. Otherwise the class determines it, and a long body runs along its faces. */
  readonly isDrawn: boolean
}

/**
 * Measures a wall from the faces of its body without openings; null if its faces are not reliable. A wall may be
 * thicker than it is long, so a drawn axis counts more than the largest faces.
 *
 * @param up the direction of up in the frame of the wall
 * @param axis null if neither the file nor the class determines a straight one
 */
export const wallFaces = (facets: Facets, up: Point, axis: WallAxis | null): WallFaces | null => {
  if (!(facets.volume > 0)) return null
  for (const own of upsOf(up)) {
    const byAxis = axis === null ? null : straight(facets, own, axis.direction)
    if (byAxis !== null && axis?.isDrawn === true) return byAxis
    const found = straight(facets, own, null)
    const isLong = found !== null && found.length >= leastSlender * found.thickness
    const measured = isLong ? found : found === null ? strip(facets, own) : byAxis
    if (measured !== null) return measured
  }
  return null
}
