import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Failure } from "../../../api/Failure.ts"
import { idOf } from "../Ids.ts"
import { pressed, select, selected, unlessLate } from "../Query.ts"
import type { Rows } from "./Rows.ts"

interface Keys {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Keeps a click with Shift from marking texts as well as rows, which browsers do; the table still gets the focus. */
export const markNoTexts = (event: MouseEvent): void => {
  if (!event.shiftKey || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  ;(event.currentTarget as HTMLElement).focus({ preventScroll: true })
}

/**
 * Handles the selection of rows. `isReady`: the table can be scrolled. `goTo` goes to a row that was selected
 * elsewhere.
 */
export const usePicking = (rows: Rows, isReady: boolean, goTo: (index: number) => void) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const chosen = selected()
  const isChosen = useMemo(() => new Set(chosen), [chosen])
  const lastChosen = chosen.at(-1)
  /** Row at which a range begins. */
  const anchor = useRef(0)
  /** Last selected product that the table has already gone to. */
  const picked = useRef<string | undefined>(undefined)
  const take = (guids: ReadonlyArray<string>): void => {
    picked.current = guids.at(-1)
    select(guids)
  }
  useEffect(() => {
    if (lastChosen === undefined || !isReady || picked.current === lastChosen) return undefined
    let isOver = false
    picked.current = lastChosen
    void rows.indexOf(lastChosen).then((index) => {
      if (isOver) return
      // The rows that are read next may contain the product.
      if (index < 0) return void (picked.current = undefined)
      anchor.current = index
      goTo(index)
    })
    return () => void (isOver = true)
  }, [lastChosen, isReady, rows.reading])
  /** Selects a range of rows, including rows that are not loaded yet. */
  const takeRange = async (from: number, to: number) => {
    const known = Array.from({ length: to - from + 1 }, (_, n) => idOf(rows.rowAt(from + n)))
    const order = await unlessLate(known.includes("") ? rows.order() : Promise.resolve(known))
    const isFailure = order !== null && "code" in order
    setFailure(isFailure ? order : null)
    if (order !== null && !isFailure) take(order === known ? known : order.slice(from, to + 1))
  }
  const pick = (index: number, { ctrlKey, metaKey, shiftKey }: Keys): void => {
    if (shiftKey) return void takeRange(Math.min(anchor.current, index), Math.max(anchor.current, index))
    const guid = idOf(rows.rowAt(index))
    if (guid === "") return
    take(pressed(guid, ctrlKey || metaKey))
    anchor.current = index
  }
  return { anchor, failure, isChosen, pick, take, takeRange }
}
