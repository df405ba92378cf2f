import { type Curve, nearestOn, reversed, type Samples, sizeOf } from "./Curve.ts"
import { splinePoint, unweighted, weighted } from "./Splines.ts"
import { between, distance, type Vector } from "./Vector.ts"

/**
 * The least number of pieces of a spline, the most times that a piece is halved, and the distance from the chord at
 * which it is halved, as a fraction of the size of the spline.
 */
const leastPieces = 16
const mostHalvings = 5
const chordWithin = 1e-4

/** The number of steps in the search for the nearest point. */
const searchSteps = 60

/** Returns the spline of a degree over its control points. */
export const splineCurve = (
  points: ReadonlyArray<Vector>,
  weights: ReadonlyArray<number> | null,
  degree: number,
  knots: ReadonlyArray<number>
): Curve => {
  const control = points.map((point, i) => weighted(point, weights?.[i]))
  const at = (parameter: number): Vector => unweighted(splinePoint(control, knots, degree, parameter))
  const within = sizeOf(points) * chordWithin
  const [first, last] = [knots[degree]!, knots[points.length]!]
  const spans = new Set(knots.slice(degree, points.length + 1)).size - 1
  const pieces = degree === 1 ? 1 : Math.max(2, Math.ceil(leastPieces / spans))
  const rising = (from: number, to: number): Samples => {
    const parameters = [from]
    const found = [at(from)]
    const refine = (low: number, start: Vector, high: number, end: Vector, halvings: number): void => {
      const middle = (low + high) / 2
      const point = at(middle)
      if (halvings < mostHalvings && distance(point, between(start, end, 0.5)) > within) {
        refine(low, start, middle, point, halvings + 1)
        refine(middle, point, high, end, halvings + 1)
        return
      }
      parameters.push(high)
      found.push(end)
    }
    const inner = [...new Set(knots)].filter((knot) => knot > from && knot < to)
    for (const knot of [...inner, to]) {
      const start = parameters.at(-1)!
      for (let i = 1; i <= pieces; i++) {
        const next = i === pieces ? knot : start + ((knot - start) * i) / pieces
        refine(parameters.at(-1)!, found.at(-1)!, next, at(next), degree === 1 ? mostHalvings : 0)
      }
    }
    return { points: found, parameters }
  }
  const sample = (from: number, to: number): Samples => (from <= to ? rising(from, to) : reversed(rising(to, from)))
  const parameterOf = (point: Vector): number => {
    const { parameters, points: all } = rising(first, last)
    const { line } = nearestOn(all, point)
    let [low, high] = [parameters[Math.max(0, line - 1)]!, parameters[Math.min(parameters.length - 1, line + 2)]!]
    for (let step = 0; step < searchSteps; step++) {
      const [one, two] = [low + (high - low) / 3, high - (high - low) / 3]
      if (distance(at(one), point) < distance(at(two), point)) high = two
      else low = one
    }
    return (low + high) / 2
  }
  return { from: first, to: last, period: 0, at, sample, parameterOf }
}
