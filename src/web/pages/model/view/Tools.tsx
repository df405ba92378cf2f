import { useMemo } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { texts } from "../ModelTexts.ts"
import { counted, inPercent } from "../../../Texts.ts"
import type { Viewer } from "../../../viewer/Viewer.ts"
import type { Fields } from "../Fields.ts"
import { labelOf } from "../Labels.ts"
import { selected } from "../Query.ts"
import { changesColor } from "../versions/Compared.ts"
import { axes, cutHeight, hiding, sections, setCutHeight, setSections, suspectColor } from "./Stage.ts"

const Button = ({
  act,
  label,
  title
}: {
  readonly act: () => void
  readonly label: string
  readonly title?: string
}) => (
  <button type="button" onClick={act} title={title}>
    {label}
  </button>
)

const Sections = () => {
  const all = sections()
  return (
    <details class="flyout">
      <summary>{texts.stage.sections}</summary>
      <div>
        {axes.map((axis) => {
          const found = all.find((one) => one.axis === axis)
          const others = all.filter((one) => one.axis !== axis)
          const [at, isFlipped] = [found?.at ?? 50, found?.isFlipped ?? false]
          return (
            <div key={axis} class="row">
              <label>
                <input
                  type="checkbox"
                  checked={found !== undefined}
                  onChange={() => setSections(found === undefined ? [...others, { axis, at, isFlipped }] : others)}
                />{" "}
                {axis.toUpperCase()}
              </label>
              <input
                type="range"
                min={0}
                max={100}
                value={at}
                disabled={found === undefined}
                aria-label={texts.stage.planeAt(axis.toUpperCase())}
                aria-valuetext={inPercent(at)}
                onInput={({ currentTarget }) =>
                  setSections([...others, { axis, at: Number(currentTarget.value), isFlipped }])
                }
              />
              <button
                type="button"
                disabled={found === undefined}
                aria-pressed={isFlipped}
                aria-label={texts.stage.flipped(axis.toUpperCase())}
                onClick={() => setSections([...others, { axis, at, isFlipped: !isFlipped }])}
              >
                {texts.stage.flip}
              </button>
            </div>
          )
        })}
      </div>
    </details>
  )
}

/** Largest number of properties offered besides the columns; any other can be made a column. */
const mostOffered = 1000

/** Renders the choice of colouring: class, storey, material, a column, another property, or suspect values. */
const ColorBy = ({ columns, fields }: { readonly columns: ReadonlyArray<string>; readonly fields: Fields | null }) => {
  const color = place.value.query.get("color") ?? ""
  const usual = Object.keys(texts.stage.by)
  const names = [
    ...new Set([...usual, ...columns, ...(["", suspectColor, changesColor].includes(color) ? [] : [color])])
  ]
  const others = useMemo(() => {
    const found = (fields?.names ?? []).filter((name) => name !== "Guid" && !names.includes(name))
    return (
      <optgroup label={texts.stage.properties}>
        {found.slice(0, mostOffered).map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
        {found.length > mostOffered && (
          <option disabled>{texts.stage.moreProperties(counted(found.length - mostOffered))}</option>
        )}
      </optgroup>
    )
  }, [fields, names.join("\n")])
  return (
    <label>
      {texts.stage.color}
      <select value={color} onChange={({ currentTarget }) => choose({ color: currentTarget.value || null })}>
        <option value="">{texts.stage.own}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {texts.stage.by[name] ?? labelOf(name)}
          </option>
        ))}
        <option value={suspectColor}>{texts.stage.suspects}</option>
        {color === changesColor && <option value={changesColor}>{texts.versions.changes}</option>}
        {others}
      </select>
    </label>
  )
}

/** Renders the tools of the view. */
export const Tools = ({
  columns,
  fields,
  isMeasuring,
  setMeasuring,
  viewer
}: {
  readonly columns: ReadonlyArray<string>
  readonly fields: Fields | null
  readonly viewer: Viewer
  readonly isMeasuring: boolean
  readonly setMeasuring: (isOn: boolean) => void
}) => {
  const areSpacesShown = place.value.query.get("spaces") === "1"
  const height = cutHeight()
  const chosen = () => viewer.shapesOf(selected())
  const others = () => {
    const kept = new Set(chosen())
    return [...viewer.products.keys()].filter((product) => !kept.has(product) && !viewer.products[product]!.isSpace)
  }
  const hasChosen = chosen().length > 0
  return (
    <div class="tools" role="toolbar" aria-label={texts.view.tools}>
      <Button act={viewer.home} label={texts.view.home} title={texts.view.keys} />
      <Button act={() => viewer.fit(hasChosen ? chosen() : undefined)} label={texts.view.fit} />
      {hasChosen && (
        <>
          <Button act={() => hiding(() => viewer.hide(chosen()))} label={texts.view.hide} />
          <Button act={() => hiding(() => viewer.isolate(chosen()))} label={texts.view.isolate} />
          <Button act={() => viewer.ghost(others())} label={texts.view.ghost} />
        </>
      )}
      <Button act={() => hiding(viewer.showAll)} label={texts.view.showAll} />
      <Button act={() => hiding(viewer.undo)} label={texts.stage.undo} title={texts.stage.undoAbout} />
      <button
        type="button"
        aria-pressed={areSpacesShown}
        onClick={() => choose({ spaces: areSpacesShown ? null : "1" })}
      >
        {texts.view.spaces}
      </button>
      <button
        type="button"
        aria-pressed={isMeasuring}
        title={texts.stage.snaps}
        onClick={() => {
          viewer.clearMeasures()
          setMeasuring(!isMeasuring)
        }}
      >
        {texts.view.measure}
      </button>
      <ColorBy columns={columns} fields={fields} />
      <Sections />
      <label>
        {texts.view.cut}
        <input
          type="range"
          min={1}
          max={100}
          value={height}
          aria-valuetext={inPercent(height)}
          onInput={({ currentTarget }) => setCutHeight(Number(currentTarget.value))}
        />
      </label>
    </div>
  )
}
