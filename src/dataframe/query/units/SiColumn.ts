import {
  VALUE_DIGITS,
  VALUE_ENUMERATION,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_TEXT
} from "../../../domain/models/ModelContent.ts"
import type { SiUnit } from "../../../ifc/units/SiUnits.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { OtherTexts } from "../../table/OtherValues.ts"
import { Texts } from "../../table/Texts.ts"

/** The SI unit of each unit of a table, by its index; null if it has no known factor. */
export type SiUnits = ReadonlyArray<SiUnit | null>

const separator = "; "
/** The form of numbers in joined texts, which is that of JSON. */
const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

/** Returns the kind of a value after its conversion: an integer in another unit is a real number. */
export const kindIn = (kind: number, si: SiUnit | null): number => {
  if (si === null) return kind
  const isInteger = (kind & VALUE_KIND_MASK) === VALUE_INTEGER && !si.isSame
  return isInteger || isDigits(kind) ? VALUE_REAL : kind
}

/** Returns the kind of a number that is too large in SI, which is without value then. */
const tooLarge = (kind: number): number => (kind & ~VALUE_KIND_MASK) | VALUE_NULL

/** Returns whether a value is an integer that is kept as a text of its digits. */
const isDigits = (kind: number): boolean => (kind & VALUE_KIND_MASK) === VALUE_TEXT && (kind & VALUE_DIGITS) !== 0

/** Returns whether some value of the column has a unit with a known factor. */
export const concerns = (column: Column, units: SiUnits): boolean => {
  if (column.has(ColumnRecord.ONE_UNIT)) return (units[column.word("units") - 1] ?? null) !== null
  for (let key = 0; key < column.keys; key++) if ((units[column.unitOf(key)] ?? null) !== null) return true
  return false
}

/** Caches the columns in SI as long as the others live. Tables that share a column give its values the same units. */
const known = new WeakMap<Column, Column>()

/**
 * Returns the column with its numbers in SI, or the column itself if no value changes. Only distinct values are
 * converted, and cells keep their codes unless texts change.
 */
export const inSi = (column: Column, units: SiUnits): Column =>
  known.getOrInsertComputed(column, () => {
    if (!concerns(column, units)) return column
    return column.plain === null ? ofDictionary(column, units) : ofNumbers(column, column.plain, units)
  })

const ofNumbers = (column: Column, plain: Float64Array, units: SiUnits): Column => {
  const si = units[column.unitOf(0)]!
  const numbers = plain.map(si.convert)
  const kind = kindIn(column.kindOf(0), si)
  if (kind === column.kindOf(0) && isSame(numbers, plain)) return column
  column.keep(numbers.byteLength)
  return column.with({ numbers, kinds: Uint8Array.of(kind), texts: null })
}

/** Compares numbers of which some may be NaN. */
const isSame = (numbers: Float64Array, others: Float64Array): boolean =>
  numbers.every((value, i) => Object.is(value, others[i]!))

const ofDictionary = (column: Column, units: SiUnits): Column => {
  const { size, textCount } = column
  const siOf = (code: number): SiUnit | null => units[column.unitOf(code)] ?? null
  const kinds = Uint8Array.from({ length: size }, (_, code) => kindIn(column.kindOf(code), siOf(code)))
  const numbers = column.numbers.map((value, i) => {
    const kind = kinds[textCount + i]! & VALUE_KIND_MASK
    return kind === VALUE_REAL || kind === VALUE_INTEGER ? (siOf(textCount + i)?.convert(value) ?? value) : value
  })
  for (const [i, value] of numbers.entries()) {
    if (Number.isNaN(value)) kinds[textCount + i] = tooLarge(kinds[textCount + i]!)
  }
  const converted = new Map<number, string>()
  let hasDigits = false
  for (let code = 0; code < textCount; code++) {
    const si = siOf(code)
    if (si === null) continue
    if (isDigits(column.kindOf(code))) {
      hasDigits = true
      if (Number.isNaN(si.convert(Number(column.valueOf(code))))) kinds[code] = tooLarge(kinds[code]!)
    } else {
      const text = column.valueOf(code) as string
      const other = textIn(text, si)
      if (other !== text) converted.set(code, other)
    }
  }
  const isAsBefore = !hasDigits && converted.size === 0
  if (isAsBefore && isSame(numbers, column.numbers) && kinds.every((kind, code) => kind === column.kindOf(code))) {
    return column
  }
  column.keep(numbers.byteLength + kinds.byteLength)
  return isAsBefore
    ? column.with({ numbers, kinds, texts: null })
    : withTexts(column, { numbers, kinds, converted, siOf })
}

