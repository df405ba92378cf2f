import { distinct, sizeOf } from "./Curve.ts"
import { across, type Axes, cross, distance, dot, minus, outOf, plus, unit, type Vector } from "./Vector.ts"

/** Points closer than this fraction of the size of a path are the same. */
const sameWithin = 1e-9

/** The longest mitre of a corner, as a multiple of the width. Sharper corners are cut off. */
const longestMitre = 10

/** Axes at a point of a path, z along it. At a corner, sections are stretched in the direction of its bisector. */
export interface PathFrame {
  readonly axes: Axes
  readonly stretched: { readonly along: Vector; readonly by: number } | null
}

/** A line that sections are moved along. */
export interface Path {
  readonly points: ReadonlyArray<Vector>
  /** The distance of each point from the start. */
  readonly lengths: ReadonlyArray<number>
  /** Whether it ends where it starts. */
  readonly isClosed: boolean
  readonly frameOf: (point: number) => PathFrame
  /** Returns the frame at a distance from the start. */
  readonly frameAt: (length: number) => PathFrame
}

/**
 * Returns the direction of the x axis on a line of a path, given the direction and the middle of the line and the x
 * axis before it; null if it is undefined.
 */
export type SideOf = (along: Vector, middle: Vector, before: Vector | null) => Vector | null

/** Returns the position of a point that is given in the axes of a frame. */
export const placedIn = ({ axes, stretched }: PathFrame, point: Vector): Vector => {
  const placed = outOf(axes, point)
  if (stretched === null) return placed
  return plus(placed, stretched.along, dot(minus(placed, axes.origin), stretched.along) * (stretched.by - 1))
}

/** Returns a path through points; null if it has no length, or if the x axis of one of its lines is undefined. */
export const pathOf = (all: ReadonlyArray<Vector>, sideOf: SideOf): Path | null => {
  const within = sizeOf(all) * sameWithin
  const points = distinct(all, within)
  const last = points.length - 1
  if (last < 1) return null
  const lines: Array<{ readonly along: Vector; readonly side: Vector }> = []
  const lengths = [0]
  for (let i = 0; i < last; i++) {
    const [from, to] = [points[i]!, points[i + 1]!]
    const along = unit(minus(to, from))!
    const before = lines.at(-1)?.side ?? null
    const side = sideOf(along, plus(from, minus(to, from), 0.5), before) ?? (before && across(before, along))
    if (side === null) return null
    lines.push({ along, side })
    lengths.push(lengths[i]! + distance(from, to))
  }
  const isClosed = last > 2 && distance(points[0]!, points[last]!) <= within
  const lineFrame = (line: number, origin: Vector): PathFrame => {
    const { along, side } = lines[line]!
    return { axes: { x: side, y: cross(along, side), z: along, origin }, stretched: null }
  }
  const frameOf = (point: number): PathFrame => {
    const isEnd = point === 0 || point === last
    const origin = points[point]!
    if (isEnd && !isClosed) return lineFrame(Math.min(point, last - 1), origin)
    const [before, after] = isEnd ? [lines[last - 1]!, lines[0]!] : [lines[point - 1]!, lines[point]!]
    const z = unit(plus(before.along, after.along))
    const x = z === null ? null : across(plus(before.side, after.side), z)
    if (z === null || x === null) return lineFrame(Math.min(point, last - 1), origin)
    const along = unit(minus(after.along, before.along))
    const by = Math.min(longestMitre, 1 / dot(z, before.along))
    const isStraight = along === null || by < 1 + 1e-12
    return { axes: { x, y: cross(z, x), z, origin }, stretched: isStraight ? null : { along, by } }
  }
  const frameAt = (length: number): PathFrame => {
    const near = lengths.findIndex((at) => Math.abs(at - length) <= within)
    if (near >= 0) return frameOf(near)
    const line = Math.max(
      0,
      Math.min(
        last - 1,
        lengths.findLastIndex((at) => at <= length)
      )
    )
    return lineFrame(line, plus(points[line]!, lines[line]!.along, length - lengths[line]!))
  }
  return { points, lengths, isClosed, frameOf, frameAt }
}

/** Keeps x as close as possible to a direction. */
export const towards =
  (reference: Vector): SideOf =>
  (along) =>
    across(reference, along)

/** Turns x no more than the path turns. */
export const unturned: SideOf = (along, _, before) =>
  (before && across(before, along)) ?? across(Math.abs(along[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], along)

/** Keeps x horizontal, to the left. */
export const leftwards: SideOf = (along, middle, before) => {
  const left = unit(cross([0, 0, 1], along))
  return left ?? unturned(along, middle, before)
}
