import type { Booleans } from "../../ifc/shapes/Booleans.ts"
import type { HalfSpace } from "../../ifc/shapes/HalfSpaces.ts"
import { toScene } from "../Matrix.ts"
import { measure } from "../pieces/Piece.ts"
import type { Shape } from "../Scene.ts"
import { combined, type Operator } from "./Combine.ts"
import { inverted, type Point, type Polygon, PolygonMaker } from "./Polygons.ts"
import { TooMuchWork } from "./Tree.ts"

/** A closed shape and its matrix: sixteen numbers, column by column, into the coordinates of a scene. */
export interface PlacedShape {
  readonly shape: Shape
  readonly matrix: ArrayLike<number>
}

/** The polygons that bound a body. */
type Body = ReadonlyArray<Polygon>

/**
 * The distance within which points are in a plane, as a fraction of the extent of a body. Coordinates of corners have
 * 24 bits.
 */
const samePart = 2e-6

/** The size of the box at which half spaces are cut off, as a multiple of the size of the body. */
const wider = 1.2

/** The most comparisons of polygons with planes for one combination. */
const mostWork = 100_000

/**
 * The most triangles of one operand, because the work grows with their square. The engine hardly ever combines solids
 * with more triangles wrongly.
 */
export const mostTriangles = 600

/** The deepest nesting of combinations that is evaluated, and the most items of which the result may keep parts. */
const deepest = 200
const mostKept = 400

const at = ({ matrix, shape: { positions } }: PlacedShape, corner: number): Point => {
  const [x, y, z] = [positions[3 * corner]!, positions[3 * corner + 1]!, positions[3 * corner + 2]!]
  const row = (i: number): number => matrix[i]! * x + matrix[4 + i]! * y + matrix[8 + i]! * z + matrix[12 + i]!
  return [row(0), row(1), row(2)]
}

/** Returns whether each piece is closed. */
export const areClosed = (pieces: ReadonlyArray<PlacedShape>): boolean =>
  pieces.every(({ matrix, shape }) => {
    const columns = Float64Array.from([0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14], (i) => matrix[i]!)
    return measure(shape, columns, [0, 1, 0], false).isClosed
  })

/** Combines the bodies of one tree of items. */
class Combination {
  private readonly maker: PolygonMaker
  private readonly within: number
  private readonly middle: Point
  private readonly size: number
  private readonly budget = { left: mostWork }

  /** @param kept all shapes of which the result may keep parts */
  constructor(kept: ReadonlyArray<PlacedShape>) {
    const [least, most] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity]
    ]
    for (const piece of kept) {
      for (let corner = 0; corner < piece.shape.positions.length / 3; corner++) {
        for (const [axis, value] of at(piece, corner).entries()) {
          least[axis] = Math.min(least[axis]!, value)
          most[axis] = Math.max(most[axis]!, value)
        }
      }
    }
    const middle = (axis: number) => (least[axis]! + most[axis]!) / 2
    this.middle = [middle(0), middle(1), middle(2)]
    this.size = Math.hypot(most[0]! - least[0]!, most[1]! - least[1]!, most[2]! - least[2]!)
    this.within = samePart * this.size
    this.maker = new PolygonMaker(this.within)
  }

  combine(operator: Operator, first: Body, second: Body): Body {
    return combined(operator, first, second, this.within, this.budget)
  }

  /** Returns the body of closed shapes, which may overlap; null if one of them is open. */
  bodyOf(pieces: ReadonlyArray<PlacedShape>): Body | null {
    const triangles = pieces.reduce((sum, { shape }) => sum + shape.triangles.length / 3, 0)
    if (triangles === 0 || triangles > mostTriangles || !areClosed(pieces)) return null
    const bodies = pieces.map((piece): Body => {
      const { triangles } = piece.shape
      const polygons: Array<Polygon> = []
      let volume = 0
      for (let i = 0; i < triangles.length; i += 3) {
        const corners = [at(piece, triangles[i]!), at(piece, triangles[i + 1]!), at(piece, triangles[i + 2]!)] as const
        const polygon = this.maker.triangle(corners)
        if (polygon !== null) polygons.push(polygon)
        const [p, q, r] = corners.map((point) => point.map((value, axis) => value - this.middle[axis]!))
        volume +=
          p![0]! * (q![1]! * r![2]! - q![2]! * r![1]!) +
          p![1]! * (q![2]! * r![0]! - q![0]! * r![2]!) +
          p![2]! * (q![0]! * r![1]! - q![1]! * r![0]!)
      }
      return volume < 0 ? polygons.map(inverted) : polygons
    })
    return bodies.reduce((all, body) => this.combine("UNION", all, body))
  }

  /** Returns the part of a half space that can affect the body. It is open far from the body unless it has bounds. */
  halfSpace({ at: point, outward }: HalfSpace, bounds: Body | null): Body {
    const square = this.maker.square(toScene(...point), toScene(...outward), this.middle, 4 * wider * this.size)
    if (bounds === null) return [square]
    const axes: ReadonlyArray<Point> = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1]
    ]
    const half = (wider * this.size) / 2
    const box = axes.flatMap((axis) =>
      [half, -half].map((away) => {
        const normal = axis.map((part) => part * Math.sign(away)) as unknown as Point
        const corner = this.middle.map((value, i) => value + axis[i]! * away) as unknown as Point
        return this.maker.square(corner, normal, this.middle, half)
      })
    )
    return this.combine("INTERSECTION", this.combine("INTERSECTION", box, bounds), [square])
  }
}

