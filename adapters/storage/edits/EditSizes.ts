import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LimitExceeded } from "../../../src/domain/Errors.ts"
import { exceeded, type Limit } from "../../../src/domain/Limit.ts"
import { integer } from "../sql/Rows.ts"
import type { EditRow } from "./EditRows.ts"

/** The number of edits and the bytes of their JSON values. */
export interface EditSize {
  readonly cells: number
  readonly bytes: number
}

/** The columns that `measured` selects. */
export const EditSize = Schema.Struct({ cells: integer, bytes: integer })

export const nothing: EditSize = { cells: 0, bytes: 0 }

export const sizeOf = (rows: ReadonlyArray<EditRow>): EditSize => ({
  cells: rows.length,
  bytes: rows.reduce((sum, { now }) => sum + Buffer.byteLength(now), 0)
})

export const plus = (one: EditSize, other: EditSize): EditSize => ({
  cells: one.cells + other.cells,
  bytes: one.bytes + other.bytes
})

export const minus = (one: EditSize, other: EditSize): EditSize => ({
  cells: one.cells - other.cells,
  bytes: one.bytes - other.bytes
})

/** Returns the columns of an `EditSize` for rows that have a `now`. */
export const measured = (sql: SqlClient.SqlClient) =>
  sql`count(*) AS cells, coalesce(sum(octet_length(now)), 0) AS bytes`

/** Fails with `LimitExceeded` if the size exceeds one of the limits. */
export const within = (
  size: EditSize,
  most: Readonly<Record<keyof EditSize, Limit>>
): Effect.Effect<void, LimitExceeded> => {
  if (size.cells > most.cells.most) return exceeded(most.cells)
  return size.bytes > most.bytes.most ? exceeded(most.bytes) : Effect.void
}
