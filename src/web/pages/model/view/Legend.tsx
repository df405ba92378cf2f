import { useEffect, useMemo } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { counted } from "../../../Texts.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Busy, Fault } from "../../../ui/Loaded.tsx"
import type { Viewer } from "../../../viewer/Viewer.ts"
import { checkColor } from "../checks/Shown.ts"
import { leaveViewColors, viewColor, viewColors } from "../topics/ViewColors.ts"
import { changesColor } from "./Palette.ts"
import type { Entry } from "./Palette.ts"
import { roomAreaColor } from "./places/RoomColors.ts"
import { hiding, hidings, type Painted, stage, suspectColor } from "./Stage.ts"
import { ownOf } from "../../../words/Own.ts"

/** Titles of colourings that are not by a property. */
const titles: Readonly<Record<string, string>> = {
  [suspectColor]: texts.stage.suspects,
  [changesColor]: texts.versions.changes,
  [checkColor]: texts.stage.check.colors,
  [viewColor]: texts.stage.topic
}

/** Renders the legend of the view's colours, with the number of products of each. One colour can be isolated. */
export const Legend = (properties: {
  /** Symbol of the file's unit of area; empty if it is unknown. */
  readonly areaUnit: string
  readonly painted: Painted
  readonly retry: () => void
  readonly viewer: Viewer
}) => {
  const { areaUnit, painted, retry, viewer } = properties
  const field = place.value.query.get("color")
  const shapes = ({ guids }: Entry) => viewer.shapesOf(guids)
  const alone = useMemo(
    () => painted.entries.find((entry) => viewer.areAlone(shapes(entry)))?.key ?? null,
    [viewer, painted.entries, hidings.value]
  )
  // Isolating a colour ends with the colouring.
  useEffect(
    () => () => {
      if (stage.peek() === viewer && painted.entries.some((entry) => viewer.areAlone(shapes(entry)))) {
        hiding(() => viewer.isolate(null))
      }
    },
    [field, painted.entries]
  )
  // A link with the colours of a topic shows them as soon as the topic is open.
  if (field === null || (field === viewColor && viewColors() === null)) return null
  const isSuspects = field === suspectColor
  const areChanges = field === changesColor
  const isCheck = field === checkColor
  const nameOf = ({ kind, label }: Entry): string => {
    if (kind === "none" && areChanges) return texts.versions.unchanged
    if (kind === "none" && isCheck) return texts.stage.check.passes
    if (kind === "none") return isSuspects ? texts.stage.notSuspect : texts.properties.empty
    return kind === "others" ? texts.stage.others : label
  }
  const isolate = (entry: Entry) => hiding(() => viewer.isolate(alone === entry.key ? null : shapes(entry)))
  return (
    <aside class="legend" aria-label={texts.stage.legend}>
      <p class="row">
        <strong class="grow">
          {ownOf(titles, field) ?? ownOf(texts.rooms.colors, field) ?? ownOf(texts.stage.by, field) ?? labelOf(field)}{" "}
          {field === roomAreaColor && areaUnit !== "" && <span class="soft">{areaUnit}</span>}
        </strong>
        <button
          type="button"
          class="plain"
          aria-label={texts.stage.noColor}
          onClick={({ currentTarget }) => {
            // The legend disappears with its colours; the focus moves to where colours are chosen.
            currentTarget.closest(".view")?.querySelector<HTMLElement>(".colorby input")?.focus()
            if (field === viewColor) leaveViewColors()
            else choose({ color: null })
          }}
        >
          ×
        </button>
      </p>
      {painted.isBusy && <Busy />}
      {painted.failure !== null && <Fault failure={painted.failure} retry={retry} />}
      {painted.note !== null && <p class="soft">{painted.note}</p>}
      {isSuspects && <p class="soft">{texts.stage.whySuspect}</p>}
      <ul>
        {painted.entries.map((entry) => (
          <li key={entry.key}>
            <button
              type="button"
              aria-pressed={alone === entry.key}
              title={texts.stage.alone}
              onClick={() => isolate(entry)}
            >
              <span class="swatch" style={{ background: `rgb(${entry.color.join(" ")})` }} aria-hidden="true" />
              <span class="grow">{nameOf(entry)}</span>
              <span class="number">{counted(entry.guids.length)}</span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}
