import type { Change, Row } from "../../../api/Views.ts"
import { exact } from "../../../Texts.ts"
import { textOf } from "../table/Cells.ts"
import { texts } from "../ModelTexts.ts"

/** Fields needed to describe changes: those that identify a product, and those that changes refer to by GUID. */
export const fields = ["Guid", "Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"]

/** Products before and after changes, by GlobalId, as far as they are known. */
export interface Sides {
  readonly before: ReadonlyMap<string, Row>
  readonly after: ReadonlyMap<string, Row>
}

/** Returns the name and class of a product, or null if it is unknown. */
export const nameOf = (
  { after, before }: Sides,
  guid: string
): { readonly name: string; readonly of: string } | null => {
  const row = after.get(guid) ?? before.get(guid)
  return row === undefined ? null : { name: textOf(row["Name"]), of: textOf(row["Class"]) }
}

const plain = (value: Change["before"]): string => (typeof value === "number" ? exact(value) : textOf(value))

const column: Readonly<Record<string, string>> = { SpatialLocation: "SpatialLocation", Material: "MaterialLayerSet" }

const toldIn = (row: Row | undefined, field: string, value: Change["before"]): string => {
  if (row === undefined) return plain(value)
  if (field === "Code") {
    const codes = (row["Code"] ?? {}) as Readonly<Record<string, unknown>>
    const code = codes[String(value)]
    return code === undefined ? plain(value) : textOf({ code })
  }
  return field in column ? textOf(row[column[field]!]) : plain(value)
}

/**
 * Returns a change as shown to the user. Different numbers stay different; locations, materials and codes have their
 * names.
 */
export const changeText = (
  { after, before, field, guid }: Change,
  sides: Sides
): { readonly before: string; readonly after: string } => ({
  before: toldIn(sides.before.get(guid), field, before) || texts.properties.empty,
  after: toldIn(sides.after.get(guid), field, after) || texts.properties.empty
})
