import { metres } from "../../../../words/Format.ts"
import { texts } from "../../ModelTexts.ts"
import { selected } from "../../Query.ts"
import type { Viewer } from "../../../../viewer/Viewer.ts"
import { Flyout } from "../Flyout.tsx"
import { type Axis, axes, type AxisSection, type Box, boxAround, type FaceSection, mostSections } from "./Sections.ts"
import { box, isTakingFace, sections, setBox, setSections } from "./SectionState.ts"

/** Number of metres as a field shows it, in millimetres at the finest. */
const shown = (metres: number): string => String(Number(metres.toFixed(3)))

/** Renders a place in metres, to slide along or to type. */
const Place = (properties: {
  readonly label: string
  readonly least: number
  readonly most: number
  readonly value: number
  readonly isOff?: boolean
  readonly set: (value: number) => void
}) => {
  const { isOff = false, label, least, most, set, value } = properties
  const take = (text: string) => {
    if (text !== "" && Number.isFinite(Number(text))) set(Number(text))
  }
  return (
    <>
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={value}
        disabled={isOff}
        aria-label={label}
        aria-valuetext={metres(value)}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      <input
        type="number"
        step={0.1}
        value={shown(value)}
        disabled={isOff}
        aria-label={texts.stage.inMetres(label)}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      <span class="soft">m</span>
    </>
  )
}

const AxisRow = ({ axis, limits }: { readonly axis: Axis; readonly limits: Box }) => {
  const all = sections()
  const found = all.find((one): one is AxisSection => one.kind === "axis" && one.axis === axis)
  const others = all.filter((one) => one !== found)
  const n = axes.indexOf(axis)
  const [least, most] = [limits[n]!, limits[n + 3]!]
  const own: AxisSection = found ?? { kind: "axis", axis, at: (least + most) / 2, isFlipped: false }
  const name = axis.toUpperCase()
  return (
    <div class="section">
      <label>
        <input
          type="checkbox"
          checked={found !== undefined}
          onChange={() => setSections(found === undefined ? [...others, own] : others)}
        />{" "}
        {name}
      </label>
      <Place
        label={texts.stage.planeAt(name)}
        least={least}
        most={most}
        value={own.at}
        isOff={found === undefined}
        set={(at) => setSections([...others, { ...own, at }])}
      />
      <button
        type="button"
        disabled={found === undefined}
        aria-pressed={own.isFlipped}
        aria-label={texts.stage.flipped(name)}
        onClick={() => setSections([...others, { ...own, isFlipped: !own.isFlipped }])}
      >
        {texts.stage.flip}
      </button>
    </div>
  )
}

const FaceRow = ({ face, n, reach }: { readonly face: FaceSection; readonly n: number; readonly reach: number }) => {
  const all = sections()
  const replaced = (next: ReadonlyArray<FaceSection>) => [...all.slice(0, n), ...next, ...all.slice(n + 1)]
  const name = texts.stage.face(all.slice(0, n + 1).filter(({ kind }) => kind === "face").length)
  return (
    <div class="section">
      <span>{name}</span>
      <Place
        label={texts.stage.planeAt(name)}
        least={-reach}
        most={reach}
        value={face.moved}
        set={(moved) => setSections(replaced([{ ...face, moved }]))}
      />
      <button type="button" aria-label={texts.stage.removeSection(name)} onClick={() => setSections(replaced([]))}>
        ✕
      </button>
    </div>
  )
}

const BoxRows = ({ limits, own }: { readonly limits: Box; readonly own: Box }) => (
  <>
    {own.map((at, n) => {
      const axis = axes[n % 3]!.toUpperCase()
      return (
        <div key={n} class="section">
          <span>{n < 3 ? texts.stage.from(axis) : texts.stage.to(axis)}</span>
          <Place
            label={texts.stage.boxAt(n < 3 ? texts.stage.from(axis) : texts.stage.to(axis))}
            least={limits[n % 3]!}
            most={limits[(n % 3) + 3]!}
            value={at}
            set={(next) => setBox(own.map((before, m) => (m === n ? next : before)) as unknown as Box)}
          />
        </div>
      )
    })}
  </>
)

/** Renders the tool that cuts the model: across an axis, along a face that is pressed, and outside a box. */
export const SectionTool = ({ viewer }: { readonly viewer: Viewer }) => {
  const all = sections()
  const within = box()
  const limits = boxAround(viewer)
  const reach = Math.hypot(limits[3] - limits[0], limits[4] - limits[1], limits[5] - limits[2]) / 2
  const chosen = viewer.shapesOf(selected())
  const { about, name } = texts.stage.tools.section
  return (
    <Flyout icon="section" name={name} about={about} isOn={all.length > 0 || within !== null}>
      {axes.map((axis) => (
        <AxisRow key={axis} axis={axis} limits={limits} />
      ))}
      {all.map((section, n) =>
        section.kind === "face" ? <FaceRow key={n} face={section} n={n} reach={reach} /> : null
      )}
      {within !== null && <BoxRows limits={limits} own={within} />}
      <div class="row">
        <button
          type="button"
          aria-pressed={isTakingFace.value}
          disabled={all.length >= mostSections}
          title={texts.stage.byFaceAbout}
          onClick={() => (isTakingFace.value = !isTakingFace.value)}
        >
          {texts.stage.byFace}
        </button>
        <button
          type="button"
          aria-pressed={within !== null}
          title={texts.stage.boxAbout}
          onClick={() => setBox(within === null ? boxAround(viewer, chosen.length > 0 ? chosen : undefined) : null)}
        >
          {texts.stage.box}
        </button>
        <button
          type="button"
          disabled={all.length === 0 && within === null}
          onClick={() => {
            setSections([])
            setBox(null)
          }}
        >
          {texts.stage.noSections}
        </button>
      </div>
    </Flyout>
  )
}
