import type { Vector } from "./Vector.ts"

/** A point with its weight as the fourth number; its coordinates are multiplied by it. */
export type Weighted = readonly [x: number, y: number, z: number, w: number]

/** The highest degree that is read; exporters write up to 9 or so. */
const mostDegree = 32

/**
 * Returns a knot vector in which each knot is repeated according to its multiplicity; null if the vector does not fit
 * the control points.
 */
export const knotsOf = (
  knots: ReadonlyArray<number>,
  multiplicities: ReadonlyArray<number>,
  degree: number,
  points: number
): ReadonlyArray<number> | null => {
  if (!(degree >= 1 && degree <= mostDegree && points > degree) || !Number.isInteger(degree)) return null
  if (knots.length !== multiplicities.length) return null
  const all: Array<number> = []
  for (const [i, knot] of knots.entries()) {
    const times = multiplicities[i]!
    if (!(times >= 1 && all.length + times <= points + degree + 1) || !Number.isFinite(knot)) return null
    if (knot < (all.at(-1) ?? -Infinity)) return null
    for (let k = 0; k < times; k++) all.push(knot)
  }
  return all.length === points + degree + 1 && all[degree]! < all[points]! ? all : null
}

/** Returns the knots of a curve for which none are given: Bézier pieces, or equal distances. */
export const standardKnots = (form: string, degree: number, points: number): ReadonlyArray<number> | null => {
  const inner = (points - 1) / degree
  if (form === "PIECEWISE_BEZIER_KNOTS" || points === degree + 1) {
    if (!Number.isInteger(inner)) return null
    const knots = Array.from({ length: inner + 1 }, (_, i) => i)
    return knotsOf(
      knots,
      knots.map((i) => (i === 0 || i === inner ? degree + 1 : degree)),
      degree,
      points
    )
  }
  const count = points - degree
  if (form === "QUASI_UNIFORM_KNOTS") {
    const knots = Array.from({ length: count + 1 }, (_, i) => i)
    return knotsOf(
      knots,
      knots.map((i) => (i === 0 || i === count ? degree + 1 : 1)),
      degree,
      points
    )
  }
  const knots = Array.from({ length: points + degree + 1 }, (_, i) => i - degree)
  return knotsOf(
    knots,
    knots.map(() => 1),
    degree,
    points
  )
}

/** Returns the index of the last knot that is not greater than a parameter, within the range of the curve. */
const spanOf = (knots: ReadonlyArray<number>, degree: number, points: number, at: number): number => {
  let [low, high] = [degree, points - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (knots[middle]! <= at) low = middle
    else high = middle - 1
  }
  // The end of the curve belongs to the last span of positive length.
  while (low > degree && knots[low] === knots[low + 1]) low--
  return low
}

/** Returns a point of a spline by de Boor's algorithm. */
export const splinePoint = (
  control: ReadonlyArray<Weighted>,
  knots: ReadonlyArray<number>,
  degree: number,
  at: number
): Weighted => {
  const parameter = Math.min(knots[control.length]!, Math.max(knots[degree]!, at))
  const span = spanOf(knots, degree, control.length, parameter)
  const near = control.slice(span - degree, span + 1)
  for (let level = 1; level <= degree; level++) {
    for (let i = degree; i >= level; i--) {
      const from = knots[span - degree + i]!
      const to = knots[span + 1 + i - level]!
      const part = to === from ? 0 : (parameter - from) / (to - from)
      const [a, b] = [near[i - 1]!, near[i]!]
      near[i] = [
        a[0] + (b[0] - a[0]) * part,
        a[1] + (b[1] - a[1]) * part,
        a[2] + (b[2] - a[2]) * part,
        a[3] + (b[3] - a[3]) * part
      ]
    }
  }
  return near[degree]!
}

export const weighted = ([x, y, z]: Vector, weight = 1): Weighted => [x * weight, y * weight, z * weight, weight]

export const unweighted = ([x, y, z, w]: Weighted): Vector => [x / w, y / w, z / w]
