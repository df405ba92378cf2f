import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { IfcFile } from "../index/IfcFile.ts"

/** Attributes that name a thing, in order of preference. */
const naming = [
  "Name",
  "LayerSetName",
  "ProfileName",
  "Identification",
  "ItemReference",
  "DocumentId",
  "LabelName",
  "Id",
  "Title",
  "Description",
  "Purpose",
  "Location",
  "URLReference"
]

/** Attributes of a postal address, in the order in which they are written. */
const addressParts = ["InternalLocation", "AddressLines", "PostalBox", "PostalCode", "Town", "Region", "Country"]

/**
 * Returns the name of what a property refers to (a material, a document, a person, a time series …), or null if it has
 * none. The name of a person is the given and the family name, that of a date or time is ISO 8601, that of a layer
 * without name is its material's, that of a list consists of those of its materials, and that of an address is what is
 * written on a letter.
 */
export const nameOfReferred = (file: IfcFile, row: number, depth = 0): string | null => {
  const read = file.reader()
  if (row < 0 || depth > 4 || !read.openRow(row)) return null
  const { attributes } = file.classOf(row)
  const text = (attribute: string) => {
    const position = attributes.indexOf(attribute)
    return position < 0 ? null : read.string(position)
  }
  if (file.is(row, "IfcPerson")) {
    const name = [text("GivenName"), text("FamilyName")].filter((part) => part !== null).join(" ")
    return name === "" ? (read.string(0) ?? null) : name
  }
  if (file.is(row, "IfcPersonAndOrganization")) {
    const [person, organization] = [read.row(0), read.row(1)]
    return nameOfReferred(file, person, depth + 1) ?? nameOfReferred(file, organization, depth + 1)
  }
  if (file.is(row, "IfcCalendarDate")) return dateOf(file, row)
  if (file.is(row, "IfcLocalTime")) return timeOf(file, row)
  if (file.is(row, "IfcDateAndTime")) {
    const moment = [dateOf(file, read.row(0)), timeOf(file, read.row(1))].filter((part) => part !== null).join("T")
    return moment === "" ? null : moment
  }
  if (file.is(row, "IfcMaterialList")) {
    const materials: Array<number> = []
    read.references(0, (id) => materials.push(file.rowOf(id)))
    const { most } = limits.namesOfReference
    if (materials.length > most) file.log.count(sentenceOf(limits.namesOfReference), `#${file.idOf(row)}`)
    const names = materials.slice(0, most).map((material) => nameOfReferred(file, material, depth + 1))
    return names.filter((name) => name !== null).join("; ") || null
  }
  for (const attribute of naming) {
    const name = text(attribute)
    if (name !== null) return name
  }
  if (file.is(row, "IfcPostalAddress")) {
    const parts = addressParts.flatMap((part) => read.strings(attributes.indexOf(part)))
    if (parts.length > 0) return parts.join(", ")
  }
  for (const attribute of ["Material", "ForLayerSet", "ForProfileSet"]) {
    const position = attributes.indexOf(attribute)
    if (position >= 0 && read.row(position) >= 0) return nameOfReferred(file, read.row(position), depth + 1)
  }
  return null
}

/** Returns an IfcCalendarDate of IFC2X3 as `2026-03-31`, or null if it is not one. */
export const dateOf = (file: IfcFile, row: number): string | null => {
  const read = file.reader()
  if (!file.is(row, "IfcCalendarDate") || !read.openRow(row)) return null
  const [day, month, year] = [read.number(0), read.number(1), read.number(2)]
  if (!Number.isInteger(day) || !Number.isInteger(month) || !Number.isInteger(year)) return null
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}

const digits = (value: number, length: number) => String(value).padStart(length, "0")

/** Returns an IfcLocalTime of IFC2X3 as `17:30:00+01:00`, or null if it is not one. The zone is left out if unknown. */
const timeOf = (file: IfcFile, row: number): string | null => {
  const read = file.reader()
  if (!file.is(row, "IfcLocalTime") || !read.openRow(row)) return null
  const [hour, minute, second] = [0, 1, 2].map((argument) => {
    const value = read.number(argument)
    return argument > 0 && read.kind(argument) === "absent" ? 0 : value
  }) as [number, number, number]
  if (!Number.isInteger(hour) || !Number.isInteger(minute) || !Number.isFinite(second)) return null
  const [whole, fraction] = String(second).split(".")
  const seconds = `${digits(Number(whole), 2)}${fraction === undefined ? "" : `.${fraction}`}`
  return `${digits(hour, 2)}:${digits(minute, 2)}:${seconds}${zoneOf(file, read.row(3))}`
}

/** Returns an IfcCoordinatedUniversalTimeOffset as `+01:00`, or an empty text if it is not one. */
const zoneOf = (file: IfcFile, row: number): string => {
  const read = file.reader()
  if (!file.is(row, "IfcCoordinatedUniversalTimeOffset") || !read.openRow(row)) return ""
  const [hour, minute] = [read.number(0), read.kind(1) === "absent" ? 0 : read.number(1)]
  if (!Number.isInteger(hour) || !Number.isInteger(minute)) return ""
  return `${read.word(2) === "BEHIND" ? "-" : "+"}${digits(hour, 2)}:${digits(minute, 2)}`
}
