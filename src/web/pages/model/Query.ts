import { computed, signal } from "@preact/signals"
import { choose, place } from "../../address/Address.ts"
import { arrayIn, namesIn, namesText } from "../../address/Names.ts"
import type { Failure } from "../../api/Failure.ts"
import type { Condition, Sort } from "../../api/Views.ts"
import { packed, unpacked } from "./filter/Conditions.ts"
import { isProject } from "./Ids.ts"

/** Query for products. All of it is in the address, so that a link shows the same. */
export interface Query {
  /** All of them must hold. */
  readonly filters: ReadonlyArray<Condition>
  readonly sort: Sort | null
  readonly columns: ReadonlyArray<string>
}

const usual = ["Class", "Name", "SpatialLocation", "MaterialLayerSet"]

/** Reads the query of an address, leaving out what is malformed. */
const readQuery = (query: URLSearchParams): Query => {
  const sort = query.get("sort")
  const columns = namesIn(query.get("columns") ?? "")
  return {
    filters: (arrayIn(query.get("filters")) ?? []).flatMap((one) => unpacked(one) ?? []),
    sort:
      sort === null ? null : sort.startsWith("-") ? { property: sort.slice(1), descending: true } : { property: sort },
    columns: columns.length === 0 ? usual : columns
  }
}

/** Returns the query of the current address. */
export const query = (): Query => readQuery(place.value.query)

export const setFilters = (filters: ReadonlyArray<Condition>): void =>
  choose({ filters: filters.length === 0 ? null : JSON.stringify(filters.map(packed)) }, { replace: false })

export const setColumns = (columns: ReadonlyArray<string>): void =>
  choose({ columns: columns.join("\n") === usual.join("\n") ? null : namesText(columns) })

/** Returns the path of the project of a model, or of the project itself. */
export const projectOf = (base: string): string => base.replace(/\/models\/.*$/, "")

/** Units of numbers: those of the model, or SI. */
export type Units = "Model" | "SI"

/** Returns the units in which numbers are shown and compared. Several models are compared in SI alone. */
export const unitsSeen = (base: string): Units =>
  isProject(base) || place.value.query.get("units") === "SI" ? "SI" : "Model"

/** Sorts by a column: first ascending, then descending, then in the order of the file. */
export const sortBy = (property: string): void => {
  const { sort } = query()
  const next = sort?.property !== property ? property : sort.descending === true ? null : `-${property}`
  choose({ sort: next })
}

/** Largest number of selected products in the address; more would make links too long. */
export const mostInLink = 200

/** The whole selection; the address contains only the last part of it. */
const whole = signal<ReadonlyArray<string>>([])

const inLink = (guids: ReadonlyArray<string>): string => guids.slice(-mostInLink).join(",")

const linked = computed(() => place.value.query.get("sel") ?? "")

/**
 * Time in milliseconds that the selection must rest before it is written to the address: browsers limit how often an
 * address may change.
 */
const rest = 300

/** The current path, with the selection in the address. */
const written = computed(() => `${place.value.path} ${linked.value}`)

/**
 * Value of `written` when the selection changed and the address did not follow yet; null if the address is up to date.
 */
const outdated = signal<string | null>(null)
let resting: ReturnType<typeof setTimeout> | undefined

/** The selection. The list stays the same object as long as the address is unchanged. */
const chosen = computed((): ReadonlyArray<string> => {
  if (inLink(whole.value) === linked.value || outdated.value === written.value) return whole.value
  // After following a link or going back, the address decides.
  return linked.value.split(",").filter((guid) => guid !== "")
})

/** Returns the ids of the selected products, the last selected one last. */
export const selected = (): ReadonlyArray<string> => chosen.value

const write = (): void => {
  // If the user has navigated meanwhile, the new address decides.
  if (outdated.peek() === written.peek()) choose({ sel: inLink(whole.peek()) || null })
  outdated.value = null
}

/** Counts selections, so that the result of a request made before a newer selection can be ignored. */
let choices = 0

/**
 * Selects products at once. The address follows at once too, or, if selections follow each other quickly, after the
 * last one.
 */
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

/**
 * Waits for a result that will be selected. Returns null if it is no longer wanted: something else was selected or
 * requested, or the request was aborted.
 */
export const unlessLate = async <A extends object>(asked: Promise<A | Failure>): Promise<A | Failure | null> => {
  choices += 1
  const choice = choices
  const found = await asked
  return choice !== choices || ("code" in found && found.code === "Aborted") ? null : found
}

/** Whether each press adds a product to the selection or removes it, as with Control. */
export const isAdding = signal(false)

/** Ends adding. Returns false if it was not on. */
export const endAdding = (): boolean => {
  const wasAdding = isAdding.peek()
  isAdding.value = false
  return wasAdding
}

/**
 * Returns the selection after a product is pressed: only that product, or, in adding mode, the selection with it added
 * or removed.
 */
export const pressed = (guid: string, isMore: boolean): ReadonlyArray<string> => {
  const before = chosen.peek()
  if (!isMore && !isAdding.peek()) return [guid]
  return before.includes(guid) ? before.filter((one) => one !== guid) : [...before, guid]
}

/** Returns the version in the address; null is the latest version with the user's own changes. */
export const versionSeen = (): string | null => place.value.query.get("version")

/** Returns a request path with the version that is shown, or another one. */
export const ofVersion = (path: string, version = versionSeen()): string =>
  version === null ? path : `${path}${path.includes("?") ? "&" : "?"}version=${encodeURIComponent(version)}`
