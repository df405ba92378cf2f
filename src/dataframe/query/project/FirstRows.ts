import type { CellSource } from "../CellSource.ts"
import { KeyedRows } from "./KeyedRows.ts"
import * as Least from "./Least.ts"

/** The products of one table, and where their values come from. */
interface Part {
  readonly source: KeyedRows["source"] & Pick<CellSource, "columns" | "valueOf">
  readonly rows: Uint32Array
}

/** The keys of a part that were among the first values when they were read. */
interface Met {
  readonly keyed: KeyedRows
  readonly numbers: Array<number>
  readonly texts: Array<number>
  /** The values of the keys in `numbers`. */
  readonly values: Array<number>
}

/** The most texts that are compared one by one. */
const fewTexts = 4

/** The share of the products up to which the first ones are looked for; more of them are sorted with all others. */
const mostShare = 0.25

/**
 * Returns the rows of each part that can be among the first `needed` products in the order of a field, equal ones
 * included, so that only they must be sorted. The number of values in memory is at most a multiple of `needed`.
 *
 * Returns all rows if so many are needed that this would not pay, or if the first ones have values of several types or
 * none.
 */
export const firstRows = (
  parts: ReadonlyArray<Part>,
  descending: boolean,
  needed: number
): ReadonlyArray<Uint32Array> => {
  const all = parts.map(({ rows }) => rows)
  if (needed > mostShare * all.reduce((sum, { length }) => sum + length, 0)) return all
  const numbers = Least.ofNumbers(needed, descending)
  const texts = Least.ofTexts(needed, descending)
  let booleans = 0
  const met = parts.map((part): Met => {
    const { source } = part
    const keyed = new KeyedRows(source, part.rows)
    const found: Met = { keyed, numbers: [], texts: [], values: [] }
    const visit = (key: number): void => {
      const count = keyed.counts[key]!
      if (count === 0) return
      const value = source.valueOf(key)
      if (typeof value === "number") {
        if (numbers.add(value + 0, count)) {
          found.numbers.push(key)
          found.values.push(value + 0)
        }
      } else if (typeof value === "boolean") booleans++
      else if (value !== null && value !== "" && texts.add(value, count)) found.texts.push(key)
    }
    if (source.columns === undefined) {
      for (let key = 0; key < source.keys; key++) visit(key)
      return found
    }
    for (const { column, start } of source.columns) {
      const { keys, numbers: list, plain, textCount } = column
      /** Visits texts in their order. Halves that begin alike and are not among the first are left out as a whole. */
      const visitTexts = (from: number, to: number): void => {
        if (from === to || texts.areBeyond(column, from, to)) return
        if (to - from <= fewTexts) {
          for (let code = from; code < to; code++) if (!texts.areBeyond(column, code, code + 1)) visit(start + code)
          return
        }
        const middle = (from + to) >>> 1
        visitTexts(from, middle)
        visitTexts(middle, to)
      }
      visitTexts(0, textCount)
      if (plain === null) for (let code = textCount; code < keys; code++) visit(start + code)
      else {
        const counts = keyed.areUnique ? null : keyed.counts.subarray(start, start + keys)
        numbers.addAll(list, counts, (cell, value) => {
          found.numbers.push(start + cell)
          found.values.push(value)
        })
      }
    }
    return found
  })
  const isByNumber = numbers.total > 0 && (!descending || texts.total === 0)
  if ((isByNumber ? numbers : texts).total < needed || (descending && booleans > 0)) return all
  return parts.map(({ rows, source }, m) => {
    const { keyed, numbers: ofNumbers, texts: ofTexts, values } = met[m]!
    const kept = isByNumber
      ? ofNumbers.filter((_, i) => numbers.has(values[i]!))
      : ofTexts.filter((key) => texts.has(source.valueOf(key) as string))
    if (kept.length === 0) return rows.subarray(0, 0)
    const marks = new Uint8Array(source.keys)
    for (const key of kept) marks[key] = 1
    return keyed.rowsWith(marks)
  })
}
