import { determinant } from "./Matrix.ts"
import { byFirstUse, inOrder, taken } from "./Order.ts"
import { isGlass, type ViewPiece } from "./ViewPieces.ts"
import { weld } from "../Weld.ts"

/**
 * Pieces that are drawn with one call. Positions are `corner + step · positions`; with a step of 1 they are metres from
 * `corner`.
 */
export interface ViewChunk {
  readonly isGlass: boolean
  readonly corner: readonly [number, number, number]
  readonly step: number
  /** Three numbers for each vertex: multiples of the step, or metres. */
  readonly positions: Uint16Array | Float32Array
  /** Red, green, blue and opacity of each vertex, 0 to 255, sRGB. */
  readonly colors: Uint8Array
  /** The row of the product of each vertex. */
  readonly features: Float32Array
  readonly triangles: Uint32Array
}

/** The most vertices that 16-bit indices can address. */
const mostVertices = 65_535

/** A piece and its corners in the coordinates of the scene, relative to the origin. */
interface Placed {
  readonly piece: ViewPiece
  readonly corners: Float64Array
  readonly least: readonly [number, number, number]
  readonly most: readonly [number, number, number]
  readonly order: number
}

/** Returns the Morton code of three numbers of ten bits. Source: G. M. Morton, 1966. */
const interleaved = (x: number, y: number, z: number): number => {
  let code = 0
  for (let bit = 9; bit >= 0; bit--) {
    code = code * 8 + (((x >> bit) & 1) << 2) + (((y >> bit) & 1) << 1) + ((z >> bit) & 1)
  }
  return code
}

const placed = (
  piece: ViewPiece,
  m: Float64Array,
  origin: readonly [number, number, number]
): Omit<Placed, "order"> => {
  const { at, shape } = piece
  const { positions } = shape
  const corners = new Float64Array(positions.length)
  const least: [number, number, number] = [Infinity, Infinity, Infinity]
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!]
    for (let axis = 0; axis < 3; axis++) {
      const value =
        m[at + axis]! * x + m[at + 4 + axis]! * y + m[at + 8 + axis]! * z + (m[at + 12 + axis]! - origin[axis]!)
      corners[i + axis] = value
      if (value < least[axis]!) least[axis] = value
      if (value > most[axis]!) most[axis] = value
    }
  }
  return { piece, corners, least, most }
}

const extentOf = ({ least, most }: Pick<Placed, "least" | "most">): number =>
  Math.max(most[0] - least[0], most[1] - least[1], most[2] - least[2])

/**
 * Sorts the largest pieces first. Among pieces of similar size, those that are probably similar in structure are
 * adjacent, which compresses well.
 */
const bySize = (pieces: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const size = (one: Placed) => Math.floor(Math.log2(extentOf(one)))
  return pieces.toSorted(
    (a, b) =>
      size(b) - size(a) ||
      b.piece.shape.triangles.length - a.piece.shape.triangles.length ||
      b.corners.length - a.corners.length ||
      a.piece.feature - b.piece.feature
  )
}

