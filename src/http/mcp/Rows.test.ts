import { describe, expect, test } from "bun:test"
import { limits } from "../../domain/Limits.ts"
import { collecting, withLeft } from "./Answer.ts"
import type { ApiClient } from "./ApiClient.ts"
import { placeOf } from "./Arguments.ts"
import { scanJson } from "./JsonScan.ts"
import { ofLists, ofPages } from "./Rows.ts"

const bytesOf = (structure: object) => {
  const text = JSON.stringify(structure)
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text))
}

/** Rows of all sizes, the largest of which do not fit into one result. */
const rows = Array.from({ length: 700 }, (_, i) => ({ id: i, text: `"${"é\u0001".repeat((i * 37) % 900)}` }))

/** An API that answers with these rows: all of them, or a page. */
const api = {
  signal: new AbortController().signal,
  json: () => Promise.reject(new Error("not asked")),
  scan: (_, { query }, isWanted, onValue) => {
    const { page = 1, pageSize = rows.length } = (query ?? {}) as { page?: number; pageSize?: number }
    const part = rows.slice((page - 1) * pageSize, page * pageSize)
    const body = new Blob([JSON.stringify({ totalCount: rows.length, rows: part })]).stream()
    return scanJson(body, isWanted, onValue)
  }
} satisfies ApiClient

const idsOf = (some: ReadonlyArray<unknown>) => (some as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)

const part = { path: "/", isRow: (path: ReadonlyArray<string | number>) => path[0] === "rows" && path.length === 2 }

describe.each([
  ["a list", (next: string | undefined) => ofLists(api, [part, part], placeOf(next), (row) => row, 1000), 2],
  [
    "pages",
    (next: string | undefined) =>
      ofPages(api, { path: "/", request: {}, member: "rows", pageSize: 64 }, placeOf(next).row, (row) => row, 300),
    1
  ]
] as const)("the rows of %s", (_, read, times) => {
  test("come once each, in results within the limit", async () => {
    const found: Array<number> = []
    let results = 0
    for (let next: string | undefined, isOver = false; !isOver; results++) {
      const { rows, ...left } = await read(next)
      expect(bytesOf(withLeft({ rows }, left))).toBeLessThanOrEqual(limits.toolResultBytes.most)
      found.push(...idsOf(rows))
      next = left.next ?? undefined
      isOver = left.next === null
    }
    expect(found).toEqual(Array.from({ length: times }, () => idsOf(rows)).flat())
    expect(results).toBeGreaterThan(3)
  })
})

test("a search goes through all pages for the rows that it shows", async () => {
  const paged = { path: "/", request: {}, member: "rows", pageSize: 50 }
  const isShown = (row: unknown) => ((row as { readonly id: number }).id % 350 === 1 ? row : null)
  const { next, rows: found } = await ofPages(api, paged, 0, isShown)
  expect([idsOf(found), next]).toEqual([[1, 351], null])
})

test("long texts are cut between characters, and a row that is too large is cut more", () => {
  const { add, cuts, rows } = collecting()
  expect(add({ a: `${"x".repeat(999)}\u{1F600}tail`, b: "short" })).toBe(true)
  expect([rows, cuts()]).toEqual([[{ a: `${"x".repeat(999)}…`, b: "short" }], 1])
  const large = collecting()
  expect(large.add(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, "y".repeat(1000)])))).toBe(true)
  expect([large.cuts(), JSON.stringify(large.rows).length < 30_000]).toEqual([100, true])
})
