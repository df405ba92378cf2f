import { cross, dot } from "../../ifc/curves/Vector.ts"
import type { Booleans } from "../../ifc/shapes/Booleans.ts"
import { areClosed, Bodies, mostTriangles, type PlacedShape } from "../csg/Bodies.ts"
import { type Point, type Polygon, shapeOfPolygons } from "../csg/Polygons.ts"
import type { SceneFrame } from "../Matrix.ts"
import type { Shape } from "../Scene.ts"
import { snapped } from "../Snapped.ts"

/** An element that openings are cut out of. */
export interface CutElement {
  readonly frame: SceneFrame
  /** The instance numbers of the definition of its shape, and of the openings, in several lists. */
  readonly shape: number
  readonly openings: ReadonlyArray<ReadonlyArray<number>>
}

/** Returns a placement relative to a frame in the coordinates of the frame's parent. */
const placedIn = (frame: SceneFrame, matrix: ArrayLike<number>): Float64Array => {
  const all = new Float64Array(16)
  for (let column = 0; column < 4; column++) {
    for (let i = 0; i < 3; i++) {
      // An element's own coordinates already have y up, whereas its frame maps x, y, z of the file.
      const [x, y, z] = [matrix[4 * column]!, -matrix[4 * column + 2]!, matrix[4 * column + 1]!]
      all[4 * column + i] = x * frame[i]! + y * frame[3 + i]! + z * frame[6 + i]! + (column === 3 ? frame[9 + i]! : 0)
    }
  }
  all[15] = 1
  return all
}

/** Returns a function that undoes a matrix, or null if it cannot be inverted. */
const inverse = (matrix: ArrayLike<number>): ((point: Point) => Point) | null => {
  const [a, b, c] = [0, 4, 8].map((at): Point => [matrix[at]!, matrix[at + 1]!, matrix[at + 2]!]) as [
    Point,
    Point,
    Point
  ]
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)]
  const determinant = dot(a, bc)
  if (!(Math.abs(determinant) > 0)) return null
  return ([x, y, z]) => {
    const [dx, dy, dz] = [x - matrix[12]!, y - matrix[13]!, z - matrix[14]!]
    const along = (of: Point): number => (of[0] * dx + of[1] * dy + of[2] * dz) / determinant
    return [along(bc), along(ca), along(ab)]
  }
}

/** The most openings that are subtracted, because a solid has at least four triangles. */
const mostOpenings = mostTriangles / 4

/** Corners of a result within this fraction of its extent are the same, because they are computed in several ways. */
const samePart = 4e-6

/** Returns polygons as a shape that a matrix moves to their position, or null if they are not closed or empty. */
const shapeUnder = (matrix: ArrayLike<number>, polygons: ReadonlyArray<Polygon> | null): Shape | null => {
  const undo = inverse(matrix)
  if (undo === null || polygons === null || polygons.length === 0) return null
  const { positions, triangles } = shapeOfPolygons(
    polygons.map(({ plane, points }) => ({ plane, points: points.map(undo) }))
  )
  let extent = 0
  for (const value of positions) extent = Math.max(extent, Math.abs(value))
  const shape = { positions, triangles: snapped(positions, triangles, samePart * extent) }
  return areClosed([{ shape, matrix }]) ? shape : null
}

/** Recomputes shapes that the engine has combined, or cut openings out of, and left open. */
export class Repairs {
  private readonly bodies: Bodies

  /** @param meshOf returns the shapes of an item, a definition of a shape or an opening, or none */
  constructor(
    private readonly booleans: Booleans,
    private readonly meshOf: (id: number) => ReadonlyArray<PlacedShape>
  ) {
    this.bodies = new Bodies(booleans, meshOf)
  }

  /**
   * Returns the shape of a combined item, recomputed if it is open or a union, because the engine may leave faces
   * between bodies that touch.
   */
  item(id: number, placed: PlacedShape): Shape {
    if (areClosed([placed]) && this.booleans.combined.get(id)?.operator !== "UNION") return placed.shape
    const body = this.bodies.ofItem(id)
    if (body === null) return placed.shape
    // The engine moves the middle of a shape to the origin. Only the matrix of the item contains its position.
    const [own, ...others] = this.meshOf(id)
    return (own === undefined || others.length > 0 ? null : shapeUnder(own.matrix, body)) ?? placed.shape
  }

  /** Returns the shapes of an element that openings are cut out of, recomputed if they are open. */
  cut({ frame, openings, shape }: CutElement, pieces: ReadonlyArray<PlacedShape>): ReadonlyArray<Shape> {
    const made = pieces.map((piece) => piece.shape)
    const count = openings.reduce((sum, list) => sum + list.length, 0)
    if (areClosed(pieces) || count > mostOpenings) return made
    const whole = this.meshOf(shape).map((piece) => ({ ...piece, matrix: placedIn(frame, piece.matrix) }))
    if (whole.length !== pieces.length) return made
    const taken = openings.flat().flatMap((opening) => this.meshOf(opening))
    return pieces.map((piece, i) => {
      if (areClosed([piece])) return piece.shape
      return shapeUnder(piece.matrix, this.bodies.difference([whole[i]!], taken)) ?? piece.shape
    })
  }
}
