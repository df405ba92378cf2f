import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { LimitExceeded } from "../../../src/domain/Errors.ts"
import type { Editing } from "../../../src/ports/EditRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { countUpTo } from "../sql/Limit.ts"
import { locked } from "../sql/Lock.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"
import { editColumns, type EditRow, editStream, ofCodes, recoded } from "./EditRows.ts"
import { isThere } from "./References.ts"

/** Rows of one statement: the event loop writes its JSON within a few milliseconds. */
export const rowsPerStatement = 2000

/** Twice what a class of products of the largest model has. */
const ofUser = { most: 1_000_000, details: "You may have at most 1,000,000 unpublished changes of a model." }

const Revision = Schema.Struct({ revision: integer })
const Grown = Schema.Struct({ revision: integer, goneTo: integer })

/** Edits with their numbers from which on: `revision` orders all edits of a user of a model. */
const numbered = (rows: ReadonlyArray<EditRow>, first: number) => rows.map((row, i) => ({ row, revision: first + i }))

/** What users have changed of models. All but the reads run within the caller's transaction. */
export const personalEdits = (sql: SqlClient.SqlClient) => {
  const own = ({ modelId, userId }: Editing) => sql`model_id = ${Number(modelId)} AND user_id = ${userId}`

  const revision = (of: Editing, lock: Statement.Fragment = sql``) =>
    Effect.map(
      readFirst(Revision, sql`SELECT revision FROM personal_changes WHERE ${own(of)} ${lock}`),
      Option.match({ onNone: () => 0, onSome: (row) => row.revision })
    )

  /** In the order in which they were made, without those that name what is gone. */
  const edits = (of: Editing) => {
    const project = Number(of.projectId)
    return editStream(sql`SELECT ${editColumns(sql, project)}
      FROM personal_edits e JOIN edited_fields f ON f.id = e.field_id
      WHERE ${own(of)} AND f.gone = 0
        AND e.revision > coalesce((SELECT gone_to FROM personal_changes WHERE ${own(of)}), 0)
        AND (e.reference IS NULL OR ${isThere(sql, project, sql`f.kind`, sql`e.reference`)})
      ORDER BY e.revision`)
  }

  /** The next revision after so many edits; whoever else changes the user's edits of the model waits. */
  const grow = (of: Editing, by: number) =>
    readOne(
      Grown,
      sql`INSERT INTO personal_changes (model_id, user_id, revision) VALUES (${Number(of.modelId)}, ${of.userId}, ${by})
        ON CONFLICT (model_id, user_id) DO UPDATE SET revision = personal_changes.revision + ${by}
        RETURNING revision, gone_to AS "goneTo"`
    )

  const store = fn("personalEdits.store")(function* (
    of: Editing,
    rows: ReadonlyArray<EditRow>,
    fields: ReadonlyMap<string, number>,
    after: number
  ) {
    yield* inBatches(
      recoded(rows),
      rowsPerStatement,
      (guids) => sql`DELETE FROM personal_edits WHERE ${own(of)} AND ${ofCodes(sql, guids)}`
    )
    const alike = { model_id: Number(of.modelId), user_id: of.userId }
    yield* inBatches(
      numbered(rows, after + 1),
      rowsPerStatement,
      (slice) => sql`INSERT INTO personal_edits ${manyRows(sql, slice, alike, {
        guid: ["TEXT", ({ row }) => row.guid],
        field_id: ["BIGINT", ({ row }) => fields.get(row.key)!],
        revision: ["BIGINT", (one) => one.revision],
        now: ["TEXT", ({ row }) => row.now],
        reference: ["TEXT", ({ row }) => row.reference]
      })} ON CONFLICT (model_id, user_id, guid, field_id)
        DO UPDATE SET revision = excluded.revision, now = excluded.now, reference = excluded.reference`
    )
  })

  /** Fails with `LimitExceeded` where the user has more than may be: counted only where there may be as many. */
  const refuseMore = fn("personalEdits.refuseMore")(function* (of: Editing, { goneTo, revision }: typeof Grown.Type) {
    const { details, most } = ofUser
    // Each edit has had a revision to itself.
    if (revision - goneTo <= most) return
    const count = yield* countUpTo(sql, most + 1, sql`personal_edits WHERE ${own(of)} AND revision > ${goneTo}`)
    if (count > most) return yield* new LimitExceeded({ details })
  })

  /**
   * None of those that there are is the user's any more; what is there of them is taken away later. Gives whether there
   * were any.
   */
  const clear = (of: Editing) =>
    Effect.map(
      sql`UPDATE personal_changes SET revision = revision + 1, gone_to = revision + 1
        WHERE ${own(of)} AND revision > gone_to RETURNING revision`,
      (cleared) => cleared.length > 0
    )

  return { revision, locked: (of: Editing) => revision(of, locked(sql)), edits, grow, store, refuseMore, clear }
}
