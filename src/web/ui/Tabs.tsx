import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** Renders the parts of a page as tabs. In a narrow window the one that is shown is scrolled into sight. */
export const Tabs = <T extends string>(properties: {
  readonly label: string
  readonly tabs: ReadonlyArray<T>
  readonly shown: T
  readonly titleOf: (tab: T) => ComponentChildren
  readonly choose: (tab: T) => void
}) => {
  const { choose, label, shown, tabs, titleOf } = properties
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const see = () =>
      nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
    see()
    // A phone that is turned leaves another part of the tabs in sight.
    addEventListener("resize", see)
    return () => removeEventListener("resize", see)
  }, [shown])
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <button key={tab} type="button" aria-current={tab === shown ? "page" : undefined} onClick={() => choose(tab)}>
          {titleOf(tab)}
        </button>
      ))}
    </nav>
  )
}
