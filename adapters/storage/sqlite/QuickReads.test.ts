import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as QuickReads from "./QuickReads.ts"
import { open } from "./SqliteFile.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-test-"))
const file = open(join(folder, "some.sqlite"), [])
file.db.run("CREATE TABLE pairs (a INTEGER)")
afterAll(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

test("what reads is told from what does not", () => {
  const { isRead } = QuickReads.make(file)
  for (const sql of ["SELECT * FROM pairs", "WITH p AS (SELECT 1) SELECT * FROM p", "SELECT ? AS x;"]) {
    expect([sql, isRead(sql)]).toEqual([sql, true])
  }
  const others = [
    "BEGIN",
    "COMMIT",
    "PRAGMA journal_mode",
    "INSERT INTO pairs VALUES (1) RETURNING a",
    "DELETE FROM pairs",
    "SELECT * FROM nowhere",
    "SELECT 1; DELETE FROM pairs",
    "no SQL"
  ]
  for (const sql of others) expect([sql, isRead(sql)]).toEqual([sql, false])
})

test("a read that took long is not quick for a minute, then it is tried again; others stay quick", () => {
  const clock = { now: 0 }
  const { isQuick, read } = QuickReads.make(file, () => (clock.now += 1.5))
  const query = (sql: string) => ({ sql, params: [], form: "values", safeIntegers: false }) as const
  expect(read(query("SELECT 1"))).toEqual([[1]])
  expect(isQuick("SELECT 1")).toBe(true)
  const slow = QuickReads.make(file, () => (clock.now += 3))
  expect(slow.read(query("SELECT 1"))).toEqual([[1]])
  expect(slow.isQuick("SELECT 1")).toBe(false)
  expect(slow.isQuick("SELECT 2")).toBe(true)
  clock.now += 60_000
  expect(slow.isQuick("SELECT 1")).toBe(true)
  expect(() => slow.read(query("SELECT json('{')"))).toThrow("JSON")
})
