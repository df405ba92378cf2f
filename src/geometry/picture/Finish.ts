import { backgroundOf } from "./Background.ts"
import type { Camera } from "./Camera.ts"
import type { Canvas } from "./Canvas.ts"
import { encodeLight, LINEAR } from "./Shading.ts"

/**
 * Radius of the shade around corners, as a fraction of the subject's size. It is at least `LEAST_PIXELS` and at most
 * the second fraction of the picture.
 */
const CORNER_REACH = 0.03
const LEAST_PIXELS = 3
const MOST_OF_PICTURE = 0.045
const CORNER_DARK = 1.1
/**
 * Pairs of opposite places examined around a pixel, and the side of the square of pixels over which their pattern
 * rotates.
 */
const PAIRS = 6
const TURNS = 4

/** Change of slope between samples at which a line starts to show, and at which it is fully drawn. */
const LINE_FROM = 0.7
const LINE_FULL = 2.5
/** Darkening by a line at an edge of the nearer of two surfaces, and in a concave corner. */
const LINE_DARK = 0.42
const CREASE_DARK = 0.25

/** Offsets of each pair for each pixel of the pattern: x, y of one of the two, as a fraction of the radius. */
const PLACES = Float32Array.from({ length: TURNS * TURNS * PAIRS * 2 }, (_, index) => {
  const turn = Math.floor(index / (PAIRS * 2))
  const pair = Math.floor((index % (PAIRS * 2)) / 2)
  // Neighbours in this order differ greatly.
  const shuffled = (turn * 7) % (TURNS * TURNS)
  const angle = ((pair + shuffled / (TURNS * TURNS)) / PAIRS) * Math.PI
  const distance = ((pair * 5 + shuffled) % PAIRS) / PAIRS + 0.5 / PAIRS
  return (index % 2 === 0 ? Math.cos(angle) : Math.sin(angle)) * (0.15 + 0.85 * distance)
})

/**
 * Returns how much light reaches each pixel between the surfaces around it, 0 to 1 (ambient occlusion). The reciprocal
 * distance is linear over a plane: if two opposite places together have more than twice the pixel's value, they are in
 * front of its plane.
 */
const openness = ({ width, height, depth }: Canvas, samples: number, camera: Camera): Float32Array => {
  const columns = width / samples
  const rows = height / samples
  const out = new Float32Array(columns * rows).fill(1)
  const reach = CORNER_REACH * camera.reach
  const most = MOST_OF_PICTURE * Math.max(columns, rows)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const here = depth[y * samples * width + x * samples]!
      if (here === 0) continue
      const pixels = Math.max(LEAST_PIXELS, Math.min(most, (camera.focal / samples) * reach * here))
      const start = ((y % TURNS) * TURNS + (x % TURNS)) * PAIRS * 2
      const meters = 1 / (here * here * reach)
      let dark = 0
      for (let pair = start; pair < start + PAIRS * 2; pair += 2) {
        const dx = Math.round(PLACES[pair]! * pixels)
        const dy = Math.round(PLACES[pair + 1]! * pixels)
        if (x + dx < 0 || x + dx >= columns || x - dx < 0 || x - dx >= columns) continue
        if (y + dy < 0 || y + dy >= rows || y - dy < 0 || y - dy >= rows) continue
        const one = depth[(y + dy) * samples * width + (x + dx) * samples]!
        const other = depth[(y - dy) * samples * width + (x - dx) * samples]!
        // An object far in front of the pixel does not shade it.
        if ((one - here) * meters > 3 || (other - here) * meters > 3) continue
        const before = ((one + other - 2 * here) / 2) * meters
        if (before > 0.02) dark += before > 0.6 ? 0.6 : before
      }
      out[y * columns + x] = Math.max(0.25, 1 - (CORNER_DARK * dark) / PAIRS)
    }
  }
  return out
}

/** Returns the mean over the square of pixels over which the pairs rotate. */
const smoothed = (values: Float32Array, columns: number, rows: number): Float32Array => {
  const across = new Float32Array(values.length)
  const out = new Float32Array(values.length)
  const at = (line: number, count: number) => Math.min(count - 1, Math.max(0, line))
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0
      for (let step = -2; step < 2; step++) sum += values[y * columns + at(x + step, columns)]!
      across[y * columns + x] = sum / TURNS
    }
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0
      for (let step = -2; step < 2; step++) sum += across[at(y + step, rows) * columns + x]!
      out[y * columns + x] = sum / TURNS
    }
  }
  return out
}

/** Returns the light of a sample as a fraction, 0 to 1, after lines have darkened it. */
const besideLines = ({ width, height, depth }: Canvas, at: number, x: number, y: number, focal: number): number => {
  const here = depth[at]!
  const left = x > 0 ? depth[at - 1]! : here
  const right = x < width - 1 ? depth[at + 1]! : here
  const above = y > 0 ? depth[at - width]! : here
  const below = y < height - 1 ? depth[at + width]! : here
  const across = x > 0 && x < width - 1 ? ((left + right - 2 * here) / here) * focal : 0
  const down = y > 0 && y < height - 1 ? ((above + below - 2 * here) / here) * focal : 0
  const bend = Math.abs(across) > Math.abs(down) ? across : down
  const part = Math.min(1, (Math.abs(bend) - LINE_FROM) / (LINE_FULL - LINE_FROM))
  return part <= 0 ? 1 : 1 - part * (bend < 0 ? LINE_DARK : CREASE_DARK)
}

/**
 * Returns the pixels of a canvas, averaging `samples` × `samples` of it each: red, green, blue, sRGB. Adds lines where
 * surfaces end or bend, shade where they meet, and a plain background.
 */
export const finish = (canvas: Canvas, samples: number, camera: Camera): Uint8Array => {
  const { width, height, depth, color } = canvas
  const columns = width / samples
  const rows = height / samples
  const open = smoothed(openness(canvas, samples, camera), columns, rows)
  const out = new Uint8Array(columns * rows * 3)
  const { focal } = camera
  for (let y = 0; y < rows; y++) {
    const behind = backgroundOf(y, rows)
    for (let x = 0; x < columns; x++) {
      let red = 0
      let green = 0
      let blue = 0
      const light = open[y * columns + x]!
      for (let sample = 0; sample < samples * samples; sample++) {
        const sampleX = x * samples + (sample % samples)
        const sampleY = y * samples + Math.floor(sample / samples)
        const at = sampleY * width + sampleX
        if (depth[at] === 0) {
          red += behind[0]
          green += behind[1]
          blue += behind[2]
          continue
        }
        const part = light * besideLines(canvas, at, sampleX, sampleY, focal)
        const packed = color[at]!
        red += LINEAR[packed & 255]! * part
        green += LINEAR[(packed >> 8) & 255]! * part
        blue += LINEAR[(packed >> 16) & 255]! * part
      }
      const pixel = (y * columns + x) * 3
      out[pixel] = encodeLight(red / (samples * samples))
      out[pixel + 1] = encodeLight(green / (samples * samples))
      out[pixel + 2] = encodeLight(blue / (samples * samples))
    }
  }
  return out
}
