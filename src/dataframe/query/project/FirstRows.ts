import type { CellSource } from "../CellSource.ts"
import * as Least from "./Least.ts"

/** The products of one table, and where their values come from. */
interface Part {
  readonly source: Pick<CellSource, "columns" | "keys" | "keysOf" | "valueOf">
  readonly rows: Uint32Array
}

/** The keys of a part that were among the first ones when they were met. */
interface Met {
  readonly keys: Uint32Array
  readonly numbers: Array<number>
  readonly texts: Array<number>
}

/** The share of the products up to which the first ones are looked for; more of them are sorted with all others. */
const mostShare = 0.25

/**
 * Returns the rows of each part that can be among the first `needed` products in the order of a field, equal ones
 * included, so that only they must be sorted. Not more values are held in memory than a multiple of `needed`.
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
    const keys = source.keysOf(part.rows)
    const counts = new Uint32Array(source.keys)
    for (let i = 0; i < keys.length; i++) counts[keys[i]!]!++
    const found: Met = { keys, numbers: [], texts: [] }
    const visit = (key: number): void => {
      if (counts[key] === 0) return
      const value = source.valueOf(key)
      if (typeof value === "number") {
        if (numbers.add(value + 0, counts[key]!)) found.numbers.push(key)
      } else if (typeof value === "boolean") booleans++
      else if (value !== null && value !== "" && texts.add(value, counts[key]!)) found.texts.push(key)
    }
    if (source.columns === undefined) {
      for (let key = 0; key < source.keys; key++) visit(key)
      return found
    }
    for (const { column, start } of source.columns) {
      const { keys, numbers: list, plain, textCount } = column
      for (let code = 0; code < textCount; code++) {
        const count = counts[start + code]!
        if (count === 0) continue
        if (texts.isBeyond(column, code)) texts.skip(count)
        else visit(start + code)
      }
      if (plain === null) for (let code = textCount; code < keys; code++) visit(start + code)
      else {
        for (let cell = 0; cell < keys; cell++) {
          const value = list[cell]! + 0
          const count = counts[start + cell]!
          if (count > 0 && value === value && numbers.add(value, count)) found.numbers.push(start + cell)
        }
      }
    }
    return found
  })
  const isByNumber = numbers.total > 0 && (!descending || texts.total === 0)
  if ((isByNumber ? numbers : texts).total < needed || (descending && booleans > 0)) return all
  return parts.map(({ rows, source }, m) => {
    const { keys, numbers: ofNumbers, texts: ofTexts } = met[m]!
    const marks = new Uint8Array(source.keys)
    const kept = isByNumber
      ? ofNumbers.filter((key) => numbers.has((source.valueOf(key) as number) + 0))
      : ofTexts.filter((key) => texts.has(source.valueOf(key) as string))
    if (kept.length === 0) return rows.subarray(0, 0)
    for (const key of kept) marks[key] = 1
    return rows.filter((_, i) => marks[keys[i]!] === 1)
  })
}
