import type { ReadonlySignal } from "@preact/signals"
import { choose, place } from "../../address/Address.ts"
import type { Model } from "../../api/Views.ts"
import { Fault } from "../../ui/Loaded.tsx"
import type { Rgb } from "../../viewer/Viewer.ts"
import { distance } from "../Sizes.ts"
import { Icon } from "../model/view/Icon.tsx"
import { modelsColor } from "../model/view/Stage.ts"
import { farthest, type Method, type Placement } from "./Alignment.ts"
import type { Load } from "./Loads.ts"
import { sceneState, setModels, setOn, setOnly, setPlace, showEverything } from "./SceneAddress.ts"
import { shownOf } from "./SceneState.ts"
import { texts as scene } from "./SceneTexts.ts"

/** A model of the project, as the panel lists it. */
interface Listed {
  readonly model: Model
  readonly color: Rgb
  /** Null if it is not loaded, or if it is the first one, in relation to which the others stand. */
  readonly placement: Placement | null
}

interface PanelProperties {
  readonly listed: ReadonlyArray<Listed>
  /** Ids of the models that the user chose. */
  readonly chosen: ReadonlyArray<string>
  readonly loads: ReadonlySignal<ReadonlyMap<string, Load>>
  /** The model in relation to which the others stand; null if none is loaded. */
  readonly first: Model | null
  readonly retry: () => void
}

/** Renders how far a model is loaded, or why it is not. */
const Progress = ({
  load,
  model,
  retry
}: {
  readonly load: Load
  readonly model: Model
  readonly retry: () => void
}) => {
  switch (load.tag) {
    case "Loaded":
      return null
    case "Waiting":
      return <p class="soft">{scene.waiting}</p>
    case "Loading":
      return (
        <>
          <p class="soft">{load.bytes < load.all ? scene.loading(load.bytes, load.all) : scene.unpacking}</p>
          <progress max={load.all} value={load.bytes} aria-label={scene.progress(model.name)} />
        </>
      )
    case "Shapeless":
      return <p class="soft">{scene.shapeless}</p>
    case "LeftOut":
      return (
        <p class="warn">
          {load.refusal.tag === "TooMany"
            ? scene.tooMany(load.refusal.most)
            : scene.tooLarge(load.refusal.needed, load.refusal.left)}
        </p>
      )
    case "Failed":
      return (
        <p>
          {scene.notLoaded} <Fault failure={load.failure} retry={retry} />
        </p>
      )
  }
}

/** Returns the sentences about the place of a model. */
const notesOf = ({ coordinates }: Model, first: Model, { away, far, method }: Placement): ReadonlyArray<string> => {
  const [own, other] = [coordinates.map?.crs ?? null, first.coordinates.map?.crs ?? null]
  return [
    ...(coordinates.map === null && coordinates.site === null ? [scene.nowhere] : []),
    ...(own !== null && other !== null && own.toUpperCase() !== other.toUpperCase()
      ? [scene.otherMaps(own, other)]
      : []),
    ...far.map((one) => scene.far[one.method](distance(one.away), first.name)),
    ...(method === "origin" ? [scene.inMiddle(first.name)] : []),
    ...(away > farthest && !far.some((one) => one.method === method)
      ? [scene.far[method](distance(away), first.name)]
      : [])
  ]
}

const Place = ({
  first,
  model,
  placement
}: {
  readonly first: Model
  readonly model: Model
  readonly placement: Placement
}) => (
  <>
    <label class="row">
      <span class="soft">{scene.place}</span>
      <select
        value={placement.method}
        aria-label={scene.placeOf(model.name)}
        onChange={({ currentTarget }) => setPlace(model.id, currentTarget.value as Method)}
      >
        {placement.offered.map((method) => (
          <option key={method} value={method}>
            {scene.methods[method]}
          </option>
        ))}
      </select>
    </label>
    {notesOf(model, first, placement).map((note) => (
      <p key={note} class="soft">
        {note}
      </p>
    ))}
  </>
)

/** Renders the models of a project: which are loaded and shown, their colours, and where they stand. */
export const SceneModels = ({ chosen, first, listed, loads, retry }: PanelProperties) => {
  const state = sceneState()
  const known = loads.value
  const loaded = listed.flatMap(({ model: { id } }) => (known.get(id)?.tag === "Loaded" ? [id] : []))
  const shown = shownOf(state, loaded)
  const all = listed.map(({ model: { id } }) => id)
  const isColored = place.value.query.get("color") === modelsColor
  return (
    <div class="scene-models">
      <div class="row">
        <button
          type="button"
          aria-pressed={isColored}
          onClick={() => choose({ color: isColored ? null : modelsColor })}
        >
          {scene.colorByModel}
        </button>
        <button type="button" disabled={shown.size === loaded.length} onClick={showEverything}>
          {scene.all}
        </button>
      </div>
      <ul>
        {listed.map(({ color, model, placement }) => {
          const { id, name, products } = model
          const load = known.get(id)
          const isChosen = chosen.includes(id)
          const isShown = shown.has(id)
          return (
            <li key={id}>
              <div class="row">
                <span class="swatch" style={{ background: `rgb(${color.join(" ")})` }} aria-hidden="true" />
                <span class="grow">
                  {name} <span class="soft">{scene.products(products)}</span>
                </span>
                {load?.tag === "Loaded" && (
                  <>
                    <button
                      type="button"
                      class="plain"
                      aria-pressed={isShown}
                      aria-label={scene.shown(name)}
                      title={scene.shown(name)}
                      onClick={() => setOn(id, !isShown)}
                    >
                      <Icon of={isShown ? "eye" : "hidden"} />
                    </button>
                    <button
                      type="button"
                      class="plain"
                      aria-pressed={state.only === id}
                      aria-label={scene.alone(name)}
                      title={scene.alone(name)}
                      onClick={() => setOnly(state.only === id ? null : id)}
                    >
                      <Icon of="alone" />
                    </button>
                  </>
                )}
                {isChosen ? (
                  <button
                    type="button"
                    class="plain"
                    aria-label={scene.takeOut(name)}
                    title={scene.takeOut(name)}
                    onClick={() =>
                      setModels(
                        chosen.filter((one) => one !== id),
                        all
                      )
                    }
                  >
                    <Icon of="close" />
                  </button>
                ) : (
                  <button
                    type="button"
                    aria-label={scene.loadOf(name)}
                    onClick={() =>
                      setModels(
                        all.filter((one) => one === id || chosen.includes(one)),
                        all
                      )
                    }
                  >
                    {scene.load}
                  </button>
                )}
              </div>
              {isChosen && load !== undefined && <Progress load={load} model={model} retry={retry} />}
              {!isChosen && <p class="soft">{scene.notChosen}</p>}
              {first?.id === id && loaded.length > 1 && <p class="soft">{scene.first}</p>}
              {first !== null && placement !== null && <Place first={first} model={model} placement={placement} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
