import { expect, test } from "bun:test"
import { type Camera, eyeOf, axesOf } from "../../../viewer/Camera.ts"
import type { Vector } from "../../../viewer/ViewModel.ts"
import { bcfCameraOf, cameraOf } from "./ViewpointCamera.ts"

const size = { width: 800, height: 500 }
/** A model as far from the origin as national coordinates. */
const middle: Vector = [500_000.5, 100, -5_400_000.25]

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const degrees = (a: Vector, b: Vector): number => (2 * Math.asin(Math.min(1, distance(a, b) / 2)) * 180) / Math.PI

const seen = (camera: Camera, size_ = size) =>
  cameraOf({ guid: "v", perspective_camera: bcfCameraOf(camera, size_) }, middle, size)!

test("a camera comes back within a millimetre and a hundredth of a degree, wherever it looks", () => {
  const steep = Math.PI / 2 - 1e-4
  for (const yaw of [0, 1, 2.5, -3, Math.PI]) {
    for (const pitch of [0, 0.4, -1.2, 1.5, 1.5699, steep, -steep]) {
      const camera: Camera = { target: [500_010, 90, -5_400_020], yaw, pitch, distance: 35 }
      const { camera: back, losses } = seen(camera)
      expect(distance(eyeOf(back), eyeOf(camera))).toBeLessThan(0.001)
      expect(degrees(axesOf(back).back, axesOf(camera).back)).toBeLessThan(0.01)
      expect(degrees(axesOf(back).up, axesOf(camera).up)).toBeLessThan(0.01)
      expect(losses).toEqual([])
    }
  }
})

test("viewpoints have metres with z up", () => {
  const south: Camera = { target: [1, 2, -3], yaw: 0, pitch: 0, distance: 10 }
  const { camera_direction, camera_up_vector, camera_view_point, field_of_view } = bcfCameraOf(south, size)
  expect(camera_view_point).toEqual({ x: 1, y: -7, z: 2 })
  expect(camera_direction.y).toBeCloseTo(1, 12)
  expect(camera_up_vector.z).toBeCloseTo(1, 12)
  expect(field_of_view).toBeCloseTo(34, 9)
})

test("a plan from straight above keeps the side that is up", () => {
  const camera = {
    camera_view_point: { x: 3, y: 4, z: 50 },
    camera_direction: { x: 0, y: 0, z: -2 },
    camera_up_vector: { x: 1, y: 0, z: 0 },
    field_of_view: 34
  }
  const shown = cameraOf({ guid: "v", perspective_camera: camera }, [3, 0, -4], size)!
  expect(degrees(axesOf(shown.camera).up, [1, 0, 0])).toBeLessThan(0.01)
  expect(distance(eyeOf(shown.camera), [3, 50, -4])).toBeLessThan(0.001)
  expect(shown.losses).toEqual([])
})

test("roll and another angle of view are told, and the eye and its direction stay", () => {
  const camera = {
    camera_view_point: { x: 0, y: -10, z: 2 },
    camera_direction: { x: 0, y: 1, z: 0 },
    camera_up_vector: { x: 0.5, y: 0, z: 1 },
    field_of_view: 60
  }
  const { camera: shown, losses } = cameraOf({ guid: "v", perspective_camera: camera }, [0, 2, 0], size)!
  expect(losses).toEqual(["roll", "fieldOfView"])
  expect(distance(eyeOf(shown), [0, 2, 10])).toBeLessThan(0.001)
  expect(degrees(axesOf(shown).back, [0, 0, 1])).toBeLessThan(0.01)
})

test("an orthogonal camera becomes one in perspective that shows as many metres", () => {
  const camera = {
    camera_view_point: { x: 2, y: -100, z: 5 },
    camera_direction: { x: 0, y: 1, z: 0 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    view_to_world_scale: 20
  }
  const { camera: shown, losses } = cameraOf({ guid: "v", orthogonal_camera: camera }, [0, 0, -8], size)!
  expect(losses).toEqual(["orthogonal"])
  expect(distance(shown.target, [2, 5, -8])).toBeLessThan(0.001)
  expect(2 * shown.distance * Math.tan((17 * Math.PI) / 180)).toBeCloseTo(20, 9)
})

test("a viewpoint without a camera, or whose direction is none, has no camera", () => {
  const zero = { x: 0, y: 0, z: 0 }
  const camera = { camera_view_point: zero, camera_direction: zero, camera_up_vector: zero, field_of_view: 34 }
  expect(cameraOf({ guid: "v" }, middle, size)).toBeNull()
  expect(cameraOf({ guid: "v", perspective_camera: camera }, middle, size)).toBeNull()
})
