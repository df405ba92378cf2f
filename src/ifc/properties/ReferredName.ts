import type { IfcFile } from "../index/IfcFile.ts"

/** Attributes that name a thing, in order of preference. */
const naming = [
  "Name",
  "Identification",
  "ItemReference",
  "DocumentId",
  "LabelName",
  "Id",
  "Title",
  "Description",
  "Purpose"
]

/**
 * Returns the name of what a property refers to (a material, a document, a person, a time series …), or null if it has
 * none. The name of a person is the given and the family name, that of a date is ISO 8601, that of a layer is its
 * material's.
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
  if (file.is(row, "IfcDateAndTime")) return dateOf(file, read.row(0))
  for (const attribute of naming) {
    const name = text(attribute)
    if (name !== null) return name
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
  const digits = (value: number, length: number) => String(value).padStart(length, "0")
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}
