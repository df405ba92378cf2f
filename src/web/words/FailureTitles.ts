import { signal } from "@preact/signals"

const titles = signal<Readonly<Record<string, string>>>({})
let isAsked = false

/**
 * Returns the title of a failure by its error code, or undefined if the code has none. The titles are loaded with the
 * first failure, and what is rendered then changes.
 */
export const titleOf = (code: string): string | undefined => {
  if (!isAsked) {
    isAsked = true
    void import("./FailureTexts.ts").then(
      (loaded) => (titles.value = loaded.titles),
      // The titles by status are enough.
      () => {}
    )
  }
  return titles.value[code]
}