/** Joins pieces into one chunk, the largest first, so that its first triangles are a coarse picture of it. */
const joined = (pieces: ReadonlyArray<Placed>, glass: boolean, step: number): ViewChunk => {
  const least = [0, 1, 2].map((axis) => Math.min(...pieces.map((one) => one.least[axis]!))) as [number, number, number]
  const most = [0, 1, 2].map((axis) => Math.max(...pieces.map((one) => one.most[axis]!))) as [number, number, number]
  const extent = extentOf({ least, most })
  const isFine = extent <= step * mostVertices
  const sorted = bySize(pieces)
  const positions: Array<Uint16Array | Float32Array> = []
  const colors: Array<number> = []
  const features: Array<number> = []
  const triangles: Array<Uint32Array> = []
  let vertices = 0
  for (const { corners, piece } of sorted) {
    const values = isFine ? new Uint16Array(corners.length) : new Float32Array(corners.length)
    for (let i = 0; i < corners.length; i++) {
      const from = corners[i]! - least[i % 3]!
      values[i] = isFine ? Math.round(from / step) : from + 0
    }
    const places = isFine ? Uint32Array.from(values) : new Uint32Array(values.buffer)
    const welded = weld(places, piece.shape.triangles)
    if (welded.triangles.length === 0) continue
    const { corners: used, triangles: indices } = byFirstUse(inOrder(welded.triangles), welded.corners.length)
    positions.push(
      taken(
        values,
        used.map((corner) => welded.corners[corner]!)
      )
    )
    triangles.push(indices.map((corner) => corner + vertices))
    for (let i = 0; i < used.length; i++) {
      colors.push(piece.color >>> 24, (piece.color >>> 16) & 255, (piece.color >>> 8) & 255, piece.color & 255)
      features.push(piece.feature)
    }
    vertices += used.length
  }
  const all = isFine ? new Uint16Array(vertices * 3) : new Float32Array(vertices * 3)
  let at = 0
  for (const part of positions) {
    all.set(part, at)
    at += part.length
  }
  const indices = new Uint32Array(triangles.reduce((sum, { length }) => sum + length, 0))
  at = 0
  for (const part of triangles) {
    indices.set(part, at)
    at += part.length
  }
  return {
    isGlass: glass,
    corner: least,
    step: isFine ? step : 1,
    positions: all,
    colors: Uint8Array.from(colors),
    features: Float32Array.from(features),
    triangles: indices
  }
}

/**
 * Groups nearby pieces into chunks of at most 65,535 vertices and 65,535 steps along a side. Pieces that are longer
 * form chunks of their own, in metres; a piece with more vertices is a chunk by itself. Opaque and transparent pieces
 * are kept apart.
 *
 * @param origin the point that chunks are relative to
 * @param step the quantization step of positions, in metres
 */
export function* viewChunks(
  pieces: ReadonlyArray<ViewPiece>,
  matrix: Float64Array,
  origin: readonly [number, number, number],
  step: number
): Generator<ViewChunk> {
  const longestSide = step * mostVertices
  for (const glass of [false, true]) {
    const of = pieces
      .filter(({ color }) => isGlass(color) === glass)
      .map((piece) => {
        const one = placed(piece, matrix, origin)
        const facing = determinant(matrix, piece.at) < 0 ? mirrored(one) : one
        const [x, y, z] = [0, 1, 2].map((axis) =>
          Math.min(1023, Math.max(0, Math.floor((facing.least[axis]! + facing.most[axis]!) / 2 / 8) + 512))
        ) as [number, number, number]
        return { ...facing, order: interleaved(x, y, z) }
      })
    for (const isLong of [false, true]) {
      const sorted = of.filter((one) => extentOf(one) > longestSide === isLong).toSorted((a, b) => a.order - b.order)
      let near: Array<Placed> = []
      let vertices = 0
      let least: [number, number, number] = [Infinity, Infinity, Infinity]
      let most: [number, number, number] = [-Infinity, -Infinity, -Infinity]
      for (const one of sorted) {
        const count = one.corners.length / 3
        const low = least.map((value, axis) => Math.min(value, one.least[axis]!)) as [number, number, number]
        const high = most.map((value, axis) => Math.max(value, one.most[axis]!)) as [number, number, number]
        const isTooLarge = !isLong && extentOf({ least: low, most: high }) > longestSide
        if (near.length > 0 && (vertices + count > mostVertices || isTooLarge)) {
          yield joined(near, glass, step)
          near = []
          vertices = 0
          least = [...one.least]
          most = [...one.most]
        } else {
          least = low
          most = high
        }
        near.push(one)
        vertices += count
      }
      if (near.length > 0) yield joined(near, glass, step)
    }
  }
}

/** Reverses the triangles of a piece whose matrix mirrors, which would otherwise turn them inside out. */
const mirrored = (one: Omit<Placed, "order">): Omit<Placed, "order"> => {
  const triangles = one.piece.shape.triangles.slice()
  for (let i = 0; i < triangles.length; i += 3) {
    const second = triangles[i + 1]!
    triangles[i + 1] = triangles[i + 2]!
    triangles[i + 2] = second
  }
  return { ...one, piece: { ...one.piece, shape: { ...one.piece.shape, triangles } } }
}
