import { arcThrough } from "./Conics.ts"
import { distinct, sizeOf } from "./Curve.ts"
import { distance, dot, minus, plus, unit, type Vector } from "./Vector.ts"

/** Corners whose sides meet at an angle with a greater cosine count as straight. */
const straight = 1 - 1e-9

/**
 * Returns a line whose corners are rounded with a radius, or with the largest radius for which the sides of a corner
 * have room.
 *
 * Source: IFC 4.3, IfcSweptDiskSolidPolygonal.
 */
export const filleted = (line: ReadonlyArray<Vector>, radius: number): ReadonlyArray<Vector> => {
  const corners = distinct(line, 1e-9 * sizeOf(line))
  const last = corners.length - 1
  const lengths = corners.slice(1).map((corner, i) => distance(corners[i]!, corner))
  return corners.flatMap((corner, i) => {
    if (i === 0 || i === last) return [corner]
    const [back, on] = [unit(minus(corners[i - 1]!, corner))!, unit(minus(corners[i + 1]!, corner))!]
    const cosine = dot(back, on)
    if (Math.abs(cosine) > straight) return [corner]
    const half = Math.acos(cosine) / 2
    // The first and the last side have one rounded end; the sides between them have two.
    const room = Math.min(lengths[i - 1]! * (i === 1 ? 1 : 0.5), lengths[i]! * (i === last - 1 ? 1 : 0.5))
    const touch = Math.min(radius / Math.tan(half), room)
    const fitting = touch * Math.tan(half)
    const middle = unit(plus(back, on))!
    const nearest = plus(corner, middle, fitting / Math.sin(half) - fitting)
    return arcThrough(plus(corner, back, touch), nearest, plus(corner, on, touch), false)
  })
}
