import {
  VALUE_BOOLEAN,
  VALUE_ENUMERATION,
  VALUE_INTEGER,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT
} from "../../../domain/models/ModelContent.ts"
import type { EditedValue } from "../../../domain/edits/Edit.ts"
import { jsonNumber } from "../../../runtime/JsonWriter.ts"

/** A value in the form that columns store. */
export interface NewValue {
  /** The kind and bits of `VALUE_…`. */
  readonly kind: number
  /** The text, or an empty text for other kinds. */
  readonly text: string
  /** The number, or 1 or 0 for a boolean. */
  readonly number: number
  /** The index of the unit, or -1 for none. */
  readonly unit: number
  /** The lengths of the items of a text in which an item contains `; `. */
  readonly items?: ReadonlyArray<number>
}

export const ofText = (text: string, bits = 0, unit = -1): NewValue =>
  text === ""
    ? { kind: VALUE_NULL, text, number: 0, unit }
    : { kind: VALUE_TEXT | bits, text: text.toWellFormed(), number: 0, unit }

const ofNumber = (kind: number, number: number, unit: number): NewValue => ({ kind, text: "", number, unit })

/** Converts an edited value to the form that columns store. */
export const of = ({ type, value }: EditedValue, unit: number): NewValue => {
  if (value === null) return ofNumber(VALUE_NULL, 0, unit)
  if (typeof value === "boolean") return ofNumber(VALUE_BOOLEAN, value ? 1 : 0, unit)
  if (typeof value === "number") return ofNumber(type === "Integer" ? VALUE_INTEGER : VALUE_REAL, value, unit)
  const words = type === "Enum" ? VALUE_ENUMERATION : 0
  if (typeof value === "string") return ofText(value, words, unit)
  const texts = value.map((item) => (typeof item === "number" ? jsonNumber(item) : String(item)))
  const joined = ofText(texts.join("; "), words | (texts.length > 1 ? VALUE_SEVERAL : 0), unit)
  const isDivided = texts.length > 1 && texts.some((text) => text.includes("; "))
  return isDivided ? { ...joined, items: texts.map(({ length }) => length) } : joined
}

/** The distinct new values of one column. */
export class NewValues {
  readonly list: Array<NewValue> = []
  /** Indexes by kind, then unit, then text or number. */
  private readonly known = new Map<number, Map<number, Map<string | number, number>>>()

  /** Adds a value unless it is known and returns its index in the list. */
  add(value: NewValue): number {
    const { items, kind, number, text, unit } = value
    const ofKind = this.known.getOrInsertComputed(kind, () => new Map<number, Map<string | number, number>>())
    const ofUnit = ofKind.getOrInsertComputed(unit, () => new Map<string | number, number>())
    const what = text === "" ? number : `${items?.join() ?? ""};${text}`
    const place = ofUnit.get(what) ?? this.list.push(value) - 1
    ofUnit.set(what, place)
    return place
  }
}
