import { partsOf } from "./Parts.ts"
import type { Batch, Parts, Vector, ViewModel } from "./ViewModel.ts"

/** A model of a scene and its place: scaled, turned about the vertical axis by `angle` radians, and moved. Y is up. */
export interface Placed {
  readonly model: ViewModel
  /** Prefix of the model's GlobalIds, because several models may have the same ones. */
  readonly prefix: string
  readonly scale: number
  readonly angle: number
  /** Place of the view file's origin in the scene, in metres. */
  readonly move: Vector
}

type Turn = (x: number, y: number, z: number) => Vector

/** A turn about the vertical axis, counter-clockwise if seen from above. */
const turnOf = ({ angle, scale }: Placed): Turn | null => {
  if (Math.abs(angle) < 1e-12 && Math.abs(scale - 1) < 1e-12) return null
  const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  return (x, y, z) => [c * x + s * z, scale * y, c * z - s * x]
}

const moved = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

const raised = (products: Float32Array, by: number): Float32Array =>
  by === 0 ? products : products.map((product) => product + by)

/** Turns the columns of matrices, which are rows of three by four numbers. */
const turnedMatrices = (matrices: Float32Array, turn: Turn): Float32Array => {
  const result = new Float32Array(matrices.length)
  for (let at = 0; at < matrices.length; at += 12) {
    for (let column = 0; column < 4; column++) {
      const [x, y, z] = turn(matrices[at + column]!, matrices[at + 4 + column]!, matrices[at + 8 + column]!)
      result[at + column] = x
      result[at + 4 + column] = y
      result[at + 8 + column] = z
    }
  }
  return result
}

/** Turns positions, which then are in metres and without padding. */
const turnedPositions = ({ positions, step, stride }: Batch, turn: Turn): Float32Array => {
  const count = positions.length / stride
  const result = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    const at = i * stride
    result.set(turn(positions[at]! * step, positions[at + 1]! * step, positions[at + 2]! * step), 3 * i)
  }
  return result
}

const placedBatch = (batch: Batch, move: Vector, turn: Turn | null, base: number): Batch => {
  const { corner, instances, products } = batch
  const own = {
    ...batch,
    products: products === null ? null : raised(products, base),
    instances: instances === null ? null : { ...instances, products: raised(instances.products, base) },
    corner: moved(turn === null ? corner : turn(...corner), move)
  }
  if (turn === null) return own
  if (own.instances === null) return { ...own, positions: turnedPositions(batch, turn), stride: 3, step: 1 }
  return { ...own, instances: { ...own.instances, matrices: turnedMatrices(own.instances.matrices, turn) } }
}

/** Largest relative error of a number in 32 bits. */
const roughness = 2 ** -23

/** Moves boxes outwards by what 32-bit floats lose, so that flat boxes far from the origin still hold their shapes. */
const movedBoxes = (boxes: Float32Array, move: Vector): Float32Array =>
  boxes.map((value, i) => {
    const at = value + move[(i % 3) as 0 | 1 | 2]
    return at + (i % 6 < 3 ? -1 : 1) * Math.abs(at) * roughness
  })

const joinedParts = (all: ReadonlyArray<Parts>, products: ReadonlyArray<number>, batches: ReadonlyArray<number>) => {
  const total = all.reduce((sum, { count }) => sum + count, 0)
  const numbers = () => new Uint32Array(total)
  const parts = {
    count: total,
    product: numbers(),
    batch: numbers(),
    instance: numbers(),
    from: numbers(),
    to: numbers(),
    boxes: new Float32Array(6 * total),
    starts: new Uint32Array(products.at(-1)! + 1)
  } satisfies Parts
  let at = 0
  for (const [n, one] of all.entries()) {
    for (const name of ["instance", "from", "to"] as const) parts[name].set(one[name], at)
    parts.boxes.set(one.boxes, 6 * at)
    for (let i = 0; i < one.count; i++) {
      parts.product[at + i] = one.product[i]! + products[n]!
      parts.batch[at + i] = one.batch[i]! + batches[n]!
    }
    for (let i = 0; i < one.starts.length; i++) parts.starts[products[n]! + i] = one.starts[i]! + at
    at += one.count
  }
  return parts
}

