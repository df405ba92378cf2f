import { areaOf } from "../curves/Triangulation.ts"
import type { Parameters, Surface } from "./Surface.ts"

/** A corner of a face: its parameters, and the number of its point. */
export interface Corner {
  readonly at: Parameters
  readonly point: number
}

/** The parameters of a loop, and the number of times that it goes around in u and in v. */
export interface Unrolled {
  readonly corners: ReadonlyArray<Corner>
  readonly turns: Parameters
}

/** Values of v within this fraction of a turn from a pole count as at the pole. */
const poleWithin = 1e-6

/** Returns the value nearest to `to` that differs from `value` by a whole number of periods. */
const nearest = (value: number, to: number, period: number): number =>
  period > 0 ? value + Math.round((to - value) / period) * period : value

/**
 * Returns the parameters of a loop's points, without jumps where they repeat. A point at a pole, where u has no
 * meaning, is listed twice: with the u of the point before it and with the u of the point after it.
 */
export const unrolled = (
  surface: Surface,
  loop: ReadonlyArray<number>,
  parametersOf: (point: number, near: Parameters | null) => Parameters
): Unrolled => {
  const { periods, poles } = surface
  const raw: Array<Parameters> = []
  for (const point of loop) raw.push(parametersOf(point, raw.at(-1) ?? null))
  const poleOf = (at: Parameters): number | undefined => poles.find((pole) => Math.abs(at[1] - pole) <= poleWithin)
  const start = raw.findIndex((at) => poleOf(at) === undefined)
  if (start < 0) return { corners: [], turns: [0, 0] }
  const corners: Array<Corner> = []
  let last: Parameters = raw[start]!
  for (let i = 0; i <= loop.length; i++) {
    const k = (start + i) % loop.length
    const own = raw[k]!
    const pole = poleOf(own)
    if (pole !== undefined) {
      // The first point after the pole determines the u with which the loop continues.
      let behind = k
      while (poleOf(raw[behind]!) !== undefined) behind = (behind + 1) % loop.length
      corners.push({ at: [last[0], pole], point: loop[k]! })
      last = [nearest(raw[behind]![0], last[0], periods[0]), pole]
      corners.push({ at: last, point: loop[k]! })
      continue
    }
    last = [nearest(own[0], last[0], periods[0]), nearest(own[1], last[1], periods[1])]
    corners.push({ at: last, point: loop[k]! })
  }
  const end = corners.pop()!
  const turns = ([0, 1] as const).map((i) =>
    periods[i] > 0 ? Math.round((end.at[i] - corners[0]!.at[i]) / periods[i]) : 0
  )
  return { corners, turns: [turns[0]!, turns[1]!] }
}

const shifted = (corners: ReadonlyArray<Corner>, u: number, v: number): ReadonlyArray<Corner> =>
  corners.map(({ at, point }) => ({ at: [at[0] + u, at[1] + v], point }))

/** Returns whether a point is inside a polygon. */
const isInside = (polygon: ReadonlyArray<Corner>, [x, y]: Parameters): boolean => {
  let inside = false
  for (const [i, { at }] of polygon.entries()) {
    const before = polygon[(i + polygon.length - 1) % polygon.length]!.at
    if (at[1] > y !== before[1] > y && x < at[0] + ((before[0] - at[0]) * (y - at[1])) / (before[1] - at[1])) {
      inside = !inside
    }
  }
  return inside
}

/** Returns a loop that goes around once, cut open at its corner nearest to a value, with that corner at both ends. */
const opened = (
  { corners, turns }: Unrolled,
  direction: 0 | 1,
  period: number,
  isFree: (value: number) => boolean,
  to: number | null
): ReadonlyArray<Corner> => {
  const away = (i: number): number => {
    const value = corners[i]!.at[direction]
    return to === null ? (isFree(value) ? 0 : 1) : Math.abs(nearest(value, to, period) - value - (to - value))
  }
  const first = corners.reduce((best, _, i) => (away(i) < away(best) ? i : best), 0)
  const by = turns[direction] * period
  const move = (corner: Corner): Corner => shifted([corner], direction === 0 ? by : 0, direction === 1 ? by : 0)[0]!
  const line = [...corners.slice(first), ...corners.slice(0, first).map(move), move(corners[first]!)]
  return line
}

/**
 * Returns the outside of a face and its holes, as polygons of parameters that cross no seam: the outside counterclockwise.
 * Loops that go around a surface are joined by a cut, or closed at a pole. Returns null if they bound nothing.
 *
 * @param pointAt returns the number of a new point
 */
