import { cornerOf, type Vector, type ViewModel } from "./ViewModel.ts"

/** Ray with a direction of unit length, in metres relative to the model's origin. */
export interface Ray {
  readonly from: Vector
  readonly along: Vector
}

/** First intersection of a ray with a product. Points are relative to the model's origin. */
export interface RayHit {
  readonly product: number
  readonly distance: number
  readonly point: Vector
  /** Unit vector towards the eye. */
  readonly normal: Vector
  /** Corners of the triangle that was hit. */
  readonly corners: readonly [Vector, Vector, Vector]
  /** Returns, for the side after each corner, whether it is an edge: the face does not continue beyond it. */
  readonly areEdges: () => ReadonlyArray<boolean>
}

/** Filter of what a ray can hit. */
interface Through {
  readonly isShown: (product: number) => boolean
  /** Returns whether no section cuts the point away. */
  readonly isKept: (x: number, y: number, z: number) => boolean
}

type Meshes = Pick<ViewModel, "batches" | "parts">

/** Returns the distance at which the ray enters a box, or Infinity if it misses the box. */
const entered = (boxes: Float32Array, at: number, from: Vector, over: Vector): number => {
  let near = 0
  let far = Infinity
  for (let axis = 0; axis < 3; axis++) {
    const one = (boxes[at + axis]! - from[axis]!) * over[axis]!
    const other = (boxes[at + axis + 3]! - from[axis]!) * over[axis]!
    // NaN: the ray runs within the side of the box.
    if (one !== one || other !== other) continue
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
  }
  // The tolerance allows for boxes in 32-bit floats.
  return near <= far + 1e-4 ? near : Infinity
}

const minus = (a: Float64Array, to: number, of: number): [number, number, number] => [
  a[to]! - a[of]!,
  a[to + 1]! - a[of + 1]!,
  a[to + 2]! - a[of + 2]!
]
const cross = (a: Vector, b: Vector): [number, number, number] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/**
 * Returns the distance to a triangle, hit from either side, or Infinity if it is missed. Source: Möller and Trumbore,
 * 1997.
 */
const met = (c: Float64Array, { along, from }: Ray): number => {
  const e1 = minus(c, 3, 0)
  const e2 = minus(c, 6, 0)
  const p = cross(along, e2)
  const det = dot(e1, p)
  if (Math.abs(det) < 1e-14) return Infinity
  const t: Vector = [from[0] - c[0]!, from[1] - c[1]!, from[2] - c[2]!]
  const u = dot(t, p) / det
  if (u < -1e-9 || u > 1 + 1e-9) return Infinity
  const q = cross(t, e1)
  const v = dot(along, q) / det
  if (v < -1e-9 || u + v > 1 + 1e-9) return Infinity
  const distance = dot(e2, q) / det
  return distance > 1e-6 ? distance : Infinity
}

/**
 * Returns the first hit of a ray among shown products and points that no section cuts away, or null if there is none.
 */
export const pick = ({ batches, parts }: Meshes, ray: Ray, { isKept, isShown }: Through): RayHit | null => {
  const { along, from } = ray
  const over = along.map((part) => 1 / part) as unknown as Vector
  const candidates: Array<{ readonly part: number; readonly at: number }> = []
  for (let part = 0; part < parts.count; part++) {
    const at = entered(parts.boxes, 6 * part, from, over)
    if (at < Infinity && isShown(parts.product[part]!)) candidates.push({ part, at })
  }
  candidates.sort((a, b) => a.at - b.at)
  const c = new Float64Array(9)
  const best = new Float64Array(9)
  let distance = Infinity
  let hit = -1
  for (const { at, part } of candidates) {
    if (at > distance) break
    const batch = batches[parts.batch[part]!]!
    const instance = parts.instance[part]!
    for (let i = parts.from[part]!; i < parts.to[part]!; i += 3) {
      for (let corner = 0; corner < 3; corner++) cornerOf(batch, batch.indices[i + corner]!, instance, c, 3 * corner)
      const far = met(c, ray)
      if (far >= distance) continue
      if (!isKept(from[0] + far * along[0], from[1] + far * along[1], from[2] + far * along[2])) continue
      distance = far
      hit = part
      best.set(c)
    }
  }
  if (hit < 0) return null
  const across = cross(minus(best, 3, 0), minus(best, 6, 0))
  const turn = (dot(across, along) > 0 ? -1 : 1) / Math.hypot(...across)
  const corner = (at: number): Vector => [best[at]!, best[at + 1]!, best[at + 2]!]
  return {
    product: parts.product[hit]!,
    distance,
    point: [from[0] + distance * along[0], from[1] + distance * along[1], from[2] + distance * along[2]],
    normal: [across[0] * turn, across[1] * turn, across[2] * turn],
    corners: [corner(0), corner(3), corner(6)],
    areEdges: () => edgesOf({ batches, parts }, hit, best)
  }
}

