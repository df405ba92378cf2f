/**
 * The shapes of a model as they are drawn and written: metres, right-handed, Y up (IFC's x, z, −y), which are glTF's
 * axes. Geometry that many products share is stored once. A scene is immutable.
 */
export interface Scene {
  /** All products, spaces included. A product without a placement is not drawn. */
  readonly products: ReadonlyArray<SceneProduct>
  /** All shapes. A shape without a placement is not drawn. */
  readonly shapes: ReadonlyArray<Shape>
  readonly placements: Placements
  /**
   * The largest distance, in metres along any axis, by which corners may differ from the model; absent if they are
   * exact.
   */
  readonly away?: number
}

export interface SceneProduct {
  /** The GlobalId. */
  readonly guid: string
  /** The class in mixed case, such as `IfcWallStandardCase`. */
  readonly class: string
  /** Whether this is a space. Spaces are drawn only on request, and are never the subject of a picture. */
  readonly isSpace: boolean
  /** GlobalIds of the products that this one is a part of, the nearest first; absent if it is not a part. */
  readonly wholes?: ReadonlyArray<string>
}

/** Triangles in local coordinates, counter-clockwise seen from outside. */
export interface Shape {
  /** The x, y, z of each corner. */
  readonly positions: Float32Array
  /** The three corner indices of each triangle. */
  readonly triangles: Uint32Array
}

/**
 * The placements of shapes, as parts of products, stored as columns. Placements of one product are contiguous and in
 * its order.
 */
export interface Placements {
  readonly count: number
  /** The index into `products`. */
  readonly product: Uint32Array
  /** The index into `shapes`. */
  readonly shape: Uint32Array
  /** Sixteen numbers each, column by column: maps the shape's coordinates to those of the scene, units included. */
  readonly matrix: Float64Array
  /** Red, green, blue and opacity of each, 0 to 255, sRGB. */
  readonly color: Uint8Array
}

/** The scene of a model without shapes. */
export const nothing: Scene = {
  products: [],
  shapes: [],
  placements: {
    count: 0,
    product: new Uint32Array(),
    shape: new Uint32Array(),
    matrix: new Float64Array(),
    color: new Uint8Array()
  }
}
