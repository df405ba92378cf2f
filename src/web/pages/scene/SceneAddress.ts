import { choose, place } from "../../address/Address.ts"
import type { Method } from "./Alignment.ts"
import { readScene, type SceneState } from "./SceneState.ts"

/** Returns the state of the scene in the current address. */
export const sceneState = (): SceneState => readScene(place.value.query)

const text = (ids: Iterable<string>): string | null => [...ids].join(",") || null

/** Chooses the models to load. */
export const setModels = (ids: ReadonlyArray<string>, all: ReadonlyArray<string>): void =>
  // An empty list is not the same as none.
  choose({ models: ids.length === all.length ? null : ids.join(",") }, { replace: false })

/** Switches a model on or off. */
export const setOn = (id: string, isOn: boolean): void => {
  const { off } = sceneState()
  choose({ off: text(isOn ? [...off].filter((one) => one !== id) : [...off, id]), only: null })
}

/** Shows one model alone, or all that are switched on. */
export const setOnly = (id: string | null): void => choose({ only: id })

export const showEverything = (): void => choose({ off: null, only: null })

export const setPlace = (id: string, method: Method): void => {
  const places = new Map(sceneState().places).set(id, method)
  choose({ place: text(Array.from(places, ([one, by]) => `${one}.${by}`)) })
}
