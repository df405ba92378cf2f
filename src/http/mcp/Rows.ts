import { collecting } from "./Answer.ts"
import type { ApiClient, ApiRequest } from "./ApiClient.ts"
import { nextOf, type Place } from "./Arguments.ts"
import type { Path } from "./JsonScan.ts"

/** The usual number of rows of a result. */
const usualRows = 100

/** Rows of a result, and where the next result goes on. */
export interface Rows {
  readonly rows: ReadonlyArray<unknown>
  readonly next: string | null
  readonly cuts: number
}

/** Returns the row to show of a value, or null to leave it out. */
type RowOf = (value: unknown, path: Path) => unknown

/** Collects rows until the result is full or has enough; `take` returns false from then on. */
const filling = (most = usualRows) => {
  const { add, cuts, isFull, rows } = collecting()
  const take = (row: unknown): boolean => rows.length < most && add(row)
  return { rows, cuts, take, isDone: () => isFull() || rows.length >= most }
}

/** An answer of the API that lists everything at once. */
interface Part {
  readonly path: string
  /** Whether a value at a place is a row; `onOther` is called with other values that are wanted. */
  readonly isRow: (path: Path) => boolean
  readonly isOther?: (path: Path) => boolean
  readonly onOther?: (path: Path, value: unknown) => void
}

/** Returns the rows of several lists, one after the other, from a place on. */
export const ofLists = async (
  api: ApiClient,
  parts: ReadonlyArray<Part>,
  from: Place,
  rowOf: RowOf,
  most?: number
): Promise<Rows> => {
  const { cuts, rows, take } = filling(most)
  let next: string | null = null
  for (let part = from.part; part < parts.length && next === null; part++) {
    const { isOther = () => false, isRow, onOther = () => undefined, path } = parts[part]!
    let row = 0
    await api.scan(
      path,
      {},
      (path) => isRow(path) || isOther(path),
      (path, value) => {
        if (!isRow(path)) return onOther(path, value)
        const at = { part, row: row++ }
        if (next !== null || (part === from.part && at.row < from.row)) return
        const shown = rowOf(value, path)
        if (shown !== null && !take(shown)) next = nextOf(at)
      }
    )
  }
  return { rows, next, cuts: cuts() }
}

/** The most pages that one call of a tool reads while it searches. */
const mostPages = 20

/** An answer of the API in pages. */
interface Paged {
  readonly path: string
  readonly request: ApiRequest
  /** The member that has the rows. */
  readonly member: string
  /** The rows of a page. */
  readonly pageSize: number
}

/** Rows of a paged answer, with its other members. */
interface PagedRows extends Rows {
  readonly others: Readonly<Record<string, unknown>>
  readonly totalCount: number
}

/** Returns the rows of an answer in pages, from a row on, and the other members of its last page that was read. */
export const ofPages = async (
  api: ApiClient,
  { member, pageSize, path, request }: Paged,
  from: number,
  rowOf: RowOf,
  most?: number
): Promise<PagedRows> => {
  const { cuts, isDone, rows, take } = filling(most)
  let others: Record<string, unknown> = {}
  let [at, next, pages] = [from, null as string | null, 0]
  for (let isOver = false; !isOver; pages++) {
    const first = Math.floor(at / pageSize) * pageSize
    let row = first
    others = {}
    await api.scan(
      path,
      { ...request, query: { ...request.query, page: first / pageSize + 1, pageSize } },
      (path) => (path[0] === member ? path.length === 2 : path.length === 1),
      (path, value) => {
        if (path[0] !== member) {
          others[String(path[0])] = value
          return
        }
        const index = row++
        if (index < at || next !== null) return
        const shown = rowOf(value, path)
        if (shown !== null && !take(shown)) next = String(index)
      }
    )
    at = first + pageSize
    const isEnd = row < at || at >= Number(others["totalCount"])
    if (next === null && !isEnd && (isDone() || pages + 1 === mostPages)) next = String(at)
    isOver = isEnd || next !== null
  }
  return { rows, next, cuts: cuts(), others, totalCount: Number(others["totalCount"]) }
}

/** Returns the rows of a page for a result of at most `most` rows. */
export const pageSizeOf = (most = usualRows): number => Math.min(most, 500)
