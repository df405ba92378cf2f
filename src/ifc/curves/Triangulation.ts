/** A point of a plane. */
export type Flat = readonly [x: number, y: number, ...rest: ReadonlyArray<number>]

/** Returns twice the area of a triangle, positive if it is counterclockwise. */
export const turnOf = (a: Flat, b: Flat, c: Flat): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])

/** Returns the area of a polygon, positive if it is counterclockwise. */
export const areaOf = (polygon: ReadonlyArray<Flat>): number => {
  const first = polygon[0]!
  let sum = 0
  for (let i = 1; i + 1 < polygon.length; i++) sum += turnOf(first, polygon[i]!, polygon[i + 1]!)
  return sum / 2
}

/** Returns the loops with the first one counterclockwise and the others clockwise; each keeps its first point. */
export const oriented = <P extends Flat>(loops: ReadonlyArray<ReadonlyArray<P>>): ReadonlyArray<ReadonlyArray<P>> =>
  loops.map((loop, i) => (areaOf(loop) > 0 === (i === 0) ? loop : [loop[0]!, ...loop.slice(1).toReversed()]))

/** Returns whether two segments cross between their ends; segments that share an end do not. */
const areCrossing = (a: Flat, b: Flat, c: Flat, d: Flat): boolean => {
  const [one, two] = [turnOf(a, b, c), turnOf(a, b, d)]
  const [three, four] = [turnOf(c, d, a), turnOf(c, d, b)]
  return ((one > 0 && two < 0) || (one < 0 && two > 0)) && ((three > 0 && four < 0) || (three < 0 && four > 0))
}

/** The most corners, nearest first, that are tried as the other end of a cut to a hole. */
const mostCandidates = 200

const isSame = (a: Flat, b: Flat): boolean => a[0] === b[0] && a[1] === b[1]

/**
 * Returns the outer loop and the holes as one chain of vertices: the outer loop is cut open to each hole along a line
 * that crosses no side.
 */
const bridged = (points: ReadonlyArray<Flat>, loops: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  const rightmost = (loop: ReadonlyArray<number>): number =>
    loop.reduce((best, index, i) => (points[index]![0] > points[loop[best]!]![0] ? i : best), 0)
  const holes = loops
    .slice(1)
    .map((loop) => ({ loop, from: rightmost(loop) }))
    .toSorted((one, two) => points[two.loop[two.from]!]![0] - points[one.loop[one.from]!]![0])
  let chain = [...loops[0]!]
  for (const { from, loop } of holes) {
    const start = points[loop[from]!]!
    const away = (index: number) => Math.hypot(points[index]![0] - start[0], points[index]![1] - start[1])
    const candidates = [...chain.keys()].toSorted((one, two) => away(chain[one]!) - away(chain[two]!))
    const rings = [chain, ...holes.map((hole) => hole.loop)]
    const isFree = (at: number): boolean => {
      const end = points[chain[at]!]!
      // The line must leave the chain on its inner side.
      const before = points[chain[(at + chain.length - 1) % chain.length]!]!
      const after = points[chain[(at + 1) % chain.length]!]!
      const [left, right] = [turnOf(before, end, start) > 0, turnOf(end, after, start) > 0]
      const isInside = turnOf(before, end, after) >= 0 ? left && right : left || right
      return (
        isInside &&
        rings.every((ring) =>
          ring.every((index, i) => !areCrossing(start, end, points[index]!, points[ring[(i + 1) % ring.length]!]!))
        )
      )
    }
    const at = candidates.slice(0, mostCandidates).find(isFree) ?? candidates[0]!
    const around = [...loop.slice(from), ...loop.slice(0, from), loop[from]!]
    chain = [...chain.slice(0, at + 1), ...around, ...chain.slice(at)]
  }
  return chain
}

/**
 * Returns the triangles of a polygon with holes, as indices into all points of its loops in order, by cutting ears. The
 * time is quadratic. Every side of a loop is a side of a triangle.
 *
 * @param loops the outer one counterclockwise, holes clockwise, none with equal neighbours
 */
export const triangulated = (
  loops: ReadonlyArray<ReadonlyArray<Flat>>
): ReadonlyArray<readonly [number, number, number]> => {
  const points = loops.flat()
  let count = 0
  const chain = bridged(
    points,
    loops.map((loop) => loop.map(() => count++))
  )
  const size = chain.length
  const next = Int32Array.from(chain, (_, i) => (i + 1) % size)
  const previous = Int32Array.from(chain, (_, i) => (i + size - 1) % size)
  const point = (i: number): Flat => points[chain[i]!]!
  const turnAt = (i: number): number => turnOf(point(previous[i]!), point(i), point(next[i]!))
  const isEar = (i: number): boolean => {
    const [a, b, c] = [point(previous[i]!), point(i), point(next[i]!)]
    const turn = turnOf(a, b, c)
    if (turn < 0) return false
    if (turn === 0) return true
    for (let k = next[next[i]!]!; k !== previous[i]!; k = next[k]!) {
      const p = point(k)
      if (turnAt(k) > 0 || isSame(p, a) || isSame(p, b) || isSame(p, c)) continue
      if (turnOf(a, b, p) >= 0 && turnOf(b, c, p) >= 0 && turnOf(c, a, p) >= 0) return false
    }
    return true
  }
  const triangles: Array<readonly [number, number, number]> = []
  const cut = (i: number): void => {
    triangles.push([chain[previous[i]!]!, chain[i]!, chain[next[i]!]!])
    next[previous[i]!] = next[i]!
    previous[next[i]!] = previous[i]!
  }
  let at = 0
  let left = size
  for (let misses = 0; left > 3;) {
    // A polygon that crosses itself may have no ear; then any corner is cut.
    if (!isEar(at) && misses++ < left) {
      at = next[at]!
      continue
    }
    cut(at)
    misses = 0
    left -= 1
    at = next[next[at]!]!
  }
  if (left === 3) cut(at)
  return triangles
}
