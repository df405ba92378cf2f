import type { Placements, Scene, Shape } from "../Scene.ts"
import { evenScale, inBase, type Matrix } from "./Matrix.ts"
import type { MeshPiece } from "./ProductMesh.ts"
import { thinned } from "./Thinned.ts"

/** A placed shape of one product and one colour. */
export interface ViewPiece {
  readonly shape: Shape
  /** The row among the products that are drawn. */
  readonly feature: number
  /** Red, green, blue and opacity, 0 to 255, sRGB, packed into one number. */
  readonly color: number
  /** The offset of its matrix among those of the placements. */
  readonly at: number
}

/** Shapes that are repeated in many places in the same arrangement, and so are drawn as instances. */
interface ViewGroup {
  /** The shapes at each place, relative to the matrix of the place. */
  readonly parts: ReadonlyArray<MeshPiece>
  readonly places: ReadonlyArray<ViewPiece>
}

export interface ViewPieces {
  /** Indices of the products that are drawn. */
  readonly products: ReadonlyArray<number>
  readonly groups: ReadonlyArray<ViewGroup>
  readonly pieces: ReadonlyArray<ViewPiece>
}

/**
 * A group costs a draw call. It must save at least `leastSaved` triangles, and there are at most `mostGroups` groups.
 */
const leastSaved = 5000
const mostGroups = 64

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

/** The highest opacity of spaces, whatever the file says, so that their contents stay visible. */
const spaceOpacity = 77

/** Returns whether a colour is transparent. */
export const isGlass = (color: number): boolean => (color & 255) < 255

const colorOf = ({ color }: Placements, i: number, isSpace: boolean): number => {
  const opacity = isSpace ? Math.min(spaceOpacity, color[4 * i + 3]!) : color[4 * i + 3]!
  return ((color[4 * i]! << 24) | (color[4 * i + 1]! << 16) | (color[4 * i + 2]! << 8) | opacity) >>> 0
}

/**
 * Tolerances within which parts of a group have the same arrangement in two places: offset in metres, and change of an
 * axis of length 1.
 */
const mostApart = 0.000_005
const mostTurned = 0.000_001

/** Returns the matrix of `pieces` relative to the matrices of `places`, or null if it is not the same for all. */
const placedIn = (
  matrix: Matrix,
  places: ReadonlyArray<ViewPiece>,
  pieces: ReadonlyArray<ViewPiece>
): Matrix | null => {
  let first: Matrix | null = null
  for (const [i, { at }] of places.entries()) {
    const scale = evenScale(matrix, at)!
    const found = inBase(matrix, at, scale, matrix, pieces[i]!.at)
    first ??= found
    const isAlike = found.every((value, j) => Math.abs(value - first![j]!) <= (j < 12 ? mostTurned : mostApart / scale))
    if (!isAlike) return null
  }
  return first
}

/** Merges groups of the same products if their parts are arranged alike. */
const joined = (
  matrix: Matrix,
  groups: ReadonlyArray<{ readonly pieces: ReadonlyArray<ViewPiece> }>
): ReadonlyArray<ViewGroup> =>
  [...Map.groupBy(groups, ({ pieces }) => pieces.map(({ feature }) => feature).join()).values()].flatMap((same) => {
    const found: Array<{ readonly parts: Array<MeshPiece>; readonly places: ReadonlyArray<ViewPiece> }> = []
    for (const { pieces } of same) {
      const { color, shape } = pieces[0]!
      const fitting = found.values().map(({ parts, places }) => ({ parts, placed: placedIn(matrix, places, pieces) }))
      const { parts, placed } = fitting.find((one) => one.placed !== null) ?? { parts: [], placed: null }
      parts.push({ shape, color, matrix: placed ?? identity })
      if (placed === null) found.push({ parts, places: pieces })
    }
    return found
  })

/** Returns the length of the longest axis of a matrix. */
const longest = (matrix: Float64Array, at: number): number => {
  let most = 0
  for (let c = 0; c < 3; c++) {
    most = Math.max(most, Math.hypot(matrix[at + 4 * c]!, matrix[at + 4 * c + 1]!, matrix[at + 4 * c + 2]!))
  }
  return most
}

/**
 * Returns the drawn parts of a scene, simplified for pictures: geometry that is repeated often as groups, the rest as
 * pieces.
 */
export const viewPieces = ({ placements, products, shapes }: Scene): ViewPieces => {
  const { count, matrix, product, shape } = placements
  const scale = new Float64Array(shapes.length)
  for (let i = 0; i < count; i++) scale[shape[i]!] = Math.max(scale[shape[i]!]!, longest(matrix, 16 * i))
  const thin = shapes.map((one, i) => (scale[i]! > 0 ? thinned(one, scale[i]!) : null))
  const featureOf = new Int32Array(products.length).fill(-1)
  const drawn: Array<number> = []
  const all: Array<ViewPiece & { readonly of: number }> = []
  for (let i = 0; i < count; i++) {
    const of = shape[i]!
    const found = thin[of] ?? null
    if (found === null || !Number.isFinite(matrix.subarray(16 * i, 16 * i + 16).reduce((sum, one) => sum + one, 0)))
      continue
    const index = product[i]!
    if (featureOf[index] === -1) featureOf[index] = drawn.push(index) - 1
    const color = colorOf(placements, i, products[index]!.isSpace)
    all.push({ shape: found, feature: featureOf[index]!, color, at: 16 * i, of })
  }
  const alike = [...Map.groupBy(all, ({ color, of }) => `${of} ${color}`).values()]
    .map((pieces) => pieces.filter(({ at }) => evenScale(matrix, at) !== null))
    .map((pieces) => ({ pieces, saved: ((pieces[0]?.shape.triangles.length ?? 0) / 3) * (pieces.length - 1) }))
    .filter(({ saved }) => saved > leastSaved)
    .toSorted((a, b) => b.saved - a.saved)
    .slice(0, mostGroups)
  const grouped = new Set(alike.flatMap(({ pieces }) => pieces))
  return {
    products: drawn,
    groups: joined(matrix, alike),
    pieces: all.filter((piece) => !grouped.has(piece))
  }
}
