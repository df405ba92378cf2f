import type { Scene, Shape } from "../Scene.ts"

/** Least and greatest x, y and z of each product by its GlobalId, in metres. */
export type Boxes = ReadonlyMap<string, Float64Array>

/** Boxes that grow with the corners that are added. */
export const growingBoxes = () => {
  const boxes = new Map<string, Float64Array>()
  const of = (guid: string): Float64Array =>
    boxes.getOrInsertComputed(guid, () =>
      Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
    )
  const add = (guid: string, corner: ReadonlyArray<number>): void => {
    const box = of(guid)
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis]!, corner[axis]!)
      box[axis + 3] = Math.max(box[axis + 3]!, corner[axis]!)
    }
  }
  return { boxes: boxes as Boxes, of, add }
}

/** Returns a point moved by a matrix, which is the sixteen numbers from `at` on. */
export const moved = (m: Float64Array, at: number, [x, y, z]: readonly [number, number, number]) =>
  [0, 1, 2].map((axis) => m[at + axis]! * x + m[at + 4 + axis]! * y + m[at + 8 + axis]! * z + m[at + 12 + axis]!)

/** The corners that triangles of a shape have, each once: x, y and z one after the other. */
const cornersOf = ({ positions, triangles }: Shape): Float32Array => {
  const used = Uint32Array.from(new Set(triangles))
  return Float32Array.from({ length: used.length * 3 }, (_, i) => positions[used[Math.floor(i / 3)]! * 3 + (i % 3)]!)
}

/**
 * The boxes of the drawn parts of a scene. Shapes of some models occur in hundreds of places, so corners are not boxed.
 */
export const boxesOf = ({ placements, products, shapes }: Scene): Boxes => {
  const { boxes, of } = growingBoxes()
  const corners = new Map<number, Float32Array>()
  const { matrix: m } = placements
  for (let i = 0; i < placements.count; i++) {
    const shape = placements.shape[i]!
    const all = corners.getOrInsertComputed(shape, () => cornersOf(shapes[shape]!))
    if (all.length === 0) continue
    const box = of(products[placements.product[i]!]!.guid)
    for (let axis = 0; axis < 3; axis++) {
      const [x, y, z, from] = [0, 4, 8, 12].map((column) => m[16 * i + column + axis]!) as [
        number,
        number,
        number,
        number
      ]
      let [least, most] = [box[axis]!, box[axis + 3]!]
      for (let at = 0; at < all.length; at += 3) {
        const value = x * all[at]! + y * all[at + 1]! + z * all[at + 2]! + from
        if (value < least) least = value
        if (value > most) most = value
      }
      box[axis] = least
      box[axis + 3] = most
    }
  }
  return boxes
}

/**
 * Returns the largest distance between sides of corresponding boxes, in metres; infinity for products that only one
 * scene has.
 */
export const furthest = (some: Boxes, others: Boxes): number => {
  let most = some.size === others.size ? 0 : Infinity
  for (const [guid, box] of some) {
    const other = others.get(guid)
    for (const [i, side] of box.entries()) {
      most = Math.max(most, other === undefined ? Infinity : Math.abs(side - other[i]!))
    }
  }
  return most
}
