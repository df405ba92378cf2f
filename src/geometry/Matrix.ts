import type { Frame } from "../ifc/shapes/Frames.ts"

/** Three axes and an origin in the coordinates of a scene, three numbers each. */
export type SceneFrame = Float64Array

/** Converts coordinates of IFC, whose z axis points up, to those of a scene, whose y axis points up. */
export const toScene = (x: number, y: number, z: number): readonly [number, number, number] => [x, z, -y]

export const fromFrame = (frame: Frame): SceneFrame => {
  const scene = new Float64Array(12)
  for (let at = 0; at < 12; at += 3) scene.set(toScene(frame[at]!, frame[at + 1]!, frame[at + 2]!), at)
  return scene
}

/**
 * Returns the scene matrix of an object that has the same position in frame `to` as the object with the matrix at
 * `matrix[at]` has in frame `from`: sixteen numbers, column by column.
 */
export const placedAlike = (from: SceneFrame, to: SceneFrame, matrix: Float64Array, at: number): Float64Array => {
  const inFrame = relative(from, matrix, at)
  const all = new Float64Array(16)
  for (let column = 0; column < 4; column++) {
    for (let i = 0; i < 3; i++) {
      let sum = column === 3 ? to[9 + i]! : 0
      for (let axis = 0; axis < 3; axis++) sum += to[3 * axis + i]! * inFrame[3 * column + axis]!
      all[4 * column + i] = sum
    }
  }
  all[15] = 1
  return all
}

/**
 * Returns a placement matrix relative to a frame: it maps the coordinates of a shape to those of the frame. Four
 * columns of three numbers, the last one the translation.
 */
export const relative = (frame: SceneFrame, matrix: Float64Array, at: number): Float64Array => {
  const all = new Float64Array(12)
  for (let column = 0; column < 4; column++) {
    let [x, y, z] = [matrix[at + 4 * column]!, matrix[at + 4 * column + 1]!, matrix[at + 4 * column + 2]!]
    if (column === 3) [x, y, z] = [x - frame[9]!, y - frame[10]!, z - frame[11]!]
    for (let axis = 0; axis < 3; axis++) {
      all[3 * column + axis] = x * frame[3 * axis]! + y * frame[3 * axis + 1]! + z * frame[3 * axis + 2]!
    }
  }
  return all
}
