import { factors, HashIndex } from "../../ifc/step/HashIndex.ts"
import type { Shape } from "../Scene.ts"

/** Most cells along each side of a shape: cell numbers have 16 bits. */
const MOST_CELLS = 65_535

/** Returns the least and greatest finite coordinate along one axis. */
const reachOf = (positions: Float32Array, side: number): readonly [number, number] => {
  let least = Infinity
  let greatest = -Infinity
  for (let at = side; at < positions.length; at += 3) {
    const value = positions[at]!
    if (!Number.isFinite(value)) continue
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return [least, greatest]
}

/**
 * Simplifies a shape: merges the corners in each cell of a grid into the first of them, and drops the triangles that
 * become degenerate. `size` is the side of a cell in the shape's coordinates. A single pass.
 *
 * Source: Rossignac and Borrel, Multi-resolution 3D approximations for rendering complex scenes (1993).
 */
export const coarsened = ({ positions, triangles }: Shape, size: number): Shape => {
  const reaches = [0, 1, 2].map((side) => reachOf(positions, side))
  const widest = Math.max(...reaches.map(([least, greatest]) => greatest - least))
  const cell = Math.max(size, widest / MOST_CELLS)
  const [minX, minY, minZ] = reaches.map(([least]) => least) as [number, number, number]
  const cells = new HashIndex()
  const places = new Uint16Array(positions.length)
  const corners = new Float32Array(positions.length)
  const stands = new Int32Array(positions.length / 3).fill(-1)
  for (let corner = 0; corner < stands.length; corner++) {
    const x = positions[corner * 3]!
    const y = positions[corner * 3 + 1]!
    const z = positions[corner * 3 + 2]!
    if (!Number.isFinite(x + y + z)) continue
    const i = ((x - minX) / cell) | 0
    const j = ((y - minY) / cell) | 0
    const k = ((z - minZ) / cell) | 0
    const hash = (Math.imul(i, factors[0]!) + Math.imul(j, factors[1]!) + Math.imul(k, factors[2]!)) | 0
    let entry = cells.first(hash)
    while (entry >= 0 && !(places[entry * 3] === i && places[entry * 3 + 1] === j && places[entry * 3 + 2] === k)) {
      entry = cells.next(entry)
    }
    if (entry < 0) {
      entry = cells.add(hash)
      places.set([i, j, k], entry * 3)
      corners.set([x, y, z], entry * 3)
    }
    stands[corner] = entry
  }
  const kept = new Uint32Array(triangles.length)
  let count = 0
  for (let at = 0; at + 2 < triangles.length; at += 3) {
    const a = stands[triangles[at]!] ?? -1
    const b = stands[triangles[at + 1]!] ?? -1
    const c = stands[triangles[at + 2]!] ?? -1
    if (a < 0 || b < 0 || c < 0 || a === b || b === c || c === a) continue
    kept[count++] = a
    kept[count++] = b
    kept[count++] = c
  }
  return { positions: corners.slice(0, cells.length * 3), triangles: kept.slice(0, count) }
}
