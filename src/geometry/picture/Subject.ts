import type { Scene } from "../Scene.ts"
import { EXTREMES } from "./Extremes.ts"

/** The subject of the picture. */
export interface Subject {
  /** 1 for each placement that is drawn at all. */
  readonly drawn: Uint8Array
  /** 1 for each product that must be in the picture. */
  readonly products: Uint8Array
  /** Bounding box of these products in metres: least x, y, z, then greatest x, y, z. */
  readonly box: ReadonlyArray<number>
}

/** Distance from zero, in metres, beyond which nothing is drawn. */
const FARTHEST = 1e9

/** Opacity, out of 255, below which nothing is drawn. */
const CLEAREST = 0.15 * 255

/** Classes that surround a building or annotate it. */
const SURROUNDINGS = new Set(["IfcSite", "IfcGeographicElement", "IfcGeotechnicalStratum", "IfcAnnotation", "IfcGrid"])

/** A plate is lower than this fraction of its longer side. */
const PLATE_HEIGHT = 0.05
/** A plate is wider than this fraction of its longer side, so that decks of bridges and roads are not plates. */
const PLATE_WIDTH = 0.3

/** Factor by which a product may enlarge the diagonal of the box that it joins. */
const GROWTH = 2.5
const PLATE_GROWTH = 1.25
/** Largest distance from the box, in diagonals. */
const GAP = 0.5
/** Limit on the weight of large products when the middle is determined, in median sizes. */
const HEAVIEST = 2
/** Limit on the size of core products, in multiples of the extent of the nearer half of the products. */
const CORE_GROWTH = 4
/** The most rounds of joining. Each round at least doubles the reach of the box. */
const ROUNDS = 16

const SIDES = [0, 1, 2] as const

interface Boxes {
  readonly least: Float64Array
  readonly greatest: Float64Array
}

const emptyBoxes = (count: number): Boxes => ({
  least: new Float64Array(count * 3).fill(Infinity),
  greatest: new Float64Array(count * 3).fill(-Infinity)
})

const join = (to: Boxes, at: number, other: Boxes, from: number): void => {
  for (const side of SIDES) {
    to.least[at * 3 + side] = Math.min(to.least[at * 3 + side]!, other.least[from * 3 + side]!)
    to.greatest[at * 3 + side] = Math.max(to.greatest[at * 3 + side]!, other.greatest[from * 3 + side]!)
  }
}

const extent = ({ least, greatest }: Boxes, at: number, side: number): number =>
  greatest[at * 3 + side]! - least[at * 3 + side]!

const diagonal = (boxes: Boxes, at: number): number =>
  Math.hypot(extent(boxes, at, 0), extent(boxes, at, 1), extent(boxes, at, 2))

/**
 * Writes the bounding box of a placement; returns false if it is too far away or if one of its numbers is not finite.
 */