/** Largest sine of the angle between two triangles that count as one plane. */
const sameDirection = 1e-3

/** Returns which sides of a triangle are edges of its face. A triangulation has sides within faces too. */
const edgesOf = ({ batches, parts }: Meshes, part: number, own: Float64Array): ReadonlyArray<boolean> => {
  const normalOf = (c: Float64Array): Vector => {
    const across = cross(minus(c, 3, 0), minus(c, 6, 0))
    const length = Math.hypot(...across)
    return [across[0] / length, across[1] / length, across[2] / length]
  }
  const areSame = (a: Float64Array, at: number, b: Float64Array, other: number): boolean =>
    a[at] === b[other] && a[at + 1] === b[other + 1] && a[at + 2] === b[other + 2]
  const normal = normalOf(own)
  const areEdges = [true, true, true]
  const at = [-1, -1, -1]
  const batch = batches[parts.batch[part]!]!
  const c = new Float64Array(9)
  for (let i = parts.from[part]!; i < parts.to[part]!; i += 3) {
    for (let n = 0; n < 3; n++) cornerOf(batch, batch.indices[i + n]!, parts.instance[part]!, c, 3 * n)
    let shared = 0
    for (let mine = 0; mine < 3; mine++) {
      at[mine] = areSame(own, 3 * mine, c, 0)
        ? 0
        : areSame(own, 3 * mine, c, 3)
          ? 1
          : areSame(own, 3 * mine, c, 6)
            ? 2
            : -1
      if (at[mine] !== -1) shared += 1
    }
    // A neighbour shares two corners; three shared corners are the triangle itself.
    if (shared !== 2) continue
    if (Math.hypot(...cross(normal, normalOf(c))) > sameDirection) continue
    areEdges[at[2] === -1 ? 0 : at[0] === -1 ? 1 : 2] = false
  }
  return areEdges
}

/** Point that a measurement snaps to: a corner or an edge of the triangle that was hit, else the hit point itself. */
export interface Snap {
  readonly kind: "vertex" | "edge" | "face"
  readonly point: Vector
}

/** Snaps to a corner, else to an edge, that is within `reach` metres and that no section cuts away. */
export const snapped = ({ areEdges, corners, point }: RayHit, reach: number, isKept: Through["isKept"]): Snap => {
  const away = (other: Vector) => Math.hypot(other[0] - point[0], other[1] - point[1], other[2] - point[2])
  const isNear = (at: Vector) => away(at) <= reach && isKept(...at)
  const nearest = (points: ReadonlyArray<Vector>): Vector | undefined =>
    points.filter(isNear).toSorted((a, b) => away(a) - away(b))[0]
  const vertex = nearest(corners)
  if (vertex !== undefined) return { kind: "vertex", point: vertex }
  const onSides = corners.map((a, i): Vector => {
    const b = corners[(i + 1) % 3]!
    const side: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    const part = dot([point[0] - a[0], point[1] - a[1], point[2] - a[2]], side) / dot(side, side)
    const clamped = Math.min(1, Math.max(0, part))
    return [a[0] + side[0] * clamped, a[1] + side[1] * clamped, a[2] + side[2] * clamped]
  })
  const isEdge = onSides.some(isNear) ? areEdges() : []
  const edge = nearest(onSides.filter((_, i) => isEdge[i]))
  return edge === undefined ? { kind: "face", point } : { kind: "edge", point: edge }
}
