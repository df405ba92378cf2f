import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Page } from "../../../src/ports/Stored.ts"

/** The end of a statement that gives a page; pages past the end are far beyond what the storages count to. */
export const limited = (sql: SqlClient.SqlClient, { page, pageSize }: Page): Statement.Fragment =>
  sql`LIMIT ${pageSize} OFFSET ${Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)}`

/** What is kept of a row beside its texts, about, in bytes. */
const bytesOfRow = 128

const bytesOf = (row: object): number => {
  let bytes = bytesOfRow
  for (const value of Object.values(row)) if (typeof value === "string") bytes += value.length
  return bytes
}

/** All rows of a page. `held` takes room for so many bytes of what has been read. */
export const pageOf = <A extends object, E, E2>(
  rows: Stream.Stream<A, E>,
  held: (bytes: number) => Effect.Effect<void, E2>
): Effect.Effect<ReadonlyArray<A>, E | E2> =>
  Effect.suspend(() => {
    const all: Array<A> = []
    let bytes = 0
    const take = Stream.runForEachChunk(rows, (some) =>
      Effect.suspend(() => {
        for (const row of some) {
          all.push(row)
          bytes += bytesOf(row)
        }
        return held(bytes)
      })
    )
    return Effect.as(take, all)
  })
