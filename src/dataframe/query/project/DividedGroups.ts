/** The group of each of several products, or groups of products. */
export interface DividedGroups {
  readonly groupOf: Uint32Array
  readonly size: number
}

/** The number of pairs of group and code, for each product, up to which new groups are looked up in an array. */
const pairsOfProduct = 4
const fewPairs = 1 << 16

/** Divides groups by the codes of one more field. Returns null if this makes more than `most` groups. */
export const divided = (
  { groupOf, size }: DividedGroups,
  codes: Uint32Array,
  distinct: number,
  most: number
): DividedGroups | null => {
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
  // The number of the group plus 1, or 0 for a pair that has not occurred yet.
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
