import { weld } from "./Weld.ts"

/**
 * The most tests of a box against a box, or of a ray against a triangle, that determine which bodies lie inside which.
 */
const mostTests = 20_000_000

/** The direction of these rays. In practice no edge or face has this direction. */
const ray = [0.41237, 0.57731, 0.70429] as const

/** The bodies of a mesh: triangles that are connected by edges that exactly two triangles share. */
interface Bodies {
  readonly count: number
  /** The body of each triangle. */
  readonly of: Int32Array
  /** 1 for triangles that must be reversed, so that all triangles of a body have the same orientation. */
  readonly turned: Uint8Array
}

/**
 * Returns the bodies of a mesh; null if an edge has an odd number of triangles, or if the triangles of a body cannot
 * all have the same orientation.
 */
const bodiesOf = (triangles: Uint32Array): Bodies | null => {
  const corner = (at: number): number => triangles[at]!
  const most = 2 ** 26
  const next = (at: number): number => (at % 3 === 2 ? at - 2 : at + 1)
  const sides = new Map<number, Array<number>>()
  const of = new Int32Array(triangles.length / 3).fill(-1)
  const keyOf = (at: number): number => {
    const [a, b] = [corner(at), corner(next(at))]
    return Math.min(a, b) * most + Math.max(a, b)
  }
  for (let at = 0; at < triangles.length; at++) {
    sides.getOrInsertComputed(keyOf(at), () => []).push(at)
  }
  for (const { length } of sides.values()) if (length % 2 === 1) return null
  const turned = new Uint8Array(of.length)
  let count = 0
  for (let first = 0; first < of.length; first++) {
    if (of[first] !== -1) continue
    of[first] = count
    const open = [first]
    for (let triangle = open.pop(); triangle !== undefined; triangle = open.pop()) {
      for (let at = 3 * triangle; at < 3 * triangle + 3; at++) {
        const both = sides.get(keyOf(at))!
        if (both.length !== 2) continue
        const other = both[0] === at ? both[1]! : both[0]!
        const neighbour = (other - (other % 3)) / 3
        // Neighbours with the same orientation traverse their common edge in opposite directions.
        const turn = turned[triangle]! ^ (corner(at) === corner(other) ? 1 : 0)
        if (of[neighbour] === -1) {
          of[neighbour] = count
          turned[neighbour] = turn
          open.push(neighbour)
        } else if (turned[neighbour] !== turn) return null
      }
    }
    count += 1
  }
  return { count, of, turned }
}

type Point = readonly [number, number, number]

/** Returns whether a ray from a point meets a triangle. Source: T. Möller, B. Trumbore, 1997. */
const meets = (from: Point, a: Point, b: Point, c: Point): boolean => {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const [px, py, pz] = [ray[1] * vz - ray[2] * vy, ray[2] * vx - ray[0] * vz, ray[0] * vy - ray[1] * vx]
  const determinant = ux * px + uy * py + uz * pz
  const [tx, ty, tz] = [from[0] - a[0], from[1] - a[1], from[2] - a[2]]
  const u = (tx * px + ty * py + tz * pz) / determinant
  if (!(u >= 0 && u <= 1)) return false
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux]
  const v = (ray[0] * qx + ray[1] * qy + ray[2] * qz) / determinant
  return v >= 0 && u + v <= 1 && (vx * qx + vy * qy + vz * qz) / determinant > 0
}

/**
 * Returns the triangles of a mesh with such an orientation that they face out of the bodies that they enclose, and into
 * the hollows inside these, whatever their orientation was before. Returns null if the mesh encloses nothing, because
 * an edge has an odd number of triangles or because the surface is one-sided, or if the mesh has too many bodies.
 * Triangles without an area are left out.
 *
 * @param corners finite coordinates of its corners, three each
 */
export const facedOutward = (corners: Float64Array, all: Uint32Array): Uint32Array<ArrayBuffer> | null => {
  const places = new Float32Array(corners.length)
  // Adding 0 turns -0 into 0, because corners are compared by their bits.
  for (let at = 0; at < corners.length; at++) places[at] = corners[at]! - corners[at % 3]! + 0
  const welded = weld(new Uint32Array(places.buffer), all)
  if (welded.triangles.length === 0) return null
  const triangles = welded.triangles.map((corner) => welded.corners[corner]!)
  const bodies = bodiesOf(triangles)
  if (bodies === null || bodies.count === 0) return null
  const { count, of, turned } = bodies
  const point = (at: number): Point => {
    const corner = 3 * triangles[at]!
    return [corners[corner]!, corners[corner + 1]!, corners[corner + 2]!]
  }
  const members = Array.from({ length: count }, (): Array<number> => [])
  for (const [triangle, body] of of.entries()) members[body]!.push(triangle)
  const boxes = members.map((list) => {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    // A single body lies inside no other.
    for (const triangle of count === 1 ? [] : list) {
      for (let at = 3 * triangle; at < 3 * triangle + 3; at++) {
        for (let axis = 0; axis < 3; axis++) {
          const value = corners[3 * triangles[at]! + axis]!
          if (value < box[axis]!) box[axis] = value
          if (value > box[3 + axis]!) box[3 + axis] = value
        }
      }
    }
    return box
  })
  const isBoxInside = (inner: number, outer: number): boolean =>
    [0, 1, 2].every(
      (axis) => boxes[inner]![axis]! > boxes[outer]![axis]! && boxes[inner]![3 + axis]! < boxes[outer]![3 + axis]!
    )
  let tests = 0
  const faced = triangles.slice()
  for (const [body, list] of members.entries()) {
    const [a, b, c] = [point(3 * list[0]!), point(3 * list[0]! + 1), point(3 * list[0]! + 2)]
    const middle: Point = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3]
    let isHollow = false
    tests += count
    if (tests > mostTests) return null
    for (let outer = 0; outer < count; outer++) {
      if (outer === body || !isBoxInside(body, outer)) continue
      tests += members[outer]!.length
      if (tests > mostTests) return null
      for (const triangle of members[outer]!) {
        if (meets(middle, point(3 * triangle), point(3 * triangle + 1), point(3 * triangle + 2))) isHollow = !isHollow
      }
    }
    let volume = 0
    for (const triangle of list) {
      const [p, q, r] = [point(3 * triangle), point(3 * triangle + 1), point(3 * triangle + 2)]
      const [px, py, pz] = [p[0] - a[0], p[1] - a[1], p[2] - a[2]]
      const [qx, qy, qz] = [q[0] - a[0], q[1] - a[1], q[2] - a[2]]
      const [rx, ry, rz] = [r[0] - a[0], r[1] - a[1], r[2] - a[2]]
      const signed = px * (qy * rz - qz * ry) + py * (qz * rx - qx * rz) + pz * (qx * ry - qy * rx)
      volume += turned[triangle] === 1 ? -signed : signed
    }
    const isInsideOut = volume < 0 !== isHollow
    for (const triangle of list) {
      if ((turned[triangle] === 1) === isInsideOut) continue
      const [at, other] = [3 * triangle + 1, 3 * triangle + 2]
      ;[faced[at], faced[other]] = [faced[other]!, faced[at]!]
    }
  }
  return faced
}
