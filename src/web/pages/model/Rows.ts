import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Failure } from "../../api/Failure.ts"
import type { ProductsPage, Row } from "../../api/Views.ts"
import { revision } from "./edit/Editing.ts"
import { ofVersion, type Query, versionSeen } from "./Query.ts"

/** Rows that are asked for at a time. */
const pageSize = 200
/** Pages that are kept: who goes far away and comes back asks again. */
const mostPages = 100

/** The GlobalId of a row; empty where the row is not there yet. */
export const guidOf = (row: Row | undefined): string => (typeof row?.["Guid"] === "string" ? row["Guid"] : "")

/** The rows of a query, as far as they were asked for. */
export interface Rows {
  /** How many match; null: not known yet. */
  readonly total: number | null
  readonly failure: Failure | null
  /** Another number for each time that rows are read anew: what is looked at is wanted again. */
  readonly reading: number
  readonly rowAt: (index: number) => Row | undefined
  /** Asks for rows that are not there yet. */
  readonly want: (from: number, to: number) => void
  readonly retry: () => void
  /** The GlobalIds of all that match, as the table has them. */
  readonly order: () => Promise<ReadonlyArray<string> | Failure>
  /** Where a product stands among them; below 0: nowhere, or nobody knows. */
  readonly indexOf: (guid: string) => Promise<number>
}

interface Kept {
  order: Promise<ReadonlyArray<string> | Failure> | null
  readonly pages: Map<number, ReadonlyArray<Row>>
  readonly asked: Set<number>
  readonly control: AbortController
}

const empty = (): Kept => ({ order: null, pages: new Map(), asked: new Set(), control: new AbortController() })

/** The body of a query for rows with the fields. */
const bodyOf = ({ filters, sort }: Query, fields: ReadonlyArray<string>) => ({
  fields,
  filters,
  ...(sort === null ? {} : { sort: [sort] })
})

/** Rows of the model at `base`, page by page as they are looked at. */
export const useRows = (base: string, query: Query): Rows => {
  const key = JSON.stringify([base, query, versionSeen()])
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
    const body = bodyOf(query, [...new Set(["Guid", ...query.columns])])
    const answer = await call<ProductsPage>("POST", path, { body, signal: control.signal })
    if (control.signal.aborted) return
    if ("failure" in answer) return setState({ total: null, failure: answer.failure })
    pages.set(page, answer.value.result)
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
    // Until their new values are there, rows that were changed stay as they are.
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
    const found = await (current.order ??= guidsOf(base, query, current.control.signal))
    if ("code" in found) current.order = null
    return found
  }
  return {
    ...state,
    reading,
    // Until what is asked now has begun to be read, the rows that are kept answer another question.
    rowAt: (index) =>
      lastKey.current === key ? kept.current.pages.get(Math.floor(index / pageSize))?.[index % pageSize] : undefined,
    want: (from, to) => {
      for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) void ask(page)
    },
    retry: () => setRound((before) => before + 1),
    order,
    indexOf: async (guid) => {
      for (const [page, found] of kept.current.pages) {
        const at = found.findIndex((row) => row["Guid"] === guid)
        if (at >= 0) return page * pageSize + at
      }
      const found = await order()
      return "code" in found ? -1 : found.indexOf(guid)
    }
  }
}

/** Of a page where everything is wanted. */
const largePage = 5000
/** Pages that are asked for at once, whoever wants them: others share the service. */
const atOnce = 6
let running = 0
const waiting: Array<() => void> = []

/** Runs what is asked, no more than `atOnce` at a time; those that came first go first. */
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

/** Every row that matches, with the fields, of the version that is shown, or of another. */
export const allRows = async (
  base: string,
  query: Query,
  fields: ReadonlyArray<string>,
  signal?: AbortSignal,
  version = versionSeen()
): Promise<ReadonlyArray<Row> | Failure> => {
  const control = new AbortController()
  const stop = signal === undefined ? control.signal : AbortSignal.any([signal, control.signal])
  const failures: Array<Failure> = []
  const read = async (page: number): Promise<ProductsPage | null> => {
    const path = ofVersion(`${base}/products/properties/query?page=${page}&pageSize=${largePage}`, version)
    const answer = await queued(() => call<ProductsPage>("POST", path, { body: bodyOf(query, fields), signal: stop }))
    if ("value" in answer) return answer.value
    // The first one ends the others, which fail by that.
    failures.push(answer.failure)
    control.abort()
    return null
  }
  const first = await read(1)
  const last = Math.ceil((first?.totalCount ?? 0) / largePage)
  const others = await Promise.all(Array.from({ length: Math.max(0, last - 1) }, (_, n) => read(n + 2)))
  return failures[0] ?? [first, ...others].flatMap((page) => page?.result ?? [])
}

/** The GlobalIds of all that match, in their order. */
const guidsOf = async (base: string, query: Query, signal: AbortSignal): Promise<ReadonlyArray<string> | Failure> => {
  const rows = await allRows(base, query, ["Guid"], signal)
  return "code" in rows ? rows : rows.map((row) => row["Guid"] as string)
}
