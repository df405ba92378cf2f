import type { Scene, Shape } from "../Scene.ts"
import type { Camera } from "./Camera.ts"
import { type Canvas, fillTriangle, type Paint } from "./Canvas.ts"
import { type Parts, seenMatrix } from "./Parts.ts"
import { encodeLight, lightOn, reflected } from "./Shading.ts"

const OPAQUE = 255
/** Work limit of a pass: average number of visits per sample after which drawing stops. */
const MOST_LOOKS = 200
/** Numbers per corner: right, up, away, then x and y in samples and the reciprocal of the distance. */
const CORNER = 6

/** Drawing state, with a buffer for the corners of the current shape in view coordinates. */
interface Seen {
  readonly canvas: Canvas
  readonly camera: Camera
  readonly corners: Float64Array
}

interface Surface {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly opacity: number
}

const see = ({ canvas, camera, corners }: Seen, { positions }: Shape, matrix: Float64Array): void => {
  const { focal } = camera
  const middleX = canvas.width / 2
  const middleY = canvas.height / 2
  for (let at = 0, out = 0; at + 2 < positions.length; at += 3, out += CORNER) {
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    const right = matrix[0]! * x + matrix[3]! * y + matrix[6]! * z + matrix[9]!
    const up = matrix[1]! * x + matrix[4]! * y + matrix[7]! * z + matrix[10]!
    const away = matrix[2]! * x + matrix[5]! * y + matrix[8]! * z + matrix[11]!
    const near = 1 / away
    corners[out] = right
    corners[out + 1] = up
    corners[out + 2] = away
    corners[out + 3] = middleX + focal * right * near
    corners[out + 4] = middleY - focal * up * near
    corners[out + 5] = near
  }
}

/** Returns the shaded colour of a face. Its corners may be in either order: the normal is turned towards the eye. */
const shaded = (corners: Float64Array, a: number, b: number, c: number, axes: ReadonlyArray<number>, of: Surface) => {
  const bx = corners[b]! - corners[a]!
  const by = corners[b + 1]! - corners[a + 1]!
  const bz = corners[b + 2]! - corners[a + 2]!
  const cx = corners[c]! - corners[a]!
  const cy = corners[c + 1]! - corners[a + 1]!
  const cz = corners[c + 2]! - corners[a + 2]!
  const x = by * cz - bz * cy
  const y = bz * cx - bx * cz
  const z = bx * cy - by * cx
  const towards = x * corners[a]! + y * corners[a + 1]! + z * corners[a + 2]!
  const length = Math.sqrt(x * x + y * y + z * z) * (towards > 0 ? -1 : 1)
  if (!(length !== 0)) return 0
  const right = x / length
  const up = y / length
  const away = z / length
  const light = lightOn(right, up, away, right * axes[1]! + up * axes[4]! + away * axes[7]!)
  return encodeLight(of.red * light) | (encodeLight(of.green * light) << 8) | (encodeLight(of.blue * light) << 16)
}

/** Draws, as a fan, the part of a triangle behind the near plane, for triangles that cross it. */
const fillCut = (seen: Seen, cut: ReadonlyArray<number>, paint: Paint, color: number, opacity: number): number => {
  const { canvas, camera, corners } = seen
  const outline: Array<readonly [number, number, number]> = []
  for (let index = 0; index < 3; index++) {
    const from = cut[index]!
    const to = cut[(index + 1) % 3]!
    const one = corners[from + 2]! - camera.near
    const other = corners[to + 2]! - camera.near
    if (one >= 0) outline.push([corners[from]!, corners[from + 1]!, corners[from + 2]!])
    if (one >= 0 === other >= 0) continue
    const part = one / (one - other)
    const between = (row: number) => corners[from + row]! + (corners[to + row]! - corners[from + row]!) * part
    outline.push([between(0), between(1), camera.near])
  }
  const flat = outline.map(([right, up, away]) => {
    const near = 1 / away
    return [canvas.width / 2 + camera.focal * right * near, canvas.height / 2 - camera.focal * up * near, near] as const
  })
  let looks = 0
  for (let index = 2; index < flat.length; index++) {
    const [ax, ay, az] = flat[0]!
    const [bx, by, bz] = flat[index - 1]!
    const [cx, cy, cz] = flat[index]!
    looks += fillTriangle(canvas, ax, ay, az, bx, by, bz, cx, cy, cz, paint, color, opacity)
  }
  return looks
}

/** Draws a shape and returns how many of `looks` sample visits are left; stops when there are none. */
const drawShape = (seen: Seen, shape: Shape, surface: Surface, paint: Paint, looks: number): number => {
  const { canvas, camera, corners } = seen
  const { triangles } = shape
  const count = shape.positions.length / 3
  const { near, axes } = camera
  let left = looks
  for (let at = 0; at + 2 < triangles.length && left > 0; at += 3) {
    if (triangles[at]! >= count || triangles[at + 1]! >= count || triangles[at + 2]! >= count) continue
    const a = triangles[at]! * CORNER
    const b = triangles[at + 1]! * CORNER
    const c = triangles[at + 2]! * CORNER
    const hidden =
      (corners[a + 2]! >= near ? 0 : 1) + (corners[b + 2]! >= near ? 0 : 1) + (corners[c + 2]! >= near ? 0 : 1)
    if (hidden === 3) continue
    const color = paint === "Depth" ? 0 : shaded(corners, a, b, c, axes, surface)
    if (hidden > 0) {
      left -= fillCut(seen, [a, b, c], paint, color, surface.opacity)
      continue
    }
    left -= fillTriangle(
      canvas,
      corners[a + 3]!,
      corners[a + 4]!,
      corners[a + 5]!,
      corners[b + 3]!,
      corners[b + 4]!,
      corners[b + 5]!,
      corners[c + 3]!,
      corners[c + 4]!,
      corners[c + 5]!,
      paint,
      color,
      surface.opacity
    )
  }
  return left
}

/**
 * Draws the parts of a scene: opaque ones first, then transparent ones, of which only the nearest is blended. Each face
 * has one colour that depends on its orientation to the light, whatever the order of its corners.
 */
export const draw = (canvas: Canvas, scene: Scene, parts: Parts, camera: Camera): void => {
  const { color } = scene.placements
  let most = 0
  for (const shape of parts.shapes) most = Math.max(most, shape?.positions.length ?? 0)
  const seen: Seen = { canvas, camera, corners: new Float64Array((most / 3) * CORNER) }
  const matrix = new Float64Array(12)
  const pass = (paint: Paint): void => {
    let left = MOST_LOOKS * canvas.depth.length
    for (const at of parts.placements) {
      const opacity = color[at * 4 + 3]!
      if ((opacity === OPAQUE) !== (paint === "Solid")) continue
      const shape = parts.shapes[scene.placements.shape[at]!]!
      seenMatrix(scene, at, camera, matrix)
      see(seen, shape, matrix)
      const [red, green, blue] = [
        reflected(color[at * 4]!),
        reflected(color[at * 4 + 1]!),
        reflected(color[at * 4 + 2]!)
      ]
      left = drawShape(seen, shape, { red, green, blue, opacity }, paint, left)
    }
  }
  pass("Solid")
  pass("Depth")
  pass("Glass")
}
