import { useLoaded } from "../../../ui/Loaded.tsx"
import type { Forming } from "./Applicable.ts"

const none: ReadonlySet<string> = new Set()

const plain: Forming = (_, sets) => ({ sets, forms: none })

/** Loads which property sets of the project apply to which products. Adds none until then, and if `isOn` is false. */
export const useForms = (base: string, isOn: boolean): Forming => {
  const { state } = useLoaded(isOn ? async (signal) => (await import("./Forms.ts")).readForms(base, signal) : null, [
    base,
    isOn
  ])
  return isOn && state.tag === "Ready" ? state.value : plain
}
