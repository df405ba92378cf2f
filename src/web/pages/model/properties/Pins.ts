import { signal } from "@preact/signals"
import { ofBrowser } from "../../../ui/BrowserStorage.ts"

/** Name under which the browser keeps the pinned properties. */
const key = "plinth-properties"

/** Largest number of pins; the oldest ones go first. */
export const mostPins = 100

/** Reads the pins. Returns null if there are none, if they are malformed, or if the browser refuses its storage. */
const read = (): ReadonlyArray<string> | null => {
  const found = ofBrowser.json(key)
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string").slice(-mostPins) : null
}

/** Names of pinned properties with their sets, such as `Pset_WallCommon.FireRating`, the last pinned one last. */
export const pins = signal(read() ?? [])

/** Pins a property or takes its pin away. Other windows may have changed the others meanwhile. */
export const togglePin = (name: string): void => {
  const before = read() ?? pins.value
  const others = before.filter((one) => one !== name)
  pins.value = others.length < before.length ? others : [...before, name].slice(-mostPins)
  // If the browser refuses, the pins hold for this visit.
  ofBrowser.keepJson(key, pins.value)
}
