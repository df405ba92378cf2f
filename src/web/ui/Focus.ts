import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * Gives the focus to something that stays when a rendering takes away what has it. What may go lies within the element
 * that the answer is the `ref` of.
 */
export const useKeptFocus = <E extends HTMLElement>(to: () => HTMLElement | null | undefined) => {
  const within = useRef<E>(null)
  const before = within.current?.contains(document.activeElement) === true ? document.activeElement : null
  useLayoutEffect(() => {
    if (before?.isConnected === false) to()?.focus()
  })
  return within
}
