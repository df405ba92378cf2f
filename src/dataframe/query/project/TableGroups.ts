import { type DividedGroups, divided } from "./DividedGroups.ts"
import type { KeyedRows } from "./KeyedRows.ts"
import type { RankedKeys } from "../RankedField.ts"

/** A field with the keys of the rows of each table. */
export interface KeyedField extends RankedKeys {
  readonly keyed: ReadonlyArray<KeyedRows>
  /** For each code, 0 between the tables. */
  readonly places: Uint32Array
}

/** The groups of the rows of one table. */
export interface TableGroups {
  /** The number of rows of each group. */
  readonly counts: Uint32Array
  /** For each field, the code of each group. */
  readonly codes: ReadonlyArray<Uint32Array>
  /** Returns the group of each row. */
  readonly groupOf: () => Uint32Array
}

/** Groups the rows of the table with index `p`. Returns null if there are more than `most` groups. */
export const ofTable = (fields: ReadonlyArray<KeyedField>, p: number, most: number): TableGroups | null => {
  const dense = fields.map((field) => denseOf(field, p))
  const [first = dense[0]!, ...others] = dense.filter(({ codes }) => codes.length > 1)
  if (others.length === 0) {
    // The rows differ in at most one field, so their keys are not needed.
    const size = first.codes.length
    const codes = dense.map(({ codes }) => (codes.length === size ? codes : new Uint32Array(size).fill(codes[0]!)))
    return { counts: countsOf(first), codes, groupOf: () => placesOfRows(first) }
  }
  let groups: DividedGroups | null = { groupOf: placesOfRows(first), size: first.codes.length }
  for (const field of others) {
    groups = divided(groups, placesOfRows(field), field.codes.length, most)
    if (groups === null) return null
  }
  const { groupOf, size } = groups
  const counts = new Uint32Array(size)
  /** A row of each group, all of which have the same values. */
  const one = new Uint32Array(size)
  for (let i = 0; i < groupOf.length; i++) {
    counts[groupOf[i]!]!++
    one[groupOf[i]!] = i
  }
  const codes = dense.map(({ codes, keyed, places }) =>
    codes.length === 1 ? new Uint32Array(size).fill(codes[0]!) : one.map((row) => codes[places[keyed.keys[row]!]!]!)
  )
  return { counts, codes, groupOf: () => groupOf }
}

/** The different codes of a field in one table, and the place among them of the code of each key. */
interface Dense {
  readonly keyed: KeyedRows
  readonly codes: Uint32Array
  readonly places: Uint32Array
}

const denseOf = ({ codesOfKeys, keyed, places: placeOf }: KeyedField, p: number): Dense => {
  const codeOf = codesOfKeys[p]!
  const { counts } = keyed[p]!
  const places = new Uint32Array(codeOf.length)
  const codes: Array<number> = []
  for (let key = 0; key < codeOf.length; key++) {
    if (counts[key] === 0) continue
    const code = codeOf[key]!
    if (placeOf[code] === 0) placeOf[code] = codes.push(code)
    places[key] = placeOf[code]! - 1
  }
  for (const code of codes) placeOf[code] = 0
  return { keyed: keyed[p]!, codes: Uint32Array.from(codes), places }
}

const placesOfRows = ({ keyed: { keys }, places }: Dense): Uint32Array => {
  const found = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) found[i] = places[keys[i]!]!
  return found
}

/** Returns the number of rows with each of the different codes. */
const countsOf = ({ codes, keyed, places }: Dense): Uint32Array => {
  const counts = new Uint32Array(codes.length)
  for (let key = 0; key < places.length; key++) counts[places[key]!]! += keyed.counts[key]!
  return counts
}
