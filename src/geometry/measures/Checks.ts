/** The reasons why a volume is left out, as ends of sentences. */
export const doubts = {
  box: "they exceed the box of the product",
  surface: "they do not fit the surface that encloses them",
  extrusion: "they differ from the area of the profile times the depth of the extrusion",
  gross: "they are greater than without openings"
} as const
export type Doubt = keyof typeof doubts

/** A volume, and the measures that it is checked against. */
export interface Enclosed {
  readonly volume: number
  readonly surfaceArea: number
  readonly extents: readonly [number, number, number]
}

/** The relative error that rounding may cause. */
const rounding = 1e-4

/** The relative error of an extrusion, because circles are drawn with 64 sides. */
const drawn = 0.01

/**
 * The least volume of a body, as a fraction of the volume of a sphere with the same surface area. A shape with less is
 * a sheet that is folded onto itself.
 */
const leastRoundness = 1e-9

/**
 * Returns the reason why a body with this surface and box cannot have this volume, or null if it can: the volume is at
 * most that of the box, and at most that of a sphere with the same surface area (A³ ≥ 36 π V²).
 */
export const doubtOf = ({ extents: [x, y, z], surfaceArea, volume }: Enclosed): Doubt | null => {
  if (volume > x * y * z * (1 + rounding)) return "box"
  const roundness = (36 * Math.PI * volume ** 2) / surfaceArea ** 3
  return roundness > 1 + rounding || !(roundness > leastRoundness ** 2) ? "surface" : null
}

/** Returns whether a volume differs from that of the only extrusion that the body consists of. */
export const differsFromExtrusion = (volume: number, extrusion: number): boolean =>
  Math.abs(volume - extrusion) > drawn * extrusion

/** Returns whether a net volume exceeds the gross one. */
export const exceedsGross = (net: number, gross: number): boolean => net > gross * (1 + rounding)
