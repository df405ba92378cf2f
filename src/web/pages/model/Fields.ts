import { call } from "../../api/Call.ts"
import type { Answer } from "../../api/Failure.ts"
import type { FieldDetail, FieldsPage } from "../../api/Views.ts"
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
