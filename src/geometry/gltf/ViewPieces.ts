import type { Placements, Scene, Shape } from "../Scene.ts"
import { evenScale } from "./Matrix.ts"
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

/** The same shape in one colour in many places: drawn at once. */
interface ViewGroup {
  readonly shape: Shape
  readonly color: number
  readonly pieces: ReadonlyArray<ViewPiece>
}

export interface ViewPieces {
  /** Indices of the products that are drawn. */
  readonly products: ReadonlyArray<number>
  readonly groups: ReadonlyArray<ViewGroup>
  readonly pieces: ReadonlyArray<ViewPiece>
}

/** Groups cost a draw each: they are worth it where they save so many triangles, and there are no more than this. */
const leastSaved = 4000
const mostGroups = 64

/** Opacity of spaces, whatever the file says: what is inside is to be seen. */
const spaceOpacity = 77

/** Whether light goes through. */
export const isGlass = (color: number): boolean => (color & 255) < 255

const colorOf = ({ color }: Placements, i: number, isSpace: boolean): number => {
  const opacity = isSpace ? Math.min(spaceOpacity, color[4 * i + 3]!) : color[4 * i + 3]!
  return ((color[4 * i]! << 24) | (color[4 * i + 1]! << 16) | (color[4 * i + 2]! << 8) | opacity) >>> 0
}

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
    groups: alike.map(({ pieces }) => ({ shape: pieces[0]!.shape, color: pieces[0]!.color, pieces })),
    pieces: all.filter((piece) => !grouped.has(piece))
  }
}
