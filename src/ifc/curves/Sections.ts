import { loft, type Mesh } from "./Mesh.ts"
import { type Path, type PathFrame, placedIn } from "./Path.ts"
import type { Area } from "./ProfileAreas.ts"
import { triangulated } from "./Triangulation.ts"
import { between, distance, into, type Vector } from "./Vector.ts"

/** Returns the position of each point along a loop, as a fraction of the length of the loop. */
const partsOf = (loop: ReadonlyArray<Vector>): ReadonlyArray<number> => {
  const lengths = [0]
  for (let i = 0; i < loop.length; i++) lengths.push(lengths[i]! + distance(loop[i]!, loop[(i + 1) % loop.length]!))
  return lengths.map((length) => length / lengths.at(-1)!)
}

/** Returns the points at the given fractions of a loop's length. */
const pointsAt = (loop: ReadonlyArray<Vector>, own: ReadonlyArray<number>, parts: ReadonlyArray<number>) =>
  parts.map((part) => {
    const i = Math.max(
      0,
      own.findLastIndex((at, k) => at <= part && k < loop.length)
    )
    const length = own[i + 1]! - own[i]!
    return between(loop[i]!, loop[(i + 1) % loop.length]!, length > 0 ? (part - own[i]!) / length : 0)
  })

/** Returns the loop so that it begins with the point that is closest to the diagonal direction from its middle. */
const aligned = (loop: ReadonlyArray<Vector>): ReadonlyArray<Vector> => {
  const [x, y] = [0, 1].map((axis) => loop.reduce((sum, point) => sum + point[axis]!, 0) / loop.length)
  const angle = (point: Vector) => Math.abs(Math.atan2(point[1] - y!, point[0] - x!) - Math.PI / 4)
  const first = loop.reduce((best, point, i) => (angle(point) < angle(loop[best]!) ? i : best), 0)
  return [...loop.slice(first), ...loop.slice(0, first)]
}

/**
 * Returns the two areas with the same number of points in corresponding loops. Loops that already have the same number
 * correspond point by point, others by fractions of their lengths. Returns null if the areas have different numbers of
 * loops.
 */
const matched = (one: Area, two: Area): readonly [Area, Area] | null => {
  if (one.length !== two.length) return null
  const pairs = one.map((loop, i) => {
    const other = two[i]!
    if (loop.length === other.length) return [loop, other] as const
    const [a, b] = [aligned(loop), aligned(other)]
    const [own, others] = [partsOf(a), partsOf(b)]
    const all = [...new Set([...own.slice(0, -1), ...others.slice(0, -1)])].toSorted((low, high) => low - high)
    const parts = all.filter((part, k) => k === 0 || part - all[k - 1]! > 1e-9)
    return [pointsAt(a, own, parts), pointsAt(b, others, parts)] as const
  })
  return [pairs.map(([loop]) => loop), pairs.map(([, loop]) => loop)]
}

/** Returns the areas with the same number of points in corresponding loops; null if they do not match. */
export const alike = (areas: ReadonlyArray<Area>): ReadonlyArray<Area> | null => {
  const all = [...areas]
  // After the first pass, the last area has the points of all areas. The second pass matches the others with it.
  for (let i = 0; i + 1 < all.length; i++) {
    const pair = matched(all[i]!, all[i + 1]!)
    if (pair === null) return null
    ;[all[i], all[i + 1]] = pair
  }
  for (let i = all.length - 1; i > 0; i--) {
    const pair = matched(all[i - 1]!, all[i]!)
    if (pair === null || pair[1].some((loop, k) => loop.length !== all[i]![k]!.length)) return null
    ;[all[i - 1], all[i]] = pair
  }
  return all
}

/** Returns the mesh through rings. Each ring is an area with the same number of points, which a function places. */
export const loftOf = (
  areas: ReadonlyArray<Area>,
  rings: ReadonlyArray<ReadonlyArray<Vector>>,
  isClosed = false
): Mesh => {
  const [first, last] = [areas[0]!, areas.at(-1)!]
  const start = isClosed ? [] : triangulated(first)
  const caps = isClosed ? null : ([start, last === first ? start : triangulated(last)] as const)
  return loft(
    first.map(({ length }) => length),
    rings,
    caps
  )
}

/** Returns the mesh of an area that is moved along a path. */
export const swept = (area: Area, path: Path): Mesh => {
  const points = area.flat()
  const count = path.isClosed ? path.points.length - 1 : path.points.length
  const rings = Array.from({ length: count }, (_, i) => {
    const frame = path.frameOf(i)
    return points.map((point) => placedIn(frame, point))
  })
  return loftOf([area], rings, path.isClosed)
}

/** A section at a distance from the start of a path, and the function that places its points. */
export interface Station {
  readonly length: number
  readonly area: Area
  readonly ring: ReadonlyArray<Vector>
}

/** Returns the mesh between sections, which change evenly along a path from each to the next. */
export const sectioned = (stations: ReadonlyArray<Station>, path: Path): Mesh => {
  const within = path.lengths.at(-1)! * 1e-9
  const rings = stations.flatMap((station, i) => {
    const next = stations[i + 1]
    if (next === undefined) return [station.ring]
    const inFrame = ({ length, ring }: Station): ReadonlyArray<Vector> => {
      const { axes } = path.frameAt(length)
      return ring.map((point) => into(axes, point))
    }
    const [from, to] = [inFrame(station), inFrame(next)]
    const corners = path.lengths.flatMap((length, corner) =>
      length > station.length + within && length < next.length - within ? [corner] : []
    )
    const inner = corners.map((corner) => {
      const part = (path.lengths[corner]! - station.length) / (next.length - station.length)
      const frame: PathFrame = path.frameOf(corner)
      return from.map((point, k) => placedIn(frame, between(point, to[k]!, part)))
    })
    return [station.ring, ...inner]
  })
  return loftOf(
    stations.map(({ area }) => area),
    rings
  )
}
