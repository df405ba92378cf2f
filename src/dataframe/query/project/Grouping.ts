import { ranked, type RankedField, type RankedPart } from "./RankedField.ts"

/** A key of the groups: the values of a field, and the code of each group's value. */
interface GroupKey {
  readonly field: RankedField
  readonly codes: Uint32Array
}

/** The groups of products. */
export interface Grouping {
  /** The number of groups. */
  readonly size: number
  /** The group of each product, in the order of the tables and then of their rows. */
  readonly groupOf: Uint32Array
  readonly keys: ReadonlyArray<GroupKey>
  /** The number of products of each group. */
  readonly counts: Uint32Array
}

/**
 * Groups products by their values of some fields, or puts all into one group if there are no fields. Each field has a
 * part for each table. Returns null if there are more than `most` groups.
 */
export const make = (
  total: number,
  fields: ReadonlyArray<ReadonlyArray<RankedPart>>,
  most: number
): Grouping | null => {
  let groups: Groups | null = { groupOf: new Uint32Array(total), size: 1 }
  const found: Array<RankedField> = []
  for (const parts of fields) {
    const field = ranked(parts, most)
    if (field === null) return null
    groups = divided(groups, field, most)
    if (groups === null) return null
    found.push(field)
  }
  const { groupOf, size } = groups
  const counts = new Uint32Array(size)
  /** A product of each group, all of which have the same values. */
  const one = new Uint32Array(size)
  for (let i = 0; i < total; i++) {
    const group = groupOf[i]!
    counts[group]!++
    one[group] = i
  }
  const keys = found.map((field): GroupKey => ({ field, codes: one.map((product) => field.codes[product]!) }))
  return { size, groupOf, keys, counts }
}

type Groups = Pick<Grouping, "groupOf" | "size">

/** The number of pairs of group and code, for each product, up to which new groups are looked up in an array. */
const pairsOfProduct = 4
const fewPairs = 1 << 16

/** Divides groups by the codes of one more field. Returns null if this makes more than `most` groups. */
const divided = ({ groupOf, size }: Groups, { codes, size: distinct }: RankedField, most: number): Groups | null => {
  const pairs = size * distinct
  const isFew = pairs <= Math.max(fewPairs, codes.length * pairsOfProduct)
  const divided = new Uint32Array(codes.length)
  const count = (isFew ? byArray : byMap)(groupOf, codes, distinct, pairs, most, divided)
  return count === null ? null : { groupOf: divided, size: count }
}

/** Sets the group of each product. Returns the number of groups, or null if there are more than `most`. */
type Divide = (
  groupOf: Uint32Array,
  codes: Uint32Array,
  distinct: number,
  pairs: number,
  most: number,
  divided: Uint32Array
) => number | null

const byArray: Divide = (groupOf, codes, distinct, pairs, most, divided) => {
  // The number of the group plus 1, or 0 for a pair that was not met.
  const groups = new Uint32Array(pairs)
  let count = 0
  for (let i = 0; i < codes.length; i++) {
    const pair = groupOf[i]! * distinct + codes[i]!
    let group = groups[pair]!
    if (group === 0) {
      if (++count > most) return null
      groups[pair] = group = count
    }
    divided[i] = group - 1
  }
  return count
}

const byMap: Divide = (groupOf, codes, distinct, _, most, divided) => {
  const groups = new Map<number, number>()
  for (let i = 0; i < codes.length; i++) {
    divided[i] = groups.getOrInsert(groupOf[i]! * distinct + codes[i]!, groups.size)
    if (groups.size > most) return null
  }
  return groups.size
}
