import type { CellError, Change, Modifications, SentValue } from "../../../../api/Views.ts"

/** Value of a cell before it is sent: null clears it. */
export type Scalar = string | number | boolean

/** A new value for one cell of a change of many. */
export interface BulkCell {
  readonly guid: string
  /** Name of the column or field. */
  readonly field: string
  /** Property set that holds the value; null for attributes, and if the service finds it by the name. */
  readonly set: string | null
  /** Text that was typed or pasted. */
  readonly text: string
  readonly value: Scalar | null
  /** Reason why the text cannot be sent; null if it can. */
  readonly wrong: string | null
}

/** Largest number of changes in the answer to a dry run (contract section 14). */
export const mostPreviewed = 10_000

type Body = { -readonly [verb in keyof Modifications]?: Record<string, Record<string, SentValue>> }

const put = (body: Body, verb: keyof Modifications, field: string, guid: string, value: SentValue): void => {
  const cells = ((body[verb] ??= {})[field] ??= {})
  cells[guid] = value
}

const keyOf = (field: string): string => (field === "MaterialLayerSet" ? "Material" : field)

/** Returns the body of M12 that gives the cells their values; cells with an error are left out. */
export const bodyOf = (cells: ReadonlyArray<BulkCell>): Modifications => {
  const body: Body = {}
  for (const { field, guid, set, value, wrong } of cells) {
    if (wrong !== null) continue
    const key = keyOf(field)
    if (key === "SpatialLocation") put(body, "addOrUpdate", key, guid, { SpatialLocationId: value ?? "" })
    else if (key === "Material" && value === null) put(body, "delete", key, guid, "")
    else if (key === "Material") put(body, "addOrUpdate", key, guid, { MaterialId: value })
    else {
      const sent: SentValue = set === null ? value : { PropertySet: set, Value: value }
      put(body, value === null ? "update" : "addOrUpdate", key, guid, sent)
    }
  }
  return body
}

/** Returns the errors of cells by cell, and how many errors belong to no cell. */
export const refusalsOf = (
  cells: ReadonlyArray<BulkCell>,
  errors: ReadonlyArray<CellError>
): { readonly of: ReadonlyMap<BulkCell, string>; readonly isCut: boolean } => {
  const byGuid = Map.groupBy(
    errors.filter(({ error }) => error !== "TooManyErrors"),
    ({ guid }) => guid
  )
  const of = new Map<BulkCell, string>()
  for (const cell of cells) {
    const key = keyOf(cell.field)
    const found = byGuid.get(cell.guid)?.find(({ field }) => field === key || field.startsWith(`${key}.`))
    if (found !== undefined) of.set(cell, found.description)
  }
  return { of, isCut: errors.some(({ error }) => error === "TooManyErrors") }
}

/**
 * Returns the body of M12 that takes changes back, or null if M12 cannot: it accepts one material, but not the layers
 * that a material replaced.
 */
export const inverseOf = (changes: ReadonlyArray<Change>): Modifications | null => {
  const body: Body = {}
  const codes = { add: new Map<string, Array<unknown>>(), delete: new Map<string, Array<unknown>>() }
  for (const { after, before, change, field, guid } of changes) {
    if (field === "Code") {
      const [verb, code] = before === null ? (["delete", after] as const) : (["add", before] as const)
      codes[verb].getOrInsertComputed(guid, () => []).push(code)
    } else if (field === "SpatialLocation") {
      put(body, "addOrUpdate", field, guid, { SpatialLocationId: before ?? "" })
    } else if (field === "Material") {
      if (change !== "Added") return null
      put(body, "delete", field, guid, "")
    } else if (change === "Added") put(body, "delete", field, guid, "")
    else if (change === "Removed") put(body, "addOrUpdate", field, guid, before)
    else put(body, "update", field, guid, before)
  }
  for (const verb of ["add", "delete"] as const) {
    for (const [guid, list] of codes[verb]) put(body, verb, "Code", guid, list)
  }
  return body
}
