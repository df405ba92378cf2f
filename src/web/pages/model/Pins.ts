import { signal } from "@preact/signals"

/** Name under which the browser keeps the pinned properties. */
const key = "plinth-properties"

/** Largest number of pins; the oldest ones go first. */
export const mostPins = 100

/** Reads the pins. Returns null if there are none, if they are malformed, or if the browser refuses its storage. */
const read = (): ReadonlyArray<string> | null => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null")
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string").slice(-mostPins) : null
  } catch {
    return null
  }
}

/** Names of pinned properties with their sets, such as `Pset_WallCommon.FireRating`, the last pinned one last. */
export const pins = signal(read() ?? [])

/** Pins a property or takes its pin away. Other windows may have changed the others meanwhile. */
export const togglePin = (name: string): void => {
  const before = read() ?? pins.value
  const others = before.filter((one) => one !== name)
  pins.value = others.length < before.length ? others : [...before, name].slice(-mostPins)
  try {
    localStorage.setItem(key, JSON.stringify(pins.value))
  } catch {
    // The pins then hold for this visit.
  }
}
