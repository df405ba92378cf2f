import { signal } from "@preact/signals"
import { choose, place } from "../../../../address/Address.ts"

/**
 * Time in milliseconds that a slider must rest before it is written to the address: browsers limit how often an address
 * may change.
 */
const rest = 300

/** Values of sliders until they rest and are written to the address. */
const sliding = signal<Readonly<Record<string, string | null>>>({})
let resting: ReturnType<typeof setTimeout> | undefined

/** Changes parameters of the address once they rest; `chosen` returns them at once. */
export const slide = (changes: Readonly<Record<string, string | null>>): void => {
  const { path } = place.peek()
  sliding.value = { ...sliding.value, ...changes }
  clearTimeout(resting)
  resting = setTimeout(() => {
    if (place.peek().path === path) choose(sliding.peek())
    sliding.value = {}
  }, rest)
}

/** Returns a parameter of the address as it is or is about to be. */
export const chosen = (name: string): string | null =>
  name in sliding.value ? (sliding.value[name] ?? null) : place.value.query.get(name)
