import { cross, dot, minus, type Vector } from "../../ifc/curves/Vector.ts"
import type { Shape } from "../Scene.ts"
import { shiftOf, slotOfTwo } from "../Spread.ts"
import { weld } from "../Weld.ts"

/** The caps of a shape: flat faces that would close its holes. */
export interface Caps {
  /** Whether each edge has an even number of triangles, whatever their orientation. */
  readonly isEven: boolean
  /** The total area in square metres. */
  readonly area: number
  /** Contributions to the volume and to its first moment, both relative to `middle`. */
  readonly volume: number
  readonly moment: readonly [number, number, number]
  /** Upper bound, in cubic metres, of the volume error that is due to holes that are not quite flat. */
  readonly doubt: number
}

/** Edges of triangles that lack a matching edge in the opposite direction. */
interface Rims {
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** The number of missing triangles at each edge. */
  readonly times: Uint32Array
}

/** Mixes every bit of both numbers into every bit of the result. Source: A. Appleby, MurmurHash3. */
const mixed = (one: number, other: number): number => {
  const part = Math.imul(other, 0xcc_9e_2d_51)
  let hash = one ^ Math.imul((part << 15) | (part >>> 17), 0x1b_87_35_93)
  hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6_54_6b_64
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return hash ^ (hash >>> 16)
}

/**
 * Returns whether each edge has a matching edge in the opposite direction, compared by the positions of their ends, and
 * whether each has one in any direction; the results are wrong with a probability of one in 2^64 and one in 2^32. Most
 * shapes have no hole, and this is much cheaper than a search for open edges.
 */
const matches = (
  places: Int32Array,
  triangles: Uint32Array
): { readonly isWhole: boolean; readonly isEven: boolean } => {
  const keys = new Int32Array(places.length / 3)
  for (let corner = 0, at = 0; corner < keys.length; corner++, at += 3) {
    keys[corner] = mixed(mixed(places[at]!, places[at + 1]!), places[at + 2]!)
  }
  let [one, other, even] = [0, 0, 0]
  for (let i = 0; i < triangles.length; i++) {
    const a = keys[triangles[i]!]!
    const b = keys[triangles[i % 3 === 2 ? i - 2 : i + 1]!]!
    if (a === b) continue
    const hash = a < b ? mixed(a, b) : mixed(b, a)
    const again = mixed(hash, a ^ b)
    even ^= again
    one = a < b ? (one + hash) | 0 : (one - hash) | 0
    other = a < b ? (other + again) | 0 : (other - again) | 0
  }
  return { isWhole: one === 0 && other === 0, isEven: even === 0 }
}

/** Returns the edges without a match. Linear time. */
const rimsOf = (triangles: Uint32Array): Rims => {
  let size = 16
  while (size < triangles.length * 2) size *= 2
  const shift = shiftOf(size)
  const table = new Int32Array(size).fill(-1)
  const low = new Uint32Array(triangles.length)
  const high = new Uint32Array(triangles.length)
  const net = new Int32Array(triangles.length)
  let used = 0
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i]!
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1]!
    const [least, most] = a < b ? [a, b] : [b, a]
    let slot = slotOfTwo(least, most, shift)
    for (;;) {
      const found = table[slot]!
      if (found === -1) {
        table[slot] = used
        low[used] = least
        high[used] = most
        net[used++] = a < b ? 1 : -1
        break
      }
      if (low[found] === least && high[found] === most) {
        net[found]! += a < b ? 1 : -1
        break
      }
      slot = (slot + 1) & (size - 1)
    }
  }
  const open = Uint32Array.from({ length: used }, (_, i) => i).filter((i) => net[i] !== 0)
  return {
    from: open.map((i) => (net[i]! > 0 ? low[i]! : high[i]!)),
    to: open.map((i) => (net[i]! > 0 ? high[i]! : low[i]!)),
    times: open.map((i) => Math.abs(net[i]!))
  }
}

