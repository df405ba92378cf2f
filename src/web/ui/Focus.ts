import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * Keeps the focus when a rendering removes the focused element. Put the returned `ref` on the element around everything
 * that may be removed; it receives the focus itself unless `to` names another element.
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
