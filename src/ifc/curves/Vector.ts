/** A point or direction; those of two dimensions have z = 0. */
export type Vector = readonly [x: number, y: number, z: number]

export const plus = (a: Vector, b: Vector, scale = 1): Vector => [
  a[0] + b[0] * scale,
  a[1] + b[1] * scale,
  a[2] + b[2] * scale
]

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

export const times = (a: Vector, scale: number): Vector => [a[0] * scale, a[1] * scale, a[2] * scale]

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]

export const lengthOf = (a: Vector): number => Math.hypot(a[0], a[1], a[2])

export const distance = (a: Vector, b: Vector): number => lengthOf(minus(a, b))

/** Returns the vector with a length of 1; null if it has no direction. */
export const unit = (a: Vector): Vector | null => {
  const length = lengthOf(a)
  return length > 0 && Number.isFinite(length) ? times(a, 1 / length) : null
}

/**
 * Returns the direction of the part of a vector that is perpendicular to a unit vector, as a unit vector; null if there
 * is none.
 */
export const across = (a: Vector, normal: Vector): Vector | null => {
  const length = lengthOf(a)
  const part = plus(a, normal, -dot(a, normal))
  return lengthOf(part) > 1e-9 * length ? unit(part) : null
}

/** Returns the point that is a fraction of the way from one point to another. */
export const between = (a: Vector, b: Vector, fraction: number): Vector => plus(a, minus(b, a), fraction)

/** Three perpendicular axes of length 1 and their origin. */
export interface Axes {
  readonly x: Vector
  readonly y: Vector
  readonly z: Vector
  readonly origin: Vector
}

/** Transforms a point of a coordinate system into the coordinates in which the axes of the system are given. */
export const outOf = ({ x, y, z, origin }: Axes, [a, b, c]: Vector): Vector =>
  plus(plus(plus(origin, x, a), y, b), z, c)

/** Transforms a point into a coordinate system. */
export const into = ({ x, y, z, origin }: Axes, point: Vector): Vector => {
  const from = minus(point, origin)
  return [dot(from, x), dot(from, y), dot(from, z)]
}
