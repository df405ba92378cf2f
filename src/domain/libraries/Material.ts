import * as Schema from "effect/Schema"
import { applied } from "./Change.ts"
import { LibraryDraft } from "./Library.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import { PropertyRow } from "../products/PropertyRow.ts"
import { Description, Name, OtherText } from "../Text.ts"

/** A colour as it is sent: `#RGB`, `#RRGGBB` or `#RRGGBBAA`. */
const Color = Schema.String.pipe(
  Schema.pattern(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, {
    message: () => "a colour is #RGB, #RRGGBB or #RRGGBBAA"
  })
).annotations({ identifier: "Color" })

/** A material; its guid is the MaterialId of product queries. */
export const Material = Schema.Struct({ name: Schema.String, guid: Schema.String }).annotations({
  identifier: "Material"
})
export type Material = typeof Material.Type

export const MaterialDraft = Schema.Struct({
  name: Name,
  color: maybe(Color),
  description: maybe(Description),
  category: maybe(OtherText)
}).annotations({ identifier: "MaterialDraft" })
export type MaterialDraft = typeof MaterialDraft.Type

/** An absent member keeps its value; null clears an optional one. */
export const MaterialChange = Schema.Struct({
  name: optional(Name),
  color: clearable(Color),
  description: clearable(Description),
  category: clearable(OtherText)
}).annotations({ identifier: "MaterialChange" })
export type MaterialChange = typeof MaterialChange.Type

/** The content of a material, without its guid. */
export interface MaterialText {
  readonly name: string
  readonly color: string | null
  readonly description: string | null
  readonly category: string | null
}

/** Everything that is stored of a material. */
export interface MaterialContent extends Material, MaterialText {
  /** The rows of its property sets as JSON, which nobody needs to parse; null if it has none. */
  readonly properties: string | null
}

/** Returns the content of a new material. */
export const drafted = (draft: MaterialDraft): MaterialText => ({
  color: null,
  description: null,
  category: null,
  ...draft
})

/** Returns a material after a change, or `before` itself if nothing changes. */
export const changed = (before: MaterialText, change: MaterialChange): MaterialText => applied(before, change)

/** A value of a material as libraries show it. */
const MaterialProperty = PropertyRow.annotations({ identifier: "MaterialProperty" })
type MaterialProperty = typeof MaterialProperty.Type

/** A library with one list of values for each of its materials. */
export const MaterialLibrary = Schema.Struct({
  name: Schema.String,
  guid: Schema.String,
  properties: Schema.Array(Schema.Array(MaterialProperty))
}).annotations({ identifier: "MaterialLibrary" })
export type MaterialLibrary = typeof MaterialLibrary.Type

export const MaterialLibraryDraft = LibraryDraft.annotations({ identifier: "MaterialLibraryDraft" })
export type MaterialLibraryDraft = typeof MaterialLibraryDraft.Type

/** Returns the values that a material has as JSON: its own in the order of the contract, then its property sets. */
export const propertiesOf = (material: MaterialContent): string => {
  const rows: ReadonlyArray<readonly [string, string | null]> = [
    ["Name", material.name],
    ["Guid", material.guid],
    ["Color", material.color],
    ["Description", material.description],
    ["Category", material.category]
  ]
  const own = rows.flatMap(([name, value]): ReadonlyArray<MaterialProperty> =>
    value === null || value === "" ? [] : [{ set: "Material", name, value }]
  )
  const json = JSON.stringify(own)
  return material.properties === null ? json : `${json.slice(0, -1)},${material.properties.slice(1)}`
}
