/** A canvas with one depth and one colour for each sample, row by row from the top. */
export interface Canvas {
  readonly width: number
  readonly height: number
  /** The reciprocal of the distance from the eye, which is linear over a plane; 0: nothing. */
  readonly depth: Float32Array
  /** Red, green, blue from the lowest byte on, sRGB. */
  readonly color: Uint32Array
}

/** The way in which a triangle changes the samples that it covers. */
export type Paint =
  /** Sets depth and colour if nothing is nearer. */
  | "Solid"
  /** Sets only the depth if nothing is nearer. */
  | "Depth"
  /** Blends the colour, once, if the triangle's depth is the stored one. */
  | "Glass"

/** Depths that differ by less than this factor count as equal; the triangle drawn first stays. */
const SAME_PLACE = 1 + 2e-6
/** Factor on the depth of a blended sample, which marks it as done. */
const BLENDED = 1 + 1e-6
/** Twice the smallest area, in square samples, of a triangle that has a reliable depth. */
const NARROWEST = 1e-6

export const makeCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  depth: new Float32Array(width * height),
  color: new Uint32Array(width * height)
})

/** Blends `part`, 0 to 255, of the second colour over the first. */
const blend = (under: number, over: number, part: number): number => {
  const rest = 255 - part
  const red = ((under & 255) * rest + (over & 255) * part + 127) / 255
  const green = (((under >> 8) & 255) * rest + ((over >> 8) & 255) * part + 127) / 255
  const blue = (((under >> 16) & 255) * rest + ((over >> 16) & 255) * part + 127) / 255
  return (red & 255) | ((green & 255) << 8) | ((blue & 255) << 16)
}

/**
 * Draws a triangle: x, y in samples from the upper left corner, and depth, of each corner. A sample is covered if its
 * middle is inside; on an edge of two triangles it is covered by one of them. Triangles with corners that are not
 * finite are not drawn. Returns the number of samples and rows examined.
 */
export const fillTriangle = (
  canvas: Canvas,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  paint: Paint,
  color: number,
  opacity: number
): number => {
  const { width, height, depth } = canvas
  let x0 = ax
  let y0 = ay
  let x1 = bx
  let y1 = by
  let x2 = cx
  let y2 = cy
  if (y1 < y0) {
    x0 = bx
    y0 = by
    x1 = ax
    y1 = ay
  }
  if (y2 < y0) {
    x2 = x1
    y2 = y1
    x1 = x0
    y1 = y0
    x0 = cx
    y0 = cy
  } else if (y2 < y1) {
    x2 = x1
    y2 = y1
    x1 = cx
    y1 = cy
  }
  const top = y0 <= 0.5 ? 0 : Math.ceil(y0 - 0.5)
  const bottom = y2 >= height ? height : Math.ceil(y2 - 0.5)
  if (!(top < bottom)) return 0
  const twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (!(twice > NARROWEST || twice < -NARROWEST)) return 0
  const alongX = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / twice
  const alongY = ((bx - ax) * (cz - az) - (cx - ax) * (bz - az)) / twice
  const nearest = Math.max(az, bz, cz)
  const long = (x2 - x0) / (y2 - y0)
  const upper = y1 > y0 ? (x1 - x0) / (y1 - y0) : 0
  const lower = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0
  let looked = bottom - top
  for (let y = top; y < bottom; y++) {
    const middle = y + 0.5
    const one = x0 + (middle - y0) * long
    const other = middle < y1 ? x0 + (middle - y0) * upper : x1 + (middle - y1) * lower
    const left = one < other ? one : other
    const right = one < other ? other : one
    const first = left <= 0.5 ? 0 : Math.ceil(left - 0.5)
    const end = right >= width ? width : Math.ceil(right - 0.5)
    const row = y * width
    const start = az + (middle - ay) * alongY + (0.5 - ax) * alongX
    if (end > first) looked += end - first
    for (let x = first; x < end; x++) {
      let near = start + x * alongX
      if (near > nearest) near = nearest
      const at = row + x
      if (paint === "Glass") {
        if (Math.fround(near) !== depth[at]!) continue
        canvas.color[at] = blend(canvas.color[at]!, color, opacity)
        depth[at] = near * BLENDED
      } else if (near > depth[at]! * SAME_PLACE) {
        depth[at] = near
        if (paint === "Solid") canvas.color[at] = color
      }
    }
  }
  return looked
}
