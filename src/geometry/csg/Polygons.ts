import { cross, dot, minus } from "../../ifc/curves/Vector.ts"
import type { Shape } from "../Scene.ts"

export type Point = readonly [number, number, number]

/** The points p with n·p = w; n has length 1. */
export interface Plane {
  readonly normal: Point
  readonly offset: number
}

/** A flat convex polygon, counterclockwise seen from where its plane's normal points to. */
export interface Polygon {
  readonly points: ReadonlyArray<Point>
  readonly plane: Plane
}

/** Returns the plane with both sides exchanged. */
const opposite = ({ normal: [x, y, z], offset }: Plane): Plane => ({ normal: [-x, -y, -z], offset: -offset })

export const inverted = ({ plane, points }: Polygon): Polygon => ({
  points: points.toReversed(),
  plane: opposite(plane)
})

/**
 * Makes polygons of triangles. Polygons in one plane get exactly the same plane, whichever side they face, so that
 * bodies that touch in a face are recognized.
 */
export class PolygonMaker {
  private readonly planes: Array<Plane> = []

  /** @param within the distance within which points are in a plane */
  constructor(private readonly within: number) {}

  /** Returns the polygon of a triangle, or null if it has no area. */
  triangle(points: readonly [Point, Point, Point]): Polygon | null {
    const [a, b, c] = points
    const normal = cross(minus(b, a), minus(c, a))
    const length = Math.hypot(...normal)
    const longest = Math.max(...[minus(b, a), minus(c, b), minus(a, c)].map((side) => Math.hypot(...side)))
    // The height of the triangle over its longest side.
    if (!(length / longest > this.within)) return null
    const own: Point = [normal[0] / length, normal[1] / length, normal[2] / length]
    for (const plane of this.planes) {
      if (points.some((point) => Math.abs(dot(plane.normal, point) - plane.offset) > this.within)) continue
      return { points, plane: dot(plane.normal, own) > 0 ? plane : opposite(plane) }
    }
    const plane = { normal: own, offset: dot(own, a) }
    this.planes.push(plane)
    return { points, plane }
  }

  /** Returns a square on a plane through a point that reaches `size` in all directions from the foot of `middle`. */
  square(at: Point, normal: Point, middle: Point, size: number): Polygon {
    const away = dot(minus(middle, at), normal)
    const centre: Point = [middle[0] - away * normal[0], middle[1] - away * normal[1], middle[2] - away * normal[2]]
    const across = cross(Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], normal)
    const length = Math.hypot(...across)
    const u: Point = [across[0] / length, across[1] / length, across[2] / length]
    const v = cross(normal, u)
    const corner = (i: number, j: number): Point => [
      centre[0] + size * (i * u[0] + j * v[0]),
      centre[1] + size * (i * u[1] + j * v[1]),
      centre[2] + size * (i * u[2] + j * v[2])
    ]
    const points = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] as const
    return { ...this.triangle([points[0], points[1], points[2]])!, points }
  }
}

/** Returns the polygons as a shape. */
export const shapeOfPolygons = (polygons: ReadonlyArray<Polygon>): Shape => {
  const positions: Array<number> = []
  const triangles: Array<number> = []
  for (const { points } of polygons) {
    const first = positions.length / 3
    for (const point of points) positions.push(...point)
    for (let i = 2; i < points.length; i++) triangles.push(first, first + i - 1, first + i)
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
}
