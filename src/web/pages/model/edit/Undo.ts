import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { Change, Modifications, ProductsPage, SentValue } from "../../../api/Views.ts"
import { latestOf } from "../versions/Sides.ts"
import { materialBack, modification, removal, setOf } from "./Modify.ts"

/** Returns a product's cell in the user's view or in a version. */
const cellOf = async (base: string, guid: string, field: string, version: string | null): Promise<Answer<unknown>> => {
  const path = `${base}/products/properties/query${version === null ? "" : `?version=${version}`}`
  const body = { fields: [field], filters: [{ property: "Guid", operator: "Equals", value: guid }] }
  const answer = await call<ProductsPage>("POST", path, { body })
  return "failure" in answer ? answer : { value: answer.value.result[0]?.[field] }
}

/**
 * Returns the body of M12 that restores the published value of a cell, so that it is no longer a change, or null if M12
 * cannot.
 */
export const undoing = async (
  base: string,
  { after, before, field, guid }: Change
): Promise<Modifications | Failure | null> => {
  const at = (value: SentValue) => ({ [field]: { [guid]: value } })
  if (field === "Code") return before === null ? { delete: at([after]) } : { add: at([before]) }
  if (field === "SpatialLocation") return modification(field, null, [guid], before === null ? "" : String(before))
  const latest = await latestOf(base)
  if ("failure" in latest) return latest.failure
  const version = latest.value
  if (field === "Material") {
    const published = await cellOf(base, guid, "MaterialLayerSet", version)
    return "failure" in published ? published.failure : materialBack(guid, published.value)
  }
  const [own, published] = await Promise.all([cellOf(base, guid, field, null), cellOf(base, guid, field, version)])
  if ("failure" in own) return own.failure
  if ("failure" in published) return published.failure
  const set = setOf(published.value)
  if (set !== null) return { addOrUpdate: at({ PropertySet: set, Value: before }) }
  return setOf(own.value) === null ? { update: at(before) } : removal(field, own.value, [guid])
}
