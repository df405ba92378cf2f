export type Point = readonly [x: number, y: number]

/** A corner of an outline, with an optional rounding radius. */
export type Corner = readonly [x: number, y: number, radius?: number]

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]

/**
 * Returns the distance of an arc's inner points from its centre, in radii, for which the polygon has the same area as
 * the arc. The ends of the arc stay where it touches the sides.
 */
export const swollen = (angle: number, sides: number): number => {
  const part = angle / Math.sin(angle / sides)
  return sides === 2 ? part / 2 : (Math.sqrt(1 + (sides - 2) * part) - 1) / (sides - 2)
}

/** Tolerance for the rounding errors of radii that use up a side. */
const allowed = 1 + 1e-9

/**
 * Returns the points of a closed outline with rounded corners, each of at least two sides. Areas equal those of true
 * arcs. Returns null if radii are negative or do not fit between the corners.
 *
 * @param corners consecutive corners, none of them collinear with its neighbours
 */
export const rounded = (corners: ReadonlyArray<Corner>, sides: number): ReadonlyArray<Point> | null => {
  const points: Array<Point> = []
  /** The length of the side after each corner that is used up by arcs. */
  const taken = corners.map(() => 0)
  for (const [i, [x, y, radius = 0]] of corners.entries()) {
    const before = (i + corners.length - 1) % corners.length
    const [from, to] = [before, (i + 1) % corners.length].map((other) => {
      const [dx, dy] = minus([corners[other]![0], corners[other]![1]], [x, y])
      const length = Math.hypot(dx, dy)
      return { length, along: [dx / length, dy / length] as const }
    }) as [{ length: number; along: Point }, { length: number; along: Point }]
    if (!(from.length > 0 && to.length > 0)) return null
    if (radius < 0) return null
    if (radius === 0) {
      points.push([x, y])
      continue
    }
    const between = Math.acos(Math.min(1, Math.max(-1, from.along[0] * to.along[0] + from.along[1] * to.along[1])))
    const touch = radius / Math.tan(between / 2)
    taken[before]! += touch
    taken[i]! += touch
    if (!(taken[before]! <= from.length * allowed && taken[i]! <= to.length * allowed)) return null
    const middle = [from.along[0] + to.along[0], from.along[1] + to.along[1]] as const
    const away = radius / Math.sin(between / 2) / Math.hypot(...middle)
    const centre: Point = [x + middle[0] * away, y + middle[1] * away]
    const first: Point = [x + from.along[0] * touch, y + from.along[1] * touch]
    const [dx, dy] = minus(first, centre)
    const turn = Math.sign(from.along[0] * to.along[1] - from.along[1] * to.along[0])
    const angle = Math.PI - between
    const swell = swollen(angle, sides)
    points.push(first)
    for (let side = 1; side < sides; side++) {
      const by = (-turn * angle * side) / sides
      const [cos, sin] = [Math.cos(by) * swell, Math.sin(by) * swell]
      points.push([centre[0] + dx * cos - dy * sin, centre[1] + dx * sin + dy * cos])
    }
    points.push([x + to.along[0] * touch, y + to.along[1] * touch])
  }
  // Removes sides of length zero, which occur if two arcs meet.
  return points.filter(([x, y], i) => {
    const [dx, dy] = minus([x, y], points[(i + 1) % points.length]!)
    return Math.hypot(dx, dy) > 1e-9 * (Math.abs(x) + Math.abs(y))
  })
}
