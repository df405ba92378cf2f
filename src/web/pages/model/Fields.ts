import { call } from "../../api/Call.ts"
import type { Answer } from "../../api/Failure.ts"
import type { FieldDetail, FieldsPage } from "../../api/Views.ts"
import { unitOf } from "./Units.ts"
import { ofVersion, type Units } from "./Query.ts"

/** Fields of a model's products, with the details of each. */
export interface Fields {
  readonly names: ReadonlyArray<string>
  readonly details: ReadonlyMap<string, FieldDetail>
}

/** Returns all fields of the products of a model, or of all models of a project, with their units. */
export const readFields = async (
  base: string,
  signal: AbortSignal,
  units: Units = "Model"
): Promise<Answer<Fields>> => {
  const names: Array<string> = []
  const details = new Map<string, FieldDetail>()
  for (let page = 1; ; page++) {
    const path = ofVersion(`${base}/products/properties/available-data?page=${page}&pageSize=5000&units=${units}`)
    const answer = await call<FieldsPage>("GET", path, { signal })
    if ("failure" in answer) return answer
    names.push(...answer.value.fields)
    for (const detail of answer.value.fieldDetails) details.set(detail.name, detail)
    if (names.length >= answer.value.totalCount || answer.value.fields.length === 0)
      return { value: { names, details } }
  }
}

/** Returns the symbol of the unit that most fields with this kind of unit have; empty if there is none. */
const usualUnit = (fields: Fields | null, kind: RegExp): string => {
  const counts = new Map<string, number>()
  for (const { unit } of fields?.details.values() ?? []) {
    if (unit !== null && kind.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return unitOf(most?.[0] ?? null)
}

/** Returns the symbol of the model's unit of area, in which the quantities of its locations are; empty if unknown. */
export const areaUnitIn = (fields: Fields | null): string =>
  usualUnit(fields, /^Square(?:Milli|Centi|Deci|Kilo)?(?:metre|foot|inch|yard)$/i)

/** Returns the symbol of the model's unit of volume; empty if unknown. */
export const volumeUnitIn = (fields: Fields | null): string =>
  usualUnit(fields, /^Cubic(?:Milli|Centi|Deci|Kilo)?(?:metre|foot|inch|yard)$/i)

/** Returns the symbol of the model's unit of length, in which the thickness of layers is; empty if unknown. */
export const lengthUnitIn = (fields: Fields | null): string => {
  const stated = fields?.details.get("OverallHeight")?.unit ?? null
  return stated === null ? usualUnit(fields, /^(?:Milli|Centi|Deci)?metre$|^(?:Foot|Inch|Yard)$/i) : unitOf(stated)
}
