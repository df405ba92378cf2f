import type { Placements, Scene } from "../Scene.ts"
import { EXTREMES } from "./Extremes.ts"
import type { Subject } from "./Subject.ts"

/** The camera. View coordinates are right, up and away from the eye, in metres. */
export interface Camera {
  /** The directions right, up and away in the scene's axes, three numbers each. */
  readonly axes: ReadonlyArray<number>
  /** A point of the scene. It is subtracted from all coordinates first, so that far coordinates lose no precision. */
  readonly origin: readonly [number, number, number]
  /** The position of the eye relative to `origin`: right, up, away. */
  readonly eye: readonly [number, number, number]
  /** Pixels per metre at a distance of one metre. */
  readonly focal: number
  /** The near plane: anything nearer than this is not drawn. */
  readonly near: number
  /** The diagonal of the subject's bounding box, in metres. */
  readonly reach: number
}

/** Angle of the longer side of the picture. */
const FIELD_OF_VIEW = (32 * Math.PI) / 180
/** Free margin on each side, as a fraction of the shorter side. */
const MARGIN = 0.05
/** Angle between the view direction and the frontal view of the longer front. */
const TURN = (36 * Math.PI) / 180
/** Objects between the eye and the subject are left out up to this fraction of the distance. */
const NEAR = 0.5
/** The smallest subject, in metres. */
const SMALLEST = 1e-3

/** Downward pitch in degrees: [height as a fraction of the longer side of the ground, angle]. Linear in between. */
const PITCHES = [
  [0.05, 38],
  [0.5, 27],
  [2, 17]
] as const

/** Directions tried, over a quarter turn, for the narrowest ground rectangle. */
const QUARTER = 30
/** A rotated rectangle is chosen only if its area is less than this fraction of that of the unrotated one. */
const TURNED = 0.9
/** The most corners examined for the rectangle; if there are more, they are sampled. */
const GROUND_CORNERS = 20_000

/**
 * Parts larger than this fraction of the subject's diagonal also contribute sampled corners, since they may be round.
 */
const LARGE = 0.1
/** The most sampled corners for each such part, and for all of them. */
const ROUND_CORNERS = 1000
const ALL_ROUND_CORNERS = 1_000_000
/** Golden ratio: the fractional parts of its multiples are evenly spread and match no regular order of corners. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

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

/** Writes the position of a placement's corner, relative to an origin. */
const place = (
  { matrix }: Placements,
  at: number,
  positions: Float32Array,
  corner: number,
  origin: readonly [number, number, number],
  out: Float64Array,
  to: number
): void => {
  for (let side = 0; side < 3; side++) {
    const row = at * 16 + side
    out[to + side] =
      matrix[row]! * positions[corner]! +
      matrix[row + 4]! * positions[corner + 1]! +
      matrix[row + 8]! * positions[corner + 2]! +
      (matrix[row + 12]! - origin[side]!)
  }
}

/** Returns the `EXTREMES` corners of each of the given placements, relative to an origin: x, y, z each. */
const extremeCorners = (
  placements: Placements,
  extremes: Float32Array,
  chosen: Uint32Array,
  origin: readonly [number, number, number]
): Float64Array => {
  const corners = new Float64Array(chosen.length * EXTREMES * 3)
  let to = 0
  for (const at of chosen) {
    const start = placements.shape[at]! * EXTREMES * 3
    for (let corner = 0; corner < EXTREMES * 3; corner += 3, to += 3) {
      place(placements, at, extremes, start + corner, origin, corners, to)
    }
  }
  return corners
}

/** Returns sampled corners of the large placements, which may be round. `corners` are the extreme corners of all. */
const roundCorners = (
  { placements, shapes }: Scene,
  corners: Float64Array,
  chosen: Uint32Array,
  origin: readonly [number, number, number],
  reach: number
): Float64Array => {
  const large = chosen.filter((_, index) => {
    const start = index * EXTREMES * 3
    // Extreme corners come in pairs of opposite directions.
    for (let pair = start; pair < start + EXTREMES * 3; pair += 6) {
      const x = corners[pair]! - corners[pair + 3]!
      const y = corners[pair + 1]! - corners[pair + 4]!
      const z = corners[pair + 2]! - corners[pair + 5]!
      if (Math.hypot(x, y, z) > LARGE * reach) return true
    }
    return false
  })
  const each = Math.min(ROUND_CORNERS, Math.floor(ALL_ROUND_CORNERS / large.length))
  const out = new Float64Array(large.length * each * 3)
  let to = 0
  for (const at of large) {
    const { positions } = shapes[placements.shape[at]!]!
    for (let index = 0; index < each; index++, to += 3) {
      const corner = 3 * Math.floor(((index * GOLDEN) % 1) * (positions.length / 3))
      place(placements, at, positions, corner, origin, out, to)
    }
  }
  return out
}

/** Returns the width of corners on the ground along a direction, in radians from x towards z. */
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

/** Returns direction and length of the longer side of the narrowest rectangle around the corners on the ground. */
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

/** Returns the eye from which all corners are just visible: the apex of the four planes that touch them. */
const eyeOf = (
  corners: ReadonlyArray<Float64Array>,
  axes: ReadonlyArray<number>,
  slopes: readonly [number, number]
) => {
  const most = [-Infinity, -Infinity, -Infinity, -Infinity]
  let nearest = Infinity
  const see = (x: number, y: number, z: number) => {
    const right = axes[0]! * x + axes[1]! * y + axes[2]! * z
    const up = axes[3]! * x + axes[4]! * y + axes[5]! * z
    const away = axes[6]! * x + axes[7]! * y + axes[8]! * z
    if (!Number.isFinite(right + up + away)) return
    most[0] = Math.max(most[0]!, right - slopes[0] * away)
    most[1] = Math.max(most[1]!, -right - slopes[0] * away)
    most[2] = Math.max(most[2]!, up - slopes[1] * away)
    most[3] = Math.max(most[3]!, -up - slopes[1] * away)
    nearest = Math.min(nearest, away)
  }
  for (const some of corners) {
    for (let at = 0; at < some.length; at += 3) see(some[at]!, some[at + 1]!, some[at + 2]!)
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
 * Chooses the camera: in front, to the right and above, so that the longer side of the building is seen most; tall
 * buildings from lower, flat ones from higher. The subject fills a picture of `width` × `height` pixels except for a
 * margin.
 */
export const cameraOf = (
  scene: Scene,
  extremes: Float32Array,
  subject: Subject,
  { width, height }: { readonly width: number; readonly height: number }
): Camera => {
  const { box } = subject
  const origin = [0, 1, 2].map((side) => box[side]! / 2 + box[side + 3]! / 2) as [number, number, number]
  const { placements } = scene
  const chosen = placements.product
    .map((_, at) => at)
    .filter((at) => subject.drawn[at] === 1 && subject.products[placements.product[at]!] === 1)
  const corners = extremeCorners(placements, extremes, chosen, origin)
  const { angle, length } = ground(corners)
  const tall = box[4]! - box[1]!
  const pitch = pitchOf(tall / Math.max(length, SMALLEST))
  // Frontal view of the longer side, from the direction in which z grows; then turned to the right.
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
  const reach = Math.max(SMALLEST, Math.hypot(box[3]! - box[0]!, tall, box[5]! - box[2]!))
  const round = roundCorners(scene, corners, chosen, origin, reach)
  const { eye, nearest } = eyeOf([corners, round], axes, [(width / 2 - margin) / focal, (height / 2 - margin) / focal])
  return { axes, origin, eye, focal, near: NEAR * nearest, reach }
}
