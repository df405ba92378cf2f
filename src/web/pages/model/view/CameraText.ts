import type { Camera } from "../../../viewer/Camera.ts"

const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

/** Decimals of angles in radians. */
const ofAngles = 5

/** Returns the decimals of lengths in metres: three, and more if the camera is close to what it shows. */
const ofLengths = (distance: number): number => Math.max(3, Math.ceil(4 - Math.log10(distance)))

/** Writes a camera for the address. It is so exact that a reload moves the picture by less than a pixel. */
export const cameraText = ({ distance, pitch, target, yaw }: Camera): string => {
  const lengths = ofLengths(distance)
  const angles = [yaw, pitch].map((angle) => rounded(angle, ofAngles))
  return [...target.map((part) => rounded(part, lengths)), ...angles, rounded(distance, lengths)].join("_")
}

/** Reads the camera of a link; null if it has none or it is malformed. */
export const cameraOf = (text: string | null): Camera | null => {
  const read = (text ?? "").split("_").map((part) => (part === "" ? NaN : Number(part)))
  if (read.length !== 6 || !read.every(Number.isFinite)) return null
  const [x, y, z, yaw, pitch, distance] = read as [number, number, number, number, number, number]
  return distance > 0 ? { target: [x, y, z], yaw, pitch, distance } : null
}
