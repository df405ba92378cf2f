import type { Wholes } from "./Seen.ts"

/** Three numbers; of places metres, Y up. */
export type Vector = readonly [number, number, number]

/** Lines of a matrix of three by four, twelve numbers an instance, and the product of each. */
interface Instances {
  readonly count: number
  readonly matrices: Float32Array
  readonly products: Float32Array
}

/** Triangles that are drawn at once. Corners stand at `corner + step · position`, instances are placed by matrices. */
export interface Batch {
  readonly isGlass: boolean
  readonly corner: Vector
  readonly step: number
  readonly positions: Uint16Array | Float32Array
  /** Numbers from one corner to the next: three, or four with one that says nothing. */
  readonly stride: number
  readonly indices: Uint16Array | Uint32Array
  /** Linear red, green, blue and opacity of each corner, 0 to 255; null where all have `color`. */
  readonly colors: Uint8Array | null
  /** Linear, 0 to 1. */
  readonly color: readonly [number, number, number, number]
  /** Product of each corner; null where instances say it. */
  readonly products: Float32Array | null
  readonly instances: Instances | null
}

/** Pieces of products, each an unbroken run of a batch's indices, one behind the other by product. */
export interface Parts {
  readonly count: number
  readonly product: Uint32Array
  readonly batch: Uint32Array
  /** Which instance; 0 where the batch has none. */
  readonly instance: Uint32Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Least x, y, z and most x, y, z. */
  readonly boxes: Float32Array
  /** Where the parts of product i begin; one more than products. */
  readonly starts: Uint32Array
}

/** What a view file holds. Places are told against `origin`, which is in whole metres. */
export interface ViewModel {
  readonly origin: Vector
  readonly guids: ReadonlyArray<string>
  readonly wholes: Wholes
  readonly classes: ReadonlyArray<string>
  /** Index among the classes, of each product. */
  readonly classOf: Uint16Array
  /** 1: a space, which is shown on demand only. */
  readonly isSpace: Uint8Array
  /** Least x, y, z and most x, y, z of each product. */
  readonly boxes: Float32Array
  readonly batches: ReadonlyArray<Batch>
  readonly parts: Parts
}

/** Writes where corner `index` of a batch stands. */
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

/** The box around boxes of some products, or of all; null where none of them has one. */
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
