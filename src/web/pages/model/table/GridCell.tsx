import type { ComponentChildren } from "preact"
import { texts } from "../ModelTexts.ts"

/** Renders a cell of the table of products. */
export const GridCell = (properties: {
  readonly row: number
  readonly column: number
  readonly isNumber: boolean
  /** Whether it is the cell that the keys of an editor act on. */
  readonly isHere: boolean
  /** Whether it is one of several marked cells. */
  readonly isMarked: boolean
  /** Whether the user has changed it and not published that. */
  readonly isOwn: boolean
  /** Reason why its last change was refused; null if it was not. */
  readonly wrong: string | null
  readonly onClick: () => void
  readonly onDblClick: () => void
  readonly children: ComponentChildren
}) => {
  const { children, column, isHere, isMarked, isNumber, isOwn, onClick, onDblClick, row, wrong } = properties
  const marks = [
    isNumber && "number",
    isHere && "here",
    isMarked && "marked",
    isOwn && "own",
    wrong !== null && "wrong"
  ]
  return (
    <div
      id={`row-${row}-${column}`}
      role="gridcell"
      aria-colindex={column + 1}
      class={marks.filter((mark) => mark !== false).join(" ") || undefined}
      aria-invalid={wrong === null ? undefined : true}
      title={wrong ?? (isOwn ? texts.editing.own : undefined)}
      onClick={onClick}
      onDblClick={onDblClick}
    >
      {children}
    </div>
  )
}
