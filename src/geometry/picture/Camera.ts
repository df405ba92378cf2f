import type { Placements } from "../Scene.ts"
import { EXTREMES } from "./Extremes.ts"
import type { Subject } from "./Subject.ts"

/** Where it is seen from. Seen coordinates are right, up and away from the eye, in metres. */
export interface Camera {
  /** Right, up and away in the scene's axes, three numbers each. */
  readonly axes: ReadonlyArray<number>
  /** Of the scene; what is drawn is moved by it before anything else, so that far coordinates lose nothing. */
  readonly origin: readonly [number, number, number]
  /** Seen from `origin`: right, up, away. */
  readonly eye: readonly [number, number, number]
  /** Pixels a metre at a distance of one metre. */
  readonly focal: number
  /** What is nearer than this is not drawn. */
  readonly near: number
  /** How far the subject's box reaches, metres. */
  readonly reach: number
}

/** Of the longer side of the picture. */
const FIELD_OF_VIEW = (32 * Math.PI) / 180
/** Left free on each side, as part of the shorter one. */
const MARGIN = 0.05
/** From the line on which the longer front is seen straight on. */
const TURN = (36 * Math.PI) / 180
/** What stands between the eye and the subject is left out up to this part of the way. */
const NEAR = 0.5
/** The smallest subject, metres. */
const SMALLEST = 1e-3

/** How far down it looks, degrees: [height as part of the longer side of the ground, angle]. Between them, the line. */
const PITCHES = [
  [0.05, 38],
  [0.5, 27],
  [2, 17]
] as const

/** Directions that are tried for the ground's narrowest rectangle, over a quarter of a turn. */
const QUARTER = 30
/** A rectangle that is turned must be smaller than this part of one that is not. */
const TURNED = 0.9
/** Corners that are looked at for it; of more, some. */
const GROUND_CORNERS = 20_000

const pitchOf = (slenderness: number): number => {
  let [above, angle] = PITCHES[0] as readonly [number, number]
  for (const [limit, degrees] of PITCHES) {
    if (slenderness <= limit) {
      const part = limit === above ? 0 : (limit - Math.max(above, slenderness)) / (limit - above)
      return ((degrees + (angle - degrees) * part) * Math.PI) / 180
    }
    above = limit
    angle = degrees
  }
  return (angle * Math.PI) / 180
}

/** The corners of all placements of the subject, relative to an origin: x, y, z each. */
const cornersOf = (
  placements: Placements,
  extremes: Float32Array,
  { drawn, products }: Subject,
  origin: readonly [number, number, number]
): Float64Array => {
  const chosen: Array<number> = []
  for (let at = 0; at < placements.count; at++) {
    if (drawn[at] === 1 && products[placements.product[at]!] === 1) chosen.push(at)
  }
  const corners = new Float64Array(chosen.length * EXTREMES * 3)
  let out = 0
  for (const at of chosen) {
    const start = placements.shape[at]! * EXTREMES * 3
    for (let corner = start; corner < start + EXTREMES * 3; corner += 3) {
      for (let side = 0; side < 3; side++) {
        const row = at * 16 + side
        const { matrix } = placements
        corners[out++] =
          matrix[row]! * extremes[corner]! +
          matrix[row + 4]! * extremes[corner + 1]! +
          matrix[row + 8]! * extremes[corner + 2]! +
          (matrix[row + 12]! - origin[side]!)
      }
    }
  }
  return corners
}

/** How wide corners reach on the ground in a direction, radians from x towards z. */
const widthAlong = (corners: Float64Array, step: number, angle: number): number => {
  const x = Math.cos(angle)
  const z = Math.sin(angle)
  let least = Infinity
  let greatest = -Infinity
  for (let at = 0; at < corners.length; at += step) {
    const along = x * corners[at]! + z * corners[at + 2]!
    if (along < least) least = along
    if (along > greatest) greatest = along
  }
  return greatest - least
}

