import type { GroupsPage } from "../../../api/Views.ts"

/** A product as the sheet sees it: the values of its keys, and its measures, null for those without value. */
export interface MeasuredProduct {
  readonly keys: ReadonlyArray<unknown>
  readonly values: ReadonlyArray<number | null>
}

/** Groups and their total, as the service returns them. */
type Groups = Pick<GroupsPage, "groups" | "totals">

interface Tally {
  readonly keys: ReadonlyArray<unknown>
  count: number
  readonly sums: Array<number | null>
  readonly measured: Array<number>
}

const empty = (keys: ReadonlyArray<unknown>, measures: number): Tally => ({
  keys,
  count: 0,
  sums: Array.from({ length: measures }, () => null),
  measured: Array.from({ length: measures }, () => 0)
})

const add = (tally: Tally, values: ReadonlyArray<number | null>): void => {
  tally.count += 1
  for (const [n, value] of values.entries()) {
    if (value === null) continue
    tally.sums[n] = (tally.sums[n] ?? 0) + value
    tally.measured[n]! += 1
  }
}

const shown = ({ count, measured, sums }: Tally) => ({
  count,
  measures: sums.map((value, n) => ({ value, measured: measured[n]! }))
})

/** Sums the measures of products by their first `keys` values, as the service does for all values. */
export const summed = (products: ReadonlyArray<MeasuredProduct>, keys: number, measures: number): Groups => {
  const tallies = new Map<string, Tally>()
  const total = empty([], measures)
  for (const { keys: all, values } of products) {
    const own = all.slice(0, keys)
    add(
      tallies.getOrInsertComputed(JSON.stringify(own), () => empty(own, measures)),
      values
    )
    add(total, values)
  }
  return {
    groups: Array.from(tallies.values(), (tally) => ({ keys: tally.keys, ...shown(tally) })),
    totals: shown(total)
  }
}

/** A sum or a number of products in an older and a newer version; null if there is none. */
export interface Compared {
  readonly before: number | null
  readonly after: number | null
}

/** A group in two versions. */
export interface ComparedRow {
  readonly keys: ReadonlyArray<unknown>
  readonly count: Compared
  readonly sums: ReadonlyArray<Compared>
}

/** Returns how much a sum grew; null if neither version has it. */
export const difference = ({ after, before }: Compared): number | null =>
  before === null && after === null ? null : (after ?? 0) - (before ?? 0)

type Group = Groups["groups"][number]

const sumIn = (group: Omit<Group, "keys"> | undefined, n: number): number | null => {
  const value = group?.measures[n]?.value
  return typeof value === "number" ? value : null
}

/** Joins the groups of two versions by their keys, those that differ most first. */
export const compared = (older: Groups, newer: Groups, measures: number) => {
  const idOf = ({ keys }: Group) => JSON.stringify(keys)
  const before = new Map(older.groups.map((group) => [idOf(group), group]))
  const after = new Map(newer.groups.map((group) => [idOf(group), group]))
  const row = (one: Omit<Group, "keys"> | undefined, other: Omit<Group, "keys"> | undefined) => ({
    count: { before: one?.count ?? 0, after: other?.count ?? 0 },
    sums: Array.from({ length: measures }, (_, n): Compared => ({ before: sumIn(one, n), after: sumIn(other, n) }))
  })
  const rows = [...new Map([...before, ...after])].map(([id, { keys }]): ComparedRow => ({
    keys,
    ...row(before.get(id), after.get(id))
  }))
  const size = ({ count, sums }: ComparedRow) =>
    Math.abs((sums[0] === undefined ? null : difference(sums[0])) ?? 0) || Math.abs(difference(count) ?? 0)
  return { rows: rows.sort((a, b) => size(b) - size(a)), total: row(older.totals, newer.totals) }
}
