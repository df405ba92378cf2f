import * as Either from "effect/Either"
import type { Scalar } from "../../domain/products/Filter.ts"
import { InvalidField } from "../../domain/Errors.ts"
import { quoted } from "../../domain/Quoted.ts"
import type { SortKey } from "../../domain/Sort.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import * as CellSource from "./CellSource.ts"
import * as Names from "./Names.ts"
import { dynamicNames } from "./Selection.ts"
import type { View } from "./View.ts"

/**
 * Returns the rows sorted by the keys (contract section 6): numbers before texts before booleans; texts by their
 * lower-case form, then as they are; rows without value last in either direction. Rows that compare equal keep their
 * order.
 *
 * Fails with `InvalidField` for a property that cannot be filtered by.
 */
export const ordered = (
  table: ProductTable,
  view: View,
  rows: Uint32Array,
  sort: ReadonlyArray<SortKey>
): Either.Either<Uint32Array, InvalidField> => {
  const names = Names.of(table, view)
  const fields = sort.map(({ property }) => Names.resolve(names, property))
  const wrong = sort.find(({ property }, i) => fields[i]!.kind === "Unknown" || dynamicNames.has(property))
  if (wrong !== undefined) {
    return Either.left(new InvalidField({ details: `sort: products cannot be ordered by ${quoted(wrong.property)}.` }))
  }
  let found = rows
  // Sort by the last key first; each step is stable.
  for (const [i, { descending }] of sort.entries().toArray().reverse()) {
    const source = CellSource.make(table, view, names, fields[i]!, { head: "", tail: "" })
    found = byRank(found, ranksOf(source, source.keysOf(found), descending))
  }
  return Either.right(found)
}

interface Ranks {
  /** The rank of each row, by its index in the list that is sorted. */
  readonly ranks: Uint32Array
  readonly size: number
}

/** Returns the rank of each row's value among the values that occur. Equal values have equal ranks. */
const ranksOf = ({ keys: size, valueOf }: CellSource.CellSource, keys: Uint32Array, descending: boolean): Ranks => {
  const isThere = new Uint8Array(size)
  for (const key of keys) isThere[key] = 1
  const values: Array<Valued> = []
  for (let key = 0; key < size; key++) {
    if (isThere[key] === 0) continue
    const value = valueOf(key)
    if (value !== null && value !== "")
      values.push({ key, value, lower: typeof value === "string" ? value.toLowerCase() : "" })
  }
  values.sort(descending ? (a, b) => compare(b, a) : compare)
  const rankOfKey = new Uint32Array(size)
  let rank = 0
  for (const [i, one] of values.entries()) {
    if (i > 0 && compare(values[i - 1]!, one) !== 0) rank++
    rankOfKey[one.key] = rank
  }
  const last = values.length === 0 ? 0 : rank + 1
  const hasValue = new Uint8Array(size)
  for (const { key } of values) hasValue[key] = 1
  return { ranks: keys.map((key) => (hasValue[key] === 1 ? rankOfKey[key]! : last)), size: last + 1 }
}

interface Valued {
  readonly key: number
  readonly value: Exclude<Scalar, null>
  readonly lower: string
}

const kinds = ["number", "string", "boolean"]

const compare = (a: Valued, b: Valued): number => {
  const [x, y] = [a.value, b.value]
  if (typeof x !== typeof y) return kinds.indexOf(typeof x) - kinds.indexOf(typeof y)
  if (typeof x === "string") return compareCodePoints(a.lower, b.lower) || compareCodePoints(x, y as string)
  return Number(x) - Number(y)
}

/** Sorts the rows by rank with a stable counting sort. */
const byRank = (rows: Uint32Array, { ranks, size }: Ranks): Uint32Array => {
  const starts = new Uint32Array(size + 1)
  for (const rank of ranks) starts[rank + 1]!++
  for (let rank = 0; rank < size; rank++) starts[rank + 1]! += starts[rank]!
  const found = new Uint32Array(rows.length)
  for (let i = 0; i < rows.length; i++) found[starts[ranks[i]!]!++] = rows[i]!
  return found
}
