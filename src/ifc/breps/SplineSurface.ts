import { sizeOf } from "../curves/Curve.ts"
import { splinePoint, unweighted, type Weighted, weighted } from "../curves/Splines.ts"
import { distance, dot, minus, type Vector } from "../curves/Vector.ts"
import type { Parameters, Surface } from "./Surface.ts"

/**
 * The number of steps in the search for the nearest point, and the fraction of the range over which slopes are
 * measured.
 */
const searchSteps = 12
const slopeOver = 1e-6

/**
 * The number of points of the first search in each direction, the number of points of a span in a curved direction, and
 * the most points in one direction.
 */
const firstPoints = 24
const pointsOfSpan = 8
const mostPoints = 64

/** A direction of a spline surface. */
interface Direction {
  readonly degree: number
  readonly knots: ReadonlyArray<number>
}

/** Returns the spline surface over a net of control points, the first index of which runs along u. */
export const splineSurface = (
  net: ReadonlyArray<ReadonlyArray<Vector>>,
  weights: ReadonlyArray<ReadonlyArray<number>> | null,
  along: readonly [Direction, Direction]
): Surface => {
  const control = net.map((row, i) => row.map((point, k) => weighted(point, weights?.[i]![k])))
  const counts = [net.length, net[0]!.length] as const
  const ranges = along.map(({ degree, knots }, i) => [knots[degree]!, knots[counts[i]!]!] as const)
  const at = ([u, v]: Parameters): Vector => {
    const { degree, knots } = along[0]
    const rows: Array<Weighted> = []
    for (let i = 0; i < counts[0]; i++) {
      // Control points too far from u do not change the point.
      const isNear = knots[i]! <= u + 1e-9 && u - 1e-9 <= knots[i + degree + 1]!
      rows.push(isNear ? splinePoint(control[i]!, along[1].knots, along[1].degree, v) : [0, 0, 0, 1])
    }
    return unweighted(splinePoint(rows, knots, degree, u))
  }
  const size = sizeOf(net.flat())
  const [one, two] = ranges as [readonly [number, number], readonly [number, number]]
  const lengths = [one[1] - one[0], two[1] - two[0]] as const
  const parts = Array.from({ length: firstPoints + 1 }, (_, i) => i / firstPoints)
  const isSame = (a: Parameters, b: Parameters) => distance(at(a), at(b)) <= 1e-7 * size
  const periods: Parameters = [
    parts.every((part) => isSame([one[0], two[0] + part * lengths[1]], [one[1], two[0] + part * lengths[1]])) ? lengths[0] : 0,
    parts.every((part) => isSame([one[0] + part * lengths[0], two[0]], [one[0] + part * lengths[0], two[1]])) ? lengths[1] : 0
  ] // prettier-ignore
  const grid = parts.flatMap((u) =>
    parts.map((v) => {
      const parameters: Parameters = [one[0] + u * lengths[0], two[0] + v * lengths[1]]
      return { parameters, point: at(parameters) }
    })
  )
  const inside = (i: 0 | 1, value: number): number => {
    const [least, most] = ranges[i]!
    const period = periods[i]
    if (period > 0) return value - Math.floor((value - least) / period) * period
    return Math.min(most, Math.max(least, value))
  }
  /** Improves a guess by Newton's method, and returns it with its distance from the point. */
  const search = (point: Vector, guess: Parameters) => {
    let best: Parameters = [inside(0, guess[0]), inside(1, guess[1])]
    let away = distance(at(best), point)
    for (let step = 0; step < searchSteps && away > 1e-10 * size; step++) {
      const here = at(best)
      const slopes = ([0, 1] as const).map((i) => {
        const by = lengths[i] * slopeOver * (best[i] + lengths[i] * slopeOver > ranges[i]![1] ? -1 : 1)
        const there = at(i === 0 ? [best[0] + by, best[1]] : [best[0], best[1] + by])
        const rise = minus(there, here)
        return [rise[0] / by, rise[1] / by, rise[2] / by] as const
      }) as [Vector, Vector]
      const toPoint = minus(point, here)
      const [a, b, c] = [dot(slopes[0], slopes[0]), dot(slopes[0], slopes[1]), dot(slopes[1], slopes[1])]
      const [d, e] = [dot(slopes[0], toPoint), dot(slopes[1], toPoint)]
      const determinant = a * c - b * b
      if (!(Math.abs(determinant) > 1e-14 * a * c)) break
      const move = [(d * c - e * b) / determinant, (e * a - d * b) / determinant] as const
      let isBetter = false
      for (let scale = 1; scale > 1e-3 && !isBetter; scale /= 2) {
        const next: Parameters = [inside(0, best[0] + move[0] * scale), inside(1, best[1] + move[1] * scale)]
        const left = distance(at(next), point)
        if (left >= away) continue
        ;[best, away, isBetter] = [next, left, true]
      }
      if (!isBetter) break
    }
    return { best, away }
  }
  const parametersOf = (point: Vector, near: Parameters | null): Parameters => {
    const first = near === null ? null : search(point, near)
    if (first !== null && first.away < 1e-6 * size) return first.best
    const [closest] = grid.toSorted((a, b) => distance(a.point, point) - distance(b.point, point))
    const second = search(point, closest!.parameters)
    return first !== null && first.away < second.away ? first.best : second.best
  }
  const steps = along.map(({ degree, knots }, i) => {
    const spans = new Set(knots.slice(degree, counts[i]! + 1)).size - 1
    const count = Math.min(mostPoints, degree === 1 ? spans : spans * pointsOfSpan)
    return degree === 1 && spans === 1 ? 0 : lengths[i]! / count
  }) as [number, number]
  const poles = two.filter((v) => parts.every((part) => isSame([one[0], v], [one[0] + part * lengths[0], v])))
  return { at, parametersOf, periods, poles, steps }
}
