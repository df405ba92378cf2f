import { type Batch, cornerOf, type Parts } from "./ViewModel.ts"

/** Receives a part: product, batch, instance, and the start and end of its indices. */
type Take = (product: number, batch: number, instance: number, from: number, to: number) => void

const eachPart = (batches: ReadonlyArray<Batch>, take: Take): void => {
  for (const [at, { indices, instances, products }] of batches.entries()) {
    if (instances !== null) {
      for (let i = 0; i < instances.count; i++) take(instances.products[i]!, at, i, 0, indices.length)
      continue
    }
    let from = 0
    for (let i = 3; i <= indices.length; i += 3) {
      const product = products![indices[from]!]!
      if (i < indices.length && products![indices[i]!] === product) continue
      take(product, at, 0, from, i)
      from = i
    }
  }
}

/**
 * Returns a function that writes the bounding box of an instance. It is computed from the box of the shape, so it may
 * be larger than necessary.
 */
const boxesOfInstances = (batch: Batch): ((instance: number, to: Float32Array, at: number) => void) => {
  const { positions, stride, step, instances, corner } = batch
  const shape = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += stride) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis]! * step
      shape[axis] = Math.min(shape[axis]!, value)
      shape[axis + 3] = Math.max(shape[axis + 3]!, value)
    }
  }
  const { matrices } = instances!
  return (instance, to, at) => {
    for (let axis = 0; axis < 3; axis++) {
      const row = 12 * instance + 4 * axis
      let least = corner[axis]! + matrices[row + 3]!
      let most = least
      for (let side = 0; side < 3; side++) {
        const one = matrices[row + side]! * shape[side]!
        const other = matrices[row + side]! * shape[side + 3]!
        least += Math.min(one, other)
        most += Math.max(one, other)
      }
      to[at + axis] = least
      to[at + axis + 3] = most
    }
  }
}

/** Returns the parts of products, and the bounding boxes of both. */
export const partsOf = (batches: ReadonlyArray<Batch>, count: number): { parts: Parts; boxes: Float32Array } => {
  const starts = new Uint32Array(count + 1)
  eachPart(batches, (product) => {
    starts[product + 1]!++
  })
  for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!
  const total = starts[count]!
  const numbers = () => new Uint32Array(total)
  const parts: Parts = {
    count: total,
    product: numbers(),
    batch: numbers(),
    instance: numbers(),
    from: numbers(),
    to: numbers(),
    boxes: new Float32Array(6 * total),
    starts
  }
  const next = starts.slice()
  const corner = new Float64Array(3)
  const boxOf = batches.map((batch) => (batch.instances === null ? null : boxesOfInstances(batch)))
  eachPart(batches, (product, at, instance, from, to) => {
    const part = next[product]!++
    parts.product[part] = product
    parts.batch[part] = at
    parts.instance[part] = instance
    parts.from[part] = from
    parts.to[part] = to
    const give = boxOf[at]!
    if (give !== null) return give(instance, parts.boxes, 6 * part)
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (let i = from; i < to; i++) {
      cornerOf(batches[at]!, batches[at]!.indices[i]!, 0, corner, 0)
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis]!, corner[axis]!)
        box[axis + 3] = Math.max(box[axis + 3]!, corner[axis]!)
      }
    }
    parts.boxes.set(box, 6 * part)
  })
  const boxes = new Float32Array(6 * count).map((_, i) => (i % 6 < 3 ? Infinity : -Infinity))
  for (let part = 0; part < total; part++) {
    const to = 6 * parts.product[part]!
    for (let side = 0; side < 6; side++) {
      const value = parts.boxes[6 * part + side]!
      boxes[to + side] = side < 3 ? Math.min(boxes[to + side]!, value) : Math.max(boxes[to + side]!, value)
    }
  }
  return { parts, boxes }
}
