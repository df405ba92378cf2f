import { VALUE_DIGITS, VALUE_FIXED } from "../../domain/models/ModelContent.ts"
import type { Column } from "../table/Column.ts"
import * as ColumnRecord from "../table/ColumnRecord.ts"
import { accepts, type Asked, type Comparison, hasNumber, hasText, numberIn, type Range } from "./Comparison.ts"
import * as Frame from "./Frame.ts"
import * as LowerCase from "./LowerCase.ts"
import { folded } from "./Matcher.ts"

/**
 * The most distinct values, and bytes of text, of a column that is filtered through Arquero. Larger columns are
 * filtered on their bytes.
 */
const most = 4096
const mostText = 1024 * 1024

/**
 * Returns one byte per distinct value of a column: 1 if it matches. Null values match if the comparison accepts products
 * without value. `hasNumbers` says that the items of its lists are numbers.
 */
export const marks = (
  column: Column,
  { comparison, nothing }: Omit<Asked, "negated">,
  hasNumbers = false
): Uint8Array => {
  const isSmall = column.keys <= most && column.textBytes <= mostText
  const marked = (isSmall ? byArquero : inBytes)(column, comparison, hasNumbers)
  if (!nothing) return marked
  for (let key = column.textCount; key < column.keys; key++) if (column.valueOf(key) === null) marked[key] = 1
  return marked
}

export const byArquero = (column: Column, comparison: Comparison, hasNumbers = false): Uint8Array => {
  if ("kind" in comparison && comparison.kind === "Range") {
    return Frame.marks(distinctOf(column, "single", hasNumbers), (value) => accepts(comparison, value))
  }
  const needle = "kind" in comparison ? null : comparison.needle
  return needle === null
    ? Frame.marks(distinctOf(column, "value"), (value) => accepts(comparison, value))
    : Frame.marks(distinctOf(column, "folded"), (text) => (text as string).includes(needle))
}

/**
 * The forms of distinct values: each value and the parts of it as they are, or in lower case; or single values alone in
 * their own type, with texts in lower case.
 */
type Form = "value" | "folded" | "single"

const kept: Readonly<Record<Form, WeakMap<Column, Frame.Distinct>>> = {
  value: new WeakMap(),
  folded: new WeakMap(),
  single: new WeakMap()
}
/** The memory per cached value in addition to its text, in bytes. Text takes two bytes per character. */
const bytesOfValue = 64

/** Returns the distinct values in the form that is compared, cached per column. */
const distinctOf = (column: Column, form: Form, hasNumbers = false): Frame.Distinct => {
  const known = kept[form].get(column)
  if (known !== undefined) return known
  const keys: Array<number> = []
  const values: Array<Frame.Value> = []
  for (let key = 0; key < column.keys; key++) {
    for (const one of form === "single" ? singlesOf(column, key, hasNumbers) : wholeAndParts(column, key)) {
      keys.push(key)
      values.push(form === "folded" ? folded(one) : one)
    }
  }
  const distinct = Frame.distinct(column.keys, keys, values)
  kept[form].set(column, distinct)
  column.keep(values.length * bytesOfValue + 2 * column.textBytes)
  return distinct
}

const wholeAndParts = (column: Column, key: number): ReadonlyArray<Frame.Value> => {
  const value = column.valueOf(key)
  if (value === null) return []
  return column.isSeveral(key) ? [value, ...column.partsOf(key)] : [value]
}

/**
 * Returns the single values of a key in their own type: the items of lists of numbers, bounds, and integers that no
 * double holds exactly are numbers, although the table has them as texts.
 */
const singlesOf = (column: Column, key: number, hasNumbers: boolean): ReadonlyArray<Frame.Value> => {
  const value = column.valueOf(key)
  if (value === null) return []
  if (typeof value !== "string") return [value]
  const kind = column.kindOf(key)
  const isNumber = hasNumbers || (kind & VALUE_FIXED) !== 0
  if (column.isSeveral(key)) return column.partsOf(key).map((part) => (isNumber ? (numberIn(part) ?? part) : part))
  return [(kind & VALUE_DIGITS) === 0 ? value : (numberIn(value) ?? value)]
}

/**
 * Marks the matching values without creating all of them: texts by binary search, or by a search in their bytes; numbers
 * one by one. An expression is matched with each text.
 */
export const inBytes = (column: Column, comparison: Comparison, hasNumbers = false): Uint8Array => {
  if ("kind" in comparison && comparison.kind === "Range") return inRange(column, comparison, hasNumbers)
  const marked = new Uint8Array(column.keys)
  const { keys, textBase, textCount, texts } = column
  for (let key = textCount; key < keys; key++) {
    const value = column.valueOf(key)
    if (value !== null && accepts(comparison, value)) marked[key] = 1
  }
  if ("kind" in comparison) {
    if (comparison.kind === "Matches") {
      for (let code = 0; code < textCount; code++) {
        if (comparison.expression.isIn(texts.get(textBase + code))) marked[code] = 1
      }
    } else LowerCase.findAtEnd(column, comparison.text, comparison.kind, marked)
  } else if (comparison.needle !== null) {
    LowerCase.find(column, comparison.needle, marked)
    return marked
  } else {
    for (const text of comparison.accepted) {
      if (typeof text !== "string") continue
      let code = column.firstNotBelow(text)
      while (code < textCount && texts.get(textBase + code) === text) marked[code++] = 1
    }
  }
  for (let code = 0; column.has(ColumnRecord.SEVERAL) && code < textCount; code++) {
    if (marked[code] === 1 || !column.isSeveral(code)) continue
    if (column.partsOf(code).some((part) => accepts(comparison, part))) marked[code] = 1
  }
  return marked
}

const inRange = (column: Column, range: Range, hasNumbers: boolean): Uint8Array => {
  const { keys, numbers, textCount } = column
  const marked = new Uint8Array(keys)
  if (column.plain !== null) {
    for (let key = 0; key < keys; key++) if (hasNumber(range, numbers[key]!)) marked[key] = 1
    return marked
  }
  for (let key = textCount; key < keys; key++) {
    const value = column.valueOf(key)
    if (typeof value === "number" && hasNumber(range, value)) marked[key] = 1
  }
  const compareText = LowerCase.comparing(column)
  for (let code = 0; code < textCount; code++) {
    const isSpecial = column.isSeveral(code) || (column.kindOf(code) & VALUE_DIGITS) !== 0
    const isThere = isSpecial
      ? singlesOf(column, code, hasNumbers).some((value) => accepts(range, value))
      : hasText(range, (text) => compareText(code, text))
    if (isThere) marked[code] = 1
  }
  return marked
}
