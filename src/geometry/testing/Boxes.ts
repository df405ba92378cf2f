import type { Scene } from "../Scene.ts"

/** Least and greatest x, y and z of each product by its GlobalId, in metres. */
export type Boxes = ReadonlyMap<string, Float64Array>

/** Boxes that grow with the corners that they are told of. */
export const growingBoxes = () => {
  const boxes = new Map<string, Float64Array>()
  const add = (guid: string, corner: ReadonlyArray<number>): void => {
    const box = boxes.getOrInsertComputed(guid, () =>
      Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
    )
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis]!, corner[axis]!)
      box[axis + 3] = Math.max(box[axis + 3]!, corner[axis]!)
    }
  }
  return { boxes: boxes as Boxes, add }
}

/** Where a matrix of sixteen numbers, from `at` on, puts a point. */
export const moved = (m: Float64Array, at: number, [x, y, z]: readonly [number, number, number]) =>
  [0, 1, 2].map((axis) => m[at + axis]! * x + m[at + 4 + axis]! * y + m[at + 8 + axis]! * z + m[at + 12 + axis]!)

/** The boxes of what is drawn of a scene. */
export const boxesOf = ({ placements, products, shapes }: Scene): Boxes => {
  const { add, boxes } = growingBoxes()
  for (let i = 0; i < placements.count; i++) {
    const { positions, triangles } = shapes[placements.shape[i]!]!
    const { guid } = products[placements.product[i]!]!
    for (const corner of new Set(triangles)) {
      const at = [positions[corner * 3]!, positions[corner * 3 + 1]!, positions[corner * 3 + 2]!] as const
      add(guid, moved(placements.matrix, 16 * i, at))
    }
  }
  return boxes
}

/** The furthest that a side of a box stands from the other's, in metres; products that only one has stand infinitely far. */
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
