import { expect, test } from "bun:test"
import { cameraOf, cameraText } from "./CameraText.ts"

test("a camera is short in the address and is read back to the millimetre", () => {
  const camera = { target: [1234567.123456789, -2.00049, 3], yaw: 0.62831853, pitch: -0.44879895, distance: 57.98765 }
  const text = cameraText(camera as never)
  expect(text).toBe("1234567.123_-2_3_0.6283_-0.4488_57.988")
  expect(cameraOf(text)).toEqual({ target: [1234567.123, -2, 3], yaw: 0.6283, pitch: -0.4488, distance: 57.988 })
})

test("a malformed camera is ignored", () => {
  for (const text of [null, "", "1_2_3", "1_2_3_4_5_", "1_2_3_4_5_x", "1_2_3_4_5_0", "{}"])
    expect(cameraOf(text)).toBeNull()
})
