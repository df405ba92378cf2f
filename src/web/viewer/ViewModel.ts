import type { Wholes } from "./Seen.ts"

/** Three numbers; positions are in metres, Y up. */
export type Vector = readonly [number, number, number]

/** Rows of three-by-four matrices, twelve numbers per instance, and the product of each instance. */
interface Instances {
  readonly count: number
  readonly matrices: Float32Array
  readonly products: Float32Array
}

/** Triangles drawn at once. Corners are at `corner + step · position`; matrices place the instances. */
export interface Batch {
  readonly isGlass: boolean
  readonly corner: Vector
  readonly step: number
  readonly positions: Uint16Array | Float32Array
  /** Numbers from one corner to the next: three, or four if one is padding. */
  readonly stride: number
  readonly indices: Uint16Array | Uint32Array
  /** Linear red, green, blue and opacity of each corner, 0 to 255; null if all corners have `color`. */
  readonly colors: Uint8Array | null
  /** Linear red, green, blue and opacity, 0 to 1. */
  readonly color: readonly [number, number, number, number]
  /** Product of each corner; null if the instances have it. */
  readonly products: Float32Array | null
  readonly instances: Instances | null
}

/** Parts of products, sorted by product. Each is a contiguous run of a batch's indices. */
export interface Parts {
  readonly count: number
  readonly product: Uint32Array
  readonly batch: Uint32Array
  /** Index of the instance; 0 if the batch has none. */
  readonly instance: Uint32Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Minimum x, y, z and maximum x, y, z of each part. */
  readonly boxes: Float32Array
  /** Index of the first part of each product, then the number of parts: one entry more than products. */
  readonly starts: Uint32Array
}

/** Contents of a view file. Positions are relative to `origin`, which is in whole metres. */
export interface ViewModel {
  readonly origin: Vector
  readonly guids: ReadonlyArray<string>
  readonly wholes: Wholes
  readonly classes: ReadonlyArray<string>
  /** Index into `classes`, by product. */
  readonly classOf: Uint16Array
  /** 1 for a space, which is shown only on demand. */
  readonly isSpace: Uint8Array
  /** Minimum x, y, z and maximum x, y, z of each product. */
  readonly boxes: Float32Array
  readonly batches: ReadonlyArray<Batch>
  readonly parts: Parts
}

/** Writes the position of corner `index` of a batch to `to`, starting at `at`. */
export const cornerOf = (batch: Batch, index: number, instance: number, to: Float64Array, at: number): void => {
  const { corner, instances, positions, step, stride } = batch
  const from = index * stride
  const x = positions[from]! * step
  const y = positions[from + 1]! * step
  const z = positions[from + 2]! * step
  if (instances === null) {
    to[at] = corner[0] + x
    to[at + 1] = corner[1] + y
    to[at + 2] = corner[2] + z
    return
  }
  const m = instances.matrices
  for (let axis = 0; axis < 3; axis++) {
    const row = 12 * instance + 4 * axis
    to[at + axis] = corner[axis]! + m[row]! * x + m[row + 1]! * y + m[row + 2]! * z + m[row + 3]!
  }
}

/** Returns the box around the boxes of some products, or of all; null if none of them has one. */
export const boxAround = (boxes: Float32Array, products?: Iterable<number>): Float64Array | null => {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (const product of products ?? Array.from({ length: boxes.length / 6 }, (_, i) => i)) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis]!, boxes[6 * product + axis] ?? Infinity)
      box[axis + 3] = Math.max(box[axis + 3]!, boxes[6 * product + axis + 3] ?? -Infinity)
    }
  }
  return box[0]! <= box[3]! ? box : null
}
