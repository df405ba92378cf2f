import type { Camera } from "../../../viewer/Camera.ts"

const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

/** Writes a camera for the address: the target and the distance in millimetres, the angles in a ten-thousandth. */
export const cameraText = ({ distance, pitch, target, yaw }: Camera): string =>
  [...target.map((part) => rounded(part, 3)), rounded(yaw, 4), rounded(pitch, 4), rounded(distance, 3)].join("_")

/** Reads the camera of a link; null if it has none or it is malformed. */
export const cameraOf = (text: string | null): Camera | null => {
  const read = (text ?? "").split("_").map((part) => (part === "" ? NaN : Number(part)))
  if (read.length !== 6 || !read.every(Number.isFinite)) return null
  const [x, y, z, yaw, pitch, distance] = read as [number, number, number, number, number, number]
  return distance > 0 ? { target: [x, y, z], yaw, pitch, distance } : null
}
