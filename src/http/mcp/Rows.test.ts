import { describe, expect, test } from "bun:test"
import { limits } from "../../domain/Limits.ts"
import { collecting, withLeft } from "./Answer.ts"
import { placeOf, start } from "./Arguments.ts"
import { ofLists, ofPages } from "./Rows.ts"
import { answering } from "./testing/FakeApi.ts"
import { listCodes } from "./tools/Libraries.ts"
import { listFields } from "./tools/Products.ts"

const bytesOf = (structure: object) => {
  const text = JSON.stringify(structure)
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text))
}

/** Rows of all sizes, the largest of which do not fit into one result. */
const rows = Array.from({ length: 700 }, (_, i) => ({ id: i, text: `"${"é\u0001".repeat((i * 37) % 900)}` }))

/** An API that answers with these rows: all of them, or a page. */
const api = answering((_, { query }) => {
  const { page = 1, pageSize = rows.length } = (query ?? {}) as { page?: number; pageSize?: number }
  return { totalCount: rows.length, rows: rows.slice((page - 1) * pageSize, page * pageSize) }
})

const idsOf = (some: ReadonlyArray<unknown>) => (some as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)

const part = {
  path: "/",
  isRow: (path: ReadonlyArray<string | number>) => path[0] === "rows" && path.length === 2,
  rowOf: (row: unknown) => row
}

describe.each([
  ["a list", (next: string | undefined) => ofLists(api, [part, part], placeOf(next), 1000), 2],
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

test("a search reads all pages for the rows that it returns", async () => {
  const paged = { path: "/", request: {}, member: "rows", pageSize: 50 }
  const isShown = (row: unknown) => ((row as { readonly id: number }).id % 350 === 1 ? row : null)
  const { next, rows: found } = await ofPages(api, paged, 0, isShown)
  expect([idsOf(found), next]).toEqual([[1, 351], null])
})

test("a search stops after some pages and can be continued", async () => {
  const paged = { path: "/", request: {}, member: "rows", pageSize: 5 }
  const [first, none] = [limits.pagesOfTool.most * 5, () => null]
  const { next, rows: found } = await ofPages(api, paged, 0, none)
  expect([found, next]).toEqual([[], String(first)])
  expect((await ofPages(api, paged, first, none)).next).toBe(String(2 * first))
})

test("many lists are read a few at a time, up to the limit of a call", async () => {
  let [atOnce, most, asked] = [0, 0, 0]
  const slow = answering(async (path) => {
    most = Math.max(most, ++atOnce)
    asked++
    await Bun.sleep(1)
    atOnce--
    return { rows: path === "/149" ? rows.slice(0, 2) : [] }
  })
  const lists = Array.from({ length: 150 }, (_, i) => ({ ...part, path: `/${i}` }))
  expect(await ofLists(slow, lists, start)).toEqual({ rows: [], next: `${limits.listsOfTool.most}.0`, cuts: 0 })
  expect([asked, most]).toEqual([limits.listsOfTool.most, 4])
  const { next, rows: found } = await ofLists(slow, lists, placeOf(`${limits.listsOfTool.most}.0`), 1)
  expect([idsOf(found), next]).toEqual([[0], "149.1"])
  expect(idsOf((await ofLists(slow, lists, placeOf("149.1"), 1)).rows)).toEqual([1])
})

test("a list is not read beyond the first row that a result leaves out", async () => {
  const seen: Array<unknown> = []
  const list = { ...part, rowOf: (row: unknown) => (seen.push(row), row) }
  expect((await ofLists(api, [list], { part: 0, row: 5 }, 10)).next).toBe("15")
  expect(seen).toHaveLength(16)
})

test("libraries and codes come once each, in results within the limit", async () => {
  const libraries = Array.from({ length: 300 }, (_, i) => ({
    guid: `g${i}`,
    name: "é".repeat(1000),
    source: "s",
    edition: "1"
  }))
  const codes = (guid: string) => [1, 2].map((i) => ({ guid: `${guid}-${i}`, identification: `${i}`, name: "n" }))
  const service = answering((path) => {
    const guid = path.split("/").at(-1)!
    return guid === "codifications" ? { codificationLibraries: libraries } : { guid, codes: codes(guid) }
  })
  const found: Array<string> = []
  for (let next: unknown = null; next !== undefined;) {
    const result = await listCodes.run({ projectId: 1, pageSize: 1000, next }, service)
    expect(bytesOf(result)).toBeLessThanOrEqual(limits.toolResultBytes.most)
    for (const rows of [result["libraries"], result["codes"]]) {
      found.push(...(rows as ReadonlyArray<{ readonly guid: string }>).map(({ guid }) => guid))
    }
    next = result["next"]
  }
  const all = [...libraries, ...libraries.flatMap(({ guid }) => codes(guid))]
  expect(found.toSorted()).toEqual(all.map(({ guid }) => guid).toSorted())
  const { codes: ofOne, libraries: one } = await listCodes.run({ projectId: 1, libraryGuid: "G7" }, service)
  expect([one, ofOne]).toMatchObject([[{ guid: "g7" }], [{ libraryGuid: "g7" }, { libraryGuid: "g7" }]])
})

test("a list of fields respects its limit of rows, including those without details", async () => {
  const fieldDetails = ["A", "B", "C"].map((name) => ({ name, dataType: "String", unit: null }))
  const service = answering(() => ({ fieldDetails, totalCount: 3 }))
  for (const pageSize of [1, 2, 3, 4, 5]) {
    const names: Array<string> = []
    for (let next: unknown = null; next !== undefined;) {
      const result = await listFields.run({ projectId: 1, pageSize, next }, service)
      const fields = result["fields"] as ReadonlyArray<{ readonly name: string }>
      expect([result["totalCount"], fields.length <= pageSize]).toEqual([3, true])
      names.push(...fields.map(({ name }) => name))
      next = result["next"]
    }
    expect(names).toEqual(["Guid", "Class", "Name", "A", "B", "C"])
  }
})

test("long texts are cut between characters, and a row that is too large is cut more", () => {
  const { add, cuts, rows } = collecting()
  expect(limits.charactersOfTool.most).toBe(1000)
  expect(add({ a: `${"x".repeat(999)}\u{1F600}tail`, b: "short" })).toBe(true)
  expect([rows, cuts()]).toEqual([[{ a: `${"x".repeat(999)}…`, b: "short" }], 1])
  const large = collecting()
  expect(large.add(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, "y".repeat(1000)])))).toBe(true)
  expect([large.cuts(), JSON.stringify(large.rows).length < 30_000]).toEqual([100, true])
})
