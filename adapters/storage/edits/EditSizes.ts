import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { LimitExceeded } from "../../../src/domain/Errors.ts"
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

/** The largest size, and the error texts for exceeding it. */
export interface SizeLimit {
  readonly most: EditSize
  readonly details: { readonly [member in keyof EditSize]: string }
}

/** Fails with `LimitExceeded` if the size exceeds the limit. */
export const within = (
  { cells, bytes }: EditSize,
  { details, most }: SizeLimit
): Effect.Effect<void, LimitExceeded> => {
  if (cells > most.cells) return new LimitExceeded({ details: details.cells })
  return bytes > most.bytes ? new LimitExceeded({ details: details.bytes }) : Effect.void
}
