import { useRef } from "preact/hooks"
import { texts } from "../ModelTexts.ts"
import { type Dock, layout, leastSize, mostSize, resetSize, setOpen, setSize } from "./Layout.ts"

/** Pixels by which a key press moves a splitter. */
const step = 24

/** Direction in which a panel grows when its splitter moves to the right or down. */
const growth: Readonly<Record<Dock, 1 | -1>> = { places: 1, models: 1, table: -1, details: -1 }

/**
 * Renders the edge between a panel and the view, to drag or to move with the arrow keys. Enter folds the panel, a double
 * click restores its usual size.
 *
 * Source: WAI-ARIA Authoring Practices, Window Splitter.
 */
export const Splitter = ({ of }: { readonly of: Dock }) => {
  const isLevel = of === "table"
  const { size } = layout.value[of]
  /** The place where dragging began, and the size of the panel there. */
  const begun = useRef({ at: 0, size })
  const placeOf = (event: PointerEvent) => (isLevel ? event.clientY : event.clientX)
  const move = (pixels: number) => setSize(of, layout.peek()[of].size + growth[of] * pixels)
  const keys: Readonly<Record<string, () => void>> = {
    [isLevel ? "ArrowUp" : "ArrowLeft"]: () => move(-step),
    [isLevel ? "ArrowDown" : "ArrowRight"]: () => move(step),
    Home: () => setSize(of, leastSize),
    End: () => setSize(of, mostSize(of)),
    Enter: () => setOpen(of, false)
  }
  return (
    <div
      class={`splitter ${of}`}
      role="separator"
      tabIndex={0}
      aria-label={texts.workspace.resize(texts.workspace.docks[of])}
      aria-orientation={isLevel ? "horizontal" : "vertical"}
      aria-valuenow={size}
      aria-valuemin={leastSize}
      aria-valuemax={Math.max(size, mostSize(of))}
      title={texts.workspace.resizeAbout}
      onDblClick={() => resetSize(of)}
      onKeyDown={(event) => {
        const act = keys[event.key]
        if (act === undefined) return
        event.preventDefault()
        act()
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus()
        begun.current = { at: placeOf(event), size }
      }}
      onPointerMove={(event) => {
        const { at, size: before } = begun.current
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        setSize(of, before + growth[of] * (placeOf(event) - at))
      }}
    />
  )
}
