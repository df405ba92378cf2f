/** An affine transformation: twelve numbers in three rows of x, y, z and offset. */
export type Matrix = ReadonlyArray<number>

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** Returns the transformation that applies `inner`, then `outer`. */
export const multiply = (outer: Matrix, inner: Matrix): Matrix =>
  identity.map((_, i) => {
    const row = i - (i % 4)
    const column = i % 4
    let sum = column === 3 ? outer[row + 3]! : 0
    for (let k = 0; k < 3; k++) sum += outer[row + k]! * inner[4 * k + column]!
    return sum
  })

/** Transforms points of three coordinates each. */
export const mapped = (matrix: Matrix, positions: Float64Array): Float64Array =>
  positions.map((_, i) => {
    const row = 4 * (i % 3)
    const point = i - (i % 3)
    return (
      matrix[row]! * positions[point]! +
      matrix[row + 1]! * positions[point + 1]! +
      matrix[row + 2]! * positions[point + 2]! +
      matrix[row + 3]!
    )
  })

export type Vector = readonly [number, number, number]

/**
 * A transformation without shear: a rotation, an origin and a scale for each axis. The last scale is negative if it
 * mirrors.
 */
export interface Standing {
  readonly origin: Vector
  /** Right-handed unit vectors. */
  readonly axes: readonly [Vector, Vector, Vector]
  readonly scales: Vector
}

/** The largest cosine that still counts as a right angle. */
const rightAngle = 1e-9

const column = (matrix: Matrix, i: number): Vector => [matrix[i]!, matrix[4 + i]!, matrix[8 + i]!]

/** Returns the point that becomes the new origin. */
export const offset = (matrix: Matrix): Vector => column(matrix, 3)

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]

/** Returns the parts of a transformation; null if it shears or flattens. */
export const standing = (matrix: Matrix): Standing | null => {
  const columns = [column(matrix, 0), column(matrix, 1), column(matrix, 2)] as const
  const [sx, sy, sz] = columns.map((of) => Math.hypot(...of)) as [number, number, number]
  if (!(sx > 0 && sy > 0 && sz > 0)) return null
  const unit = (of: Vector, by: number): Vector => [of[0] / by, of[1] / by, of[2] / by]
  const x = unit(columns[0], sx)
  const y = unit(columns[1], sy)
  const along = unit(columns[2], sz)
  if (Math.max(Math.abs(dot(x, y)), Math.abs(dot(x, along)), Math.abs(dot(y, along))) > rightAngle) return null
  const z = cross(x, y)
  return { origin: offset(matrix), axes: [x, y, z], scales: [sx, sy, dot(z, along) < 0 ? -sz : sz] }
}

export const nowhere: Standing = standing(identity)!
