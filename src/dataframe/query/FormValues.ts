import type { ReferenceColumn } from "../table/ColumnRecord.ts"
import { jsonNumber } from "../../runtime/JsonWriter.ts"
import type { CodeForm, Forms, GroupForm, MaterialForm, Place } from "./Forms.ts"
import type { Form } from "./Names.ts"

/** Returns the column whose codes are the indexes of a form's values. */
export const referenceOf = (form: Form): ReferenceColumn => references[form]

const references: Readonly<Record<Form, ReferenceColumn>> = {
  SpatialLocation: "location",
  Code: "codeSet",
  MaterialLayerSet: "materialSet",
  MaterialLayers: "materialSet",
  Groups: "groupSet"
}

const given = (texts: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  texts.filter((text) => text !== null && text !== "") as ReadonlyArray<string>

const materialTexts = ({ entries }: MaterialForm): ReadonlyArray<string> =>
  given(entries.flatMap(({ Name, MaterialId }) => [Name, MaterialId]))

/** Returns the texts that a filter on the whole field compares with, by code. */
export const texts = (forms: Forms, form: Form): ReadonlyArray<ReadonlyArray<string>> => {
  switch (form) {
    case "SpatialLocation":
      return forms.places.map((place) => place.texts)
    case "Code":
      return forms.codeSets.map((codes) =>
        given(codes.flatMap(({ identification, name, guid }) => [identification, name, guid]))
      )
    case "MaterialLayerSet":
      return forms.materials.map((material) => [...given([material.shown.Name]), ...materialTexts(material)])
    case "Groups":
      return forms.groupSets.map((groups) => given(groups.flatMap(({ Guid, Name }) => [Name, Guid])))
    default:
      return forms.materials.map(materialTexts)
  }
}

type Shown = ReadonlyArray<string | null>

const placeMember = (place: Place, member: string): Shown => [place.shown[member as "Site"]]

const codeMember = (codes: ReadonlyArray<CodeForm>, member: string): Shown =>
  codes.map((code) =>
    member === "Identification" ? code.identification : member === "Name" ? code.name : code.libraryGuid
  )

const groupMember = (groups: ReadonlyArray<GroupForm>, member: string): Shown =>
  groups.map((group) => group[member as keyof GroupForm])

const materialMember = (material: MaterialForm, member: string): Shown => [material.shown[member as "Name" | "Layers"]]

const layerMember = ({ entries }: MaterialForm, member: string): Shown =>
  entries.map((entry) =>
    member === "Thickness"
      ? entry.Thickness === null
        ? null
        : jsonNumber(entry.Thickness)
      : entry[member as "Name" | "MaterialId"]
  )

const shownOf = (forms: Forms, field: { readonly form: Form; readonly member: string }): ReadonlyArray<Shown> => {
  switch (field.form) {
    case "SpatialLocation":
      return forms.places.map((place) => placeMember(place, field.member))
    case "Code":
      return forms.codeSets.map((codes) => codeMember(codes, field.member))
    case "MaterialLayerSet":
      return forms.materials.map((material) => materialMember(material, field.member))
    case "Groups":
      return forms.groupSets.map((groups) => groupMember(groups, field.member))
    default:
      return forms.materials.map((material) => layerMember(material, field.member))
  }
}

/** Returns the value that a sub-field shows, by code: a text, several texts joined by `; `, or null. */
export const memberValues = (
  forms: Forms,
  field: { readonly form: Form; readonly member: string }
): ReadonlyArray<string | null> =>
  shownOf(forms, field).map((shown) => {
    const items = shown.filter((text) => text !== null)
    return items.length === 0 ? null : items.join("; ")
  })

/** Returns the texts that a filter on a sub-field compares with, by code: the whole text and each of its parts. */
export const memberTexts = (
  forms: Forms,
  field: { readonly form: Form; readonly member: string }
): ReadonlyArray<ReadonlyArray<string>> => {
  const whole = memberValues(forms, field)
  return shownOf(forms, field).map((shown, code) => given(shown.length > 1 ? [whole[code]!, ...shown] : [whole[code]!]))
}

/** Returns the single texts of a sub-field, by code. */
export const memberSingles = (
  forms: Forms,
  field: { readonly form: Form; readonly member: string }
): ReadonlyArray<ReadonlyArray<string>> => shownOf(forms, field).map(given)

/** Returns the single texts by which a field is ordered, by code: each identification, not all of them joined. */
export const plainTexts = (forms: Forms, form: Form): ReadonlyArray<ReadonlyArray<string>> => {
  switch (form) {
    case "SpatialLocation":
      return forms.places.map((_, code) => given([sortText(forms, form, code)]))
    case "Code":
      return forms.codeSets.map((codes) => given(codes.map(({ identification }) => identification)))
    case "Groups":
      return forms.groupSets.map((groups) => given(groups.map(({ Name }) => Name)))
    default:
      return forms.materials.map(({ shown }) => given([shown.Layers]))
  }
}

/** Returns the text by which products are sorted for a field and code, or null if there is none. */
export const sortText = (forms: Forms, form: Form, code: number): string | null => {
  switch (form) {
    case "SpatialLocation": {
      const { Building, Floor, Site, Space } = forms.places[code]!.shown
      return [Space, Floor, Building, Site].find((name) => name !== null && name !== "") ?? null
    }
    case "Code":
      return forms.codeSets[code]!.map(({ identification }) => identification).join("; ")
    case "Groups":
      return forms.groupSets[code]!.map(({ Name }) => Name).join("; ")
    default:
      return forms.materials[code]!.shown.Layers
  }
}
