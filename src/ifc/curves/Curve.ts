import { between, distance, dot, minus, type Vector } from "./Vector.ts"

/** Points along a curve, and the parameter of each. */
export interface Samples {
  readonly points: ReadonlyArray<Vector>
  readonly parameters: ReadonlyArray<number>
}

/** A curve, parameterised as the standard defines it for its kind. */
export interface Curve {
  /**
   * The parameters of its start and end. It runs backwards if the parameter of the end is less than that of the start.
   */
  readonly from: number
  readonly to: number
  /** The parameters of a full turn; 0 if the curve is not a conic. */
  readonly period: number
  readonly at: (parameter: number) => Vector
  /** Returns points from one parameter to another, both included. */
  readonly sample: (from: number, to: number) => Samples
  /** Returns the parameter of the point of the curve that is nearest to a point. */
  readonly parameterOf: (point: Vector) => number
}

/** Returns the position of a point along a line, as a fraction of the line between 0 and 1. */
const fractionOf = (from: Vector, to: Vector, point: Vector): number => {
  const along = minus(to, from)
  const length = dot(along, along)
  return length > 0 ? Math.min(1, Math.max(0, dot(minus(point, from), along) / length)) : 0
}

/**
 * Returns the index of the segment of a polyline that is nearest to a point, and the position of the nearest point on
 * it.
 */
export const nearestOn = (points: ReadonlyArray<Vector>, point: Vector): { line: number; fraction: number } => {
  let best = { line: 0, fraction: 0 }
  let least = Infinity
  for (let line = 0; line + 1 < points.length; line++) {
    const [from, to] = [points[line]!, points[line + 1]!]
    const fraction = fractionOf(from, to, point)
    const away = distance(between(from, to, fraction), point)
    if (away < least) [least, best] = [away, { line, fraction }]
  }
  return best
}

/** Returns the curve of straight lines through points, whose parameters rise. */
export const through = ({ points, parameters }: Samples): Curve => {
  const last = points.length - 1
  const indexOf = (parameter: number): number => {
    let [low, high] = [0, Math.max(0, last - 1)]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (parameters[middle]! <= parameter) low = middle
      else high = middle - 1
    }
    return low
  }
  const at = (parameter: number): Vector => {
    const i = indexOf(parameter)
    const [from, to] = [parameters[i]!, parameters[i + 1] ?? parameters[i]!]
    const fraction = to > from ? Math.min(1, Math.max(0, (parameter - from) / (to - from))) : 0
    return between(points[i]!, points[i + 1] ?? points[i]!, fraction)
  }
  const rising = (from: number, to: number): Samples => {
    const inner = parameters.flatMap((parameter, i) => (parameter > from && parameter < to ? [i] : []))
    return {
      points: [at(from), ...inner.map((i) => points[i]!), at(to)],
      parameters: [from, ...inner.map((i) => parameters[i]!), to]
    }
  }
  const sample = (from: number, to: number): Samples => (from <= to ? rising(from, to) : reversed(rising(to, from)))
  const parameterOf = (point: Vector): number => {
    const { line, fraction } = nearestOn(points, point)
    const from = parameters[line]!
    return from + ((parameters[line + 1] ?? from) - from) * fraction
  }
  return { from: parameters[0]!, to: parameters[last]!, period: 0, at, sample, parameterOf }
}

export const reversed = ({ points, parameters }: Samples): Samples => ({
  points: points.toReversed(),
  parameters: parameters.toReversed()
})

/** Returns a curve through points with the parameters 0, 1, 2 and so on. */
export const polyline = (points: ReadonlyArray<Vector>): Curve => through({ points, parameters: [...points.keys()] })

/** Returns all points of a curve. */
export const pointsOf = (curve: Curve): ReadonlyArray<Vector> => curve.sample(curve.from, curve.to).points

/** Returns the points without those that coincide with the point before them. */
export const distinct = (points: ReadonlyArray<Vector>, within: number): ReadonlyArray<Vector> => {
  const kept: Array<Vector> = []
  for (const point of points) {
    const last = kept.at(-1)
    if (last === undefined || distance(last, point) > within) kept.push(point)
  }
  return kept
}

/** Returns the size of the box around points. */
export const sizeOf = (points: ReadonlyArray<Vector>): number => {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (const point of points) {
    for (let i = 0; i < 3; i++) {
      least[i] = Math.min(least[i]!, point[i]!)
      most[i] = Math.max(most[i]!, point[i]!)
    }
  }
  return points.length === 0 ? 0 : Math.hypot(most[0]! - least[0]!, most[1]! - least[1]!, most[2]! - least[2]!)
}
