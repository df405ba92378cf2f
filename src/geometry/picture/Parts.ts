import type { Scene, Shape } from "../Scene.ts"
import type { Camera } from "./Camera.ts"
import { coarsened } from "./Coarse.ts"
import { EXTREMES } from "./Extremes.ts"

/** The visible placements, and the triangles to draw them with. */
export interface Parts {
  /** Placements, in the scene's order. */
  readonly placements: Uint32Array
  /** For each shape of the scene, the shape as coarse as the picture allows; undefined if it is not visible. */
  readonly shapes: ReadonlyArray<Shape | undefined>
}

/** The approximate limit of triangles that are drawn. */
export const MOST_TRIANGLES = 2_000_000

/** The smallest visible extent of a part, in samples. */
const SMALLEST = 0.8
/** Side of a grid cell in which corners are merged, in samples. */
const CELL = 0.7
/** Shapes with fewer triangles are not simplified. */
const FINE_TRIANGLES = 120

/** Number of size classes, a quarter of a power of two each; the last one has everything larger. */
const SIZES = 64

/** Writes the matrix from a shape's coordinates to view coordinates: four columns of right, up, away. */
export const seenMatrix = (
  { placements }: Scene,
  at: number,
  { axes, origin, eye }: Camera,
  out: Float64Array
): void => {
  const start = at * 16
  for (let column = 0; column < 4; column++) {
    let x = placements.matrix[start + column * 4]!
    let y = placements.matrix[start + column * 4 + 1]!
    let z = placements.matrix[start + column * 4 + 2]!
    if (column === 3) {
      x -= origin[0]
      y -= origin[1]
      z -= origin[2]
    }
    for (let row = 0; row < 3; row++) {
      const seen = axes[row * 3]! * x + axes[row * 3 + 1]! * y + axes[row * 3 + 2]! * z
      out[column * 3 + row] = column === 3 ? seen - eye[row]! : seen
    }
  }
}

/** Returns the longest axis of a matrix: view units per unit of the shape's coordinates. */
const scaleOf = (matrix: Float64Array): number =>
  Math.max(
    Math.hypot(matrix[0]!, matrix[1]!, matrix[2]!),
    Math.hypot(matrix[3]!, matrix[4]!, matrix[5]!),
    Math.hypot(matrix[6]!, matrix[7]!, matrix[8]!)
  )

/**
 * Returns how large a placement appears: the longer side of its rectangle in samples, 0 outside the picture; and its
 * nearest distance.
 */
const seenSize = (
  extremes: Float32Array,
  start: number,
  matrix: Float64Array,
  { focal, near }: Camera,
  width: number,
  height: number
): { readonly size: number; readonly distance: number } => {
  let distance = Infinity
  let left = Infinity
  let right = -Infinity
  let bottom = Infinity
  let top = -Infinity
  let farthest = -Infinity
  for (let corner = start; corner < start + EXTREMES * 3; corner += 3) {
    const x = extremes[corner]!
    const y = extremes[corner + 1]!
    const z = extremes[corner + 2]!
    const away = matrix[2]! * x + matrix[5]! * y + matrix[8]! * z + matrix[11]!
    distance = Math.min(distance, away)
    farthest = Math.max(farthest, away)
    const across = (matrix[0]! * x + matrix[3]! * y + matrix[6]! * z + matrix[9]!) / away
    const upward = (matrix[1]! * x + matrix[4]! * y + matrix[7]! * z + matrix[10]!) / away
    left = Math.min(left, across)
    right = Math.max(right, across)
    bottom = Math.min(bottom, upward)
    top = Math.max(top, upward)
  }
  if (farthest <= near) return { size: 0, distance: near }
  if (distance <= near) return { size: Infinity, distance: near }
  const outside =
    left * focal > width / 2 || right * focal < -width / 2 || bottom * focal > height / 2 || top * focal < -height / 2
  return { size: outside ? 0 : focal * Math.max(right - left, top - bottom), distance }
}

const sizeClass = (size: number): number => Math.min(SIZES - 1, Math.max(0, Math.floor(4 * Math.log2(size)) + 2))

/** Returns the placements that appear largest, as many as the triangle limit allows, but at least one. */
const affordable = (
  placements: ReadonlyArray<number>,
  sizes: ReadonlyArray<number>,
  trianglesOf: (placement: number) => number
): Uint32Array => {
  const needed = new Float64Array(SIZES)
  for (let index = 0; index < placements.length; index++) {
    needed[sizeClass(sizes[index]!)]! += trianglesOf(placements[index]!)
  }
  let rest = MOST_TRIANGLES
  let smallest = SIZES
  while (smallest > 0 && rest > 0) rest -= needed[--smallest]!
  let last = rest + (needed[smallest] ?? 0)
  return Uint32Array.from(
    placements.filter((placement, index) => {
      const size = sizeClass(sizes[index]!)
      if (size !== smallest) return size > smallest
      const fits = last > 0
      last -= trianglesOf(placement)
      return fits
    })
  )
}

/**
 * Returns the visible parts of a scene on a canvas of `width` × `height` samples. Parts smaller than a sample are left
 * out. Each shape is simplified once, to what the samples can show. If there are more than `MOST_TRIANGLES`, the
 * smallest parts are left out.
 */
export const partsOf = (
  scene: Scene,
  extremes: Float32Array,
  drawn: Uint8Array,
  camera: Camera,
  { width, height }: { readonly width: number; readonly height: number }
): Parts => {
  const matrix = new Float64Array(12)
  const finest = new Float64Array(scene.shapes.length)
  const seen: Array<number> = []
  const sizes: Array<number> = []
  for (let at = 0; at < scene.placements.count; at++) {
    if (drawn[at] === 0) continue
    seenMatrix(scene, at, camera, matrix)
    const shape = scene.placements.shape[at]!
    const { size, distance } = seenSize(extremes, shape * EXTREMES * 3, matrix, camera, width, height)
    if (size < SMALLEST) continue
    seen.push(at)
    sizes.push(size)
    finest[shape] = Math.max(finest[shape]!, (scaleOf(matrix) * camera.focal) / distance)
  }
  const shapes = scene.shapes.map((shape, at) => {
    if (finest[at] === 0) return undefined
    return shape.triangles.length < FINE_TRIANGLES * 3 ? shape : coarsened(shape, CELL / finest[at]!)
  })
  const placements = affordable(seen, sizes, (at) => shapes[scene.placements.shape[at]!]!.triangles.length / 3)
  return { placements, shapes }
}