export const polygonsOf = (
  { periods, poles, steps }: Surface,
  loops: ReadonlyArray<Unrolled>,
  pointAt: (parameters: Parameters) => number
): ReadonlyArray<ReadonlyArray<Corner>> | null => {
  /** Joins two lines by a cut, which has the same points on both sides. */
  const joinedBy = (line: ReadonlyArray<Corner>, other: ReadonlyArray<Corner>): ReadonlyArray<Corner> => {
    const [from, to] = [line.at(-1)!.at, other[0]!.at]
    const count = Math.max(...steps.map((step, i) => (step > 0 ? Math.ceil(Math.abs(to[i]! - from[i]!) / step) : 1)))
    const cut = Array.from({ length: Math.max(0, count - 1) }, (_, i): Corner => {
      const part = (i + 1) / count
      const at: Parameters = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
      return { at, point: pointAt(at) }
    })
    const back = shifted(cut.toReversed(), line[0]!.at[0] - from[0], line[0]!.at[1] - from[1])
    return [...line, ...cut, ...other, ...back]
  }
  const around = loops.filter(({ turns }) => turns[0] !== 0 || turns[1] !== 0)
  const flat = loops.filter(({ turns }) => turns[0] === 0 && turns[1] === 0).map(({ corners }) => corners)
  const size = (corners: ReadonlyArray<Corner>): number => Math.abs(areaOf(corners.map(({ at }) => at)))
  let outside: ReadonlyArray<Corner>
  let holes: ReadonlyArray<ReadonlyArray<Corner>>
  if (around.length === 0) {
    const [largest, ...others] = flat.toSorted((one, two) => size(two) - size(one))
    if (largest === undefined || !(size(largest) > 0)) return null
    ;[outside, holes] = [largest, others]
  } else {
    const direction = around[0]!.turns[0] === 0 ? 1 : 0
    const period = periods[direction]
    if (around.some(({ turns }) => Math.abs(turns[direction]) !== 1 || turns[1 - direction] !== 0)) return null
    holes = flat
    const isFree = (value: number): boolean =>
      holes.every((hole) => {
        const values = hole.map(({ at }) => at[direction])
        const middle = (Math.min(...values) + Math.max(...values)) / 2
        return (
          Math.abs(nearest(value, middle, period) - middle) >
          (Math.max(...values) - Math.min(...values)) / 2 + period / 100
        )
      })
    const line = opened(around[0]!, direction, period, isFree, null)
    const isRising = around[0]!.turns[direction] > 0
    if (around.length === 2) {
      const end = line.at(-1)!.at[direction]
      const other = around[1]!
      const isOpposite = other.turns[direction] === -around[0]!.turns[direction]
      const back: Unrolled = isOpposite
        ? other
        : { corners: other.corners.toReversed(), turns: [-other.turns[0], -other.turns[1]] }
      const second = opened(back, direction, period, isFree, end)
      const by = nearest(second[0]!.at[direction], end, period) - second[0]!.at[direction]
      outside = joinedBy(line, shifted(second, direction === 0 ? by : 0, direction === 1 ? by : 0))
    } else if (around.length === 1 && direction === 0) {
      // The face is to the left of the loop: at greater v if u rises.
      const v = line[0]!.at[1]
      const pole = poles.find((at) => at > v === isRising) ?? (poles.length === 1 ? poles[0] : undefined)
      if (pole === undefined) return null
      const point = pointAt([line[0]!.at[0], pole])
      const ends = [line.at(-1)!, line[0]!].map(({ at }): Corner => ({ at: [at[0], pole], point }))
      outside = joinedBy(line, ends)
    } else return null
  }
  const isCounterclockwise = areaOf(outside.map(({ at }) => at)) > 0
  const border = isCounterclockwise ? outside : outside.toReversed()
  const shifts = [0, 1, -1, 2, -2]
  return [
    border,
    ...holes.map((hole) => {
      const moves = shifts.flatMap((u) =>
        shifts.flatMap((v) => ((u !== 0 && periods[0] === 0) || (v !== 0 && periods[1] === 0) ? [] : [[u, v] as const]))
      )
      const moved = moves
        .map(([u, v]) => shifted(hole, u * periods[0], v * periods[1]))
        .find((corners) => isInside(border, corners[0]!.at))
      const corners = moved ?? hole
      return areaOf(corners.map(({ at }) => at)) < 0 ? corners : corners.toReversed()
    })
  ]
}
