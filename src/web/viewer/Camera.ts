import type { Ray } from "./Pick.ts"
import type { Vector } from "./ViewModel.ts"

/** Viewpoint from which the model is seen; plain JSON. */
export interface Camera {
  /** The point in the middle of the picture, in metres, Y up. */
  readonly target: Vector
  /** Rotation around the vertical axis, in radians: 0 looks along −Z, from the south of the model. */
  readonly yaw: number
  /** Angle at which the camera looks down onto the model, in radians. */
  readonly pitch: number
  /** Distance from the eye to the target, in metres. */
  readonly distance: number
}

/** Angle of view across the shorter side of the picture, in radians. */
const fieldOfView = (34 * Math.PI) / 180
/** Largest pitch, just short of vertical: straight from above, left and right would be lost. */
const steepest = Math.PI / 2 - 1e-4
/** Limits of the distance to the target, in metres. */
const nearest = 0.05
const farthest = 1e7

const held = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Returns half the height of the picture at a distance of one metre, in metres. */
export const halfHeight = (width: number, height: number): number =>
  Math.tan(fieldOfView / 2) * Math.max(1, height / width)

/** Returns the directions to the right, up, and back (towards the eye). */
export const axesOf = ({
  pitch,
  yaw
}: Camera): { readonly right: Vector; readonly up: Vector; readonly back: Vector } => {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)]
  return { right: [cy, 0, -sy], up: [-sy * sp, cp, -cy * sp], back: [sy * cp, sp, cy * cp] }
}

const along = (from: Vector, by: Vector, length: number): Vector => [
  from[0] + by[0] * length,
  from[1] + by[1] * length,
  from[2] + by[2] * length
]

export const eyeOf = (camera: Camera): Vector => along(camera.target, axesOf(camera).back, camera.distance)

/** Returns the line of sight through a point of the picture (x from the left, y from the top, in pixels). */
export const rayThrough = (camera: Camera, x: number, y: number, width: number, height: number): Ray => {
  const { back, right, up } = axesOf(camera)
  const half = halfHeight(width, height)
  const over = ((2 * x) / width - 1) * half * (width / height)
  const high = (1 - (2 * y) / height) * half
  const way = along(along([-back[0], -back[1], -back[2]], right, over), up, high)
  const length = Math.hypot(...way)
  return { from: eyeOf(camera), along: [way[0] / length, way[1] / length, way[2] / length] }
}

/** Returns the pixel at which a point appears in the picture, or null if the point is behind the eye. */
export const placeInPicture = (
  camera: Camera,
  point: Vector,
  width: number,
  height: number
): { readonly x: number; readonly y: number } | null => {
  const { back, right, up } = axesOf(camera)
  const eye = eyeOf(camera)
  const seen = along(point, eye, -1)
  const of = (axis: Vector) => seen[0] * axis[0] + seen[1] * axis[1] + seen[2] * axis[2]
  const depth = -of(back)
  if (depth <= 0) return null
  const half = halfHeight(width, height) * depth
  return { x: ((of(right) / (half * (width / height)) + 1) * width) / 2, y: ((1 - of(up) / half) * height) / 2 }
}

export const turned = (camera: Camera, yaw: number, pitch: number): Camera => ({
  ...camera,
  yaw: (camera.yaw + yaw) % (2 * Math.PI),
  pitch: held(-steepest, camera.pitch + pitch, steepest)
})

/** Moves the picture by pixels. Points as far away as the target follow the pointer. */
export const panned = (camera: Camera, dx: number, dy: number, width: number, height: number): Camera => {
  const metres = (2 * halfHeight(width, height) * camera.distance) / height
  const { right, up } = axesOf(camera)
  return { ...camera, target: along(along(camera.target, right, -dx * metres), up, dy * metres) }
}

/** Moves nearer (factor below 1) or farther away; `point` keeps its place in the picture. */
export const zoomed = (camera: Camera, factor: number, point: Vector = camera.target): Camera => {
  const distance = held(nearest, camera.distance * factor, farthest)
  const part = distance / camera.distance
  const { target } = camera
  return {
    ...camera,
    distance,
    target: [
      point[0] + (target[0] - point[0]) * part,
      point[1] + (target[1] - point[1]) * part,
      point[2] + (target[2] - point[2]) * part
    ]
  }
}

/** Part of the picture that remains free around what is fitted into it. */
const margin = 0.05

/**
 * Returns the camera moved so that boxes (minimum and maximum x, y, z of each) just fill the picture.
 *
 * Seen from a distance `e` along the line of sight, a point `r` to the right and `b` towards the eye stays within the
 * picture if `|r − s| ≤ t · (e − b)`, where `t` is half the width of the picture at one metre and `s` the sideways place
 * of the eye. The largest `±r + t · b` of all points give the least `e`, and the `s` that centres them.
 */
export const fitted = (camera: Camera, boxes: ArrayLike<number>, width: number, height: number): Camera => {
  const { back, right, up } = axesOf(camera)
  const high = halfHeight(width, height) * (1 - margin)
  const wide = high * (width / height)
  let [a, b, c, d, near, far] = [-Infinity, -Infinity, -Infinity, -Infinity, -Infinity, Infinity]
  for (let at = 0; at + 5 < boxes.length; at += 6) {
    for (let corner = 0; corner < 8; corner++) {
      const x = boxes[at + (corner & 1 ? 3 : 0)]!
      const y = boxes[at + (corner & 2 ? 4 : 1)]!
      const z = boxes[at + (corner & 4 ? 5 : 2)]!
      const r = x * right[0] + y * right[1] + z * right[2]
      const u = x * up[0] + y * up[1] + z * up[2]
      const depth = x * back[0] + y * back[1] + z * back[2]
      a = Math.max(a, r + wide * depth)
      b = Math.max(b, -r + wide * depth)
      c = Math.max(c, u + high * depth)
      d = Math.max(d, -u + high * depth)
      near = Math.max(near, depth)
      far = Math.min(far, depth)
    }
  }
  if (!Number.isFinite(near - far)) return camera
  const eye = Math.max((a + b) / (2 * wide), (c + d) / (2 * high))
  const middle = (near + far) / 2
  const along = (n: 0 | 1 | 2) => (right[n] * (a - b)) / 2 + (up[n] * (c - d)) / 2 + back[n] * middle
  return { ...camera, target: [along(0), along(1), along(2)], distance: Math.max(eye - middle, nearest * 4) }
}

/** Initial direction of view: towards the north-west, from above. */
export const homeward: Camera = { target: [0, 0, 0], yaw: Math.PI / 5, pitch: Math.PI / 7, distance: 1 }

/** Returns the near and far clipping distances for a box, in metres. */
export const depthsOf = (camera: Camera, box: ArrayLike<number>): { readonly near: number; readonly far: number } => {
  const { back } = axesOf(camera)
  const eye = eyeOf(camera)
  let near = Infinity
  let far = 0
  for (let corner = 0; corner < 8; corner++) {
    let depth = 0
    for (let axis = 0; axis < 3; axis++)
      depth -= (box[axis + ((corner >> axis) & 1 ? 3 : 0)]! - eye[axis]!) * back[axis]!
    near = Math.min(near, depth)
    far = Math.max(far, depth)
  }
  far = Math.max(far * 1.01, 1)
  return { near: Math.max(near * 0.99, Math.min(0.1, camera.distance / 20), far / 20_000), far }
}
