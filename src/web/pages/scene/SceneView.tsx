import { useEffect } from "preact/hooks"
import { place } from "../../address/Address.ts"
import { Fault } from "../../ui/Loaded.tsx"
import { joined, type Placed } from "../../viewer/Join.ts"
import type { Rgb } from "../../viewer/Viewer.ts"
import type { Fields } from "../model/Fields.ts"
import { texts } from "../model/ModelTexts.ts"
import { isAdding, pressed, type Query, select, selected } from "../model/Query.ts"
import { actionsOf, runShortcut } from "../model/view/Actions.ts"
import { Legend } from "../model/view/Legend.tsx"
import { useCanvas } from "../model/view/Opening.ts"
import { Drawing } from "../model/view/Progress.tsx"
import { roomColor } from "../model/view/places/RoomColors.ts"
import { faceSection } from "../model/view/sections/Sections.ts"
import { isTakingFace, sections, setSections } from "../model/view/sections/SectionState.ts"
import { Turning, useMeasuring } from "../model/view/Shapes.tsx"
import { modelsColor, useStage } from "../model/view/Stage.ts"
import { Tools } from "../model/view/Tools.tsx"
import { FullScreen } from "../model/workspace/FullScreen.tsx"
import { isSmall } from "../model/workspace/Layout.ts"
import { DockButtons } from "../model/workspace/Workspace.tsx"
import { sceneState } from "./SceneAddress.ts"
import { shownOf } from "./SceneState.ts"
import { texts as scene } from "./SceneTexts.ts"
import { sceneViewer, type SceneViewer, spansOf } from "./SceneViewer.ts"

/** A loaded model with its place and its colour. */
export interface SceneModel extends Placed {
  readonly id: string
  readonly color: Rgb
}

interface SceneProperties {
  readonly base: string
  readonly fields: Fields | null
  readonly models: ReadonlyArray<SceneModel>
  readonly query: Query
  /** Whether all models are loaded that can be. */
  readonly isDone: boolean
}

/** Returns a text that changes if the models or their places do. */
const keyOf = (models: ReadonlyArray<SceneModel>): string | null =>
  models.length === 0 ? null : JSON.stringify(models.map(({ angle, id, move, scale }) => [id, angle, scale, ...move]))

/** Opens the models on the canvas, and again if models are added or placed otherwise. */
const useScene = (models: ReadonlyArray<SceneModel>, onPick: Parameters<typeof useCanvas>[2]) =>
  useCanvas(
    keyOf(models),
    async (canvas, options) => {
      const { showModel } = await import("../../viewer/Viewer.ts")
      const viewer = showModel(canvas, joined(models, models[0]!.model.origin), options)
      return sceneViewer(viewer, spansOf(models))
    },
    onPick
  )

/** Applies to the view which models are shown, and their colours. */
const useModels = (viewer: SceneViewer | null, models: ReadonlyArray<SceneModel>): void => {
  const shown = shownOf(
    sceneState(),
    models.map(({ id }) => id)
  )
  useEffect(() => viewer?.showModels(shown), [viewer, [...shown].join()])
  const isColored = place.value.query.get("color") === modelsColor
  useEffect(() => {
    if (viewer === null || !isColored) return
    viewer.color(new Map(models.flatMap(({ color, id }) => viewer.productsOf(id).map((i) => [i, color] as const))))
  }, [viewer, isColored])
}

const Canvas = ({ base, fields, isDone, models, query }: SceneProperties) => {
  const { isMeasuring, setMeasuring, take, told } = useMeasuring()
  const { camera, canvas, drawn, isLost, progress } = useScene(models, (hit, isMore) => {
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
  // The viewer is the one that `useScene` opened.
  const viewer = progress.tag === "Open" ? (progress.viewer as SceneViewer) : null
  const ids = selected()
  useEffect(() => {
    viewer?.select(viewer.shapesOf(ids))
  }, [viewer, ids])
  useEffect(() => () => void (isTakingFace.value = false), [])
  const stage = useStage(base, viewer, query)
  useModels(viewer, models)
  // A product of a model that is still loaded has a shape later.
  const shapeless = viewer === null || !isDone ? 0 : ids.filter((id) => !viewer.isSeen(id)).length
  const notes = [
    ...(shapeless > 0 ? [texts.stage.shapeless(shapeless, ids.length)] : []),
    ...(stage.isEmptied && isDone ? [texts.stage.emptied] : [])
  ]
  const note = isTakingFace.value ? texts.stage.takeFace : told === "" ? notes.join(" ") : told
  const actions = viewer === null ? null : actionsOf(viewer, isMeasuring, setMeasuring)
  const colors = [
    { value: modelsColor, label: scene.byModel },
    // Areas of several models may be in different units.
    { value: roomColor, label: texts.rooms.colors[roomColor]! }
  ]
  return (
    <div class="shapes" onKeyDown={(event) => actions !== null && runShortcut(actions, event, "models")}>
      {viewer !== null && actions !== null && (
        <Tools actions={actions} colors={colors} isProject columns={query.columns} fields={fields} viewer={viewer} />
      )}
      <div class="scene">
        <canvas ref={canvas} tabIndex={0} hidden={progress.tag === "None"} aria-label={scene.canvas(models.length)} />
        <span class="middle" aria-hidden="true" />
        {viewer !== null && <Drawing drawn={drawn} products={viewer.products.length} />}
        {viewer !== null && <Turning camera={camera} viewer={viewer} />}
        {viewer !== null && place.value.query.get("color") !== modelsColor && (
          <Legend areaUnit="" painted={stage.painted} retry={stage.retry} viewer={viewer} />
        )}
        {progress.tag === "None" && (
          <p class="over">
            {texts.view.noView} <Fault failure={progress.failure} />
          </p>
        )}
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

/** Renders the loaded models of a project in one scene, with the tools of a model's view. */
export const SceneView = (properties: SceneProperties) => {
  const { isDone, models } = properties
  return (
    <section class="view" aria-label={texts.view.title}>
      {models.length > 0 ? (
        <Canvas {...properties} />
      ) : (
        <p class="scene soft" role="status">
          {isDone ? scene.nothing : texts.loading}
        </p>
      )}
      <div class="docks" role="group" aria-label={texts.workspace.panels}>
        {!isSmall.value && <DockButtons left="models" />}
        <FullScreen />
      </div>
    </section>
  )
}
