import { call } from "../../../api/Call.ts"
import type { Answer } from "../../../api/Failure.ts"
import { published } from "../edit/Editing.ts"
import { type Loading, useLoaded } from "../../../ui/Loaded.tsx"

interface Measure {
  readonly products: number
  readonly authored: number
  readonly computed: number
  readonly within1: number
  readonly within20: number
  readonly suspects: ReadonlyArray<string>
}

/** Agreement of a model's own quantities with its shapes, by class and measure. */
export interface Quality {
  readonly byClass: Readonly<Record<string, Readonly<Record<string, Measure>>>>
}

/** Measures with suspect values, by GlobalId. */
export type Suspects = ReadonlyMap<string, ReadonlyArray<string>>

export const suspectsOf = ({ byClass }: Quality): Suspects => {
  const suspects = new Map<string, Array<string>>()
  for (const measures of Object.values(byClass)) {
    for (const [measure, { suspects: guids }] of Object.entries(measures)) {
      for (const guid of guids) suspects.set(guid, [...(suspects.get(guid) ?? []), measure])
    }
  }
  return suspects
}

// Requests by public version, shared by the table, the properties, the panel and the view.
const kept = new Map<string, Promise<Answer<Quality>>>()
const mostKept = 4

export const qualityOf = (base: string): Promise<Answer<Quality>> => {
  const key = `${base} ${published.peek()}`
  const asked = kept.get(key) ?? call<Quality>("GET", `${base}/quality`)
  kept.set(key, asked)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  void asked.then((answer) => {
    if ("failure" in answer) kept.delete(key)
  })
  return asked
}

const none: Suspects = new Map()

/** Loads the suspects of the model at `base`. */
export const useSuspects = (base: string): Loading<Suspects> =>
  useLoaded(
    async () => {
      const answer = await qualityOf(base)
      return "failure" in answer ? answer : { value: suspectsOf(answer.value) }
    },
    [base, published.value],
    [base]
  )

/** Returns the suspects, or none until they are loaded. */
export const knownOf = ({ state }: Loading<Suspects>): Suspects => (state.tag === "Ready" ? state.value : none)
