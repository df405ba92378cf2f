import { type Curve, type Samples, sizeOf } from "./Curve.ts"
import { distance, type Vector } from "./Vector.ts"

/** An end of a trimmed curve: a parameter of its basis, a point on it, or both. */
export interface Trim {
  readonly parameter: number | null
  readonly point: Vector | null
}

/** Ends closer than this fraction of a turn are the same. */
const sameWithin = 1e-9

/**
 * Returns the parameter of the end of an arc, shifted by whole periods so that it is within one turn of the start, in
 * the direction of the arc.
 */
const turned = (from: number, to: number, period: number, isForward: boolean): number => {
  const turns = (isForward ? to - from : from - to) / period
  const part = turns - Math.floor(turns)
  // An arc between two equal ends is a full turn.
  const least = part <= sameWithin || part >= 1 - sameWithin ? 1 : part
  return isForward ? from + least * period : from - least * period
}

/**
 * Returns the part of a curve between two trims; null if one of them is missing.
 *
 * @param isForward whether the part has the direction of its basis
 * @param byParameter whether parameters take precedence over points
 *
 * Source: IFC 4.3, IfcTrimmedCurve.
 */
export const trimmed = (
  basis: Curve,
  trims: readonly [Trim, Trim],
  isForward: boolean,
  byParameter: boolean
): Curve | null => {
  const [from, to] = trims.map(({ parameter, point }) => {
    if (point !== null && !(byParameter && parameter !== null)) return basis.parameterOf(point)
    return parameter ?? Number.NaN
  }) as [number, number]
  if (!Number.isFinite(from) || !Number.isFinite(to)) return null
  if (basis.period > 0) {
    // Angles of many turns lose digits, so they are reduced first.
    const start = Math.abs(from) > basis.period ? from % basis.period : from
    return { ...basis, from: start, to: turned(start, to, basis.period, isForward) }
  }
  const { points } = basis.sample(basis.from, basis.to)
  const isClosed = distance(points[0]!, points.at(-1)!) <= sameWithin * sizeOf(points)
  const isAgainst = isForward ? from > to : from < to
  if (!isClosed || !(isAgainst || from === to)) return { ...basis, from, to }
  // The part crosses the point at which the closed curve begins and ends.
  const [end, start] = isForward ? [basis.to, basis.from] : [basis.from, basis.to]
  const across = (): Samples => {
    const [one, two] = [basis.sample(from, end), basis.sample(start, to)]
    const points = [...one.points, ...two.points.slice(1)]
    return { points, parameters: [...points.keys()] }
  }
  const samples = across()
  return { ...basis, from: 0, to: samples.points.length - 1, sample: () => samples }
}