/**
 * Makes bodies of items that the engine fails to combine, by binary space partitions.
 *
 * @param meshOf returns the shapes of an item, or none
 */
export class Bodies {
  constructor(
    private readonly booleans: Booleans,
    private readonly meshOf: (id: number) => ReadonlyArray<PlacedShape>
  ) {}

  /** Returns the polygons that bound an item; null if they cannot be computed. */
  ofItem(id: number): Body | null {
    const kept = this.keptBy(id)
    if (kept === null) return null
    const meshes = new Map(kept.map((item) => [item, this.meshOf(item)]))
    const meshOf = (item: number) => meshes.getOrInsertComputed(item, () => this.meshOf(item))
    return this.guarded(() => this.evaluated(id, new Combination([...meshes.values()].flat()), meshOf, 0))
  }

  /** Returns the remainder of items after others are subtracted; null if it cannot be computed. */
  difference(items: ReadonlyArray<PlacedShape>, taken: ReadonlyArray<PlacedShape>): Body | null {
    return this.guarded(() => {
      const combination = new Combination(items)
      const [body, openings] = [combination.bodyOf(items), combination.bodyOf(taken)]
      return body === null || openings === null ? null : combination.combine("DIFFERENCE", body, openings)
    })
  }

  private guarded(make: () => Body | null): Body | null {
    try {
      return make()
    } catch (fault) {
      if (fault instanceof TooMuchWork) return null
      throw fault
    }
  }

  /**
   * Returns the solids of which an item may keep parts: all except those that are only subtracted or intersected; null
   * if there are too many.
   */
  private keptBy(id: number): ReadonlyArray<number> | null {
    const { combined: nodes, halfSpaces } = this.booleans
    const items = new Set([id])
    // Iterating a set that grows meanwhile includes the items that are added.
    for (const item of items) {
      const node = nodes.get(item)
      if (node !== undefined) items.add(node.first)
      if (node?.operator === "UNION") items.add(node.second)
      if (items.size > mostKept) return null
    }
    return [...items].filter((item) => !nodes.has(item) && !halfSpaces.has(item))
  }

  private evaluated(
    id: number,
    combination: Combination,
    meshOf: (id: number) => ReadonlyArray<PlacedShape>,
    depth: number
  ): Body | null {
    if (depth > deepest) return null
    const { combined: nodes, halfSpaces } = this.booleans
    const node = nodes.get(id)
    if (node !== undefined) {
      const first = this.evaluated(node.first, combination, meshOf, depth + 1)
      const second = first === null ? null : this.evaluated(node.second, combination, meshOf, depth + 1)
      return first === null || second === null ? null : combination.combine(node.operator, first, second)
    }
    const half = halfSpaces.get(id)
    if (half === undefined) return combination.bodyOf(meshOf(id))
    const bounds = half.within === null ? null : combination.bodyOf(meshOf(half.within))
    return half.within !== null && bounds === null ? null : combination.halfSpace(half, bounds)
  }
}
