import { shiftOf, slotOfThree } from "./Spread.ts"

/** Triangles after corners at the same place were merged. */
export interface Welded {
  /** The original index of each remaining corner. */
  readonly corners: Uint32Array
  readonly triangles: Uint32Array
}

/**
 * Merges corners at the same place, and drops triangles that become degenerate. Linear time.
 *
 * @param places three numbers of each corner, compared bit by bit
 */
export const weld = (places: Uint32Array, triangles: Uint32Array): Welded => {
  const count = places.length / 3
  let size = 16
  while (size < count * 2) size *= 2
  const shift = shiftOf(size)
  const table = new Int32Array(size).fill(-1)
  const corners = new Uint32Array(count)
  const at = new Uint32Array(count)
  let used = 0
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [places[3 * i]!, places[3 * i + 1]!, places[3 * i + 2]!]
    let slot = slotOfThree(x, y, z, shift)
    for (;;) {
      const found = table[slot]!
      if (found === -1) {
        table[slot] = used
        corners[used] = i
        at[i] = used++
        break
      }
      const other = corners[found]! * 3
      if (places[other] === x && places[other + 1] === y && places[other + 2] === z) {
        at[i] = found
        break
      }
      slot = (slot + 1) & (size - 1)
    }
  }
  const kept = new Uint32Array(triangles.length)
  let length = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [at[triangles[i]!]!, at[triangles[i + 1]!]!, at[triangles[i + 2]!]!]
    if (a === b || b === c || c === a) continue
    kept[length] = a
    kept[length + 1] = b
    kept[length + 2] = c
    length += 3
  }
  return { corners: corners.subarray(0, used), triangles: kept.subarray(0, length) }
}
