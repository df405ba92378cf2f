import type { BcfComponents } from "../../../../../sdk/plinth.ts"

const globalId = /^[0-9A-Za-z_$]{22}$/

/** Returns products as components; what is no GlobalId is left out. */
const componentsOf = (guids: ReadonlyArray<string>) =>
  guids.filter((guid) => globalId.test(guid)).map((ifc_guid) => ({ ifc_guid }))

/** A product with its visibility in the view. */
interface Product {
  readonly guid: string
  readonly isSpace: boolean
  readonly isShown: boolean
}

/** Returns what is selected and visible in the form of BCF, with the shorter list of exceptions. */
export const bcfComponentsOf = (
  selected: ReadonlyArray<string>,
  products: ReadonlyArray<Product>,
  areSpacesShown: boolean
): BcfComponents => {
  // A hint says that all spaces are hidden, so they are no exceptions.
  const seen = products.filter(({ isSpace }) => areSpacesShown || !isSpace)
  const shown = seen.filter(({ isShown }) => isShown)
  const isMostShown = shown.length * 2 >= seen.length
  const exceptions = isMostShown ? seen.filter(({ isShown }) => !isShown) : shown
  return {
    selection: componentsOf(selected),
    visibility: {
      default_visibility: isMostShown,
      exceptions: componentsOf(exceptions.map(({ guid }) => guid)),
      view_setup_hints: { spaces_visible: areSpacesShown, space_boundaries_visible: false, openings_visible: false }
    }
  }
}

/** Products that a viewpoint selects and shows, by GlobalId. */
interface ShownComponents {
  readonly selected: ReadonlyArray<string>
  /** Whether all is shown but the exceptions, or nothing but these. */
  readonly isAllShown: boolean
  readonly exceptions: ReadonlyArray<string>
  readonly areSpacesShown: boolean
}

const guidsOf = (components: BcfComponents["selection"]): ReadonlyArray<string> =>
  (components ?? []).flatMap(({ ifc_guid }) => ifc_guid ?? [])

/** Returns what a viewpoint selects and shows. A viewpoint that says nothing of visibility shows all. */
export const componentsShown = (components: BcfComponents | null | undefined): ShownComponents => {
  const visibility = components?.visibility
  return {
    selected: guidsOf(components?.selection),
    isAllShown: visibility === null || visibility === undefined || visibility.default_visibility === true,
    exceptions: guidsOf(visibility?.exceptions),
    areSpacesShown: visibility?.view_setup_hints?.spaces_visible === true
  }
}
