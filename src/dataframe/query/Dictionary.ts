import type { Column } from "../table/Column.ts"
import * as ColumnRecord from "../table/ColumnRecord.ts"
import * as Frame from "./Frame.ts"
import * as LowerCase from "./LowerCase.ts"
import { accepts, folded, type Matcher } from "./Matcher.ts"

/**
 * The most distinct values, and bytes of text, of a column that is filtered through Arquero. Larger columns are
 * filtered on their bytes.
 */
const most = 4096
const mostText = 1024 * 1024

/**
 * Returns one byte per distinct value of a column: 1 if it matches. Null values match if the filter accepts products
 * without value.
 */
export const marks = (column: Column, matcher: Matcher): Uint8Array => {
  const isSmall = column.keys <= most && column.textBytes <= mostText
  const marked = (isSmall ? byArquero : inBytes)(column, matcher)
  if (!matcher.nothing) return marked
  for (let key = column.textCount; key < column.keys; key++) if (column.valueOf(key) === null) marked[key] = 1
  return marked
}

export const byArquero = (column: Column, matcher: Matcher): Uint8Array => {
  const { needle } = matcher
  return needle === null
    ? Frame.marks(
        distinctOf(column, values, (value) => value),
        (value) => accepts(matcher, value)
      )
    : Frame.marks(distinctOf(column, lowered, folded), (text) => (text as string).includes(needle))
}

const values = new WeakMap<Column, Frame.Distinct>()
const lowered = new WeakMap<Column, Frame.Distinct>()
/** The memory per cached value in addition to its text, in bytes. Text takes two bytes per character. */
const bytesOfValue = 64

/**
 * Returns the distinct values in the form that the filter compares, cached per column. A value that consists of several
 * is listed as a whole and with each of its parts.
 */
const distinctOf = (
  column: Column,
  kept: WeakMap<Column, Frame.Distinct>,
  form: (value: Frame.Value) => Frame.Value
): Frame.Distinct => {
  const known = kept.get(column)
  if (known !== undefined) return known
  const keys: Array<number> = []
  const values: Array<Frame.Value> = []
  for (let key = 0; key < column.keys; key++) {
    const value = column.valueOf(key)
    if (value === null) continue
    for (const one of column.isSeveral(key) ? [value, ...column.partsOf(key)] : [value]) {
      keys.push(key)
      values.push(form(one))
    }
  }
  const distinct = Frame.distinct(column.keys, keys, values)
  kept.set(column, distinct)
  column.keep(values.length * bytesOfValue + 2 * column.textBytes)
  return distinct
}

/**
 * Marks the matching values without creating all of them: texts by binary search, or by a search in their bytes for
 * Contains; numbers one by one.
 */
export const inBytes = (column: Column, matcher: Matcher): Uint8Array => {
  const marked = new Uint8Array(column.keys)
  const { keys, textBase, textCount, texts } = column
  for (let key = textCount; key < keys; key++) {
    const value = column.valueOf(key)
    if (value !== null && accepts(matcher, value)) marked[key] = 1
  }
  if (matcher.needle !== null) {
    LowerCase.find(column, matcher.needle, marked)
    return marked
  }
  for (const text of matcher.accepted) {
    if (typeof text !== "string") continue
    let code = column.firstNotBelow(text)
    while (code < textCount && texts.get(textBase + code) === text) marked[code++] = 1
  }
  for (let code = 0; column.has(ColumnRecord.SEVERAL) && code < textCount; code++) {
    if (!column.isSeveral(code)) continue
    if (column.partsOf(code).some((part) => accepts(matcher, part))) marked[code] = 1
  }
  return marked
}
