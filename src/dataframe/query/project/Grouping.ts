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
  const keys = found.map((field): GroupKey => ({ field, codes: new Uint32Array(size) }))
  for (let i = 0; i < total; i++) counts[groupOf[i]!]!++
  for (const { codes, field } of keys) for (let i = 0; i < total; i++) codes[groupOf[i]!] = field.codes[i]!
  return { size, groupOf, keys, counts }
}

type Groups = Pick<Grouping, "groupOf" | "size">

/** The number of pairs of group and code, for each product, up to which new groups are looked up in an array. */
const pairsOfProduct = 4
const fewPairs = 1 << 16

/** Divides groups by the codes of one more field. Returns null if this makes more than `most` groups. */
const divided = ({ groupOf, size }: Groups, { codes, size: distinct }: RankedField, most: number): Groups | null => {
  const pairs = size * distinct
  const find = pairs <= Math.max(fewPairs, codes.length * pairsOfProduct) ? byArray(pairs) : byMap()
  const divided = new Uint32Array(codes.length)
  let count = 0
  for (let i = 0; i < codes.length; i++) {
    const group = find(groupOf[i]! * distinct + codes[i]!, count)
    if (group === count && ++count > most) return null
    divided[i] = group
  }
  return { groupOf: divided, size: count }
}

/** Returns the group of a pair, which is `next` if the pair is new. */
type Find = (pair: number, next: number) => number

const byArray = (pairs: number): Find => {
  // The number of the group plus 1, or 0 for a pair that was not met.
  const groups = new Uint32Array(pairs)
  return (pair, next) => (groups[pair] === 0 ? (groups[pair] = next + 1) : groups[pair]!) - 1
}

const byMap = (): Find => {
  const groups = new Map<number, number>()
  return (pair, next) => groups.getOrInsert(pair, next)
}
