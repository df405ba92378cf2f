import { call } from "../../../../api/Call.ts"
import type { Answer } from "../../../../api/Failure.ts"
import type { Location } from "../../../../api/Views.ts"
import { useLoaded } from "../../../../ui/Loaded.tsx"
import { revision } from "../../edit/Editing.ts"
import { projectOf } from "../../Query.ts"
import { type PlaceNames, placeNamesOf } from "./PlaceNames.ts"

/** Reads the locations of the project of a model, or of a project. */
export const readPlaceNames = async (base: string, signal: AbortSignal): Promise<Answer<PlaceNames>> => {
  const path = `${projectOf(base)}/locations`
  const answer = await call<{ readonly locations: ReadonlyArray<Location> }>("GET", path, { signal })
  return "failure" in answer ? answer : { value: placeNamesOf(answer.value.locations) }
}

/** Returns the locations of the project; null until they are known, or if they are not wanted. */
export const usePlaceNames = (base: string, isWanted: boolean): PlaceNames | null => {
  const project = projectOf(base)
  const { state } = useLoaded(
    isWanted ? (signal) => readPlaceNames(base, signal) : null,
    [project, isWanted, revision.value],
    [project]
  )
  return isWanted && state.tag === "Ready" ? state.value : null
}
