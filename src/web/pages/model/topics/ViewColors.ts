import { signal, untracked } from "@preact/signals"
import type { BcfColoring } from "../../../../../sdk/plinth.ts"
import { choose, place } from "../../../address/Address.ts"
import type { Entry } from "../view/Palette.ts"

/** Name in the address of the colouring by a viewpoint of a topic. */
export const viewColor = "!view"

/** The colours of the viewpoint that was shown last, with the model's page; null if none had colours. */
const colors = signal<{ readonly page: string; readonly entries: ReadonlyArray<Entry> } | null>(null)

/** The colouring in the address before that by a viewpoint, with the model's page. */
let before: { readonly page: string; readonly color: string | null } | null = null

/** Returns the page of the model that is open. */
const page = (): string => place.peek().path

/** Returns the colours of the viewpoint that was shown last in the model that is open; null if none had colours. */
export const viewColors = (): ReadonlyArray<Entry> | null =>
  colors.value?.page === place.value.path ? colors.value.entries : null

/** Keeps colours of a viewpoint for the model that is open. */
export const keepViewColors = (entries: ReadonlyArray<Entry>): void => {
  colors.value = { page: page(), entries }
}

const present = (): string | null => place.peek().query.get("color")

/** Returns the colours of the view as those of a viewpoint; nothing if it has none of a viewpoint. */
export const coloringShown = (): ReadonlyArray<BcfColoring> =>
  present() !== viewColor
    ? []
    : untracked(() => viewColors() ?? []).map(({ guids, key }) => ({
        color: key,
        components: guids.map((ifc_guid) => ({ ifc_guid }))
      }))

/** Returns to the colouring before that by a viewpoint. */
export const leaveViewColors = (): void => {
  if (present() === viewColor) choose({ color: before?.page === page() ? before.color : null })
}

/** Colours the view as the viewpoint that was shown last. */
export const enterViewColors = (): void => {
  if (present() === viewColor) return
  before = { page: page(), color: present() }
  choose({ color: viewColor })
}

/** Shows the colours of a viewpoint, or those before if it has none. */
export const showViewColors = (entries: ReadonlyArray<Entry>): void => {
  if (entries.length === 0) {
    leaveViewColors()
    colors.value = null
    return
  }
  keepViewColors(entries)
  enterViewColors()
}
