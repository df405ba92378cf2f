import { namesIn } from "../../../address/Names.ts"
import type { Condition, GroupsPage } from "../../../api/Views.ts"
import { fieldsOf } from "./Bars.ts"
import { scalar } from "../table/Cells.ts"
import { conditionOf, isLeaf } from "../filter/Conditions.ts"

/** Most fields by which a sheet groups. */
export const mostKeys = 3

/** A value by which products are grouped, and the field that has it. */
export interface Key {
  readonly field: string
  readonly value: string | number | boolean | null
}

/** A sum in SI, or null if no product has a value, and the number of products that have one. */
export interface Sum {
  readonly value: number | null
  readonly measured: number
}

/** A row of a sheet: a group of products, with the groups below it. */
export interface SheetRow {
  /** Values of the keys of this row and of the rows above it. */
  readonly path: ReadonlyArray<Key>
  readonly count: number
  readonly sums: ReadonlyArray<Sum>
  readonly children: ReadonlyArray<SheetRow>
}

/** Returns the field and value of one key of a group: the first of its fields that has a value. */
const keyOf = (field: string, values: ReadonlyArray<unknown>): Key => {
  const fields = fieldsOf(field)
  const at = values.findIndex((value) => value !== null && value !== "")
  return at < 0 ? { field, value: null } : { field: fields[at]!, value: values[at] as Exclude<Key["value"], null> }
}

/** Returns the keys of a group by the fields of all keys. */
export const keysIn = (keys: ReadonlyArray<string>, values: ReadonlyArray<unknown>): ReadonlyArray<Key> => {
  let from = 0
  return keys.map((field) => {
    const count = fieldsOf(field).length
    from += count
    return keyOf(field, values.slice(from - count, from))
  })
}

const idOf = (path: ReadonlyArray<Key>): string => JSON.stringify(path.map(({ field, value }) => [field, value]))

/** Returns the ids of the row of a group and of the rows above it, by the values of its keys. */
export const rowIdsOf = (keys: ReadonlyArray<string>, values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const path = keysIn(keys, values)
  return path.map((_, level) => idOf(path.slice(0, level + 1)))
}

const added = (one: Sum, other: Sum): Sum => ({
  value: one.value === null ? other.value : one.value + (other.value ?? 0),
  measured: one.measured + other.measured
})

const sumOf = ({ measured, value }: { readonly value: unknown; readonly measured: number }): Sum => ({
  value: typeof value === "number" ? value : null,
  measured
})

/** Compares rows by their first sum or, without sums, by their number of products, the largest first. */
const larger = (one: SheetRow, other: SheetRow): number =>
  one.sums.length === 0
    ? other.count - one.count
    : (other.sums[0]!.value ?? -Infinity) - (one.sums[0]!.value ?? -Infinity) || other.count - one.count

/**
 * Returns the rows of a sheet by `keys`. `levels` are the groups by the first key, by the first two, and so on. Groups
 * of one name are put together: sets of layers with the same name and different layers are one row.
 */
export const rowsOf = (
  levels: ReadonlyArray<GroupsPage["groups"]>,
  keys: ReadonlyArray<string>
): ReadonlyArray<SheetRow> => {
  const byParent = new Map<string, Map<string, SheetRow>>()
  for (const [level, groups] of levels.entries()) {
    for (const { count, keys: values, measures } of groups) {
      const path = keysIn(keys.slice(0, level + 1), values)
      const siblings = byParent.getOrInsertComputed(idOf(path.slice(0, -1)), () => new Map<string, SheetRow>())
      const before = siblings.get(idOf(path))
      const sums = measures.map(sumOf)
      siblings.set(idOf(path), {
        path,
        count: count + (before?.count ?? 0),
        sums: before === undefined ? sums : sums.map((sum, n) => added(before.sums[n]!, sum)),
        children: []
      })
    }
  }
  const below = (parent: string): ReadonlyArray<SheetRow> =>
    [...(byParent.get(parent)?.values() ?? [])].map((row) => ({ ...row, children: below(idOf(row.path)) })).sort(larger)
  return below("[]")
}

/** Returns filters that leave only the products of a row, in place of those on the same fields. */
export const narrowed = (filters: ReadonlyArray<Condition>, path: ReadonlyArray<Key>): ReadonlyArray<Condition> => {
  const fields = new Set(path.flatMap(({ field }) => [field, ...fieldsOf(field)]))
  return [
    ...filters.filter((one) => !isLeaf(one) || !fields.has(one.property)),
    ...path.flatMap(({ field, value }) =>
      value === null
        ? fieldsOf(field).map((one) => conditionOf(one, "Equals", null))
        : [conditionOf(field, "Equals", value)]
    )
  ]
}

/** Returns an id of a row for lists. */
export const rowId = ({ path }: SheetRow): string => idOf(path)

/** A column of a sheet: a calculator, or the sum of a property. */
export type Measure = { readonly calculator: string } | { readonly property: string; readonly function: "Sum" }

const sumPrefix = "Sum:"

export const measureName = (measure: Measure): string =>
  "calculator" in measure ? measure.calculator : `${sumPrefix}${measure.property}`

export const measureOf = (name: string): Measure =>
  name.startsWith(sumPrefix) ? { property: name.slice(sumPrefix.length), function: "Sum" } : { calculator: name }

/** Reads a list in an address: a JSON array, or a single name. */
export const listIn = (text: string | null): ReadonlyArray<string> => {
  if (text === null || text === "") return []
  return text.startsWith("[") ? namesIn(text) : [text]
}

/** Writes a list for an address; null if it is empty. */
export const listText = (names: ReadonlyArray<string>): string | null =>
  names.length === 0 ? null : names.length === 1 ? scalar(names[0]) : JSON.stringify(names)
