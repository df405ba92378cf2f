import { expect, test } from "bun:test"
import { open, perform, type Query, reads } from "./SqliteFile.ts"

const insert = (value: unknown): Query => ({
  sql: "INSERT INTO kept (value) VALUES (?)",
  params: [value],
  form: "run",
  safeIntegers: false
})

test("a prepared statement is cached, but not with a long value bound to it", () => {
  const file = open(":memory:", ["foreign_keys = ON"])
  file.db.run("CREATE TABLE kept (value)")
  const { sql } = insert(null)
  const first = file.statement(sql)
  perform(file, insert("short"))
  expect(file.statement(sql)).toBe(first)
  for (const long of ["x".repeat(100_000), new Uint8Array(100_000)]) {
    const before = file.statement(sql)
    perform(file, insert(long))
    expect(file.statement(sql)).not.toBe(before)
  }
  const read: Query = { sql: "SELECT length(value) FROM kept", params: [], form: "values", safeIntegers: false }
  expect(perform(file, read)).toEqual([[5], [100_000], [100_000]])
  file.close()
})

test("reading statements are recognised", () => {
  const file = open(":memory:", [])
  file.db.run("CREATE TABLE pairs (a INTEGER)")
  const isRead = reads(file)
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
  file.close()
})
