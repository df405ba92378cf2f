/** Direction to the sun in view coordinates: to the left, high, behind the viewer. */
const SUN_LEFT = -0.55
const SUN_UP = 0.62
const SUN_AWAY = -0.56

/** Light from below, from above, and from the sun; a face towards the sun keeps its colour. */
const GROUND = 0.2
const SKY = 0.5
const SUN = 0.62

/**
 * The darkest and the lightest reflectance in full light, as a fraction of white. The lower limit keeps the form of
 * black steel visible.
 */
const DARKEST = 0.025
const LIGHTEST = 0.86

/** Steps of light between dark and full. */
const STEPS = 4096

/** Linear light, 0 to 1, of sRGB numbers 0 to 255. Source: IEC 61966-2-1. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
})

/** Returns the sRGB number, 0 to 255, of linear light. */
export const encodeLight = (light: number): number =>
  ENCODED[light >= 1 ? STEPS : light > 0 ? (light * STEPS + 0.5) | 0 : 0]!

/** Returns the reflectance, 0 to 1, of an sRGB number from 0 to 255. */
export const reflected = (value: number): number => Math.min(LIGHTEST, Math.max(DARKEST, LINEAR[value]!))

/**
 * Returns the light on a face. Takes its unit normal, turned towards the eye, in view coordinates (right, up, away) and
 * its upward part in the world.
 */
export const lightOn = (right: number, up: number, away: number, skyward: number): number => {
  const sun = right * SUN_LEFT + up * SUN_UP + away * SUN_AWAY
  return GROUND + ((SKY - GROUND) * (skyward + 1)) / 2 + (sun > 0 ? SUN * sun : 0)
}
