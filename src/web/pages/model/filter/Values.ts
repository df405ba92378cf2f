import { call } from "../../../api/Call.ts"
import type { Condition, FieldDetail, GroupsPage } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { scalar } from "../table/Cells.ts"
import { revision } from "../edit/Editing.ts"
import { unitsSeen, versionSeen } from "../Query.ts"
import { chosenBy } from "../table/Rows.ts"
import { conditionOf, type Kind, kindOf } from "./Conditions.ts"

/** A value of a field, with the number of products that have it. */
export interface Value {
  readonly value: string | number | boolean
  readonly count: number
}

/** Largest number of values that are read; the others are found by typing. */
const mostRead = 200

/** Fields whose groups have the values of a field. Locations are proposed on every level. */
const groupsOf = (field: string): ReadonlyArray<string> =>
  field === "SpatialLocation" ? ["SpatialLocation.Building", "SpatialLocation.Floor", "SpatialLocation.Space"] : [field]

/** Class names that stand for the same class with another name for some of its instances. */
const special = /(?:StandardCase|ElementedCase)$/

/** Returns the values that a key of a group stands for: several codes are joined in one key. */
const partsOf = (key: unknown, kind: Kind): ReadonlyArray<string | number | boolean> => {
  if (key === null || key === undefined || key === "") return []
  if (kind === "code") return scalar(key).split("; ")
  const value = key as string | number | boolean
  const base = kind === "class" ? String(value).replace(special, "") : value
  return base === value ? [value] : [base, value]
}

/** Returns the values in groups, the most frequent first. */
const valuesIn = (groups: GroupsPage["groups"], kind: Kind): ReadonlyArray<Value> => {
  const counts = new Map<string | number | boolean, number>()
  for (const { count, keys } of groups) {
    for (const key of keys) {
      for (const value of partsOf(key, kind)) counts.set(value, (counts.get(value) ?? 0) + count)
    }
  }
  return Array.from(counts, ([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}

/** Values of a field, as far as they are known. */
export interface Values {
  readonly values: ReadonlyArray<Value>
  /** Number of values that were not read. */
  readonly more: number
}

const none: Values = { values: [], more: 0 }

/**
 * Loads the values of a field with their counts among the products that the other filters leave. If there are very many,
 * only those that contain the typed text are read. A field of null has none.
 */
export const useValues = (
  base: string,
  field: string | null,
  detail: FieldDetail | undefined,
  others: ReadonlyArray<Condition>,
  typed: string
): Values => {
  const kind = field === null ? "text" : kindOf(field, detail)
  const narrowed = kind === "text" && typed !== "" ? [...others, conditionOf(field!, "Contains", typed)] : others
  const read = (where: ReadonlyArray<Condition>) => async (signal: AbortSignal) => {
    const path = `${base}/products/groups?page=1&pageSize=${mostRead}`
    const body = {
      groupBy: groupsOf(field!),
      measures: [{ calculator: "Count" }],
      sort: [{ measure: 0, descending: true }],
      ...chosenBy(base, where)
    }
    return call<GroupsPage>("POST", path, { body, signal })
  }
  const inputs = [base, field, others, unitsSeen(base), versionSeen(), revision.value]
  const whole = useLoaded(field === null ? null : read(others), inputs, [base, field])
  const isCut = whole.state.tag === "Ready" && whole.state.value.totalCount > whole.state.value.groups.length
  const part = useLoaded(isCut && narrowed !== others ? read(narrowed) : null, [...inputs, isCut, typed], [base, field])
  const { state } = isCut && part.state.tag === "Ready" && narrowed !== others ? part : whole
  if (field === null || state.tag !== "Ready") return none
  const { groups, totalCount } = state.value
  return { values: valuesIn(groups, kind), more: totalCount - groups.length }
}
