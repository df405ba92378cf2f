import type { Shape } from "../Scene.ts"
import { determinant, type Matrix } from "./Matrix.ts"
import { weld } from "../Weld.ts"

/** A shape as a part of a product: placed relative to the product's base, in one colour. */
export interface MeshPiece {
  readonly shape: Shape
  /** Maps the coordinates of the shape to those of the base. */
  readonly matrix: Matrix
  /** Red, green, blue and opacity packed into one number. */
  readonly color: number
}

/** The triangles of one colour and their corners. */
export interface MeshPart {
  readonly color: number
  /** Three numbers for each corner: multiples of the step, or lengths in the units of the base. */
  readonly corners: Uint16Array | Float32Array
  readonly triangles: Uint32Array
  readonly least: readonly [number, number, number]
  readonly most: readonly [number, number, number]
}

/** A mesh that products may share. A corner is at `offset + step · corner` in their base. */
export interface ProductMesh {
  readonly parts: ReadonlyArray<MeshPart>
  readonly offset: readonly [number, number, number]
  readonly step: number
}

/**
 * Returns the quantization step for which corners deviate by at most `away` along any axis of the model, however the
 * quantization axes are rotated.
 */
export const stepWithin = (away: number): number => (away * 2) / Math.sqrt(3)

/** Number of steps along a side that 16 bits can store. */
const steps = 65_535
/** Largest error of corners along an axis of the model, in metres. */
const mostAway = 0.0001
/** The longest step that is accurate enough, in metres. */
const longestStep = stepWithin(mostAway)
const finestStep = 2 ** -14

/**
 * Returns the corners of a piece relative to the base. Corners that are not finite are dropped later, with their
 * triangles.
 */
const placed = ({ matrix: m, shape: { positions } }: MeshPiece): Float64Array => {
  const corners = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    corners[at] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!
    corners[at + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!
    corners[at + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!
  }
  return corners
}

/** Returns the triangles whose corners are finite. Reverses their order of corners if the matrix mirrors. */
const facing = ({ matrix, shape: { triangles } }: MeshPiece, corners: Float64Array, from: number): Array<number> => {
  const mirrored = determinant(matrix, 0) < 0
  const kept: Array<number> = []
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!]
    let sum = 0
    for (const corner of [a, b, c]) for (let i = 0; i < 3; i++) sum += corners[3 * corner + i]!
    if (!Number.isFinite(sum)) continue
    kept.push(from + a, from + (mirrored ? c : b), from + (mirrored ? b : c))
  }
  return kept
}

/**
 * Builds the mesh of the pieces of a product; returns null if no triangle is left.
 *
 * @param scale metres in a unit of the base
 * @param finest the shortest step, in metres; shorter ones would only make files larger
 */
export const productMesh = (
  pieces: ReadonlyArray<MeshPiece>,
  scale: number,
  finest = finestStep
): ProductMesh | null => {
  const placedPieces = pieces.map((piece) => ({ piece, corners: placed(piece) }))
  const least: [number, number, number] = [Infinity, Infinity, Infinity]
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { corners } of placedPieces) {
    for (let at = 0; at < corners.length; at++) {
      const value = corners[at]!
      const axis = at % 3
      if (value < least[axis]!) least[axis] = value
      if (value > most[axis]! && value !== Infinity) most[axis] = value
    }
  }
  const extent = Math.max(most[0] - least[0], most[1] - least[1], most[2] - least[2])
  if (!(extent > 0) || extent === Infinity) return null
  const isFine = (extent / steps) * scale <= Math.max(longestStep, finest)
  const step = isFine ? Math.max(extent / steps, finest / scale) : 1
  const parts: Array<MeshPart> = []
  for (const [color, ofColor] of Map.groupBy(placedPieces, ({ piece }) => piece.color)) {
    const count = ofColor.reduce((sum, { corners }) => sum + corners.length, 0)
    const values = isFine ? new Uint32Array(count) : new Float32Array(count)
    const triangles: Array<Array<number>> = []
    let length = 0
    for (const { corners, piece } of ofColor) {
      triangles.push(facing(piece, corners, length / 3))
      for (let at = 0; at < corners.length; at++) {
        const value = (corners[at]! - least[at % 3]!) / step
        // Adding 0 turns -0 into 0, because corners are compared by their bits.
        values[length + at] = Number.isFinite(value) ? (isFine ? Math.round(value) : value + 0) : 0
      }
      length += corners.length
    }
    const all = Uint32Array.from(triangles.length === 1 ? triangles[0]! : triangles.flat())
    const places = isFine ? (values as Uint32Array) : new Uint32Array(values.buffer)
    const welded = weld(places, all)
    if (welded.triangles.length > 0) parts.push(partOf(color, values, welded.corners, welded.triangles, isFine))
  }
  return parts.length === 0 ? null : { parts, offset: least, step }
}

const partOf = (
  color: number,
  values: Uint32Array | Float32Array,
  kept: Uint32Array,
  triangles: Uint32Array,
  isFine: boolean
): MeshPart => {
  const corners = isFine ? new Uint16Array(kept.length * 3) : new Float32Array(kept.length * 3)
  const least: [number, number, number] = [Infinity, Infinity, Infinity]
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < kept.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = values[kept[i]! * 3 + axis]!
      corners[3 * i + axis] = value
      if (value < least[axis]!) least[axis] = value
      if (value > most[axis]!) most[axis] = value
    }
  }
  return { color, corners, triangles, least, most }
}
