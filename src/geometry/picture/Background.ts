import { LINEAR } from "./Shading.ts"

/** sRGB colours at the top and at the bottom. */
const TOP = [218, 227, 236]
const BOTTOM = [245, 246, 247]

/** Returns the background light of a row of pixels: red, green, blue, 0 to 1. */
export const backgroundOf = (y: number, rows: number): readonly [number, number, number] => {
  const part = (y + 0.5) / rows
  const light = (channel: number) =>
    LINEAR[TOP[channel]!]! + (LINEAR[BOTTOM[channel]!]! - LINEAR[TOP[channel]!]!) * part
  return [light(0), light(1), light(2)]
}
