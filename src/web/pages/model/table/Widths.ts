import { useState } from "preact/hooks"
import { leastWidth } from "../Head.tsx"

const usualWidth = 180

/** Keeps the widths of columns, in pixels. The last column takes what is left of the table. */
export const useWidths = (columns: ReadonlyArray<string>) => {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
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
