/** A matrix of sixteen numbers, column by column. */
export type Matrix = Float64Array

/** Translation, rotation as a quaternion, and scale of a glTF node. */
export interface Transform {
  readonly translation: readonly [number, number, number]
  readonly rotation: readonly [number, number, number, number]
  readonly scale: readonly [number, number, number]
}

/** Relative tolerance within which the axes of a similarity have equal lengths and right angles. */
const exactness = 1e-6

const column = (m: Matrix, at: number, c: number): readonly [number, number, number] => [
  m[at + 4 * c]!,
  m[at + 4 * c + 1]!,
  m[at + 4 * c + 2]!
]

const dot = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!

/** Returns the determinant of the upper left 3 × 3 part. */
export const determinant = (m: Matrix, at: number): number => {
  const [[a, b, c], [d, e, f], [g, h, i]] = [column(m, at, 0), column(m, at, 1), column(m, at, 2)]
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
}

/**
 * Returns the length of the axes if the matrix is a similarity (rotation, uniform scale, perhaps mirroring); otherwise
 * null.
 */
export const evenScale = (m: Matrix, at: number): number | null => {
  const [x, y, z] = [column(m, at, 0), column(m, at, 1), column(m, at, 2)]
  const lengths = [dot(x, x), dot(y, y), dot(z, z)]
  const most = Math.max(...lengths)
  if (!(most > 1e-24) || Math.min(...lengths) < most * (1 - exactness)) return null
  const skew = Math.max(Math.abs(dot(x, y)), Math.abs(dot(y, z)), Math.abs(dot(z, x)))
  return skew > most * exactness ? null : Math.sqrt(most)
}

/** Returns `inner` relative to a base that is a similarity: base⁻¹ · inner. */
export const inBase = (base: Matrix, at: number, scale: number, inner: Matrix, from: number): Matrix => {
  const result = new Float64Array(16)
  result[15] = 1
  const origin = column(base, at, 3)
  for (let c = 0; c < 4; c++) {
    const [x, y, z] = column(inner, from, c)
    const moved = c === 3 ? [x - origin[0], y - origin[1], z - origin[2]] : [x, y, z]
    for (let axis = 0; axis < 3; axis++) result[4 * c + axis] = dot(column(base, at, axis), moved) / (scale * scale)
  }
  return result
}

/** Returns the node transform of a base that is a similarity, followed within it by a translation and a scale. */
export const transformOf = (
  base: Matrix,
  at: number,
  scale: number,
  offset: readonly [number, number, number],
  step: number,
  origin: readonly [number, number, number]
): Transform => {
  const mirrored = determinant(base, at) < 0
  const axes = [0, 1, 2].map((c) => column(base, at, c).map((part) => part / (mirrored && c === 0 ? -scale : scale)))
  const [[m00, m10, m20], [m01, m11, m21], [m02, m12, m22]] = axes as unknown as [
    [number, number, number],
    [number, number, number],
    [number, number, number]
  ]
  const place = [0, 1, 2].map((i) => {
    const [x, y, z] = [column(base, at, 0)[i]!, column(base, at, 1)[i]!, column(base, at, 2)[i]!]
    return column(base, at, 3)[i]! + x * offset[0] + y * offset[1] + z * offset[2] - origin[i]!
  }) as [number, number, number]
  const size = scale * step
  return {
    translation: place,
    rotation: quaternion(m00, m01, m02, m10, m11, m12, m20, m21, m22),
    scale: [mirrored ? -size : size, size, size]
  }
}

/**
 * Returns the quaternion of a rotation matrix, computed from its largest component for precision. Source: Shepperd,
 * "Quaternion from Rotation Matrix", 1978.
 */
const quaternion = (
  m00: number,
  m01: number,
  m02: number,
  m10: number,
  m11: number,
  m12: number,
  m20: number,
  m21: number,
  m22: number
): [number, number, number, number] => {
  const parts = [1 + m00 - m11 - m22, 1 - m00 + m11 - m22, 1 - m00 - m11 + m22, 1 + m00 + m11 + m22]
  const greatest = parts.indexOf(Math.max(...parts))
  const s = Math.sqrt(parts[greatest]!) / 2
  const f = 0.25 / s
  const found =
    greatest === 0
      ? [s, (m01 + m10) * f, (m02 + m20) * f, (m21 - m12) * f]
      : greatest === 1
        ? [(m01 + m10) * f, s, (m12 + m21) * f, (m02 - m20) * f]
        : greatest === 2
          ? [(m02 + m20) * f, (m12 + m21) * f, s, (m10 - m01) * f]
          : [(m21 - m12) * f, (m02 - m20) * f, (m10 - m01) * f, s]
  const length = Math.hypot(...found)
  return found.map((part) => part / length) as [number, number, number, number]
}

/** Returns the matrix of a transform, translated by `origin`. */
export const matrixOf = (
  { rotation: [x, y, z, w], scale: [sx, sy, sz], translation: [tx, ty, tz] }: Transform,
  origin: readonly [number, number, number]
): Matrix =>
  Float64Array.of(
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx + origin[0],
    ty + origin[1],
    tz + origin[2],
    1
  )
