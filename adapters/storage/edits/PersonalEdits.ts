import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { limits } from "../../../src/domain/Limits.ts"
import type { Editing } from "../../../src/ports/edits/EditRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { locked } from "../sql/Lock.ts"
import { type Columns, givenRows, manyRows } from "../sql/ManyRows.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"
import { editColumns, type EditRow, editStream, ofCodes, recoded } from "./EditRows.ts"
import { EditSize, measured, minus, nothing, plus, sizeOf, within } from "./EditSizes.ts"
import { isThere } from "./References.ts"

/** Rows of one statement. SQLite and the JSON for it take a few milliseconds, in which nobody else is served. */
export const rowsPerStatement = 500

const ofUser = { cells: limits.unpublishedCells, bytes: limits.unpublishedBytes }

const Revision = Schema.Struct({ revision: integer })
const Grown = Schema.Struct({ revision: integer, goneTo: integer })
type Grown = typeof Grown.Type

/** Numbers the edits from `first` on. `revision` orders all edits of a user of a model. */
const numbered = (rows: ReadonlyArray<EditRow>, first: number) => rows.map((row, i) => ({ row, revision: first + i }))

/** Reads and writes unpublished edits of users. Everything but the reads runs within the caller's transaction. */
export const personalEdits = (sql: SqlClient.SqlClient) => {
  const own = ({ modelId, userId }: Editing) => sql`model_id = ${Number(modelId)} AND user_id = ${userId}`

  const revision = (of: Editing, lock: Statement.Fragment = sql``) =>
    Effect.map(
      readFirst(Revision, sql`SELECT revision FROM personal_changes WHERE ${own(of)} ${lock}`),
      Option.match({ onNone: () => 0, onSome: (row) => row.revision })
    )

  /** Returns the edits in the order in which they were made, without those that refer to deleted objects. */
  const edits = (of: Editing) => {
    const project = Number(of.projectId)
    return editStream(sql`SELECT ${editColumns(sql, project)}
      FROM personal_edits e JOIN edited_fields f ON f.id = e.field_id
      WHERE ${own(of)} AND f.gone = 0
        AND e.revision > coalesce((SELECT gone_to FROM personal_changes WHERE ${own(of)}), 0)
        AND (e.reference IS NULL OR ${isThere(sql, project, sql`f.kind`, sql`e.reference`)})
      ORDER BY e.revision`)
  }

  /**
   * Advances the revision by the number of edits and returns it. Others that change the user's edits of the model wait.
   */
  const grow = (of: Editing, by: number) =>
    readOne(
      Grown,
      sql`INSERT INTO personal_changes (model_id, user_id, revision) VALUES (${Number(of.modelId)}, ${of.userId}, ${by})
        ON CONFLICT (model_id, user_id) DO UPDATE SET revision = personal_changes.revision + ${by}
        RETURNING revision, gone_to AS "goneTo"`
    )

  /**
   * Stores edits under the latest revisions, replacing earlier edits of the same cells. Fails with `LimitExceeded` if
   * the user then has too many.
   */
  const store = fn("personalEdits.store")(function* (
    of: Editing,
    rows: ReadonlyArray<EditRow>,
    fields: ReadonlyMap<string, number>,
    { goneTo, revision }: Grown
  ) {
    // An excessive number is rejected before anything is written.
    yield* within({ cells: rows.length, bytes: 0 }, ofUser)
    const before = revision - rows.length
    let size = nothing
    /**
     * Subtracts the edits that are about to be replaced, found by their cells. `+` keeps the storages from reading all
     * edits. A user without edits has none to replace.
     */
    const leave = (condition: Statement.Fragment) =>
      before === goneTo
        ? Effect.void
        : Effect.map(
            readOne(
              EditSize,
              sql`SELECT ${measured(sql)} FROM personal_edits WHERE ${own(of)} AND +revision > ${goneTo} AND ${condition}`
            ),
            (left) => void (size = minus(size, left))
          )
    yield* inBatches(recoded(rows), rowsPerStatement, (guids) => {
      const codes = ofCodes(sql, guids)
      return Effect.zipRight(leave(codes), sql`DELETE FROM personal_edits WHERE ${own(of)} AND ${codes}`)
    })
    const alike = { model_id: Number(of.modelId), user_id: of.userId }
    const insert = (slice: ReadonlyArray<{ readonly row: EditRow; readonly revision: number }>) =>
      sql`INSERT INTO personal_edits ${manyRows(sql, slice, alike, {
        guid: ["TEXT", ({ row }) => row.guid],
        field_id: ["BIGINT", ({ row }) => fields.get(row.key)!],
        revision: ["BIGINT", (one) => one.revision],
        now: ["TEXT", ({ row }) => row.now],
        reference: ["TEXT", ({ row }) => row.reference]
      })} ON CONFLICT (model_id, user_id, guid, field_id)
        DO UPDATE SET revision = excluded.revision, now = excluded.now, reference = excluded.reference`
    const cell = {
      guid: ["TEXT", ({ guid }) => guid],
      field_id: ["BIGINT", ({ key }) => fields.get(key)!]
    } satisfies Columns<EditRow>
    yield* inBatches(numbered(rows, before + 1), rowsPerStatement, (slice) => {
      const some = slice.map(({ row }) => row)
      size = plus(size, sizeOf(some))
      return Effect.zipRight(leave(sql`(guid, field_id) IN (${givenRows(sql, some, [], cell)})`), insert(slice))
    })
    const now = yield* readOne(
      EditSize,
      sql`UPDATE personal_changes SET cells = cells + ${size.cells}, bytes = bytes + ${size.bytes} WHERE ${own(of)}
        RETURNING cells, bytes`
    )
    yield* within(now, ofUser)
  })

  /** Marks all edits of the user as gone; their rows are deleted later. Returns whether there were any. */
  const clear = (of: Editing) =>
    Effect.map(
      sql`UPDATE personal_changes SET revision = revision + 1, gone_to = revision + 1, cells = 0, bytes = 0
        WHERE ${own(of)} AND revision > gone_to RETURNING revision`,
      (cleared) => cleared.length > 0
    )

  return { revision, locked: (of: Editing) => revision(of, locked(sql)), edits, grow, store, clear }
}
