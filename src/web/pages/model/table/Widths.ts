import { useState } from "preact/hooks"
import { leastWidth } from "../Head.tsx"

/** Smallest and largest usual width of a column, in pixels. */
const [narrowest, widest] = [150, 260]

/**
 * Keeps the widths of columns, in pixels. As long as the user sets none, they share the width of the table; the last
 * column takes what is left.
 */
export const useWidths = (columns: ReadonlyArray<string>, tableWidth: number) => {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const usualWidth = Math.max(narrowest, Math.min(widest, Math.floor(tableWidth / (columns.length + 0.5))))
  const widthOf = (name: string): number => widths[name] ?? usualWidth
  const total = (names: ReadonlyArray<string>): number => names.reduce((sum, name) => sum + widthOf(name), 0)
  return {
    widthOf,
    setWidth: (name: string, width: number): void =>
      setWidths((before) => ({ ...before, [name]: Math.max(leastWidth, width) })),
    template: columns
      .map((name, n) => (n < columns.length - 1 ? `${widthOf(name)}px` : `minmax(${widthOf(name)}px, 1fr)`))
      .join(" "),
    /** Width of all columns. */
    wide: total(columns),
    /** Returns where a column begins. */
    leftOf: (column: number): number => total(columns.slice(0, column))
  }
}
