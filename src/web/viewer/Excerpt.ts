import { partsOf } from "./Parts.ts"
import type { Batch, Vector, ViewModel } from "./ViewModel.ts"

/** Opacity of an excerpt, 0 to 1. */
const opacity = 0.45

/** Returns the indices of the triangles of some products; a triangle has the product of its first corner. */
const indicesOf = ({ indices, products }: Batch, isWanted: (product: number) => boolean): Uint32Array => {
  const kept: Array<number> = []
  for (let i = 0; i < indices.length; i += 3) {
    if (isWanted(products![indices[i]!]!)) kept.push(indices[i]!, indices[i + 1]!, indices[i + 2]!)
  }
  return Uint32Array.from(kept)
}

const excerptOf = (batch: Batch, isWanted: (product: number) => boolean): Batch => {
  const { color, colors, instances } = batch
  const faint = {
    isGlass: true,
    color: [color[0], color[1], color[2], opacity] as const,
    colors: colors === null ? null : colors.map((part, i) => (i % 4 === 3 ? Math.round(255 * opacity) : part))
  }
  if (instances === null) return { ...batch, ...faint, indices: indicesOf(batch, isWanted) }
  const kept = [...instances.products.keys()].filter((i) => isWanted(instances.products[i]!))
  const matrices = new Float32Array(12 * kept.length)
  for (const [at, i] of kept.entries()) matrices.set(instances.matrices.subarray(12 * i, 12 * i + 12), 12 * at)
  const products = Float32Array.from(kept, (i) => instances.products[i]!)
  return { ...batch, ...faint, instances: { count: kept.length, matrices, products } }
}

/** Returns only some products of a model, transparent, with their places relative to another origin. */
export const excerpt = (model: ViewModel, guids: ReadonlySet<string>, origin: Vector): ViewModel => {
  const by = [0, 1, 2].map((axis) => model.origin[axis]! - origin[axis]!)
  const batches = model.batches
    .map((batch) => excerptOf(batch, (product) => guids.has(model.guids[product]!)))
    .filter(({ indices, instances }) => indices.length > 0 && instances?.count !== 0)
    .map((batch): Batch => {
      const [x, y, z] = batch.corner
      return { ...batch, corner: [x + by[0]!, y + by[1]!, z + by[2]!] }
    })
  return { ...model, origin, batches, ...partsOf(batches, model.guids.length) }
}
