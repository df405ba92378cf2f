import { type Method, methods } from "./Alignment.ts"

/** The state of a scene as the address has it. */
export interface SceneState {
  /** Ids of the models to load; null for all. */
  readonly models: ReadonlyArray<string> | null
  /** Ids of models that are loaded and not shown. */
  readonly off: ReadonlySet<string>
  /** The only model that is shown; null if there is none. */
  readonly only: string | null
  /** The fact that decides where a model stands, for each model for which the user chose it. */
  readonly places: ReadonlyMap<string, Method>
}

const listOf = (text: string | null): ReadonlyArray<string> => (text ?? "").split(",").filter((id) => /^\d+$/.test(id))

const isMethod = (name: string | undefined): name is Method => methods.some((one) => one === name)

/** Reads the state of a scene, leaving out what is malformed. */
export const readScene = (query: URLSearchParams): SceneState => {
  const places = new Map<string, Method>()
  for (const one of (query.get("place") ?? "").split(",")) {
    const [id, method] = one.split(".")
    if (id !== undefined && isMethod(method)) places.set(id, method)
  }
  const models = query.get("models")
  const [only = null] = listOf(query.get("only"))
  return { models: models === null ? null : listOf(models), off: new Set(listOf(query.get("off"))), only, places }
}

/** Returns which of the loaded models are shown. */
export const shownOf = ({ off, only }: SceneState, loaded: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(only !== null && loaded.includes(only) ? [only] : loaded.filter((id) => !off.has(id)))
