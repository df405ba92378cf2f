import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Function from "effect/Function"
import * as Schema from "effect/Schema"
import { overClients } from "../testing/Storages.ts"
import { integer } from "./Rows.ts"
import { allRows, eachChunk, eachRow, mapOf } from "./RowStream.ts"
import { transaction } from "./Transaction.ts"

const Row = Schema.Struct({ i: integer })

const withRows = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE numbers (i INTEGER)`
    yield* sql`INSERT INTO numbers
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n WHERE i <= ${count}`
    return sql
  })

const read = (sql: SqlClient.SqlClient) =>
  Effect.map(allRows(sql, sql`SELECT i FROM numbers ORDER BY i DESC`, Row), (rows) => rows.map(({ i }) => i))

overClients(Function.identity, (it) => {
  for (const count of [0, 1, 128, 129, 1000]) {
    it(`${count} rows are returned in order`, () =>
      Effect.gen(function* () {
        const sql = yield* withRows(count)
        expect(yield* read(sql)).toEqual(Array.from({ length: count }, (_, i) => count - i))
        const byName = mapOf(sql, sql`SELECT i FROM numbers`, Row, ({ i }) => [`n${i}`, i] as const)
        expect((yield* byName).size).toBe(count)
      }))
  }

  it("a transaction reads its own writes, and others do not", () =>
    Effect.gen(function* () {
      const sql = yield* withRows(2)
      const within = Effect.zipRight(sql`INSERT INTO numbers VALUES (3)`, read(sql))
      expect(yield* transaction(sql)(within)).toEqual([3, 2, 1])
      const undone = Effect.flatMap(Effect.zipRight(sql`DELETE FROM numbers`, read(sql)), Effect.fail)
      expect(yield* Effect.flip(transaction(sql)(undone))).toEqual([])
      expect(yield* read(sql)).toEqual([3, 2, 1])
    }))

  it("failures of the reader are passed on; wrong SQL is a failure of the storage", () =>
    Effect.gen(function* () {
      const sql = yield* withRows(2)
      const refused = eachChunk(sql, sql`SELECT i FROM numbers`, Row, () => Effect.fail("no room"))
      expect(yield* Effect.flip(refused)).toBe("no room")
      const wrong = eachRow(sql, sql`SELECT i FROM nowhere`, Row, () => {})
      expect(yield* Effect.flip(wrong)).toMatchObject({ _tag: "StorageUnavailable" })
    }))
})
