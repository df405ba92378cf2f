import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as QuickReads from "./QuickReads.ts"
import { open, reads } from "./SqliteFile.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-test-"))
const file = open(join(folder, "some.sqlite"), [])
file.db.run("CREATE TABLE pairs (a INTEGER)")
const isRead = reads(file)
afterAll(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const query = (sql: string) => ({ sql, params: [], form: "values", safeIntegers: false }) as const

/** A clock that advances by this many milliseconds at each reading. */
const clock = (step: number, at = { now: 0 }) =>
  Object.assign(() => (at.now += step), {
    pass: (millis: number) => void (at.now += millis)
  })

test("a repeatedly slow read is not quick for ten seconds and then tried again; others stay quick", () => {
  const slow = clock(3)
  const { isQuick, read } = QuickReads.make(file, isRead, slow, () => 0)
  for (let time = 0; time < 3; time++) {
    expect(isQuick("SELECT 1")).toBe(true)
    expect(read(query("SELECT 1"))).toEqual([[1]])
  }
  expect(isQuick("SELECT 1")).toBe(false)
  expect(isQuick("SELECT 2")).toBe(true)
  slow.pass(10_000)
  expect(isQuick("SELECT 1")).toBe(true)
  expect(() => read(query("SELECT json('{')"))).toThrow("JSON")
})

test("a read that is rarely slow stays quick; a very slow one does not", () => {
  const quick = QuickReads.make(file, isRead, clock(1.5))
  for (let time = 0; time < 10; time++) quick.read(query("SELECT 1"))
  expect(quick.isQuick("SELECT 1")).toBe(true)
  const busy = clock(3)
  const seldom = QuickReads.make(file, isRead, busy)
  for (let time = 0; time < 10; time++) {
    seldom.read(query("SELECT 1"))
    busy.pass(600)
  }
  expect(seldom.isQuick("SELECT 1")).toBe(true)
  const waiting = QuickReads.make(file, isRead, clock(25))
  waiting.read(query("SELECT 1"))
  expect(waiting.isQuick("SELECT 1")).toBe(false)
})

test("a read that kept the thread busy for long is not tried again for ten minutes", () => {
  const passing = clock(25)
  let work = 0
  const { isQuick, read } = QuickReads.make(file, isRead, passing, () => (work += 10))
  read(query("SELECT 1"))
  passing.pass(590_000)
  expect(isQuick("SELECT 1")).toBe(false)
  passing.pass(10_000)
  expect(isQuick("SELECT 1")).toBe(true)
})

test("the duration of a read of many rows is measured by the thread's own clock", () => {
  const { isQuick, read } = QuickReads.make(file, isRead)
  const long =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT count(*) FROM n"
  expect(read(query(long))).toEqual([[2_000_000]])
  expect(isQuick(long)).toBe(false)
})

test("few rows are read at once in order; many rows, slow reads and those with a limit are not", () => {
  const rows = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n ORDER BY -i`
  const { few } = QuickReads.make(file, isRead, clock(0.1))
  expect(few(rows(3), [])).toEqual([{ i: 3 }, { i: 2 }, { i: 1 }])
  expect(few("SELECT ? AS x UNION ALL SELECT ?", [1, 2])).toEqual([{ x: 1 }, { x: 2 }])
  expect(few("SELECT a FROM pairs", [])).toEqual([])
  expect(few(rows(128), [])?.length).toBe(128)
  expect(few(rows(129), [])).toBeNull()
  expect(few(`${rows(3)} limit 2`, [])).toBeNull()
  const slow = QuickReads.make(file, isRead, clock(30))
  expect(slow.few(rows(3), [])?.length).toBe(3)
  expect(slow.few(rows(3), [])).toBeNull()
})