const placementBox = ({ placements }: Scene, extremes: Float32Array, at: number, box: Boxes): boolean => {
  const { matrix } = placements
  const start = placements.shape[at]! * EXTREMES * 3
  for (const side of SIDES) {
    const row = at * 16 + side
    let least = Infinity
    let greatest = -Infinity
    for (let corner = start; corner < start + EXTREMES * 3; corner += 3) {
      const value =
        matrix[row]! * extremes[corner]! +
        matrix[row + 4]! * extremes[corner + 1]! +
        matrix[row + 8]! * extremes[corner + 2]! +
        matrix[row + 12]!
      if (!(Math.abs(value) <= FARTHEST)) return false
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
    box.least[side] = least
    box.greatest[side] = greatest
  }
  return true
}

const drawnBoxes = (scene: Scene, extremes: Float32Array): { readonly drawn: Uint8Array; readonly boxes: Boxes } => {
  const { placements, products } = scene
  const drawn = new Uint8Array(placements.count)
  const boxes = emptyBoxes(products.length)
  const box = emptyBoxes(1)
  for (let at = 0; at < placements.count; at++) {
    const product = placements.product[at]!
    if (products[product]!.isSpace || placements.color[at * 4 + 3]! < CLEAREST) continue
    if (!placementBox(scene, extremes, at, box)) continue
    drawn[at] = 1
    join(boxes, product, box, 0)
  }
  return { drawn, boxes }
}

const isPlate = (boxes: Boxes, at: number): boolean => {
  const longer = Math.max(extent(boxes, at, 0), extent(boxes, at, 2))
  const shorter = Math.min(extent(boxes, at, 0), extent(boxes, at, 2))
  return extent(boxes, at, 1) < PLATE_HEIGHT * longer && shorter > PLATE_WIDTH * longer
}

/** Returns the weighted median. */
const median = (values: Float64Array, weights: Float64Array): number => {
  const order = Uint32Array.from(values, (_, at) => at).sort((one, other) => values[one]! - values[other]!)
  let rest = weights.reduce((sum, weight) => sum + weight, 0) / 2
  for (const at of order) {
    rest -= weights[at]!
    if (rest <= 0) return values[at]!
  }
  return values[order[order.length - 1]!]!
}

const middle = ({ least, greatest }: Boxes, at: number, side: number): number =>
  least[at * 3 + side]! / 2 + greatest[at * 3 + side]! / 2

/**
 * Returns the bounding box of the half of the products that is nearest to the middle of all. Larger products weigh
 * more, up to a limit: two houses count more than two lamps, but a product that surrounds everything does not dominate.
 */
const coreBox = (boxes: Boxes, among: ReadonlyArray<number>): Boxes => {
  const sizes = Float64Array.from(among, (at) => diagonal(boxes, at))
  const heaviest = HEAVIEST * median(sizes, new Float64Array(sizes.length).fill(1))
  const weights = sizes.map((size) => Math.min(size, heaviest))
  const center = SIDES.map((side) =>
    median(
      Float64Array.from(among, (at) => middle(boxes, at, side)),
      weights
    )
  )
  const away = Float64Array.from(among, (at) =>
    Math.hypot(...SIDES.map((side) => middle(boxes, at, side) - center[side]!))
  )
  const reach = median(away, weights)
  const largest = CORE_GROWTH * (2 * reach + median(sizes, weights))
  const near = among.filter((_, index) => away[index]! <= reach)
  const fitting = near.filter((at) => diagonal(boxes, at) <= largest)
  const core = emptyBoxes(1)
  for (const at of fitting.length === 0 ? near : fitting) join(core, 0, boxes, at)
  return core
}

const gap = (boxes: Boxes, at: number, box: Boxes): number =>
  Math.hypot(
    ...SIDES.map((side) =>
      Math.max(0, boxes.least[at * 3 + side]! - box.greatest[side]!, box.least[side]! - boxes.greatest[at * 3 + side]!)
    )
  )

/** Marks the products that join a box and returns the enlarged box. The given box is not changed. */
const joined = (boxes: Boxes, plates: Uint8Array, box: Boxes, inside: Uint8Array, open: ReadonlyArray<number>) => {
  const size = diagonal(box, 0)
  const grown = emptyBoxes(1)
  join(grown, 0, box, 0)
  const both = emptyBoxes(1)
  const left = open.filter((at) => {
    both.least.set(box.least)
    both.greatest.set(box.greatest)
    join(both, 0, boxes, at)
    const limit = plates[at] === 1 ? PLATE_GROWTH : GROWTH
    if (diagonal(both, 0) > limit * size || gap(boxes, at, box) > GAP * size) return true
    inside[at] = 1
    join(grown, 0, boxes, at)
    return false
  })
  return { grown, left }
}

/**
 * Determines which products are the building, whatever is far away from it or around it. Starts with the half of the
 * products nearest to the middle and repeatedly adds products that are near and not much larger. Land is left out
 * unless there is nothing else; wide thin plates count unless they reach far beyond the rest. A few passes
 * over the products.
 *
 * Returns undefined if nothing is drawn.
 */
export const subjectOf = (scene: Scene, extremes: Float32Array): Subject | undefined => {
  const { drawn, boxes } = drawnBoxes(scene, extremes)
  const present: Array<number> = []
  for (let at = 0; at < scene.products.length; at++)
    if (boxes.least[at * 3]! <= boxes.greatest[at * 3]!) present.push(at)
  if (present.length === 0) return undefined
  const built = present.filter((at) => !SURROUNDINGS.has(scene.products[at]!.class))
  const candidates = built.length === 0 ? present : built
  const plates = new Uint8Array(scene.products.length)
  for (const at of candidates) plates[at] = isPlate(boxes, at) ? 1 : 0
  const solid = candidates.filter((at) => plates[at] === 0)
  if (solid.length === 0) plates.fill(0)
  const inside = new Uint8Array(scene.products.length)
  let box = coreBox(boxes, solid.length === 0 ? candidates : solid)
  let open: ReadonlyArray<number> = candidates
  for (let round = 0; round < ROUNDS; round++) {
    const { grown, left } = joined(boxes, plates, box, inside, open)
    if (left.length === open.length) break
    box = grown
    open = left
  }
  return { drawn, products: inside, box: [...box.least, ...box.greatest] }
}
