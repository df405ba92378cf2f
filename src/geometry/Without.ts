import type { Scene } from "./Scene.ts"

/** Returns a scene without some of its products. Shapes that no product uses any more are kept without a placement. */
export const without = ({ placements, products, shapes, ...rest }: Scene, guids: ReadonlySet<string>): Scene => {
  const kept = Array.from({ length: placements.count }, (_, i) => i).filter(
    (i) => !guids.has(products[placements.product[i]!]!.guid)
  )
  const pick = <A extends Uint32Array | Float64Array | Uint8Array>(values: A, width: number): A => {
    const picked = new (values.constructor as new (length: number) => A)(kept.length * width)
    for (const [to, from] of kept.entries()) picked.set(values.subarray(from * width, (from + 1) * width), to * width)
    return picked
  }
  const { color, matrix, product, shape } = placements
  return {
    ...rest,
    products,
    shapes,
    placements: {
      count: kept.length,
      product: pick(product, 1),
      shape: pick(shape, 1),
      matrix: pick(matrix, 16),
      color: pick(color, 4)
    }
  }
}
