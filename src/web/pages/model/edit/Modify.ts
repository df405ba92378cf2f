import { call } from "../../../api/Call.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { CellError, Change, Modifications, ProductsPage, Versions } from "../../../api/Views.ts"

type Shape = Readonly<Record<string, unknown>>

const isShape = (value: unknown): value is Shape => typeof value === "object" && value !== null && !Array.isArray(value)

/** The set that a cell says its property stands in; null for attributes, and where the product has none. */
const setOf = (cell: unknown): string | null => {
  const set = isShape(cell) ? cell["PropertySet"] : null
  return typeof set === "string" ? set : null
}

/** The name under which changes list a cell: that of its column after its set (contract section 7). */
export const qualified = (column: string, cell: unknown): string => {
  const set = setOf(cell)
  if (column === "MaterialLayerSet") return "Material"
  return set === null || column.startsWith(`${set}.`) ? column : `${set}.${column}`
}

/** What names a reference instead of its text. */
const references: Readonly<Record<string, string>> = {
  SpatialLocation: "SpatialLocationId",
  Material: "MaterialId"
}

/**
 * What M12 is asked for to give a cell of the products the text: the service reads numbers and booleans from it. An empty
 * one takes the value away.
 */
export const modification = (
  field: string,
  cell: unknown,
  guids: ReadonlyArray<string>,
  text: string
): Modifications => {
  const key = field === "MaterialLayerSet" ? "Material" : field
  const set = setOf(cell)
  const each = (value: unknown) => ({ [key]: Object.fromEntries(guids.map((guid) => [guid, value])) })
  const reference = references[key]
  if (reference !== undefined) {
    return key === "Material" && text === "" ? { delete: each("") } : { addOrUpdate: each({ [reference]: text }) }
  }
  const value = text === "" ? null : text
  return {
    [value === null ? "update" : "addOrUpdate"]: each(set === null ? value : { PropertySet: set, Value: value })
  }
}

/** What M12 is asked for to take a property away from the products. */
export const removal = (field: string, cell: unknown, guids: ReadonlyArray<string>): Modifications => {
  const set = setOf(cell)
  const value = set === null ? "" : { PropertySet: set }
  return { delete: { [field]: Object.fromEntries(guids.map((guid) => [guid, value])) } }
}

/** How one product has a field, in the reader's view or in a version. */
const cellOf = async (base: string, guid: string, field: string, version: string | null): Promise<unknown> => {
  const path = `${base}/products/properties/query${version === null ? "" : `?version=${version}`}`
  const body = { fields: [field], filters: [{ property: "Guid", operator: "Equals", value: guid }] }
  const answer = await call<ProductsPage>("POST", path, { body })
  return "failure" in answer ? null : answer.value.result[0]?.[field]
}

/** What M12 is asked for to have a cell as the public version has it: then it is no change any more. */
export const undoing = async (
  base: string,
  { after, before, field, guid }: Change
): Promise<Modifications | Failure> => {
  const at = (value: unknown) => ({ [field]: { [guid]: value } })
  if (field === "Code") return before === null ? { delete: at([after]) } : { add: at([before]) }
  if (field in references) return modification(field, null, [guid], before === null ? "" : String(before))
  const versions = await call<Versions>("GET", `${base}/versions?page=1&pageSize=1`)
  if ("failure" in versions) return versions.failure
  const [own, published] = await Promise.all([
    cellOf(base, guid, field, null),
    cellOf(base, guid, field, versions.value.versions[0]!.modelVersionId)
  ])
  const set = setOf(published)
  if (set !== null) return { addOrUpdate: at({ PropertySet: set, Value: before }) }
  return setOf(own) === null ? { update: at(before) } : removal(field, own, [guid])
}

/** What the service finds wrong, in one line. */
export const told = (errors: ReadonlyArray<CellError>): string =>
  [...new Set(errors.map(({ description, error }) => `${description} ${error}`))].slice(0, 3).join("; ")
