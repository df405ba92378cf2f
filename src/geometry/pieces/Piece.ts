import type { Shape } from "../Scene.ts"
import { facedOutward } from "../Outward.ts"
import { capsOf } from "./Caps.ts"

/** The measures of a shape in the frame in which it is placed, in metres. */
export interface Piece {
  /** The volume enclosed by the shape and by flat caps over its holes; meaningless unless `isSure`. */
  readonly volume: number
  /** Whether missing faces could change the volume only slightly. */
  readonly isSure: boolean
  readonly surfaceArea: number
  /** The area of the faces that look down, projected onto the ground. */
  readonly footprintArea: number
  /** The least and greatest coordinate along each axis of the frame, and along up. */
  readonly least: readonly [number, number, number, number]
  readonly most: readonly [number, number, number, number]
  /** The centre of volume times the volume, and the centre of the surface times its area. */
  readonly moment: readonly [number, number, number]
  readonly surfaceMoment: readonly [number, number, number]
  /** Whether no face is missing. */
  readonly isClosed: boolean
}

/** A shape is closed if its caps are at most this fraction of its surface. */
const closedWithin = 1e-5

/**
 * A shape is a solid if its caps are at most this fraction of its surface, because geometry engines leave out faces
 * where they cut. With more it is a sheet.
 */
const mostCaps = 0.05

/** A volume is valid if caps that are not quite flat make at most this fraction of it uncertain. */
const sureWithin = 0.025

/** Areas below this, in square metres, count as zero. */
const noArea = 1e-12

/** Returns the middle of the bounding box of the first `length` numbers; those that are not finite are ignored. */
const middleOf = (corners: Float64Array, length: number): readonly [number, number, number] => {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < length; at++) {
    const value = corners[at]!
    const axis = at % 3
    if (value < least[axis]! && value > -Infinity) least[axis] = value
    if (value > most[axis]! && value < Infinity) most[axis] = value
  }
  const middle = (axis: number): number => {
    const found = (least[axis]! + most[axis]!) / 2
    return Number.isFinite(found) ? found : 0
  }
  return [middle(0), middle(1), middle(2)]
}

/** Buffer for the corners of a shape, reused between calls. */
let corners = new Float64Array(0)

/**
 * Measures a shape, placed by a `relative` matrix in a frame in which up is `up`. Volumes are sums of tetrahedra from
 * the middle of the shape, so that precision does not depend on where it is. The surface has only the faces that exist.
 *
 * @param mayTurn whether triangles may be reversed if they enclose a body only after that
 */
export const measure = (
  { positions, triangles }: Shape,
  matrix: Float64Array,
  up: readonly [number, number, number],
  mayTurn = true
): Piece => {
  const [upX, upY, upZ] = up
  if (corners.length < positions.length) corners = new Float64Array(Math.max(positions.length, corners.length * 2))
  const least: [number, number, number, number] = [Infinity, Infinity, Infinity, Infinity]
  const most: [number, number, number, number] = [-Infinity, -Infinity, -Infinity, -Infinity]
  const [a, b, c, d, e, f, g, h, i, tx, ty, tz] = matrix as unknown as ReadonlyArray<number>
  for (let at = 0; at < positions.length; at += 3) {
    const px = positions[at]!
    const py = positions[at + 1]!
    const pz = positions[at + 2]!
    const x = a! * px + d! * py + g! * pz + tx!
    const y = b! * px + e! * py + h! * pz + ty!
    const z = c! * px + f! * py + i! * pz + tz!
    corners[at] = x
    corners[at + 1] = y
    corners[at + 2] = z
  }
  const [ox, oy, oz] = middleOf(corners, positions.length)
  let volume = 0
  let surface = 0
  let down = 0
  let volumeX = 0
  let volumeY = 0
  let volumeZ = 0
  let surfaceX = 0
  let surfaceY = 0
  let surfaceZ = 0
  for (let at = 0; at < triangles.length; at += 3) {
    const p = triangles[at]! * 3
    const q = triangles[at + 1]! * 3
    const r = triangles[at + 2]! * 3
    const px = corners[p]! - ox
    const py = corners[p + 1]! - oy
    const pz = corners[p + 2]! - oz
    const qx = corners[q]! - ox
    const qy = corners[q + 1]! - oy
    const qz = corners[q + 2]! - oz
    const rx = corners[r]! - ox
    const ry = corners[r + 1]! - oy
    const rz = corners[r + 2]! - oz
    const nx = (qy - py) * (rz - pz) - (qz - pz) * (ry - py)
    const ny = (qz - pz) * (rx - px) - (qx - px) * (rz - pz)
    const nz = (qx - px) * (ry - py) - (qy - py) * (rx - px)
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2
    // Triangles with a corner that is not finite are skipped.
    if (!(area >= 0) || area === Infinity) continue
    const tetrahedron = (px * nx + py * ny + pz * nz) / 6
    volume += tetrahedron
    volumeX += (tetrahedron * (px + qx + rx)) / 4
    volumeY += (tetrahedron * (py + qy + ry)) / 4
    volumeZ += (tetrahedron * (pz + qz + rz)) / 4
    surface += area
    surfaceX += (area * (px + qx + rx)) / 3
    surfaceY += (area * (py + qy + ry)) / 3
    surfaceZ += (area * (pz + qz + rz)) / 3
    const facing = nx * upX + ny * upY + nz * upZ
    if (facing < 0) down -= facing / 2
    for (let side = 0; side < 3; side++) {
      const corner = triangles[at + side]! * 3
      const x = corners[corner]!
      const y = corners[corner + 1]!
      const z = corners[corner + 2]!
      const up = x * upX + y * upY + z * upZ
      if (x < least[0]) least[0] = x
      if (y < least[1]) least[1] = y
      if (z < least[2]) least[2] = z
      if (up < least[3]) least[3] = up
      if (x > most[0]) most[0] = x
      if (y > most[1]) most[1] = y
      if (z > most[2]) most[2] = z
      if (up > most[3]) most[3] = up
    }
  }
  const caps = capsOf({ positions, triangles }, corners, [ox, oy, oz])
  const isClosed = surface > 0 && caps.area <= closedWithin * surface + noArea
  if (!isClosed && mayTurn && caps.isEven) {
    const own = corners.subarray(0, positions.length)
    const turned = own.every(Number.isFinite) ? facedOutward(own, triangles) : null
    if (turned !== null) return measure({ positions, triangles: turned }, matrix, up, false)
  }
  volume += caps.volume
  volumeX += caps.moment[0]
  volumeY += caps.moment[1]
  volumeZ += caps.moment[2]
  // The volume is negative if the matrix mirrors, or if a file orders corners clockwise; the enclosed volume is the
  // same.
  const size = Math.abs(volume)
  const turned = volume < 0 ? -1 : 1
  return {
    volume: size,
    isSure: isClosed || (caps.area <= mostCaps * surface && caps.doubt < sureWithin * size),
    surfaceArea: surface,
    footprintArea: down,
    least,
    most,
    moment: [volumeX * turned + size * ox, volumeY * turned + size * oy, volumeZ * turned + size * oz],
    surfaceMoment: [surfaceX + surface * ox, surfaceY + surface * oy, surfaceZ + surface * oz],
    isClosed
  }
}
