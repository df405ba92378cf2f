import type { Rgb } from "../../viewer/Viewer.ts"
import { named } from "../model/view/Palette.ts"

/** Angle between the hues of further models, in degrees: the golden angle, which keeps them apart. */
const golden = 137.508

/** Returns a colour from its hue in degrees, half as light as white. Source: CSS Color 4, hslToRgb. */
const ofHue = (hue: number): Rgb => {
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (0.5 - 0.3 * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}

/** Returns the colour of a model of a project by its position among the models. */
export const modelColor = (index: number): Rgb => named[index] ?? ofHue((index * golden) % 360)
