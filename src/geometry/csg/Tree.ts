import { dot } from "../../ifc/curves/Vector.ts"
import { inverted, type Plane, type Point, type Polygon } from "./Polygons.ts"

/** A node of a binary space partition: a plane, and the nodes in front of it and behind it. */
interface Node {
  readonly plane: Plane
  /** Null if the space in front of the plane is outside of the body. */
  front: Node | null
  /** Null if the space behind the plane is inside of the body. */
  back: Node | null
}

/** The work of a combination exceeds its limit. */
export class TooMuchWork extends Error {}

/**
 * The body that a set of polygons bounds, as a binary space partition.
 *
 * Source: W. Thibault, B. Naylor, Set operations on polyhedra using binary space partitioning trees, 1987.
 */
export class Tree {
  private readonly root: Node | null = null

  /**
   * @param within the distance within which points are in a plane
   * @param budget the number of comparisons of polygons with planes, shared by all trees of a combination
   */
  constructor(
    polygons: ReadonlyArray<Polygon>,
    private readonly within: number,
    private readonly budget: { left: number }
  ) {
    if (polygons.length === 0) return
    const node = ({ plane }: Polygon): Node => ({ plane, front: null, back: null })
    this.root = node(polygons[0]!)
    const open: Array<readonly [Node, ReadonlyArray<Polygon>]> = [[this.root, polygons]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [at, list] = next
      const [inPlane, front, back]: [Array<Polygon>, Array<Polygon>, Array<Polygon>] = [[], [], []]
      for (const polygon of list) this.split(at.plane, polygon, inPlane, inPlane, front, back)
      if (front.length > 0) open.push([(at.front = node(front[0]!)), front])
      if (back.length > 0) open.push([(at.back = node(back[0]!)), back])
    }
  }

  /**
   * Returns the parts of polygons that are not inside this body. Polygons in its surface count as inside if they face
   * the opposite way.
   */
  outside(polygons: ReadonlyArray<Polygon>): ReadonlyArray<Polygon> {
    const all: Array<Polygon> = []
    for (const polygon of polygons) {
      const kept: Array<Polygon> = []
      let isWhole = true
      const open: Array<readonly [Node | null, Polygon]> = [[this.root, polygon]]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const [node, part] = next
        if (node === null) {
          kept.push(part)
          continue
        }
        const [front, back]: [Array<Polygon>, Array<Polygon>] = [[], []]
        this.split(node.plane, part, front, back, front, back)
        for (const one of front) open.push([node.front, one])
        if (back.length > 0 && node.back === null) isWhole = false
        else for (const one of back) open.push([node.back, one])
      }
      if (isWhole) all.push(polygon)
      else for (const part of kept) all.push(part)
    }
    return all
  }

  /**
   * Puts a polygon, or its parts, into the lists for the front and the back of the plane; polygons in the plane go into
   * the list for the side that they face.
   */
  private split(
    { normal, offset }: Plane,
    polygon: Polygon,
    alike: Array<Polygon>,
    against: Array<Polygon>,
    front: Array<Polygon>,
    back: Array<Polygon>
  ): void {
    if (--this.budget.left < 0) throw new TooMuchWork()
    const { points } = polygon
    let [least, most] = [Infinity, -Infinity]
    for (const point of points) {
      const away = dot(normal, point) - offset
      if (away < least) least = away
      if (away > most) most = away
    }
    if (most <= this.within && least >= -this.within) {
      const list = dot(normal, polygon.plane.normal) > 0 ? alike : against
      list.push(polygon)
    } else if (least >= -this.within) front.push(polygon)
    else if (most <= this.within) back.push(polygon)
    else {
      const [before, behind]: [Array<Point>, Array<Point>] = [[], []]
      for (const [i, point] of points.entries()) {
        const to = points[(i + 1) % points.length]!
        const [from, next] = [dot(normal, point) - offset, dot(normal, to) - offset]
        if (from >= -this.within) before.push(point)
        if (from <= this.within) behind.push(point)
        if (!(Math.min(from, next) < -this.within && Math.max(from, next) > this.within)) continue
        const part = from / (from - next)
        const between: Point = [
          point[0] + part * (to[0] - point[0]),
          point[1] + part * (to[1] - point[1]),
          point[2] + part * (to[2] - point[2])
        ]
        before.push(between)
        behind.push(between)
      }
      if (before.length >= 3) front.push({ points: before, plane: polygon.plane })
      if (behind.length >= 3) back.push({ points: behind, plane: polygon.plane })
    }
  }
}

/** Returns the polygons that bound everything but a body. */
export const complement = (polygons: ReadonlyArray<Polygon>): ReadonlyArray<Polygon> => polygons.map(inverted)
