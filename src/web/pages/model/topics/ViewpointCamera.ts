import type { BcfOrthogonalCamera, BcfPerspectiveCamera, BcfPoint, BcfViewpoint } from "../../../../../sdk/plinth.ts"
import { axesOf, type Camera, eyeOf, halfHeight, turned } from "../../../viewer/Camera.ts"
import type { Vector } from "../../../viewer/ViewModel.ts"

/*
 * Viewpoints of BCF are in metres in the coordinates of the IFC file, z up. The viewer has the same coordinates with y up:
 * it has already added the offset that the view file took off.
 */

/** Properties of a camera that the viewer lacks: it looks level, in perspective, and with one angle of view. */
export type CameraLoss = "roll" | "fieldOfView" | "orthogonal"

/** Size of the picture in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Angle in degrees from which on a difference is told. */
const leastAngle = 0.01
/** Horizontal part of a direction below which the up vector decides which way is north. */
const leastLevel = 1e-3
/** Least distance between the eye and the point that it turns about, in metres. */
const nearest = 0.5

const inDegrees = (radians: number): number => (radians * 180) / Math.PI

export const pointOf = ([x, y, z]: Vector): BcfPoint => ({ x, y: 0 - z, z: y })
const vectorOf = ({ x, y, z }: BcfPoint): Vector => [x, z, 0 - y]

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

/** Returns the vertical angle of view in degrees. */
const fieldOfView = ({ height, width }: Size): number => inDegrees(2 * Math.atan(halfHeight(width, height)))

/** Returns the camera of the viewer as one of BCF. */
export const bcfCameraOf = (camera: Camera, size: Size): BcfPerspectiveCamera => {
  const { back, up } = axesOf(camera)
  return {
    camera_view_point: pointOf(eyeOf(camera)),
    camera_direction: pointOf(scaled(back, -1)),
    camera_up_vector: pointOf(up),
    field_of_view: fieldOfView(size),
    aspect_ratio: size.width / size.height
  }
}

/** Returns the rotation and pitch of a camera that looks along a direction; null if the direction is no vector. */
const anglesOf = (direction: Vector, up: Vector): { readonly yaw: number; readonly pitch: number } | null => {
  const length = Math.hypot(...direction)
  if (!(length > 0)) return null
  const back = scaled(direction, -1 / length)
  const level = Math.hypot(back[0], back[2])
  const pitch = Math.atan2(back[1], level)
  if (level > leastLevel) return { yaw: Math.atan2(back[0], back[2]), pitch }
  const sign = back[1] > 0 ? -1 : 1
  return { yaw: Math.atan2(sign * up[0], sign * up[2]), pitch }
}

/** Returns by how many degrees an up vector is turned about the line of sight of a camera. */
const rollOf = (camera: Camera, given: Vector): number => {
  const { right, up } = axesOf(camera)
  const [over, high] = [dot(given, right), dot(given, up)]
  return over === 0 && high === 0 ? 0 : Math.abs(inDegrees(Math.atan2(over, high)))
}

interface ShownCamera {
  readonly camera: Camera
  readonly losses: ReadonlyArray<CameraLoss>
}

const perspective = (from: BcfPerspectiveCamera, level: Camera, middle: Vector, size: Size): ShownCamera => {
  const { back } = axesOf(level)
  const eye = vectorOf(from.camera_view_point)
  // The eye stays where it is. The view turns about the point before it that is as far away as the model's middle.
  const distance = Math.max(nearest, dot(back, sum(eye, scaled(middle, -1))))
  const isOther = Math.abs(from.field_of_view - fieldOfView(size)) > leastAngle
  return {
    camera: { ...level, distance, target: sum(eye, scaled(back, -distance)) },
    losses: isOther ? ["fieldOfView"] : []
  }
}

const orthogonal = (from: BcfOrthogonalCamera, level: Camera, middle: Vector, size: Size): ShownCamera => {
  const { back } = axesOf(level)
  const eye = vectorOf(from.camera_view_point)
  // Perspective shows as many metres from top to bottom at the distance of the model's middle.
  const depth = dot(back, sum(middle, scaled(eye, -1)))
  const distance = Math.max(nearest, from.view_to_world_scale / (2 * halfHeight(size.width, size.height)))
  return { camera: { ...level, distance, target: sum(eye, scaled(back, depth)) }, losses: ["orthogonal"] }
}

/**
 * Returns the camera of a viewpoint and what the viewer cannot show of it; null if the viewpoint has none.
 *
 * @param middle the middle of the model in the coordinates of the viewer
 */
export const cameraOf = (viewpoint: BcfViewpoint, middle: Vector, size: Size): ShownCamera | null => {
  const from = viewpoint.perspective_camera ?? viewpoint.orthogonal_camera
  if (from === null || from === undefined) return null
  const up = vectorOf(from.camera_up_vector)
  const angles = anglesOf(vectorOf(from.camera_direction), up)
  if (angles === null) return null
  const level = turned({ target: [0, 0, 0], distance: 1, yaw: 0, pitch: 0 }, angles.yaw, angles.pitch)
  const { camera, losses } =
    "field_of_view" in from ? perspective(from, level, middle, size) : orthogonal(from, level, middle, size)
  return { camera, losses: rollOf(level, up) > leastAngle ? ["roll", ...losses] : losses }
}
