import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Page } from "../../../src/ports/Stored.ts"

/**
 * Returns the LIMIT and OFFSET of a page. The offset is capped at the largest safe integer, which is far beyond any
 * row.
 */
export const limited = (sql: SqlClient.SqlClient, { page, pageSize }: Page): Statement.Fragment =>
  sql`LIMIT ${pageSize} OFFSET ${Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)}`

/** Approximate memory of a row besides its texts, in bytes. */
const bytesOfRow = 128

const bytesOf = (row: object): number => {
  let bytes = bytesOfRow
  for (const value of Object.values(row)) if (typeof value === "string") bytes += value.length
  return bytes
}

/** Returns all rows of a page. `reserve` reserves memory for the given number of bytes, the total read so far. */
export const pageOf = <A extends object, E, E2>(
  rows: Stream.Stream<A, E>,
  reserve: (bytes: number) => Effect.Effect<void, E2>
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
        return reserve(bytes)
      })
    )
    return Effect.as(take, all)
  })
