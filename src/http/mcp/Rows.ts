import { limits } from "../../domain/Limits.ts"
import { collecting } from "./Answer.ts"
import type { ApiClient, ApiRequest } from "./ApiClient.ts"
import { nextOf, type Place } from "./Arguments.ts"
import type { Path } from "./JsonScan.ts"

/** The usual number of rows of a result. */
const usualRows = 100

/** Rows of a result, and the place at which the next result continues. */
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

/** A list of the API that is returned as a whole, or rows that are already known. */
type List = Listed | { readonly given: ReadonlyArray<unknown> }

interface Listed {
  readonly path: string
  /** Whether a value at a place is a row; `onOther` is called with other values that are wanted. */
  readonly isRow: (path: Path) => boolean
  readonly rowOf: RowOf
  readonly isOther?: (path: Path) => boolean
  readonly onOther?: (path: Path, value: unknown) => void
}

/** Lists that are read at the same time. */
const together = 4

/** Calls `onRow` with the rows of a list until it returns false. */
const eachRow = async (api: ApiClient, list: List, onRow: (row: number, shown: unknown) => boolean): Promise<void> => {
  if ("given" in list) return void list.given.every((shown, row) => onRow(row, shown))
  const { isOther = () => false, isRow, onOther = () => undefined, path, rowOf } = list
  let row = 0
  await api.scan(
    path,
    {},
    (path) => isRow(path) || isOther(path),
    (path, value) => {
      if (!isRow(path)) {
        onOther(path, value)
        return true
      }
      const shown = rowOf(value, path)
      const at = row++
      return shown === null || onRow(at, shown)
    }
  )
}

/** Returns the rows of a list from one on, as many as a result may have, and the first one that it leaves out. */
const partOf = async (api: ApiClient, list: List, from: number, most: number) => {
  const found: Array<readonly [row: number, shown: unknown]> = []
  let rest: number | null = null
  let length = 0
  await eachRow(api, list, (row, shown) => {
    if (row < from) return true
    if (found.length === most || length > limits.toolResultBytes.most) {
      rest = row
      return false
    }
    length += JSON.stringify(shown).length
    found.push([row, shown])
    return true
  })
  return { found, rest: rest as number | null }
}

/** Returns the rows of several lists, one after the other, from a place on. */
export const ofLists = async (
  api: ApiClient,
  lists: ReadonlyArray<List>,
  from: Place,
  most = usualRows
): Promise<Rows> => {
  const { cuts, rows, take } = filling(most)
  const end = Math.min(lists.length, from.part + limits.listsOfTool.most)
  for (let first = from.part; first < end; first += together) {
    const parts = await Promise.all(
      lists
        .slice(first, Math.min(first + together, end))
        .map((list, i) => partOf(api, list, first + i === from.part ? from.row : 0, most - rows.length))
    )
    for (const [i, { found, rest }] of parts.entries()) {
      const left = found.find(([, shown]) => !take(shown))?.[0] ?? rest
      if (left !== null) return { rows, next: nextOf({ part: first + i, row: left }), cuts: cuts() }
    }
  }
  return { rows, next: end < lists.length ? nextOf({ part: end, row: 0 }) : null, cuts: cuts() }
}

/** An answer of the API in pages. */
interface Paged {
  readonly path: string
  readonly request: ApiRequest
  /** The member that has the rows. */
  readonly member: string
  /** The rows of a page. */
  readonly pageSize: number
  /** Rows that come before those of the answer. */
  readonly ahead?: ReadonlyArray<unknown>
}

/** Rows of a paged answer, with its other members. */
interface PagedRows extends Rows {
  readonly others: Readonly<Record<string, unknown>>
  readonly totalCount: number
}

/**
 * Returns the rows of an answer in pages, starting with a row, and the other members of the last page that was read.
 */
export const ofPages = async (
  api: ApiClient,
  { ahead = [], member, pageSize, path, request }: Paged,
  from: number,
  rowOf: RowOf,
  most?: number
): Promise<PagedRows> => {
  const { cuts, isDone, rows, take } = filling(most)
  let others: Record<string, unknown> = {}
  let [at, next, pages] = [Math.max(from - ahead.length, 0), null as string | null, 0]
  /** Passes a row to the result. Its place counts the rows that precede those of the answer. */
  const show = (value: unknown, path: Path, place: number): void => {
    const shown = next === null && place >= from ? rowOf(value, path) : null
    if (shown !== null && !take(shown)) next = String(place)
  }
  for (const [row, value] of ahead.entries()) show(value, [], row)
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
        show(value, path, ahead.length + row++)
      }
    )
    at = first + pageSize
    const isEnd = row < at || at >= Number(others["totalCount"])
    if (next === null && !isEnd && (isDone() || pages + 1 === limits.pagesOfTool.most)) next = String(ahead.length + at)
    isOver = isEnd || next !== null
  }
  return { rows, next, cuts: cuts(), others, totalCount: Number(others["totalCount"]) }
}

/** Returns the rows of a page for a result of at most `most` rows. */
export const pageSizeOf = (most = usualRows): number => Math.min(most, 500)
