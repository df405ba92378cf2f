import type { CodeLibrary, Model } from "../api/Views.ts"
import { texts, timed } from "../Texts.ts"

type Source = Pick<Model, "createdAt" | "guid" | "id" | "name">

/** Codification library with a label that tells it apart from the others of its project. */
export interface LabelledLibrary {
  readonly library: CodeLibrary
  /** The model that brought the library; null for one of the project, or if the user does not see the model. */
  readonly model: Source | null
  readonly label: string
}

/** Returns the texts that name a library, from the shortest to the one with all that tells it apart. */
const namesOf = ({ edition, editionDate, group, name, source }: CodeLibrary, model: Source | null) => {
  const origin = model === null || model.name === name ? texts.libraryGroups[group] : model.name
  const short = `${[name, edition].filter(Boolean).join(" ")} (${origin})`
  const facts = [editionDate, source, model === null ? "" : timed(model.createdAt)].filter(Boolean)
  return [short, ...facts.map((_, n) => [short, ...facts.slice(0, n + 1)].join(", "))]
}

/**
 * Labels libraries with their name, edition and origin. If several libraries would have the same label, those have the
 * date of their edition, their source and the time of their model too, as far as needed.
 */
export const labelled = (
  libraries: ReadonlyArray<CodeLibrary>,
  models: ReadonlyArray<Source>
): ReadonlyArray<LabelledLibrary> => {
  const modelOf = new Map(models.map((model) => [model.guid, model]))
  const all = libraries.map((library) => {
    const model = modelOf.get(library.modelGuid) ?? null
    return { library, model, names: namesOf(library, model) }
  })
  /** The number of libraries that could have each name. */
  const counts = new Map<string, number>()
  for (const name of all.flatMap(({ names }) => names)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return all.map(({ library, model, names }) => ({
    library,
    model,
    label: names.find((name) => counts.get(name) === 1) ?? names.at(-1)!
  }))
}
