import type { Row } from "../../api/Views.ts"
import { modelIn } from "./table/Cells.ts"

/** Returns whether a path is that of a project, not of one of its models. */
export const isProject = (base: string): boolean => !base.includes("/models/")

/** Returns the id of a product among those of several models, which may have the same GlobalIds. */
export const idIn = (model: string, guid: string): string => `${model}.${guid}`

/** Returns the model and the GlobalId of an id; null if it is the GlobalId alone. */
export const partsOfId = (id: string): { readonly model: string; readonly guid: string } | null => {
  const [, model, guid] = /^(\d+)\.(.+)$/.exec(id) ?? []
  return model === undefined || guid === undefined ? null : { model, guid }
}

export const guidIn = (id: string): string => partsOfId(id)?.guid ?? id

/**
 * Returns the id of a row: its GlobalId, in a table of several models with the model before it; empty if the row is not
 * loaded yet.
 */
export const idOf = (row: Row | undefined): string => {
  if (typeof row?.["Guid"] !== "string") return ""
  const model = modelIn(row["Model"])
  return model === null ? row["Guid"] : idIn(model.id, row["Guid"])
}

/** Returns the fields that a query needs so that its rows have ids. */
export const withIds = (base: string, fields: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([...fields, "Guid", ...(isProject(base) ? ["Model"] : [])])
]

/** Returns the rows with these ids. Other models may have products of the same GlobalIds. */
export const rowsWith = (rows: ReadonlyArray<Row>, ids: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const wanted = new Set(ids)
  return rows.filter((row) => wanted.has(idOf(row)))
}
