import type { Shape } from "../Scene.ts"

/**
 * Number of corners that represent each shape: the farthest along its axes and along the diagonals of a cube, both
 * ways.
 */
export const EXTREMES = 14

/** Direction vectors; each is used together with its opposite. */
const DIRECTIONS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [1, -1, -1]
] as const

/** Writes the extreme corners of a shape into `out` from `start` on. Writes nothing if no corner is finite. */
const shapeExtremes = ({ positions, triangles }: Shape, out: Float32Array, start: number): void => {
  if (triangles.length < 3) return
  const highest = new Float64Array(EXTREMES).fill(-Infinity)
  for (let at = 0; at + 2 < positions.length; at += 3) {
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    if (!Number.isFinite(x + y + z)) continue
    for (let direction = 0; direction < DIRECTIONS.length; direction++) {
      const [a, b, c] = DIRECTIONS[direction]!
      const along = a * x + b * y + c * z
      if (along > highest[2 * direction]!) {
        highest[2 * direction] = along
        out.set([x, y, z], start + 6 * direction)
      }
      if (-along > highest[2 * direction + 1]!) {
        highest[2 * direction + 1] = -along
        out.set([x, y, z], start + 6 * direction + 3)
      }
    }
  }
}

/**
 * Returns `EXTREMES` corners of each shape, three numbers each, in its own coordinates; NaN for shapes without a
 * triangle.
 */
export const extremesOf = (shapes: ReadonlyArray<Shape>): Float32Array => {
  const out = new Float32Array(shapes.length * EXTREMES * 3).fill(NaN)
  for (let shape = 0; shape < shapes.length; shape++) shapeExtremes(shapes[shape]!, out, shape * EXTREMES * 3)
  return out
}
