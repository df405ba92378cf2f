/** A row of the catalogue of columns: words of 32 bits, in this order. */
const fields = [
  "set",
  "name",
  "flags",
  "count",
  "presence",
  "codes",
  "size",
  "textBase",
  "textCount",
  "numbers",
  "kinds",
  "units",
  "ofType",
  "ambiguous",
  "ambiguousCount",
  "hidden",
  "hiddenCount",
  "enumeration",
  "enumerationCount",
  "kindMask",
  "unit"
] as const
export type ColumnField = (typeof fields)[number]
export const WORDS = fields.length

export const at: Readonly<Record<ColumnField, number>> = Object.fromEntries(
  fields.map((field, i) => [field, i])
) as Record<ColumnField, number>

export const QUANTITY = 1
/** The cells are numbers of one kind and unit, without dictionary; NaN: there without value. */
export const PLAIN = 2
/** Some value of the dictionary is several. */
export const SEVERAL = 8
/** `units` is the unit of all values instead of a place in the section. */
export const ONE_UNIT = 16
/** `kinds` is the kind of all values instead of a place in the section. */
export const ONE_KIND = 32

export const PRESENCE_SHIFT = 8
export const PRESENCE_FULL = 0
export const PRESENCE_BITS = 1
export const PRESENCE_ROWS = 2

export const WIDTH_SHIFT = 12

export const OF_TYPE_SHIFT = 16
export const OF_TYPE_NONE = 0
export const OF_TYPE_ALL = 1
export const OF_TYPE_SOME = 2

/** Bits of `kindMask`: the kinds that a property's visible values have. */
export const KIND_TEXT = 1
export const KIND_REAL = 2
export const KIND_INTEGER = 4
export const KIND_BOOLEAN = 8
export const KIND_ENUMERATION = 16

/** `unit` of values that have none; `UNITS_MIXED` of values that have several; others are an index and 2. */
export const UNIT_NONE = 0
export const UNITS_MIXED = 1

/** The columns that stand before those of the properties. */
export const attributes = ["Guid", "Name", "Description", "ObjectType", "Tag", "PredefinedType", "TypeName"] as const
export type AttributeColumn = (typeof attributes)[number]

/** Columns of codes into a list of the table instead of a dictionary; code 0 is "none" in all but the first. */
export const references = ["class", "location", "materialSet", "codeSet"] as const
export type ReferenceColumn = (typeof references)[number]

export const FIRST_PROPERTY = attributes.length + references.length
export const NO_TEXT = 0xffffffff
