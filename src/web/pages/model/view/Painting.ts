import type { Rgb, Viewer } from "../../../viewer/Viewer.ts"
import { changesColor, type Entry } from "./Palette.ts"
import { isRoomColor } from "./places/RoomColors.ts"

type Shapes = Pick<Viewer, "indexOf" | "products" | "shapesOf">

/** True for colourings that make the other products faint, so that the coloured ones behind them are seen. */
export const hasFaint = (field: string | null): boolean => isRoomColor(field) || field === changesColor

/**
 * Returns the colours of products by a legend. A change of a whole without a shape of its own is seen on its parts,
 * unless the parts changed themselves.
 */
export const colorsOf = (viewer: Shapes, entries: ReadonlyArray<Entry>, field: string): ReadonlyMap<number, Rgb> => {
  const colors = new Map<number, Rgb>()
  const ofParts = new Map<number, Rgb>()
  for (const { color, guids, kind } of entries) {
    for (const guid of guids) {
      const product = viewer.indexOf(guid)
      if (product !== undefined) colors.set(product, color)
      else if (field === changesColor && kind !== "none") {
        for (const part of viewer.shapesOf([guid])) ofParts.set(part, color)
      }
    }
  }
  const unchanged = entries.find(({ kind }) => kind === "none")?.color
  for (const [part, color] of ofParts) {
    const own = colors.get(part)
    if (own === undefined || own === unchanged) colors.set(part, color)
  }
  return colors
}

/** Returns the products that become faint: all around rooms, or those that did not change if something did. */
export const faintOf = (viewer: Shapes, entries: ReadonlyArray<Entry>, field: string): ReadonlyArray<number> => {
  const changed = entries.filter(({ kind }) => kind !== "none")
  if (field === changesColor && changed.length === 0) return []
  const left = new Set(isRoomColor(field) ? [] : viewer.shapesOf(changed.flatMap(({ guids }) => guids)))
  return viewer.products.flatMap(({ isSpace }, i) => (isSpace || left.has(i) ? [] : [i]))
}
