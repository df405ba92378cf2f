import { computed, signal } from "@preact/signals"
import { choose, place } from "../../address/Address.ts"
import type { Failure } from "../../api/Failure.ts"
import type { Filter, Operator, Sort } from "../../api/Views.ts"

/** What is asked of a model's products; all of it stands in the address, so that a link shows the same. */
export interface Query {
  readonly filters: ReadonlyArray<Filter>
  readonly sort: Sort | null
  readonly columns: ReadonlyArray<string>
}

export const operators = ["Equals", "NotEquals", "Contains", "In", "NotIn"] as const satisfies ReadonlyArray<Operator>

const usual = ["Class", "Name", "SpatialLocation", "MaterialLayerSet"]

const list = (text: string | null): ReadonlyArray<unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(text ?? "null")
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

const isFilter = (one: unknown): one is readonly [string, Operator, unknown] =>
  Array.isArray(one) &&
  one.length === 3 &&
  typeof one[0] === "string" &&
  (operators as ReadonlyArray<unknown>).includes(one[1])

/** The query of an address; what cannot be read of it is left out. */
const readQuery = (query: URLSearchParams): Query => {
  const sort = query.get("sort")
  const columns = list(query.get("columns"))?.filter((name) => typeof name === "string") ?? []
  return {
    filters: (list(query.get("filters")) ?? [])
      .filter(isFilter)
      .map(([property, operator, value]) => ({ property, operator, value })),
    sort:
      sort === null ? null : sort.startsWith("-") ? { property: sort.slice(1), descending: true } : { property: sort },
    columns: columns.length === 0 ? usual : columns
  }
}

/** The query of where the reader is. */
export const query = (): Query => readQuery(place.value.query)

export const setFilters = (filters: ReadonlyArray<Filter>): void => {
  const written = filters.map(({ operator, property, value }) => [property, operator, value])
  choose({ filters: written.length === 0 ? null : JSON.stringify(written) }, { replace: false })
}

export const setColumns = (columns: ReadonlyArray<string>): void =>
  choose({ columns: columns.join("\n") === usual.join("\n") ? null : JSON.stringify(columns) })

/** Sorts by a column: first up, then down, then in the order of the file. */
export const sortBy = (property: string): void => {
  const { sort } = query()
  const next = sort?.property !== property ? property : sort.descending === true ? null : `-${property}`
  choose({ sort: next })
}

/** Of links: more would be too long for them. */
export const mostInLink = 200

/** All that is selected, where the address has the last of it only. */
const whole = signal<ReadonlyArray<string>>([])

const inLink = (guids: ReadonlyArray<string>): string => guids.slice(-mostInLink).join(",")

const linked = computed(() => place.value.query.get("sel") ?? "")

/** Milliseconds that the selection rests before the address has it: browsers take few changes of it in a row. */
const rest = 300

/** Where the reader is, with what is selected there as the address has it. */
const written = computed(() => `${place.value.path} ${linked.value}`)

/** What was `written` when something else was selected that the address does not have yet; null: it has all. */
const outdated = signal<string | null>(null)
let resting: ReturnType<typeof setTimeout> | undefined

/** The same list as long as the address says the same. */
const chosen = computed((): ReadonlyArray<string> => {
  if (inLink(whole.value) === linked.value || outdated.value === written.value) return whole.value
  // Who comes by a link, or back, has what the address says.
  return linked.value.split(",").filter((guid) => guid !== "")
})

/** The GlobalIds of the products that are selected, the last one last. */
export const selected = (): ReadonlyArray<string> => chosen.value

const write = (): void => {
  // Who has gone elsewhere meanwhile has what the address says there.
  if (outdated.peek() === written.peek()) choose({ sel: inLink(whole.peek()) || null })
  outdated.value = null
}

/** Counts what is chosen: what was asked for before something else was chosen comes too late. */
let choices = 0

/** Selects at once; the address has it at once too, or, where one follows the other, when the last one rests. */
export const select = (guids: ReadonlyArray<string>): void => {
  choices += 1
  whole.value = guids
  outdated.value = written.peek()
  if (resting === undefined) write()
  clearTimeout(resting)
  resting = setTimeout(() => {
    resting = undefined
    write()
  }, rest)
}

/** What is asked for to select it; null where nobody wants it any more: something else was chosen, or asked for. */
export const unlessLate = async <A extends object>(asked: Promise<A | Failure>): Promise<A | Failure | null> => {
  choices += 1
  const choice = choices
  const found = await asked
  return choice !== choices || ("code" in found && found.code === "Aborted") ? null : found
}

/** Whether each press adds a product to the selection or takes it from there, as with Control. */
export const isAdding = signal(false)

/** Ends adding; false where nothing was added. */
export const endAdding = (): boolean => {
  const wasAdding = isAdding.peek()
  isAdding.value = false
  return wasAdding
}

/** What is selected when a product is pressed: it alone, or, where more are wanted, it too or no longer. */
export const pressed = (guid: string, isMore: boolean): ReadonlyArray<string> => {
  const before = chosen.peek()
  if (!isMore && !isAdding.peek()) return [guid]
  return before.includes(guid) ? before.filter((one) => one !== guid) : [...before, guid]
}

/** The version that the address shows; null: the latest, with the reader's own changes. */
export const versionSeen = (): string | null => place.value.query.get("version")

/** The path of a question, of the version that is shown, or of another. */
export const ofVersion = (path: string, version = versionSeen()): string =>
  version === null ? path : `${path}${path.includes("?") ? "&" : "?"}version=${encodeURIComponent(version)}`
