import { backgroundOf } from "./Background.ts"
import { encodeLight } from "./Shading.ts"

type Point = readonly [number, number]

/** A cube seen from above a corner: that corner, then the outline, in multiples of its radius. */
const MIDDLE: Point = [0, 0]
const AROUND: ReadonlyArray<Point> = Array.from({ length: 6 }, (_, index) => {
  const angle = ((2 * index + 1) * Math.PI) / 6
  return [Math.cos(angle), Math.sin(angle)]
})
const EDGES: ReadonlyArray<readonly [Point, Point]> = [
  ...AROUND.map((corner, index) => [corner, AROUND[(index + 1) % 6]!] as const),
  ...[1, 3, 5].map((index) => [MIDDLE, AROUND[index]!] as const)
]

/** Sizes as fractions of the picture's shorter side. */
const RADIUS = 0.2
const STROKE = 0.012
/** Dashes along an edge, and the drawn part of each. */
const DASHES = 5
const DRAWN = 0.55
/** Linear colour of the stroke. */
const LIGHT = [0.28, 0.34, 0.41] as const

/** Returns the distance of a point from the dashes of an edge, in multiples of the radius. */
const toDashes = (x: number, y: number, [from, to]: readonly [Point, Point]): number => {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const along = Math.min(1, Math.max(0, (x - from[0]) * dx + (y - from[1]) * dy))
  // Each edge begins and ends with half a dash, so that corners are drawn.
  const dash = Math.round(along * (DASHES - 1))
  const inside = Math.min(Math.abs(along * (DASHES - 1) - dash), DRAWN / 2) * Math.sign(along * (DASHES - 1) - dash)
  const part = Math.min(1, Math.max(0, (dash + inside) / (DASHES - 1)))
  return Math.hypot(x - from[0] - dx * part, y - from[1] - dy * part)
}

/**
 * Returns the pixels of a placeholder picture, a dashed cube, for a model with nothing to show: red, green, blue, sRGB,
 * from the top.
 */
export const placeholder = (width: number, height: number): Uint8Array => {
  const out = new Uint8Array(width * height * 3)
  const radius = RADIUS * Math.min(width, height)
  const half = Math.max(1, STROKE * Math.min(width, height)) / 2
  /** The radius beyond which there is no stroke. */
  const reach = 1 + (half + 0.5) / radius
  for (let y = 0; y < height; y++) {
    const behind = backgroundOf(y, height)
    for (let x = 0; x < width; x++) {
      const right = (x + 0.5 - width / 2) / radius
      const down = (y + 0.5 - height / 2) / radius
      let away = Infinity
      if (right * right + down * down < reach * reach) {
        for (const edge of EDGES) away = Math.min(away, toDashes(right, down, edge))
      }
      const part = Math.min(1, Math.max(0, half + 0.5 - away * radius))
      for (let channel = 0; channel < 3; channel++) {
        out[(y * width + x) * 3 + channel] = encodeLight(behind[channel]! * (1 - part) + LIGHT[channel]! * part)
      }
    }
  }
  return out
}
