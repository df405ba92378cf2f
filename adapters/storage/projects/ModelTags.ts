import type * as Statement from "@effect/sql/Statement"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import type { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { withinLimit } from "../sql/Limit.ts"
import { integer, readAll } from "../sql/Rows.ts"

const perStatement = 200

const Tag = Schema.Struct({ id: integer, name: Schema.String })

/**
 * Links a new model to tags, which are created if the project has none of that name. Runs within the caller's
 * transaction, which must have locked the project. Fails with `LimitExceeded`.
 *
 * @param names without duplicates
 */
export const linkTags = fn("linkTags")(function* (
  sql: SqlClient,
  projectId: ProjectId,
  modelId: ModelId,
  names: ReadonlyArray<string>
) {
  const project = Number(projectId)
  const links = sql`models m JOIN model_tags mt ON mt.model_id = m.id WHERE m.project_id = ${project}`
  yield* withinLimit(sql, limits.tagsOfProject, links, names.length)
  let position = 0
  yield* inBatches(
    names,
    perStatement,
    fn("linkTags.slice")(function* (slice) {
      yield* sql`INSERT INTO tags ${sql.insert(slice.map((name) => ({ project_id: project, name })))}
        ON CONFLICT (project_id, name) DO NOTHING`
      const tags = sql`SELECT id, name FROM tags WHERE project_id = ${project} AND ${sql.in("name", slice)}`
      const ids = new Map((yield* readAll(Tag, tags)).map(({ id, name }) => [name, id]))
      yield* sql`INSERT INTO model_tags ${sql.insert(
        slice.map((name) => ({ model_id: Number(modelId), tag_id: ids.get(name)!, position: position++ }))
      )}`
    })
  )
})

/**
 * Deletes the tags that are used only by models that are being removed. Runs within the transaction that removes them.
 *
 * @param models a condition on rows of `models`
 */
export const forgetTags = (sql: SqlClient, models: Statement.Fragment) => {
  const going = sql`SELECT id FROM models WHERE ${models}`
  return sql`DELETE FROM tags WHERE id IN (SELECT tag_id FROM model_tags WHERE model_id IN (${going}))
    AND NOT EXISTS (SELECT 1 FROM model_tags o WHERE o.tag_id = tags.id AND o.model_id NOT IN (${going}))`
}
