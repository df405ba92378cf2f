import type { Answer } from "../../../api/Failure.ts"
import type { Condition, GroupsPage } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { published, revision } from "../edit/Editing.ts"
import { namesOf } from "../filter/Conditions.ts"
import { qualityOf } from "../view/Suspects.ts"
import { queryOf, readLevels } from "./Levels.ts"
import { type Measure, rowIdsOf } from "./Sheet.ts"

/** Numbers of suspect values of a measure: of all products of a sheet, and by the ids of its rows. */
export interface Suspected {
  readonly all: number
  readonly byRow: ReadonlyMap<string, number>
}

/** Adds up the groups of suspect products for their rows and for the rows above these. */
const suspectedIn = (pages: ReadonlyArray<GroupsPage>, keys: ReadonlyArray<string>): Suspected => {
  const byRow = new Map<string, number>()
  for (const { groups } of pages) {
    for (const { count, keys: values } of groups) {
      for (const id of rowIdsOf(keys, values)) byRow.set(id, (byRow.get(id) ?? 0) + count)
    }
  }
  return { all: pages.reduce((sum, { totals }) => sum + totals.count, 0), byRow }
}

const readSuspected = async (
  base: string,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>,
  signal: AbortSignal
): Promise<Answer<ReadonlyArray<Suspected | null>>> => {
  const quality = await qualityOf(base)
  if ("failure" in quality) return quality
  const answers = await Promise.all(
    columns.map((column) => {
      const guids =
        "calculator" in column
          ? Object.values(quality.value.byClass).flatMap((measures) => measures[column.calculator]?.suspects ?? [])
          : []
      const bodies = namesOf(guids).map((part) => queryOf(base, [...filters, part], keys, []))
      return readLevels(base, bodies, signal)
    })
  )
  const found: Array<Suspected | null> = []
  for (const pages of answers) {
    if ("failure" in pages) return pages
    found.push(pages.value.length === 0 ? null : suspectedIn(pages.value, keys))
  }
  return { value: found }
}

const none: ReadonlyArray<Suspected | null> = []

/** Loads how many values of each column are suspect, null for none; nothing until they are loaded. */
export const useSuspected = (
  base: string | null,
  filters: ReadonlyArray<Condition>,
  keys: ReadonlyArray<string>,
  columns: ReadonlyArray<Measure>
): ReadonlyArray<Suspected | null> => {
  const { state } = useLoaded(base === null ? null : (signal) => readSuspected(base, filters, keys, columns, signal), [
    base,
    filters,
    keys,
    columns,
    published.value,
    revision.value
  ])
  return state.tag === "Ready" ? state.value : none
}
