import type { BcfColoring } from "../../../../../sdk/plinth.ts"
import type { Rgb } from "../../../viewer/Viewer.ts"
import type { Entry } from "../view/Palette.ts"

/** Returns six digits without the opacity, which the first two of eight digits say. */
const digitsOf = (color: string): string => color.replace("#", "").slice(-6).toUpperCase()

const rgbOf = (digits: string): Rgb => {
  const number = Number.parseInt(digits, 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Returns whether colours are transparent, which the viewer does not show. */
export const areTransparent = (coloring: ReadonlyArray<BcfColoring>): boolean =>
  coloring.some(({ color }) => /^#?(?!ff)[0-9a-f]{8}$/i.test(color))

/**
 * Returns the legend of a viewpoint's colours. Of two colours of a product the last one counts.
 *
 * @param shownAs returns the GlobalIds of the shapes by which the view shows those of products
 */
export const colorEntries = (
  coloring: ReadonlyArray<BcfColoring>,
  shownAs: (guids: ReadonlyArray<string>) => ReadonlyArray<string>
): ReadonlyArray<Entry> => {
  const colors = new Map<string, string>()
  for (const { color, components } of coloring) {
    for (const guid of shownAs(components.flatMap(({ ifc_guid }) => ifc_guid ?? []))) colors.set(guid, digitsOf(color))
  }
  const groups = Map.groupBy(colors, ([, digits]) => digits)
  return [...groups].map(([digits, found]) => ({
    key: digits,
    kind: "value",
    label: `#${digits}`,
    color: rgbOf(digits),
    guids: found.map(([guid]) => guid)
  }))
}
