import { snapped } from "../Snapped.ts"
import type { Shape } from "../Scene.ts"

/** A shape and its matrix relative to a frame: four columns of three numbers. */
export interface Placed {
  readonly shape: Shape
  readonly matrix: Float64Array
}

/** Corners within this distance, in metres, and within this fraction of the extent, are the same. */
const sameWithin = 1e-5
const samePart = 2e-7

/**
 * Returns several shapes as a single one, in which equal corners have the same index. Its corners are relative to the
 * first one's origin, for precision.
 */
export const joinedShape = (parts: ReadonlyArray<Placed>): Placed => {
  const origin = parts[0]!.matrix.subarray(9, 12)
  const corners = parts.reduce((sum, { shape }) => sum + shape.positions.length, 0)
  const sides = parts.reduce((sum, { shape }) => sum + shape.triangles.length, 0)
  const positions = new Float32Array(corners)
  const triangles = new Uint32Array(sides)
  let [corner, side] = [0, 0]
  for (const { matrix, shape } of parts) {
    const first = corner / 3
    for (let at = 0; at < shape.positions.length; at += 3) {
      for (let axis = 0; axis < 3; axis++) {
        let value = matrix[9 + axis]! - origin[axis]!
        for (let k = 0; k < 3; k++) value += matrix[3 * k + axis]! * shape.positions[at + k]!
        positions[corner++] = value
      }
    }
    for (const index of shape.triangles) triangles[side++] = first + index
  }
  let extent = 0
  for (const value of positions) extent = Math.max(extent, Math.abs(value))
  const matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin)
  return { shape: { positions, triangles: snapped(positions, triangles, sameWithin + samePart * extent) }, matrix }
}
