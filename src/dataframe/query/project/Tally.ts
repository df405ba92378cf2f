import type { GroupFunction } from "../../../domain/products/Groups.ts"
import type { Grouping } from "./Grouping.ts"
import { type RankedField, sortedBy, unsorted } from "../RankedField.ts"

/** The value of a measure, and the number of products that have a value for it. */
export interface Measured {
  readonly value: number | null
  readonly measured: number
}

/** A measure of all groups. */
export interface Tally {
  readonly total: Measured
  /** Returns the measure of a group. */
  readonly of: (group: number) => Measured
}

/** Counts products of which each has a value. */
export const ofProducts = ({ counts, total }: Grouping): Tally => ({
  total: { value: total, measured: total },
  of: (group) => ({ value: counts[group]!, measured: counts[group]! })
})

/** Counts the products with a value, or the distinct values, in each group. Codes are those of the products' values. */
export const ofValues = (
  { groupOf, size }: Grouping,
  { codes, size: distinct }: RankedField,
  kind: "Count" | "CountDistinct"
): Tally => {
  const none = distinct - 1
  const measured = new Uint32Array(size)
  const values = new Uint32Array(size)
  /** For each code, 1 plus the last group in which the code occurred. */
  const met = new Uint32Array(distinct)
  const order = sortedBy(unsorted(groupOf.length), { codes: groupOf, size: size + 1 }, false)
  let [all, some] = [0, 0]
  for (let i = 0; i < order.length; i++) {
    const code = codes[order[i]!]!
    if (code === none) continue
    const group = groupOf[order[i]!]!
    measured[group]!++
    some++
    if (met[code] === 0) all++
    if (met[code] === group + 1) continue
    met[code] = group + 1
    values[group]!++
  }
  return kind === "Count"
    ? {
        total: { value: some, measured: some },
        of: (group) => ({ value: measured[group]!, measured: measured[group]! })
      }
    : { total: { value: all, measured: some }, of: (group) => ({ value: values[group]!, measured: measured[group]! }) }
}

/**
 * Sums with the rounding errors of each addition added up beside (Neumaier), so that the result does not depend on the
 * order by more than its last digit.
 */
class Sums {
  private readonly sums: Float64Array
  private readonly errors: Float64Array

  constructor(size: number) {
    this.sums = new Float64Array(size)
    this.errors = new Float64Array(size)
  }

  add(group: number, value: number): void {
    const sum = this.sums[group]!
    const next = sum + value
    this.errors[group]! += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    this.sums[group] = next
  }

  of(group: number): number {
    return this.sums[group]! + this.errors[group]!
  }
}

/** Returns a number, or null if it is too large for a double. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/**
 * Applies a function to the numbers of each group. `values` has one for each product; those that are not finite are not
 * measured. The total of a sum is the sum of the groups.
 */
export const ofNumbers = (
  { groupOf, size }: Grouping,
  values: Float64Array,
  kind: Exclude<GroupFunction, "Count" | "CountDistinct">
): Tally => {
  const measured = new Uint32Array(size)
  const isExtreme = kind === "Min" || kind === "Max"
  const sums = new Sums(isExtreme ? 0 : size)
  const extremes = new Float64Array(isExtreme ? size : 0).fill(kind === "Min" ? Infinity : -Infinity)
  const further = kind === "Min" ? Math.min : Math.max
  let some = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (value - value !== 0) continue
    const group = groupOf[i]!
    measured[group]!++
    some++
    if (isExtreme) extremes[group] = further(extremes[group]!, value)
    else sums.add(group, value)
  }
  const valueOf = (group: number): number | null => {
    if (measured[group] === 0) return null
    if (isExtreme) return extremes[group]!
    return finite(kind === "Sum" ? sums.of(group) : sums.of(group) / measured[group]!)
  }
  const total = (): number | null => {
    if (isExtreme) return extremes.reduce((all, value) => further(all, value))
    const all = new Sums(1)
    for (let group = 0; group < size; group++) if (measured[group] !== 0) all.add(0, sums.of(group))
    return finite(kind === "Sum" ? all.of(0) : all.of(0) / some)
  }
  return {
    total: { value: some === 0 ? null : total(), measured: some },
    of: (group) => ({ value: valueOf(group), measured: measured[group]! })
  }
}
