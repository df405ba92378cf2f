import { call } from "../../../api/Call.ts"
import type { Answer } from "../../../api/Failure.ts"
import type { Condition, GroupsPage } from "../../../api/Views.ts"
import { fieldsOf } from "./Bars.ts"
import { chosenBy } from "../table/Rows.ts"
import type { Measure } from "./Sheet.ts"
import { type Origin, readByOrigin } from "./Sources.ts"
import { summed } from "./Summed.ts"

/** The most groups that are asked for on each level. */
const mostGroups = 5000

/** Returns the query for the sums by the first keys, of the products that match the filters. */
export const queryOf = (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>
) => ({
  groupBy: keys.flatMap((key) => fieldsOf(key)),
  measures: columns.length === 0 ? [{ calculator: "Count" }] : columns,
  sort: [{ measure: 0, descending: true }],
  ...chosenBy(base, filters)
})

/** Reads the groups by the first key, by the first two, and so on. */
export const readLevels = async (
  base: string,
  bodies: ReadonlyArray<object>,
  signal: AbortSignal
): Promise<Answer<ReadonlyArray<GroupsPage>>> => {
  const path = `${base}/products/groups?page=1&pageSize=${mostGroups}`
  const answers = await Promise.all(bodies.map((body) => call<GroupsPage>("POST", path, { body, signal })))
  const levels: Array<GroupsPage> = []
  for (const answer of answers) {
    if ("failure" in answer) return answer
    levels.push(answer.value)
  }
  return { value: levels }
}

/** Sums the values of one origin by the first key, by the first two, and so on. */
export const sumByOrigin = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>,
  origin: Origin,
  signal: AbortSignal
): Promise<Answer<ReadonlyArray<GroupsPage>>> => {
  const [products, whole] = await Promise.all([
    readByOrigin(base, filters, keys, columns, origin, signal),
    // The service knows the units of sums, and refuses to add numbers whose units differ.
    readLevels(base, [queryOf(base, filters, [], columns)], signal)
  ])
  if ("code" in products) return { failure: products }
  if ("failure" in whole) return whole
  const { units } = whole.value[0]!
  const levels = keys.map((_, level): GroupsPage => {
    const fields = keys.slice(0, level + 1).flatMap((key) => fieldsOf(key))
    const found = summed(products, fields.length, columns.length)
    return { ...found, units, totalCount: found.groups.length, page: 1, pageSize: found.groups.length }
  })
  return { value: levels }
}
