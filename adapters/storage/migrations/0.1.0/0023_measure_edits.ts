import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The number of edits and the bytes of their values: the unpublished ones of each user, and those in force. */
export const measureEdits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const bytes = sql`coalesce(sum(octet_length(e.now)), 0)`
  for (const column of ["cells", "bytes"]) {
    yield* sql`ALTER TABLE personal_changes ADD COLUMN ${sql(column)} BIGINT NOT NULL DEFAULT 0`
    yield* sql`ALTER TABLE models ADD COLUMN ${sql(`published_${column}`)} BIGINT NOT NULL DEFAULT 0`
  }
  const own = sql`FROM personal_edits e WHERE e.model_id = personal_changes.model_id
    AND e.user_id = personal_changes.user_id AND e.revision > personal_changes.gone_to`
  yield* sql`UPDATE personal_changes SET cells = (SELECT count(*) ${own}), bytes = (SELECT ${bytes} ${own})
    WHERE revision > gone_to`
  const inForce = sql`FROM public_edits e WHERE e.model_id = models.id AND e.until_id IS NULL`
  yield* sql`UPDATE models SET published_cells = (SELECT count(*) ${inForce}),
    published_bytes = (SELECT ${bytes} ${inForce})`
})
