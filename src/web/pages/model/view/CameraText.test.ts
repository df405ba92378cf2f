import { expect, test } from "bun:test"
import { type Camera, placeInPicture } from "../../../viewer/Camera.ts"
import { cameraOf, cameraText } from "./CameraText.ts"

test("a camera is short in the address", () => {
  const camera: Camera = {
    target: [1234567.123456789, -2.00049, 3],
    yaw: 0.62831853,
    pitch: -0.44879895,
    distance: 57.98765
  }
  const text = cameraText(camera)
  expect(text).toBe("1234567.123_-2_3_0.62832_-0.4488_57.988")
  expect(cameraOf(text)).toEqual({ target: [1234567.123, -2, 3], yaw: 0.62832, pitch: -0.4488, distance: 57.988 })
})

test("a camera from the address shows the same picture within a pixel, from close and from afar", () => {
  const [width, height] = [2560, 1440]
  let seed = 7
  /** Returns a number between −1 and 1, the next one of a fixed series. */
  const next = (): number => {
    seed = (seed * 48271) % 0x7fffffff
    return (2 * seed) / 0x7fffffff - 1
  }
  for (const distance of [0.05, 0.3, 2, 13.6, 58, 400, 20_000]) {
    for (let tries = 0; tries < 200; tries++) {
      const camera: Camera = {
        target: [1000 * next(), 50 * next(), 1000 * next()],
        yaw: Math.PI * next(),
        pitch: 1.5 * next(),
        distance: distance * (1 + next() / 3)
      }
      const read = cameraOf(cameraText(camera))!
      const point = camera.target.map((at) => at + (distance / 4) * next()) as [number, number, number]
      const before = placeInPicture(camera, point, width, height)!
      const after = placeInPicture(read, point, width, height)!
      expect(Math.hypot(after.x - before.x, after.y - before.y), cameraText(camera)).toBeLessThan(1)
      expect(cameraText(camera).length).toBeLessThan(65)
    }
  }
})

test("a camera of an older link is read, with all of its digits", () => {
  const text = "7.898123456789012_2.5_-2.7_0.628318530717959_0.448798950512828_13.590123456789"
  expect(cameraOf(text)).toMatchObject({ target: [7.898123456789012, 2.5, -2.7], distance: 13.590123456789 })
})

test("a malformed camera is ignored", () => {
  for (const text of [null, "", "1_2_3", "1_2_3_4_5_", "1_2_3_4_5_x", "1_2_3_4_5_0", "{}"])
    expect(cameraOf(text)).toBeNull()
})
