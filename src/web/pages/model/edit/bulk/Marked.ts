import { useState } from "preact/hooks"

/** The active column of the table, and the columns marked with it. */
interface Marked {
  readonly column: number
  /** First and last marked column. */
  readonly range: readonly [number, number]
  /** Makes a column active, and the only marked one. */
  readonly setColumn: (next: number | ((before: number) => number)) => void
  /** Marks one more column before or after, or one less. */
  readonly extend: (by: -1 | 1) => void
}

/** Keeps which of `count` columns are marked. */
export const useMarked = (count: number): Marked => {
  const [wanted, setWanted] = useState(0)
  /** How many columns are marked after the active one, or before it if negative. */
  const [wantedReach, setReach] = useState(0)
  // Another choice of columns may leave fewer than before.
  const column = Math.min(wanted, count - 1)
  const reach = Math.max(-column, Math.min(count - 1 - column, wantedReach))
  return {
    column,
    range: [column + Math.min(reach, 0), column + Math.max(reach, 0)],
    setColumn: (next) => {
      setWanted((before) => Math.max(0, Math.min(count - 1, typeof next === "number" ? next : next(before))))
      setReach(0)
    },
    extend: (by) => setReach(reach + by)
  }
}
