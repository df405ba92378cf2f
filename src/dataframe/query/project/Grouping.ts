import { type DividedGroups, divided } from "./DividedGroups.ts"
import { KeyedRows } from "./KeyedRows.ts"
import { rankedKeys, type RankedPart, type RankedValues } from "../RankedField.ts"
import { type KeyedField, ofTable, type TableGroups } from "./TableGroups.ts"

/** A key of the groups: the values of a field, and the code of each group's value. */
interface GroupKey {
  readonly field: RankedValues
  readonly codes: Uint32Array
}

/** The groups of products. */
export interface Grouping {
  /** The number of groups. */
  readonly size: number
  /** The number of products. */
  readonly total: number
  /** The group of each product, in the order of the tables and then of their rows; made on first use. */
  readonly groupOf: Uint32Array
  readonly keys: ReadonlyArray<GroupKey>
  /** The number of products of each group. */
  readonly counts: Uint32Array
}

/** A part of a field by which products are grouped. */
interface GroupedPart extends RankedPart {
  readonly source: RankedPart["source"] & KeyedRows["source"]
}

/**
 * Groups products by their values of some fields, or puts all into one group if there are no fields. Each field has a
 * part for each table. Returns null if there are more than `most` groups.
 *
 * Each table is grouped by itself first, and then its groups are merged with equal ones of other tables.
 */
export const make = (
  total: number,
  fields: ReadonlyArray<ReadonlyArray<GroupedPart>>,
  most: number
): Grouping | null => {
  if (fields.length === 0) return ofAll(total)
  const found: Array<KeyedField> = []
  for (const parts of fields) {
    const keyed = parts.map(({ rows, source }) => new KeyedRows(source, rows))
    const field = rankedKeys(
      parts.map(({ source }, p) => ({ size: source.keys, isThere: keyed[p]!.counts, valueOf: source.valueOf })),
      most
    )
    if (field === null) return null
    found.push({ ...field, keyed, places: new Uint32Array(field.size) })
  }
  const tables: Array<TableGroups> = []
  for (const p of fields[0]!.keys()) {
    const groups = ofTable(found, p, most)
    if (groups === null) return null
    tables.push(groups)
  }
  return merged(total, found, tables, most)
}

const ofAll = (total: number): Grouping => ({
  size: 1,
  total,
  get groupOf() {
    return new Uint32Array(total)
  },
  keys: [],
  counts: Uint32Array.of(total)
})

/** Merges equal groups of several tables. */
const merged = (
  total: number,
  fields: ReadonlyArray<KeyedField>,
  tables: ReadonlyArray<TableGroups>,
  most: number
): Grouping | null => {
  const all = tables.reduce((sum, { counts }) => sum + counts.length, 0)
  let groups: DividedGroups | null = { groupOf: new Uint32Array(all), size: 1 }
  const codes = fields.map((_, f) => joined(tables.map((table) => table.codes[f]!), all)) // prettier-ignore
  for (const [f, { size }] of fields.entries()) {
    groups = divided(groups, codes[f]!, size, most)
    if (groups === null) return null
  }
  const { groupOf: groupOfTables, size } = groups
  const ofTables = joined(tables.map(({ counts }) => counts), all) // prettier-ignore
  const counts = new Uint32Array(size)
  const one = new Uint32Array(size)
  for (let i = 0; i < all; i++) {
    counts[groupOfTables[i]!]! += ofTables[i]!
    one[groupOfTables[i]!] = i
  }
  const keys = fields.map((field, f): GroupKey => ({ field, codes: one.map((group) => codes[f]![group]!) }))
  let known: Uint32Array | null = null
  return {
    size,
    total,
    get groupOf() {
      return (known ??= groupsOfRows(total, tables, groupOfTables))
    },
    keys,
    counts
  }
}

const joined = (lists: ReadonlyArray<Uint32Array>, length: number): Uint32Array => {
  const all = new Uint32Array(length)
  let start = 0
  for (const list of lists) {
    all.set(list, start)
    start += list.length
  }
  return all
}

const groupsOfRows = (total: number, tables: ReadonlyArray<TableGroups>, groupOf: Uint32Array): Uint32Array => {
  const all = new Uint32Array(total)
  let [start, first] = [0, 0]
  for (const table of tables) {
    const ofRows = table.groupOf()
    for (let i = 0; i < ofRows.length; i++) all[start + i] = groupOf[first + ofRows[i]!]!
    start += ofRows.length
    first += table.counts.length
  }
  return all
}
