import type { ReadonlySignal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import type { Model } from "../../../api/Views.ts"
import { Fault } from "../../../ui/Loaded.tsx"
import type { Camera, Hit, Viewer } from "../../../viewer/Viewer.ts"
import { metres } from "../../../words/Format.ts"
import { areaUnitIn, type Fields } from "../Fields.ts"
import { texts } from "../ModelTexts.ts"
import { isAdding, pressed, query, select, selected, unitsSeen } from "../Query.ts"
import { actionsOf, runShortcut } from "./Actions.ts"
import { Cube } from "./Cube.tsx"
import { Legend } from "./Legend.tsx"
import type { GeometryLink } from "../../../api/Views.ts"
import { useViewer } from "./Opening.ts"
import { Drawing, LoadingShapes } from "./Progress.tsx"
import { faceSection } from "./sections/Sections.ts"
import { isTakingFace, sections, setSections } from "./sections/SectionState.ts"
import { useStage } from "./Stage.ts"
import { Tools } from "./Tools.tsx"

/** Renders the cube as the camera stands; only this follows each picture while the model is turned. */
export const Turning = ({
  camera,
  viewer
}: {
  readonly camera: ReadonlySignal<Camera | null>
  readonly viewer: Viewer
}) => (camera.value === null ? null : <Cube camera={camera.value} viewer={viewer} />)

/** Measures between two points that are pressed one after the other. */
export const useMeasuring = () => {
  const [isMeasuring, setOn] = useState(false)
  const [from, setFrom] = useState<Hit | null>(null)
  const [told, setTold] = useState("")
  const setMeasuring = (isOn: boolean) => {
    setOn(isOn)
    setFrom(null)
    setTold(isOn ? texts.view.measureFrom : "")
  }
  const take = (viewer: Viewer, hit: Hit) => {
    if (from === null) {
      setFrom(hit)
      viewer.beginMeasure(hit.snap.point)
      setTold(`${texts.view.measuredFrom[hit.snap.kind]} ${texts.view.measureTo}`)
      return
    }
    const { distance, level, rise } = viewer.measure(from.snap.point, hit.snap.point)
    setFrom(null)
    const measured = texts.view.measured(metres(distance), metres(level), metres(rise))
    setTold(`${measured} ${texts.stage.snaps}`)
  }
  return { isMeasuring, setMeasuring, take, told }
}

/** Renders the shapes of a model on a canvas, with their tools. */
export const Shapes = ({
  again,
  base,
  fields,
  hasRetried,
  link,
  model
}: {
  readonly again: () => void
  /** Whether the shapes were already retried automatically since they were last shown. */
  readonly hasRetried: { current: boolean }
  readonly base: string
  readonly fields: Fields | null
  readonly link: GeometryLink
  readonly model: Model
}) => {
  const { isMeasuring, setMeasuring, take, told } = useMeasuring()
  const { camera, canvas, drawn, isLost, progress } = useViewer(link, (hit, isMore) => {
    if (progress.tag !== "Open") return
    if (isTakingFace.peek()) {
      if (hit === null) return
      isTakingFace.value = false
      setSections([...sections(), faceSection(hit.point, hit.normal)])
    } else if (isMeasuring) {
      if (hit !== null) take(progress.viewer, hit)
    } else if (hit !== null) select(pressed(hit.guid, isMore))
    else if (!isMore && !isAdding.peek()) select([])
  })
  const viewer = progress.tag === "Open" ? progress.viewer : null
  const guids = selected()
  useEffect(() => {
    viewer?.select(viewer.shapesOf(guids))
  }, [viewer, guids])
  const isCut = progress.tag === "None" && progress.canRetry && progress.failure.status === 0
  useEffect(() => {
    if (viewer !== null) hasRetried.current = false
    if (!isCut || hasRetried.current) return
    // The request for the link waits until the service is back.
    hasRetried.current = true
    again()
  }, [viewer, isCut])
  useEffect(() => () => void (isTakingFace.value = false), [])
  const stage = useStage(base, viewer, query())
  const shapeless = viewer === null ? 0 : guids.filter((guid) => !viewer.isSeen(guid)).length
  const notes = [
    ...(shapeless > 0 ? [texts.stage.shapeless(shapeless, guids.length)] : []),
    ...(stage.isEmptied ? [texts.stage.emptied] : [])
  ]
  const note = isTakingFace.value ? texts.stage.takeFace : told === "" ? notes.join(" ") : told
  if (progress.tag === "None") {
    return (
      <div class="scene">
        {/* It stays for the shapes of another version. */}
        <canvas ref={canvas} hidden />
        {model.image !== undefined && <img src={model.image} alt={texts.view.picture(model.name)} />}
        <p class="over">
          {texts.view.noView} <Fault failure={progress.failure} {...(progress.canRetry ? { retry: again } : {})} />
        </p>
      </div>
    )
  }
  // Areas of rooms are in the model's unit, which the fields name unless they are shown in SI.
  const areaUnit = unitsSeen(base) === "Model" ? areaUnitIn(fields) : ""
  const hasRooms = viewer?.products.some(({ isSpace }) => isSpace) === true
  const colors = hasRooms ? Object.entries(texts.rooms.colors).map(([value, label]) => ({ value, label })) : []
  const actions = viewer === null ? null : actionsOf(viewer, isMeasuring, setMeasuring)
  return (
    <div class="shapes" onKeyDown={(event) => actions !== null && runShortcut(actions, event)}>
      {viewer !== null && actions !== null && (
        <Tools actions={actions} colors={colors} columns={query().columns} fields={fields} viewer={viewer} />
      )}
      <div class="scene">
        <canvas ref={canvas} tabIndex={0} aria-label={texts.view.canvas(model.name)} />
        <span class="middle" aria-hidden="true" />
        {progress.tag === "Loading" && <LoadingShapes bytes={progress.bytes} all={link.sizeBytes} />}
        {viewer !== null && <Drawing drawn={drawn} products={viewer.products.length} />}
        {viewer !== null && <Turning camera={camera} viewer={viewer} />}
        {viewer !== null && <Legend areaUnit={areaUnit} painted={stage.painted} retry={stage.retry} viewer={viewer} />}
        {stage.unmatched !== null && (
          <p class="over">
            {texts.stage.notMatched} <Fault failure={stage.unmatched} retry={stage.retry} />
          </p>
        )}
        {isLost && (
          <p class="over" role="status">
            {texts.stage.lost}
          </p>
        )}
        {note !== "" && (
          <p class="over told" role="status">
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
