import { call } from "../api/Call.ts"
import type { Answer } from "../api/Failure.ts"
import type { CodeLibrary, Model } from "../api/Views.ts"
import { labelled, type LabelledLibrary } from "./LibraryLabels.ts"

/** Reads the codification libraries of the project at a path, in the order of the service. */
export const readLibraries = async (
  project: string,
  signal?: AbortSignal
): Promise<Answer<ReadonlyArray<LabelledLibrary>>> => {
  const options = signal === undefined ? {} : { signal }
  const [libraries, models] = await Promise.all([
    call<{ readonly codificationLibraries: ReadonlyArray<CodeLibrary> }>("GET", `${project}/codifications`, options),
    call<{ readonly models: ReadonlyArray<Model> }>("GET", `${project}/models`, options)
  ])
  if ("failure" in libraries) return libraries
  // If the models cannot be read, the labels lack the names of the models.
  return { value: labelled(libraries.value.codificationLibraries, "failure" in models ? [] : models.value.models) }
}
