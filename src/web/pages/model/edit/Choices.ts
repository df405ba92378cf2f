import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { FieldDetail, Location, MaterialLibrary } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { texts } from "../ModelTexts.ts"
import { fullNameOf } from "../view/places/Locations.ts"
import { projectOf } from "../Query.ts"

interface Choice {
  readonly value: string
  readonly label: string
  /** Name without what tells equal names apart. */
  readonly name: string
}

const locations = async (base: string, signal: AbortSignal) => {
  const answer = await call<{ readonly locations: ReadonlyArray<Location> }>("GET", `${projectOf(base)}/locations`, {
    signal
  })
  if ("failure" in answer) return answer
  return {
    value: answer.value.locations.map((one) => ({
      value: one.locationGuid,
      name: one.name,
      label: `${fullNameOf(one) || texts.locations.nameless} (${texts.locations.types[one.type] ?? one.type})`
    }))
  }
}

const materials = async (base: string, signal: AbortSignal) => {
  const answer = await call<{ readonly materialProperties: ReadonlyArray<MaterialLibrary> }>(
    "GET",
    `${projectOf(base)}/material-libraries`,
    { signal }
  )
  if ("failure" in answer) return answer
  return {
    value: answer.value.materialProperties.flatMap(({ name: library, properties }) =>
      properties.map((rows) => {
        const factOf = (name: string) => rows.find((row) => row.name === name)?.value ?? ""
        return { value: factOf("Guid"), name: factOf("Name"), label: `${factOf("Name")} (${library})` }
      })
    )
  }
}

/** Returns what a field refers to: the project's locations or materials. Other fields refer to nothing. */
export const referencesOf = (
  base: string,
  field: string,
  signal: AbortSignal
): Promise<Answer<ReadonlyArray<Choice>>> =>
  field === "SpatialLocation"
    ? locations(base, signal)
    : field === "MaterialLayerSet" || field === "Material"
      ? materials(base, signal)
      : Promise.resolve({ value: [] })

interface Choices {
  /** Values to choose from; null if any text may be typed. */
  readonly choices: ReadonlyArray<Choice> | null
  /** Reason why the choices could not be loaded. */
  readonly failure: Failure | null
  readonly retry: () => void
}

/** Loads the values that a field offers; the project's locations or materials, if it refers to them. */
export const useChoices = (base: string, field: string, detail: FieldDetail | undefined): Choices => {
  const isPlace = field === "SpatialLocation"
  const isMaterial = field === "MaterialLayerSet" || field === "Material"
  const loading = useLoaded<ReadonlyArray<Choice>>(
    (signal) => referencesOf(base, field, signal),
    [base, isPlace, isMaterial]
  )
  const { reload: retry, state } = loading
  const failure = state.tag === "Failed" ? state.failure : null
  const named = (choices: ReadonlyArray<Choice> | null): Choices => ({ choices, failure, retry })
  if (isPlace || isMaterial) return named(state.tag === "Ready" ? state.value : [])
  if (detail?.enumerationValues != null) {
    return named(detail.enumerationValues.map((value) => ({ value, name: value, label: value })))
  }
  if (detail?.dataType !== "Boolean") return named(null)
  return named(["true", "false"].map((value) => ({ value, name: value, label: texts.editing.words[value]! })))
}
