import { signal } from "@preact/signals"
import type { BcfColoring } from "../../../../../sdk/plinth.ts"
import { choose, place } from "../../../address/Address.ts"
import type { Entry } from "../view/Palette.ts"

/** Name in the address of the colouring by a viewpoint of a topic. */
export const viewColor = "!view"

/** The colours of the viewpoint that was shown last; null if none had colours. */
export const viewColors = signal<ReadonlyArray<Entry> | null>(null)

/** The colouring in the address before that by a viewpoint. */
let before: string | null = null

const present = (): string | null => place.peek().query.get("color")

/** Returns the colours of the view as those of a viewpoint; nothing if it has none of a viewpoint. */
export const coloringShown = (): ReadonlyArray<BcfColoring> =>
  present() !== viewColor
    ? []
    : (viewColors.peek() ?? []).map(({ guids, key }) => ({
        color: key,
        components: guids.map((ifc_guid) => ({ ifc_guid }))
      }))

/** Returns to the colouring before that by a viewpoint. */
export const leaveViewColors = (): void => {
  if (present() === viewColor) choose({ color: before })
}

/** Colours the view as the viewpoint that was shown last. */
export const enterViewColors = (): void => {
  if (present() === viewColor) return
  before = present()
  choose({ color: viewColor })
}

/** Shows the colours of a viewpoint, or those before if it has none. */
export const showViewColors = (entries: ReadonlyArray<Entry>): void => {
  if (entries.length === 0) {
    leaveViewColors()
    viewColors.value = null
    return
  }
  viewColors.value = entries
  enterViewColors()
}