/**
 * Returns a text of numbers, joined by `; `, in another unit; those that are too large there are left empty. Any other
 * text is returned as it is.
 */
const textIn = (text: string, si: SiUnit): string => {
  const items = text.split(separator)
  // A bound that is missing is an empty item.
  if (!items.every((item) => item === "" || number.test(item))) return text
  const numbers = items.map((item) => (item === "" ? Number.NaN : si.convert(Number(item))))
  return numbers.map((value) => (Number.isNaN(value) ? "" : String(value))).join(separator)
}

interface Converted {
  readonly numbers: Float64Array
  readonly kinds: Uint8Array
  /** The texts that change, by code. */
  readonly converted: ReadonlyMap<number, string>
  readonly siOf: (code: number) => SiUnit | null
}

/** Puts the texts in order again, and long integers that were texts among the numbers. */
const withTexts = (column: Column, { converted, kinds, numbers, siOf }: Converted): Column => {
  const { codes, size, textCount } = column
  const all = Array.from({ length: size }, (_, code) => code)
  const isText = (code: number): boolean => code < textCount && (kinds[code]! & VALUE_KIND_MASK) === VALUE_TEXT
  const textOf = (code: number): string => converted.get(code) ?? (column.valueOf(code) as string)
  const numberOf = (code: number): number =>
    code < textCount ? siOf(code)!.convert(Number(column.valueOf(code))) : numbers[code - textCount]!
  const texts = all.filter(isText).map((code) => ({ code, text: textOf(code) }))
  texts.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.code - b.code))
  const order = [...texts.map(({ code }) => code), ...all.filter((code) => !isText(code))]
  const codeOf = new Uint32Array(size)
  for (const [place, code] of order.entries()) codeOf[code] = place
  const placed = (codes ?? new Uint8Array()).slice()
  for (let cell = 0; cell < column.count; cell++) placed[cell] = codeOf[placed[cell]!]!
  const other: OtherTexts = {
    texts: textsOf(texts.map(({ text }) => text)),
    count: texts.length,
    codes: placed,
    units: Int16Array.from(order, (code) => column.unitOf(code)),
    items: new Map(
      column
        .items()
        .entries()
        .map(([code, lengths]) => [codeOf[code]!, lengths])
    ),
    enumeration: enumerationIn(column, siOf)
  }
  column.keep(placed.byteLength + other.units.byteLength + other.texts.blob.byteLength + other.texts.offsets.byteLength)
  return column.with({
    numbers: Float64Array.from(order.slice(texts.length), numberOf),
    kinds: Uint8Array.from(order, (code) => kinds[code]!),
    texts: other
  })
}

const textsOf = (list: ReadonlyArray<string>): Texts => {
  const offsets = new Uint32Array(list.length + 1)
  const bytes = list.map((text) => Buffer.from(text))
  for (const [i, { length }] of bytes.entries()) offsets[i + 1] = offsets[i]! + length
  return new Texts(new Uint8Array(offsets.buffer), Buffer.concat(bytes))
}

/** Returns the words of an enumeration of numbers in the unit of its values. */
const enumerationIn = (column: Column, siOf: (code: number) => SiUnit | null): ReadonlyArray<string> | null => {
  const words = column.enumeration()
  if (words === null) return null
  for (let code = 0; code < column.textCount; code++) {
    const si = siOf(code)
    if (si !== null && (column.kindOf(code) & VALUE_ENUMERATION) !== 0) return words.map((word) => textIn(word, si))
  }
  return words
}
