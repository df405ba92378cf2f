import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Condition, ProductsPage, Row } from "../../../api/Views.ts"
import { revision } from "../edit/Editing.ts"
import { idOf, withIds } from "../Ids.ts"
import { ofVersion, type Query, type Units, unitsSeen, versionSeen } from "../Query.ts"

/** Number of rows per request. */
const pageSize = 200
/** Largest number of pages kept in memory; evicted pages are requested again when needed. */
const mostPages = 100

/** Rows of a query, as far as they are loaded. */
export interface Rows {
  /** Number of matching rows; null until it is known. */
  readonly total: number | null
  readonly failure: Failure | null
  /** Changes each time the rows are read again, so that visible rows are requested again. */
  readonly reading: number
  readonly rowAt: (index: number) => Row | undefined
  /** Whether a row that was loaded shows a room. */
  readonly hasRooms: boolean
  /** Requests rows that are not loaded yet. */
  readonly want: (from: number, to: number) => void
  readonly retry: () => void
  /** Returns the ids of all matching rows, in the order of the table. */
  readonly order: () => Promise<ReadonlyArray<string> | Failure>
  /** Returns the index of a product, negative if it does not match or the rows cannot be read. */
  readonly indexOf: (id: string) => Promise<number>
}

/** Returns whether a cell of a location, or a cell of the field of rooms, has a room. */
const isInRoom = (row: Row): boolean =>
  Object.entries(row).some(([field, cell]) =>
    typeof cell === "object" && cell !== null && "Space" in cell
      ? cell.Space !== null
      : field === "SpatialLocation.Space" && cell !== null
  )

interface Kept {
  hasRooms: boolean
  order: Promise<ReadonlyArray<string> | Failure> | null
  readonly pages: Map<number, ReadonlyArray<Row>>
  readonly asked: Set<number>
  readonly control: AbortController
}

const empty = (): Kept => ({
  hasRooms: false,
  order: null,
  pages: new Map(),
  asked: new Set(),
  control: new AbortController()
})

/** Returns the members of a query that choose products. */
export const chosenBy = (base: string, filters: ReadonlyArray<Condition>, units = unitsSeen(base)) => ({
  ...(filters.length === 0 ? {} : { where: { and: filters } }),
  units
})

/** Returns the body of a query for rows with these fields. */
export const bodyOf = (base: string, { filters, sort }: Query, fields: ReadonlyArray<string>, units?: Units) => ({
  fields,
  ...chosenBy(base, filters, units),
  ...(sort === null ? {} : { sort: [sort] })
})

/** Returns the fields to read for columns: layers have their thickness as a number only in a field of their own. */
const read = (columns: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(["Guid", ...columns, ...(columns.includes("MaterialLayerSet") ? ["MaterialLayers"] : [])])
]

/** Loads the rows of the model or project at `base`, page by page as they come into view. */
export const useRows = (base: string, query: Query): Rows => {
  const key = JSON.stringify([base, query, versionSeen(), unitsSeen(base)])
  const kept = useRef(empty())
  const [state, setState] = useState<{ readonly total: number | null; readonly failure: Failure | null }>({
    total: null,
    failure: null
  })
  const [, redraw] = useState(0)
  const [reading, setReading] = useState(0)
  const [round, setRound] = useState(0)
  const ask = async (page: number): Promise<void> => {
    const { asked, control, pages } = kept.current
    if (asked.has(page)) return
    asked.add(page)
    const path = ofVersion(`${base}/products/properties/query?page=${page + 1}&pageSize=${pageSize}`)
    const body = bodyOf(base, query, withIds(base, read(query.columns)))
    const answer = await call<ProductsPage>("POST", path, { body, signal: control.signal })
    if (control.signal.aborted) return
    if ("failure" in answer) return setState({ total: null, failure: answer.failure })
    pages.set(page, answer.value.result)
    kept.current.hasRooms ||= answer.value.result.some(isInRoom)
    if (pages.size > mostPages) {
      const oldest = pages.keys().next().value!
      pages.delete(oldest)
      asked.delete(oldest)
    }
    setState({ total: answer.value.totalCount, failure: null })
    redraw((before) => before + 1)
  }
  const lastKey = useRef(key)
  useEffect(() => {
    // Changed rows stay as they are until their new values arrive.
    kept.current = { ...empty(), pages: lastKey.current === key ? kept.current.pages : new Map() }
    lastKey.current = key
    setState((before) => ({ ...before, failure: null }))
    setReading((before) => before + 1)
    void ask(0)
    const { control } = kept.current
    return () => control.abort()
  }, [key, round, revision.value])
  const order = async () => {
    const { current } = kept
    const found = await (current.order ??= idsOf(base, query, current.control.signal))
    if ("code" in found) current.order = null
    return found
  }
  return {
    ...state,
    reading,
    // Until the new query has started loading, the kept rows belong to the previous one.
    rowAt: (index) =>
      lastKey.current === key ? kept.current.pages.get(Math.floor(index / pageSize))?.[index % pageSize] : undefined,
    hasRooms: kept.current.hasRooms,
    want: (from, to) => {
      for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) void ask(page)
    },
    retry: () => setRound((before) => before + 1),
    order,
    indexOf: async (id) => {
      for (const [page, found] of kept.current.pages) {
        const at = found.findIndex((row) => idOf(row) === id)
        if (at >= 0) return page * pageSize + at
      }
      const found = await order()
      return "code" in found ? -1 : found.indexOf(id)
    }
  }
}

/** Rows per page if all rows are wanted. */
const largePage = 5000
/** Largest number of concurrent page requests of this window, because others share the service. */
const atOnce = 6
let running = 0
const waiting: Array<() => void> = []

/** Runs a request, at most `atOnce` at a time, in the order of the calls. */
const queued = async <A>(ask: () => Promise<A>): Promise<A> => {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await ask()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/** Returns every matching row with these fields, of the version and in the units that are shown or other ones. */
export const allRows = async (
  base: string,
  query: Query,
  fields: ReadonlyArray<string>,
  signal?: AbortSignal,
  version = versionSeen(),
  units?: Units
): Promise<ReadonlyArray<Row> | Failure> => {
  const control = new AbortController()
  const stop = signal === undefined ? control.signal : AbortSignal.any([signal, control.signal])
  const failures: Array<Failure> = []
  const read = async (page: number): Promise<ProductsPage | null> => {
    const path = ofVersion(`${base}/products/properties/query?page=${page}&pageSize=${largePage}`, version)
    const answer = await queued(() =>
      call<ProductsPage>("POST", path, { body: bodyOf(base, query, fields, units), signal: stop })
    )
    if ("value" in answer) return answer.value
    // The first failure aborts the other requests, whose failures follow from that.
    failures.push(answer.failure)
    control.abort()
    return null
  }
  const first = await read(1)
  const last = Math.ceil((first?.totalCount ?? 0) / largePage)
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, n) => read(n + 2)))
  return failures[0] ?? [first, ...others].flatMap((page) => page?.result ?? [])
}

/** Returns the ids of all matching rows, in their order. */
const idsOf = async (base: string, query: Query, signal: AbortSignal): Promise<ReadonlyArray<string> | Failure> => {
  const rows = await allRows(base, query, withIds(base, []), signal)
  return "code" in rows ? rows : rows.map(idOf)
}
