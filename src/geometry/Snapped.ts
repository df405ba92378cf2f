import { weld } from "./Weld.ts"

/**
 * Returns the triangles with corners merged that are within a tolerance of each other, without the triangles that have
 * no area after that. Linear time.
 */
export const snapped = (positions: Float32Array, triangles: Uint32Array, tolerance: number): Uint32Array => {
  const { corners, triangles: welded } = weld(new Uint32Array(positions.buffer), triangles)
  const size = 8 * tolerance
  /** Corners by the cell of space that they lie in. */
  const cells = new Map<number, Array<number>>()
  const cellOf = (x: number, y: number, z: number): number =>
    Math.imul(x, 0x9e_37_79_b1) ^ Math.imul(y, 0x85_eb_ca_6b) ^ Math.imul(z, 0xc2_b2_ae_35)
  const first = corners.slice()
  for (const [i, corner] of corners.entries()) {
    const [x, y, z] = [positions[3 * corner]!, positions[3 * corner + 1]!, positions[3 * corner + 2]!]
    const [a, b, c] = [Math.floor(x / size), Math.floor(y / size), Math.floor(z / size)]
    // A nearby corner is in the same cell, or in the next one if this one is near its border.
    const [toA, toB, toC] = [Math.floor((x + tolerance) / size), Math.floor((y + tolerance) / size), Math.floor((z + tolerance) / size)] // prettier-ignore
    for (let p = Math.floor((x - tolerance) / size); p <= toA; p++) {
      for (let q = Math.floor((y - tolerance) / size); q <= toB; q++) {
        for (let r = Math.floor((z - tolerance) / size); r <= toC; r++) {
          for (const other of cells.get(cellOf(p, q, r)) ?? []) {
            const isNear =
              Math.abs(positions[3 * other]! - x) <= tolerance &&
              Math.abs(positions[3 * other + 1]! - y) <= tolerance &&
              Math.abs(positions[3 * other + 2]! - z) <= tolerance
            if (isNear) first[i] = other
          }
        }
      }
    }
    if (first[i] === corner) cells.getOrInsertComputed(cellOf(a, b, c), () => []).push(corner)
  }
  const kept: Array<number> = []
  for (let at = 0; at < welded.length; at += 3) {
    const [a, b, c] = [first[welded[at]!]!, first[welded[at + 1]!]!, first[welded[at + 2]!]!]
    if (a !== b && b !== c && c !== a) kept.push(a, b, c)
  }
  return Uint32Array.from(kept)
}
