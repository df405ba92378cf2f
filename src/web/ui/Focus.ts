import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * Gives the focus to something that stays when a rendering takes away what has it: what may go lies within the element
 * that the answer is the `ref` of, which gets the focus itself where nothing else is named.
 */
export const useKeptFocus = <E extends HTMLElement>(
  to?: (within: E | null) => HTMLElement | null
): RefObject<E | null> => {
  const within = useRef<E>(null)
  const before = within.current?.contains(document.activeElement) === true ? document.activeElement : null
  useLayoutEffect(() => {
    const { current } = within
    if (before?.isConnected === false && document.activeElement === document.body)
      (to === undefined ? current : to(current))?.focus()
  })
  return within
}
