import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Query, selected } from "./Query.ts"
import type { Rows } from "./table/Rows.ts"

const rowHeight = 28
/** Height of the head with its border. */
const headHeight = 29
/** Largest height of an element, in pixels. Browsers limit it; Firefox near 17.9 million. */
const mostHeight = 15_000_000

/** Tracks which rows are visible at the current scroll position. */
export const useSeen = (total: number, { reading, want }: Rows) => {
  const [body, setBody] = useState<HTMLDivElement | null>(null)
  const [view, setView] = useState({ top: 0, height: 400 })
  const full = total * rowHeight
  const height = Math.min(full, mostHeight)
  // If the element is lower than all rows together, one pixel of scrolling stands for several.
  const offset = height <= view.height ? 0 : (view.top / (height - view.height)) * (full - view.height)
  const first = Math.max(0, Math.floor(offset / rowHeight) - 3)
  const last = Math.min(total, Math.ceil((offset + view.height) / rowHeight) + 3)
  useEffect(() => want(first, last), [first, last, total, reading])
  useEffect(() => {
    if (body === null) return undefined
    const look = () => setView({ top: body.scrollTop, height: body.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(body)
    body.addEventListener("scroll", look, { passive: true })
    return () => observer.disconnect()
  }, [body])
  /** Whether a row is in sight as a whole at the last known scroll position. A pixel is for rounded positions. */
  const isInSight = (index: number): boolean =>
    offset < index * rowHeight + 1 && offset + view.height > (index + 1) * rowHeight + headHeight - 1
  /** Scrolls a row that is out of sight to the next edge or to the middle. */
  const show = (index: number, where: "edge" | "middle" = "edge"): void => {
    if (body === null) return
    // A panel may just have taken space from the table, which the state does not know yet.
    const visible = body.clientHeight
    const scale = full <= visible ? 1 : (height - visible) / Math.max(1, full - visible)
    const [begin, end] = [index * rowHeight * scale, ((index + 1) * rowHeight + headHeight - visible) * scale]
    if (body.scrollTop <= begin && body.scrollTop >= end) return
    body.scrollTop = where === "middle" ? (begin + end) / 2 : body.scrollTop > begin ? begin : end
  }
  return {
    body,
    setBody,
    first,
    last,
    height,
    top: view.top - (offset - first * rowHeight),
    isInSight,
    show,
    /** Height of the visible part in pixels. */
    visible: view.height,
    perPage: Math.floor(view.height / rowHeight) - 1
  }
}

/** Keeps a row in sight when tools or messages take space from the table. A row that is out of sight stays there. */
export const useInSight = ({ isInSight, show, visible }: ReturnType<typeof useSeen>, index: number): void => {
  const wasInSight = useRef(false)
  const isNow = isInSight(index)
  useLayoutEffect(() => {
    if (wasInSight.current) show(index)
  }, [visible])
  useEffect(() => void (wasInSight.current = isNow))
}

/** Scrolls a table to its first row when other rows are asked for. A selected product stays where it is shown. */
export const useFirstRow = (body: HTMLElement | null, { filters, sort }: Query, begin: () => void): void => {
  useEffect(() => {
    if (body === null || selected().length > 0) return
    body.scrollTop = 0
    begin()
  }, [JSON.stringify([filters, sort])])
}
