import type { Placements, Scene, Shape } from "../Scene.ts"
import { evenScale, inBase, type Matrix } from "./Matrix.ts"
import type { MeshPiece } from "./ProductMesh.ts"
import { thinned } from "./Thinned.ts"

/** A shape in its place, of one product and one colour. */
export interface ViewPiece {
  readonly shape: Shape
  /** Row among the products that are drawn. */
  readonly feature: number
  /** Red, green, blue, opacity, 0 to 255, sRGB. */
  readonly color: number
  /** Where its matrix begins among those of the placements. */
  readonly at: number
}

/** The same shapes in many places, beside each other in the same way: drawn at once. */
interface ViewGroup {
  /** What stands in each place, in the base of the place's matrix. */
  readonly parts: ReadonlyArray<MeshPiece>
  readonly places: ReadonlyArray<ViewPiece>
}

export interface ViewPieces {
  /** Indices of the products that are drawn. */
  readonly products: ReadonlyArray<number>
  readonly groups: ReadonlyArray<ViewGroup>
  readonly pieces: ReadonlyArray<ViewPiece>
}

/** Groups cost a draw each: they are worth it where they save so many triangles, and there are no more than this. */
const leastSaved = 5000
const mostGroups = 64

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

/** Opacity of spaces, whatever the file says: what is inside is to be seen. */
const spaceOpacity = 77

/** Whether light goes through. */
export const isGlass = (color: number): boolean => (color & 255) < 255

const colorOf = ({ color }: Placements, i: number, isSpace: boolean): number => {
  const opacity = isSpace ? Math.min(spaceOpacity, color[4 * i + 3]!) : color[4 * i + 3]!
  return ((color[4 * i]! << 24) | (color[4 * i + 1]! << 16) | (color[4 * i + 2]! << 8) | opacity) >>> 0
}

/** Metres that parts of a group may stand otherwise in one place than in another, and how far axes of one metre may turn. */
const mostApart = 0.000_005
const mostTurned = 0.000_001

/** Where all of `pieces` stand in the bases of `places`; null where they do not stand alike. */
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

/** Groups of the same products, in one where their parts stand alike. */
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

/** The longest axis of a matrix. */
const longest = (matrix: Float64Array, at: number): number => {
  let most = 0
  for (let c = 0; c < 3; c++) {
    most = Math.max(most, Math.hypot(matrix[at + 4 * c]!, matrix[at + 4 * c + 1]!, matrix[at + 4 * c + 2]!))
  }
  return most
}

/** What of a scene is drawn, thinned for pictures: what often comes again as groups, the rest piece by piece. */
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
