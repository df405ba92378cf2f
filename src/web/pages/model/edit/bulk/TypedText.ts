import type { FieldDetail } from "../../../../api/Views.ts"
import { dateOrder } from "../../../../words/Format.ts"
import { measured } from "../../Units.ts"
import type { Scalar } from "./BulkCells.ts"
import { texts } from "./TypedTexts.ts"

/** How numbers and dates are written where the user is. */
export interface Notation {
  readonly decimal: string
  /** Separator of groups of three digits. */
  readonly group: string
  /** Order of day, month and year, such as `dmy`. */
  readonly dates: string
}

/** Returns the notation of the locale in which the page shows numbers. */
export const notation = (): Notation => ({
  decimal: /\d(\D)\d$/.exec(measured(0.5))?.[1] ?? ".",
  group: /\d(\D)/.exec(measured(1_234_567))?.[1] ?? ",",
  dates: dateOrder()
})

/** A value that was read from a text, or the reason why there is none. */
export type Read = { readonly value: Scalar | null } | { readonly wrong: string }

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Returns a number as the service writes it, or null if the text is none. Groups of digits have exactly three, and the
 * first does not begin with zero; a single point or comma that cannot begin such a group is decimal in every locale.
 */
export const numberIn = (text: string, { decimal, group }: Notation): string | null => {
  const plain = text
    .trim()
    .replaceAll(/(?<=\d)[\s\u00A0\u202F'’](?=\d{3}(?!\d))/g, "")
    .replace("\u2212", "-")
  const whole = /^[+-]?\d+$/
  if (whole.test(plain)) return plain.replace("+", "")
  const separator = escaped(group)
  const grouped = new RegExp(String.raw`^[+-]?[1-9]\d{0,2}(?:${separator}\d{3})+(?:${escaped(decimal)}\d*)?$`)
  const simple = new RegExp(String.raw`^[+-]?\d*${escaped(decimal)}\d+$`)
  const other = /^[+-]?\d*[.,]\d+$/
  const found = grouped.test(plain)
    ? plain.replaceAll(group, "").replace(decimal, ".")
    : simple.test(plain)
      ? plain.replace(decimal, ".")
      : other.test(plain) || /^[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+$/.test(plain)
        ? plain.replace(",", ".")
        : null
  return found === null || !Number.isFinite(Number(found)) ? null : String(Number(found))
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** Returns whether there are values and all of them are dates as IFC writes them. */
export const areDates = (values: Iterable<unknown>): boolean => {
  let hasOne = false
  for (const value of values) {
    if (value === null || value === "") continue
    if (typeof value !== "string" || !isoDate.test(value)) return false
    hasOne = true
  }
  return hasOne
}

/** Returns a date as IFC writes it, or null if the text is none. Points stand between day, month and year only. */
export const dateIn = (text: string, { dates }: Notation): string | null => {
  const parts = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/.exec(text.trim())
  if (parts === null) return null
  const [, first = "", separator, , last = ""] = parts
  const order = first.length === 4 ? "ymd" : separator === "." ? "dmy" : dates
  const numbers = [first, parts[3]!, last]
  const of = (part: string) => Number(numbers[order.indexOf(part)])
  const [day, month] = [of("d"), of("m")]
  const written = of("y")
  const isShort = numbers[order.indexOf("y")]!.length <= 2
  // Spreadsheets read years of two digits in this way.
  const year = isShort ? written + (written < 30 ? 2000 : 1900) : written
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1000 ? date.toISOString().slice(0, 10) : null
}

/** Words of truth, in lower case. */
const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  wahr: true,
  ja: true,
  false: false,
  no: false,
  falsch: false,
  nein: false
}

/** Returns the words of an enumeration that a text names, several separated as the service separates them. */
const wordsIn = (text: string, words: ReadonlyArray<string>): Read => {
  const read: Array<string> = []
  for (const one of text.split("; ")) {
    const same = words.filter((word) => word.toLowerCase() === one.trim().toLowerCase())
    const found = words.find((word) => word === one) ?? (same.length === 1 ? same[0] : undefined)
    if (found === undefined) return { wrong: texts.notWord(one, words) }
    read.push(found)
  }
  return { value: read.join("; ") }
}

/** Type of a field, as far as reading needs it. */
export type TypeOf = Pick<FieldDetail, "dataType" | "enumerationValues">

/**
 * Returns the decimal point of texts that `typedText` reads for a field. Where numbers and other values meet in a field,
 * the service reads them, which takes a point alone.
 */
export const pointOf = (type: TypeOf | undefined, point: string): string => (type?.dataType === "Real" ? point : ".")

/**
 * Reads a typed or pasted text for a field. An empty text clears the value. Several values are left to the service.
 *
 * @param hasDates whether the values of the field are dates
 */
export const typedText = (text: string, type: TypeOf | undefined, now: Notation, hasDates = false): Read => {
  const isBlank = text.trim() === ""
  // Blanks are a text, but neither a number, a word nor a date.
  if (text === "" || (isBlank && (hasDates || (type?.dataType ?? "String") !== "String"))) return { value: null }
  if (type?.enumerationValues != null && type.enumerationValues.length > 0) return wordsIn(text, type.enumerationValues)
  if (type?.dataType === "Boolean") {
    const truth = truths[text.trim().toLowerCase()]
    return truth === undefined ? { wrong: texts.notBoolean(text) } : { value: truth }
  }
  if ((type?.dataType === "Real" || type?.dataType === "Integer") && !text.includes("; ")) {
    const number = numberIn(text, now)
    if (number === null) return { wrong: texts.notNumber(text) }
    return type.dataType === "Integer" && !Number.isInteger(Number(number))
      ? { wrong: texts.notInteger(text) }
      : { value: number }
  }
  if (!hasDates) return { value: text }
  const date = dateIn(text, now)
  return date === null ? { wrong: texts.notDate(text) } : { value: date }
}
