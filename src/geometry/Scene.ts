/**
 * The shapes of a model as they are drawn and written: metres, right-handed, Y up (IFC's x, z, −y), which are glTF's
 * axes. What many products share stands once. A scene is never changed.
 */
export interface Scene {
  /** Spaces are among them; one that no placement names is not drawn. */
  readonly products: ReadonlyArray<SceneProduct>
  /** What no placement names is not drawn. */
  readonly shapes: ReadonlyArray<Shape>
  readonly placements: Placements
  /** Metres that corners may stand off from where the model has them, along any axis; not given: they do not. */
  readonly away?: number
}

export interface SceneProduct {
  /** GlobalId. */
  readonly guid: string
  /** In usual spelling: `IfcWallStandardCase`. */
  readonly class: string
  /** Spaces are drawn only for who asks for them, and never fill a picture. */
  readonly isSpace: boolean
  /** GlobalIds of the products that it is a part of, the nearest first; not given: it is a whole. */
  readonly wholes?: ReadonlyArray<string>
}

/** Triangles, in coordinates of their own: counter-clockwise seen from outside. */
export interface Shape {
  /** x, y, z of each corner. */
  readonly positions: Float32Array
  /** Three corners of each triangle. */
  readonly triangles: Uint32Array
}

/** Which shape stands where, as part of which product. Columns; those of one product stand together, in its order. */
export interface Placements {
  readonly count: number
  /** Index into `products`. */
  readonly product: Uint32Array
  /** Index into `shapes`. */
  readonly shape: Uint32Array
  /** Sixteen numbers each, column by column: from the shape's coordinates to those of the scene, units included. */
  readonly matrix: Float64Array
  /** Red, green, blue, opacity of each, 0 to 255, sRGB. */
  readonly color: Uint8Array
}

/** Of a model without shapes. */
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
