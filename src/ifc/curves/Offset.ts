import { distinct, sizeOf } from "./Curve.ts"
import { across, cross, dot, distance, minus, plus, unit, type Vector } from "./Vector.ts"

/** Points closer than this fraction of the size of a line are the same. */
const sameWithin = 1e-9

/** The longest mitre, as a multiple of the distance. Sharper corners are cut off. */
const longestMitre = 10

/**
 * Returns a line moved sideways in a plane, with mitred corners; to the left, seen against the normal of the plane, if
 * the distance is positive. A closed line stays closed. Coinciding points still coincide. Returns null if the line has
 * no direction.
 */
export const offset = (points: ReadonlyArray<Vector>, by: number, normal: Vector): ReadonlyArray<Vector> | null => {
  const size = sizeOf(points)
  const corners = distinct(points, sameWithin * size)
  const isClosed = corners.length > 2 && distance(corners[0]!, corners.at(-1)!) <= sameWithin * size
  const sides = corners.slice(1).map((to, i) => {
    const along = across(minus(to, corners[i]!), normal)
    return along === null ? null : cross(normal, along)
  })
  if (sides.length === 0 || !sides.every((side) => side !== null)) return null
  const moved = corners.map((corner, i) => {
    const before = sides[i - 1] ?? (isClosed ? sides.at(-1)! : sides[0]!)
    const after = sides[i] ?? (isClosed ? sides[0]! : sides.at(-1)!)
    const middle = unit(plus(before, after)) ?? before
    return plus(corner, middle, by * Math.min(longestMitre, 1 / dot(middle, before)))
  })
  // Each original point gets the position of its corner.
  let at = 0
  return points.map((point) => {
    if (at + 1 < corners.length && distance(point, corners[at]!) > sameWithin * size) at += 1
    return moved[at]!
  })
}
