import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { Busy } from "../../../ui/Loaded.tsx"
import type { Viewer } from "../../../viewer/Viewer.ts"
import { changesColor } from "../versions/Compared.ts"
import type { Entry } from "./Palette.ts"
import { type Painted, shownAnew, suspectColor } from "./Stage.ts"

/** What the colours of the view mean, with how many products have each; one of them can be looked at alone. */
export const Legend = ({ painted, viewer }: { readonly painted: Painted; readonly viewer: Viewer }) => {
  const field = place.value.query.get("color")
  const [alone, setAlone] = useState<string | null>(null)
  const isAlone = useRef(false)
  isAlone.current = alone !== null
  useEffect(() => setAlone(null), [shownAnew.value])
  // What is shown alone ends with the colours that it was chosen by.
  useEffect(
    () => () => {
      if (!isAlone.current) return
      viewer.isolate(null)
      setAlone(null)
    },
    [field, painted.entries]
  )
  if (field === null) return null
  const isSuspects = field === suspectColor
  const areChanges = field === changesColor
  const nameOf = ({ kind, label }: Entry): string => {
    if (kind === "none" && areChanges) return texts.versions.unchanged
    if (kind === "none") return isSuspects ? texts.stage.notSuspect : texts.quantities.without
    return kind === "others" ? texts.stage.others : label
  }
  const isolate = ({ guids, key }: Entry) => {
    setAlone(alone === key ? null : key)
    viewer.isolate(alone === key ? null : guids.flatMap((guid) => viewer.indexOf(guid) ?? []))
  }
  return (
    <aside class="legend" aria-label={texts.stage.legend}>
      <p class="row">
        <strong class="grow">
          {isSuspects
            ? texts.stage.suspects
            : areChanges
              ? texts.versions.changes
              : (texts.stage.by[field] ?? texts.fields[field] ?? field)}
        </strong>
        <button type="button" class="plain" aria-label={texts.stage.noColor} onClick={() => choose({ color: null })}>
          ×
        </button>
      </p>
      {painted.isBusy && <Busy />}
      {painted.failure !== null && <p role="alert">{painted.failure}</p>}
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