/** Yields each hole of a shape as a set of connected open edges. Linear time. */
function* holesOf({ from, to }: Rims, corners: number): Generator<Uint32Array> {
  const parent = new Uint32Array(corners)
  for (let corner = 0; corner < corners; corner++) parent[corner] = corner
  const rootOf = (corner: number): number => {
    let root = corner
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  for (const [rim, corner] of from.entries()) parent[rootOf(corner)] = rootOf(to[rim]!)
  // Counting sort by root.
  const ends = new Uint32Array(corners + 1)
  for (const corner of from) ends[rootOf(corner) + 1]! += 1
  for (let corner = 0; corner < corners; corner++) ends[corner + 1]! += ends[corner]!
  const order = new Uint32Array(from.length)
  for (const [rim, corner] of from.entries()) order[ends[rootOf(corner)]!++] = rim
  for (let root = 0, start = 0; root < corners; root++) {
    const end = ends[root]!
    if (end > start) yield order.subarray(start, end)
    start = end
  }
}

const axes = [0, 1, 2] as const

const stands = (positions: Float32Array, corner: number): boolean =>
  positions.subarray(corner * 3, corner * 3 + 3).every((value) => Number.isFinite(value))

/**
 * Computes the caps of a shape. Caps are needed because geometry engines leave out some faces where they cut. The open
 * edges determine the area of a flat cap, whatever its outline: it is that of a triangle fan from one of its corners.
 *
 * @param corners positions of the shape's corners, in metres
 * @param middle the point that volumes are relative to
 */
export const capsOf = ({ positions, triangles }: Shape, corners: Float64Array, middle: Vector): Caps => {
  const places = new Float32Array(positions.length)
  let isFinite = true
  for (let i = 0; i < positions.length; i++) {
    // Adding 0 turns -0 into 0, because corners are compared by their bits.
    places[i] = positions[i]! + 0
    if (!Number.isFinite(places[i]!)) isFinite = false
  }
  const standing = isFinite
    ? triangles
    : triangles.filter((_, i) => axes.every((next) => stands(positions, triangles[i - (i % 3) + next]!)))
  const { isEven, isWhole } = matches(new Int32Array(places.buffer), standing)
  if (isWhole) return { isEven, area: 0, volume: 0, moment: [0, 0, 0], doubt: 0 }
  const welded = weld(new Uint32Array(places.buffer), standing)
  const rims = rimsOf(welded.triangles)
  const placeOf = (corner: number): Vector => {
    const at = welded.corners[corner]! * 3
    return minus([corners[at]!, corners[at + 1]!, corners[at + 2]!], middle)
  }
  let [area, volume, doubt] = [0, 0, 0]
  const moment: [number, number, number] = [0, 0, 0]
  for (const hole of holesOf(rims, welded.corners.length)) {
    const first = placeOf(rims.from[hole[0]!]!)
    /** Returns the triangle of the fan at an edge. */
    const partOf = (rim: number) => {
      const [one, other] = [placeOf(rims.to[rim]!), placeOf(rims.from[rim]!)]
      return { one, other, normal: cross(minus(one, first), minus(other, first)), times: rims.times[rim]! }
    }
    const sum: [number, number, number] = [0, 0, 0]
    for (const rim of hole) {
      const { normal, times } = partOf(rim)
      for (const axis of axes) sum[axis] += times * normal[axis]
    }
    const twice = Math.hypot(...sum)
    const off = (at: Vector): number => {
      const from = minus(at, first)
      return twice > 0 ? Math.abs(dot(from, sum)) / twice : Math.hypot(...from)
    }
    for (const rim of hole) {
      const { normal, one, other, times } = partOf(rim)
      const tetrahedron = (times * dot(first, normal)) / 6
      volume += tetrahedron
      for (const axis of axes) moment[axis] += (tetrahedron * (first[axis] + one[axis] + other[axis])) / 4
      doubt += ((times * Math.hypot(...normal)) / 2) * Math.max(off(one), off(other))
    }
    area += twice / 2
  }
  return { isEven, area, volume, moment, doubt }
}
