import { labelOf } from "./Labels.ts"
import { texts } from "./ModelTexts.ts"
import { type Query, sortBy } from "./Query.ts"

/** Smallest width of a column, in pixels. */
export const leastWidth = 60

interface HeadProperties {
  readonly name: string
  readonly index: number
  readonly query: Query
  readonly unit: string
  readonly width: number
  readonly setWidth: (width: number) => void
}

/** Renders the header of a column, which sorts by it and changes its width. */
export const Head = ({ index, name, query, setWidth, unit, width }: HeadProperties) => {
  const { sort } = query
  const direction = sort?.property !== name ? "none" : sort.descending === true ? "descending" : "ascending"
  const mark = { none: "", ascending: " ↑", descending: " ↓" }[direction]
  return (
    <div role="columnheader" aria-colindex={index + 1} aria-sort={direction}>
      <button type="button" class="plain" title={name} onClick={() => sortBy(name)}>
        {labelOf(name)}
        {unit !== "" && <span class="soft"> {unit}</span>}
        {mark}
      </button>
      <span
        class="grip"
        role="slider"
        tabIndex={0}
        aria-label={texts.grid.width(name)}
        aria-valuemin={leastWidth}
        aria-valuemax={800}
        aria-valuenow={width}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -20, ArrowRight: 20 }[event.key]
          if (step === undefined) return
          event.preventDefault()
          event.stopPropagation()
          setWidth(width + step)
        }}
        onPointerDown={(event) => {
          const [start, element] = [event.clientX, event.currentTarget]
          element.setPointerCapture(event.pointerId)
          element.onpointermove = ({ clientX }) => setWidth(width + clientX - start)
          element.onpointerup = () => (element.onpointermove = null)
        }}
      />
    </div>
  )
}