/** The longer side of the narrowest rectangle around the corners on the ground: its direction and length. */
const ground = (corners: Float64Array): { readonly angle: number; readonly length: number } => {
  const step = 3 * Math.ceil(corners.length / 3 / GROUND_CORNERS)
  let best = { angle: 0, length: 0 }
  let least = Infinity
  for (let index = 0; index < QUARTER; index++) {
    const angle = (index / QUARTER) * (Math.PI / 2)
    const one = widthAlong(corners, step, angle)
    const other = widthAlong(corners, step, angle + Math.PI / 2)
    if (one * other >= least) continue
    least = one * other * (index === 0 ? TURNED : 1)
    best = one >= other ? { angle, length: one } : { angle: angle + Math.PI / 2, length: other }
  }
  return best
}

/** The eye from which all corners are just seen: the apex of the four planes that touch them. */
const eyeOf = (corners: Float64Array, axes: ReadonlyArray<number>, slopes: readonly [number, number]) => {
  const most = [-Infinity, -Infinity, -Infinity, -Infinity]
  let nearest = Infinity
  for (let at = 0; at < corners.length; at += 3) {
    const seen = [0, 3, 6].map(
      (row) => axes[row]! * corners[at]! + axes[row + 1]! * corners[at + 1]! + axes[row + 2]! * corners[at + 2]!
    )
    const [right, up, away] = seen as [number, number, number]
    most[0] = Math.max(most[0]!, right - slopes[0] * away)
    most[1] = Math.max(most[1]!, -right - slopes[0] * away)
    most[2] = Math.max(most[2]!, up - slopes[1] * away)
    most[3] = Math.max(most[3]!, -up - slopes[1] * away)
    nearest = Math.min(nearest, away)
  }
  const away = Math.min(
    -(most[0]! + most[1]!) / (2 * slopes[0]),
    -(most[2]! + most[3]!) / (2 * slopes[1]),
    nearest - SMALLEST
  )
  const eye = [(most[0]! - most[1]!) / 2, (most[2]! - most[3]!) / 2, away] as const
  return { eye, nearest: nearest - away }
}

/**
 * From the front, to the right of it and above: the longer side of the building is seen most, tall ones from less high,
 * flat ones from higher. The subject fills a picture of `width` × `height` pixels but for a margin.
 */
export const cameraOf = (
  placements: Placements,
  extremes: Float32Array,
  subject: Subject,
  { width, height }: { readonly width: number; readonly height: number }
): Camera => {
  const { box } = subject
  const origin = [0, 1, 2].map((side) => box[side]! / 2 + box[side + 3]! / 2) as [number, number, number]
  const corners = cornersOf(placements, extremes, subject, origin)
  const { angle, length } = ground(corners)
  const tall = box[4]! - box[1]!
  const pitch = pitchOf(tall / Math.max(length, SMALLEST))
  // Straight on to the longer side, from where z grows, and then to the right.
  const front = angle % Math.PI >= Math.PI / 2 ? angle + Math.PI + Math.PI / 2 : angle + Math.PI / 2
  const turned = front - TURN
  const away = [-Math.cos(turned) * Math.cos(pitch), -Math.sin(pitch), -Math.sin(turned) * Math.cos(pitch)] as const
  const right = [-away[2] / Math.cos(pitch), 0, away[0] / Math.cos(pitch)] as const
  const up = [
    right[1] * away[2] - right[2] * away[1],
    right[2] * away[0] - right[0] * away[2],
    right[0] * away[1] - right[1] * away[0]
  ] as const
  const axes = [...right, ...up, ...away]
  const focal = Math.max(width, height) / 2 / Math.tan(FIELD_OF_VIEW / 2)
  const margin = MARGIN * Math.min(width, height)
  const { eye, nearest } = eyeOf(corners, axes, [(width / 2 - margin) / focal, (height / 2 - margin) / focal])
  const reach = Math.max(SMALLEST, Math.hypot(box[3]! - box[0]!, tall, box[5]! - box[2]!))
  return { axes, origin, eye, focal, near: NEAR * nearest, reach }
}
