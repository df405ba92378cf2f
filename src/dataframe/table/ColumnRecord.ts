/** The fields of a record in the catalogue of columns: one 32-bit word each, in this order. */
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
  "unit",
  "items",
  "itemsCount"
] as const
export type ColumnField = (typeof fields)[number]
export const WORDS = fields.length

export const at: Readonly<Record<ColumnField, number>> = Object.fromEntries(
  fields.map((field, i) => [field, i])
) as Record<ColumnField, number>

export const QUANTITY = 1
/** Flag: the cells are numbers of one kind and unit without a dictionary. NaN is a cell without value. */
export const PLAIN = 2
/** Flag: some value of the dictionary consists of several values. */
export const SEVERAL = 8
/** Flag: `units` is the unit of all values instead of an offset into the section. */
export const ONE_UNIT = 16
/** Flag: `kinds` is the kind of all values instead of an offset into the section. */
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

/**
 * Bits of `kindMask`: the kinds of a property's visible values. The same bits, shifted by `LACKING_SHIFT`, are the kinds
 * that the file gives for values that are missing.
 */
export const LACKING_SHIFT = 8
export const KIND_TEXT = 1
export const KIND_REAL = 2
export const KIND_INTEGER = 4
export const KIND_BOOLEAN = 8
export const KIND_ENUMERATION = 16

/** `unit` of a column: `UNIT_NONE` if its values have none, `UNITS_MIXED` if they have several, else index + 2. */
export const UNIT_NONE = 0
export const UNITS_MIXED = 1

/** The attribute columns. They come first in the catalogue. */
export const attributes = [
  "Guid",
  "Name",
  "Description",
  "ObjectType",
  "Tag",
  "PredefinedType",
  "TypeName",
  "OverallHeight",
  "OverallWidth"
] as const
/** The attributes that are lengths; the others are texts. */
export const lengths: ReadonlyArray<AttributeColumn> = ["OverallHeight", "OverallWidth"]
export type AttributeColumn = (typeof attributes)[number]

/** Columns whose codes are indexes into a list of the table. Code 0 means "none" in all of them but `class`. */
export const references = ["class", "location", "materialSet", "codeSet", "groupSet"] as const
export type ReferenceColumn = (typeof references)[number]

export const FIRST_PROPERTY = attributes.length + references.length
export const NO_TEXT = 0xffffffff