/** Returns the sums of the numbers before each, and of all. */
const sums = (counts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const result = [0]
  for (const count of counts) result.push(result.at(-1)! + count)
  return result
}

const joinedNumbers = <A extends Uint8Array | Uint16Array | Uint32Array | Float32Array>(
  to: A,
  all: ReadonlyArray<A>
): A => {
  let at = 0
  for (const one of all) {
    to.set(one, at)
    at += one.length
  }
  return to
}

const joinedWholes = (models: ReadonlyArray<Placed>): ViewModel["wholes"] => {
  const bases = sums(models.map(({ model }) => model.wholes.guids.length))
  const above = (numbers: Uint32Array, n: number) => numbers.map((whole) => (whole === 0 ? 0 : whole + bases[n]!))
  const all = models.map(({ model: { guids, wholes } }, n) => ({
    // It is empty if the model has no wholes.
    ofProducts: wholes.ofProducts.length === 0 ? new Uint32Array(guids.length) : above(wholes.ofProducts, n),
    above: above(wholes.above, n)
  }))
  return {
    guids: models.flatMap(({ model, prefix }) => model.wholes.guids.map((guid) => prefix + guid)),
    ofProducts: joinedNumbers(
      new Uint32Array(sums(all.map(({ ofProducts }) => ofProducts.length)).at(-1)!),
      all.map(({ ofProducts }) => ofProducts)
    ),
    above: joinedNumbers(
      new Uint32Array(bases.at(-1)!),
      all.map(({ above }) => above)
    )
  }
}

/**
 * Returns several models as one, with the products of one model after those of another. Typed numbers of models that
 * are neither turned nor scaled are shared with the result, except the numbers of products.
 *
 * @param origin the origin of the scene, in metres
 */
export const joined = (models: ReadonlyArray<Placed>, origin: Vector): ViewModel => {
  const products = sums(models.map(({ model }) => model.guids.length))
  const starts = sums(models.map(({ model }) => model.batches.length))
  const classes = [...new Set(models.flatMap(({ model }) => model.classes))]
  const classAt = new Map(classes.map((name, i) => [name, i]))
  const placed = models.map((one, n) => {
    const turn = turnOf(one)
    const batches = one.model.batches.map((batch) => placedBatch(batch, one.move, turn, products[n]!))
    const { guids } = one.model
    if (turn !== null) {
      const own = one.model.batches.map((batch) => placedBatch(batch, one.move, turn, 0))
      return { batches, ...partsOf(own, guids.length) }
    }
    const { boxes, parts } = one.model
    return {
      batches,
      boxes: movedBoxes(boxes, one.move),
      parts: { ...parts, boxes: movedBoxes(parts.boxes, one.move) }
    }
  })
  const total = products.at(-1)!
  return {
    origin,
    guids: models.flatMap(({ model, prefix }) => model.guids.map((guid) => prefix + guid)),
    wholes: joinedWholes(models),
    classes,
    classOf: joinedNumbers(
      new Uint16Array(total),
      models.map(({ model }) => model.classOf.map((n) => classAt.get(model.classes[n] ?? "") ?? 0))
    ),
    isSpace: joinedNumbers(
      new Uint8Array(total),
      models.map(({ model }) => model.isSpace)
    ),
    boxes: joinedNumbers(
      new Float32Array(6 * total),
      placed.map(({ boxes }) => boxes)
    ),
    batches: placed.flatMap(({ batches }) => batches),
    parts: joinedParts(
      placed.map(({ parts }) => parts),
      products,
      starts
    )
  }
}

/** Returns the bytes of all typed numbers of a model; the graphics card holds about as many again. */
export const bytesOf = ({ batches, boxes, classOf, isSpace, parts }: ViewModel): number => {
  const buffers = new Set<ArrayBufferLike>([boxes, classOf, isSpace].map(({ buffer }) => buffer))
  for (const holder of [parts, ...batches, ...batches.map(({ instances }) => instances ?? {})]) {
    for (const value of Object.values(holder) as ReadonlyArray<unknown>)
      if (ArrayBuffer.isView(value)) buffers.add(value.buffer)
  }
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
}
