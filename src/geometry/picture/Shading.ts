/** Where the sun stands, seen from the eye: to the left, high, behind the one who looks. */
const SUN_LEFT = -0.55
const SUN_UP = 0.62
const SUN_AWAY = -0.56

/** From below, from above, and from the sun; a face that looks at the sun keeps its colour. */
const GROUND = 0.2
const SKY = 0.5
const SUN = 0.62

/** The darkest and the lightest that a surface is shown in full light, as part of white: black steel shows its form. */
const DARKEST = 0.025
const LIGHTEST = 0.86

/** Steps of light between dark and full. */
const STEPS = 4096

/** Of sRGB numbers 0 to 255: light, 0 to 1. Source: IEC 61966-2-1. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
})

/** The sRGB number, 0 to 255, of light. */
export const encodeLight = (light: number): number =>
  ENCODED[light >= 1 ? STEPS : light > 0 ? (light * STEPS + 0.5) | 0 : 0]!

/** How much light of a surface's colour comes back, 0 to 1, for sRGB 0 to 255. */
export const reflected = (value: number): number => Math.min(LIGHTEST, Math.max(DARKEST, LINEAR[value]!))

/** Light on a face by its normal, of length 1, that looks towards the eye: right, up, away, and up of the world. */
export const lightOn = (right: number, up: number, away: number, skyward: number): number => {
  const sun = right * SUN_LEFT + up * SUN_UP + away * SUN_AWAY
  return GROUND + ((SKY - GROUND) * (skyward + 1)) / 2 + (sun > 0 ? SUN * sun : 0)
}
