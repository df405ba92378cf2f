import { signal } from "@preact/signals"
import { ofBrowser } from "../../../ui/BrowserStorage.ts"
import { type Order, orders } from "./ModelOrder.ts"

export const views = ["cards", "list"] as const
export type View = (typeof views)[number]

/** Choices about lists of models, which this browser keeps. */
interface Kept {
  readonly view: View
  readonly order: Order
  /** Ids of pinned models, the last pinned one last. */
  readonly pins: ReadonlyArray<string>
  /** Ids of failed imports that the user hid. */
  readonly hidden: ReadonlyArray<string>
}

/** Name under which the browser keeps them. */
const key = "plinth-models"
/** Largest number of pins and of hidden imports; the oldest ones go first. */
const most = 500

const usual: Kept = { view: "cards", order: "name", pins: [], hidden: [] }

const idsIn = (read: unknown): ReadonlyArray<string> =>
  Array.isArray(read) ? read.filter((one): one is string => typeof one === "string").slice(-most) : []

/** Reads what is kept. What is malformed is as usual. Returns null if nothing is kept. */
const read = (): Kept | null => {
  const found = ofBrowser.json(key) as Partial<Record<keyof Kept, unknown>> | null
  if (found === null) return null
  return {
    view: views.find((view) => view === found.view) ?? usual.view,
    order: orders.find((order) => order === found.order) ?? usual.order,
    pins: idsIn(found.pins),
    hidden: idsIn(found.hidden)
  }
}

export const kept = signal(read() ?? usual)

/** Changes what is kept. Other windows may have changed the rest meanwhile. */
const keep = (change: (before: Kept) => Partial<Kept>): void => {
  const before = read() ?? kept.value
  kept.value = { ...before, ...change(before) }
  // If the browser refuses, the choice holds for this visit.
  ofBrowser.keepJson(key, kept.value)
}

export const keepView = (view: View): void => keep(() => ({ view }))

export const keepOrder = (order: Order): void => keep(() => ({ order }))

export const isPinned = (id: string): boolean => kept.value.pins.includes(id)

export const togglePin = (id: string): void =>
  keep(({ pins }) => ({ pins: pins.includes(id) ? pins.filter((one) => one !== id) : [...pins, id].slice(-most) }))

export const isHidden = (operationId: string): boolean => kept.value.hidden.includes(operationId)

export const hide = (operationId: string): void =>
  keep(({ hidden }) => ({ hidden: [...hidden, operationId].slice(-most) }))
