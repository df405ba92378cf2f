import { signal } from "@preact/signals"
import { ofBrowser } from "../../../ui/BrowserStorage.ts"

/**
 * Panels around the view: on the left the tree of places of a model or the models of a project, the table below, the
 * details on the right.
 */
export type Dock = "places" | "models" | "table" | "details"

/** Panel on the left of the view. */
export type LeftDock = "places" | "models"

export const docksWith = (left: LeftDock): ReadonlyArray<Dock> => [left, "table", "details"]

/** State of a panel: whether it is open, and its width or, for the table, its height in pixels. */
interface Docked {
  readonly isOpen: boolean
  readonly size: number
}

type Layout = Readonly<Record<Dock, Docked>>

/** Smallest size of a panel in pixels. */
export const leastSize = 160

/** Size in pixels that always remains for the view. */
const leastView = 200

/** Name under which the browser keeps the layout. */
const key = "plinth-layout"

const usual = (): Layout => ({
  places: { isOpen: false, size: 280 },
  models: { isOpen: true, size: 300 },
  table: { isOpen: true, size: Math.max(220, Math.round(innerHeight * 0.36)) },
  // The tools above the view still have room for their words, and so have the tabs of the details from 392 pixels on.
  details: { isOpen: true, size: innerWidth < 1400 ? 352 : innerWidth < 1600 ? 392 : 448 }
})

const isDocked = (read: unknown): read is Docked =>
  typeof read === "object" &&
  read !== null &&
  typeof (read as Docked).isOpen === "boolean" &&
  Number.isFinite((read as Docked).size)

/** Returns a kept layout. What is missing or malformed is as usual. */
const layoutOf = (kept: unknown, otherwise: Layout): Layout => {
  const read = kept as Partial<Record<Dock, unknown>> | null
  const of = (dock: Dock): Docked => {
    const found = read?.[dock]
    return isDocked(found)
      ? { isOpen: found.isOpen, size: Math.max(leastSize, Math.round(found.size)) }
      : otherwise[dock]
  }
  return { places: of("places"), models: of("models"), table: of("table"), details: of("details") }
}

export const layout = signal(layoutOf(ofBrowser.json(key), usual()))

const change = (dock: Dock, next: Partial<Docked>): void => {
  layout.value = { ...layout.value, [dock]: { ...layout.value[dock], ...next } }
  // If the browser refuses, the layout is that of this visit.
  ofBrowser.keepJson(key, layout.value)
}

const small = matchMedia("(max-width: 56rem)")

/** Whether the window is too small for panels beside the view: one at a time is then shown below it. */
export const isSmall = signal(small.matches)
small.addEventListener("change", () => (isSmall.value = small.matches))

/** The panel below the view of a small window; null if the view has all of it. It is not kept. */
const sheet = signal<Dock | null>(null)

export const isOpen = (dock: Dock): boolean => (isSmall.value ? sheet.value === dock : layout.value[dock].isOpen)

export const setOpen = (dock: Dock, isNowOpen: boolean): void => {
  if (!isSmall.peek()) return change(dock, { isOpen: isNowOpen })
  if (isNowOpen) sheet.value = dock
  else if (sheet.peek() === dock) sheet.value = null
}

/** Returns the largest size of a panel in the window, in pixels. */
export const mostSize = (dock: Dock): number =>
  Math.max(leastSize, (dock === "table" ? innerHeight - 100 : innerWidth) - leastView)

export const setSize = (dock: Dock, size: number): void =>
  change(dock, { size: Math.round(Math.min(mostSize(dock), Math.max(leastSize, size))) })

/** Restores the usual size of a panel. */
export const resetSize = (dock: Dock): void => setSize(dock, usual()[dock].size)

/** Returns the rows and columns of the workspace as grid templates. */
export const templatesWith = (left: LeftDock): { readonly columns: string; readonly rows: string } => {
  const of = (dock: Dock, most: string) => (isOpen(dock) ? `min(${layout.value[dock].size}px, ${most})` : "0")
  if (isSmall.value) return { columns: "", rows: "" }
  return {
    columns: `${of(left, "30%")} minmax(0, 1fr) ${of("details", "60%")}`,
    rows: `minmax(0, 1fr) ${of("table", "calc(100% - 12rem)")}`
  }
}
