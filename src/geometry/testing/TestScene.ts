import type { Scene, Shape } from "../Scene.ts"

type Three = readonly [number, number, number]
export type Color = readonly [number, number, number, number]

export interface TestPart {
  readonly shape: Shape
  readonly matrix: ReadonlyArray<number>
  readonly color: Color
}

export interface TestProduct {
  readonly class?: string
  readonly isSpace?: boolean
  readonly parts: ReadonlyArray<TestPart>
}

/** A cube from 0 to 1 along each axis. */
export const CUBE: Shape = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1),
  triangles: Uint32Array.from(
    [
      [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7],
      [0, 1, 5, 0, 5, 4, 3, 7, 6, 3, 6, 2],
      [0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5]
    ].flat()
  )
}

/** A box with its least corner at `at` and the extents `size`, in metres. */
export const box = (at: Three, size: Three, color: Color): TestPart => ({
  shape: CUBE,
  matrix: [size[0], 0, 0, 0, 0, size[1], 0, 0, 0, 0, size[2], 0, ...at, 1],
  color
})

/** A product that is one box. */
export const boxProduct = (at: Three, size: Three, color: Color, name = "IfcWall"): TestProduct => ({
  class: name,
  parts: [box(at, size, color)]
})

export const sceneOf = (products: ReadonlyArray<TestProduct>): Scene => {
  const placed = products.flatMap(({ parts }, product) => parts.map((part) => ({ ...part, product })))
  const shapes = [...new Set(placed.map(({ shape }) => shape))]
  const shapeAt = new Map(shapes.map((shape, at) => [shape, at]))
  return {
    products: products.map((product, at) => ({
      guid: `product${at}`,
      class: product.class ?? "IfcWall",
      isSpace: product.isSpace ?? false
    })),
    shapes,
    placements: {
      count: placed.length,
      product: Uint32Array.from(placed, ({ product }) => product),
      shape: Uint32Array.from(placed, ({ shape }) => shapeAt.get(shape)!),
      matrix: Float64Array.from(placed.flatMap(({ matrix }) => matrix)),
      color: Uint8Array.from(placed.flatMap(({ color }) => color))
    }
  }
}
