import { swollen } from "./Outline.ts"
import type { Curve, Samples } from "./Curve.ts"
import {
  type Axes,
  cross,
  distance,
  dot,
  into,
  lengthOf,
  minus,
  outOf,
  plus,
  times,
  unit,
  type Vector
} from "./Vector.ts"

/** The number of chords of a full turn. */
const chordsOfTurn = 64

/** The least number of chords of an arc, however short it is. */
const leastChords = 4

/** Returns the number of chords for an angle in radians. */
export const chordsOf = (angle: number): number =>
  Math.max(leastChords, Math.ceil((Math.abs(angle) / (2 * Math.PI)) * chordsOfTurn - 1e-6))

/**
 * Returns the ellipse with half axes along x and y.
 *
 * @param radians radians per unit of the parameters
 * @param keepsArea whether the chords enclose the area of the arc; otherwise their ends are on the arc
 */
export const ellipse = (axes: Axes, radii: readonly [number, number], radians: number, keepsArea: boolean): Curve => {
  const point = (angle: number, scale: number): Vector =>
    outOf(axes, [radii[0] * Math.cos(angle) * scale, radii[1] * Math.sin(angle) * scale, 0])
  const sample = (from: number, to: number): Samples => {
    const angle = (to - from) * radians
    const chords = chordsOf(angle)
    const swell = keepsArea && angle !== 0 ? swollen(Math.abs(angle), chords) : 1
    const parameters = Array.from({ length: chords + 1 }, (_, i) => from + ((to - from) * i) / chords)
    return {
      points: parameters.map((parameter, i) => point(parameter * radians, i === 0 || i === chords ? 1 : swell)),
      parameters
    }
  }
  const parameterOf = (at: Vector): number => {
    const [x, y] = into(axes, at)
    return Math.atan2(y / radii[1], x / radii[0]) / radians
  }
  const period = (2 * Math.PI) / radians
  return { from: 0, to: period, period, at: (parameter) => point(parameter * radians, 1), sample, parameterOf }
}

/** Three points count as collinear if the sine of the angle between them is below this. */
const collinearWithin = 1e-8

/**
 * Returns points of the arc from one point through another to a third. If the three points are collinear, returns the
 * points of the line.
 *
 * Source: IFC 4.3, IfcArcIndex.
 */
export const arcThrough = (start: Vector, middle: Vector, end: Vector, keepsArea: boolean): ReadonlyArray<Vector> => {
  const [a, b] = [minus(middle, start), minus(end, start)]
  const normal = cross(a, b)
  const z = unit(normal)
  if (z === null || lengthOf(normal) <= collinearWithin * lengthOf(a) * lengthOf(b)) {
    const isBetween = dot(minus(middle, start), minus(end, middle)) > 0
    return isBetween ? [start, middle, end] : [start, end]
  }
  const toCentre = times(
    plus(times(cross(b, normal), -dot(a, a)), cross(a, normal), dot(b, b)),
    -1 / (2 * dot(normal, normal))
  )
  const origin = plus(start, toCentre)
  const x = unit(minus(start, origin))!
  const axes = { x, y: cross(z, x), z, origin }
  const radius = distance(start, origin)
  // Start, middle and end follow each other counterclockwise about the normal.
  const [u, v] = into(axes, end)
  const angle = Math.atan2(v, u)
  const points = ellipse(axes, [radius, radius], 1, keepsArea).sample(0, angle > 0 ? angle : angle + 2 * Math.PI).points
  return [start, ...points.slice(1, -1), end]
}
