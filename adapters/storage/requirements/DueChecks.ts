import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import type { ModelId, ProjectId, RequirementsId } from "../../../src/domain/Identifier.ts"

/**
 * Makes automatic checks due that a document asks for: of all models, or of those that it names, by id or by a tag. A
 * check that is due already stays so. Runs within the caller's transaction.
 */
const makeDue = (sql: SqlClient, projectId: ProjectId, which: Statement.Fragment) => {
  const items = (list: Statement.Fragment) =>
    sql.onDialectOrElse({
      pg: () => sql`json_array_elements_text(CAST(${list} AS JSON)) AS item (value)`,
      orElse: () => sql`json_each(${list}) AS item`
    })
  const isNamed = sql`EXISTS (SELECT 1 FROM ${items(sql`r.models`)} WHERE item.value = CAST(m.id AS TEXT))`
  const isTagged = sql`EXISTS (SELECT 1 FROM model_tags mt JOIN tags t ON t.id = mt.tag_id
    WHERE mt.model_id = m.id AND EXISTS (SELECT 1 FROM ${items(sql`r.tags`)} WHERE item.value = t.name))`
  return sql`INSERT INTO due_checks (model_id, requirements_id)
    SELECT m.id, r.id FROM requirements r JOIN models m ON m.project_id = r.project_id
    WHERE r.project_id = ${Number(projectId)} AND r.auto_check = 1 AND m.state = 'Ready' AND ${which}
      AND ((r.models IS NULL AND r.tags IS NULL) OR ${isNamed} OR ${isTagged})
    ON CONFLICT (model_id, requirements_id) DO NOTHING`
}

/** Makes the automatic checks of a model due, because it has a new public version. */
export const makeDueOfModel = (sql: SqlClient, projectId: ProjectId, modelId: ModelId) =>
  makeDue(sql, projectId, sql`m.id = ${Number(modelId)}`)

/** Makes the automatic checks against a document due, because they were switched on. */
export const makeDueOfDocument = (sql: SqlClient, projectId: ProjectId, id: RequirementsId) =>
  makeDue(sql, projectId, sql`r.id = ${id}`)
