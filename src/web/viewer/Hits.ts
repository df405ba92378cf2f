import { cornerOf, type Vector, type ViewModel } from "./ViewModel.ts"

type Place = { readonly x: number; readonly y: number }

/** Size of a picture in pixels, and a lookup of the product visible at a pixel. */
interface Picture {
  readonly width: number
  readonly height: number
  readonly productAt: (x: number, y: number) => number | null
}

/** Roughly the most triangles of a product that are tried. */
const mostTries = 400

/**
 * Returns a whole pixel at which the product is visible, or null if none was found.
 *
 * @param placeIn returns the pixel of a point, or null if the point is behind the eye
 */
export const placeThatHits = (
  { batches, parts }: ViewModel,
  product: number,
  placeIn: (point: Vector) => Place | null,
  { height, productAt, width }: Picture
): Place | null => {
  const corners = new Float64Array(9)
  const [first, end] = [parts.starts[product] ?? 0, parts.starts[product + 1] ?? 0]
  let triangles = 0
  for (let part = first; part < end; part++) triangles += (parts.to[part]! - parts.from[part]!) / 3
  const every = Math.max(1, Math.ceil(triangles / mostTries))
  for (let part = first; part < end; part++) {
    const batch = batches[parts.batch[part]!]!
    for (let i = parts.from[part]!; i < parts.to[part]!; i += 3 * every) {
      for (let c = 0; c < 3; c++) cornerOf(batch, batch.indices[i + c]!, parts.instance[part]!, corners, 3 * c)
      const middle = [0, 1, 2].map((axis) => (corners[axis]! + corners[axis + 3]! + corners[axis + 6]!) / 3)
      const at = placeIn(middle as unknown as Vector)
      if (at === null || at.x < 0 || at.y < 0 || at.x >= width || at.y >= height) continue
      const [x, y] = [Math.round(at.x), Math.round(at.y)]
      if (productAt(x, y) === product) return { x, y }
    }
  }
  return null
}
