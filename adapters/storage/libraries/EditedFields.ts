import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Iterable from "effect/Iterable"
import * as Schema from "effect/Schema"
import { ofProperty } from "../../../src/domain/DerivedUuid.ts"
import { type EditedField, keyOf } from "../../../src/domain/edits/EditedField.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { locked } from "../sql/Lock.ts"
import { type Columns, givenRows, manyRows } from "../sql/ManyRows.ts"
import { integer, readAll, readFirst } from "../sql/Rows.ts"

/** A field of stored edits and changes. */
export interface StoredField extends Omit<EditedField, "kind"> {
  /** `Imported`: a property of files, which renames and deletions in the project do not affect. */
  readonly kind: EditedField["kind"] | "Imported" | "Added"
}

const Property = Schema.Struct({ set: Schema.String, name: Schema.String })
const Row = Schema.Struct({ id: integer, kind: Schema.String, set: Schema.String, name: Schema.String })

const columns = {
  kind: ["TEXT", ({ kind }) => kind],
  set_name: ["TEXT", ({ set }) => set],
  name: ["TEXT", ({ name }) => name]
} satisfies Columns<StoredField>

const rowsPerStatement = 500

/**
 * Manages the fields of edits in a project. Edits refer to a field by its number, so that edits of a property follow
 * its renames. Edits of a deleted property are never seen again, even if they are stored at that moment, because the
 * number is not used again.
 */
export const editedFields = (sql: SqlClient.SqlClient) => {
  const known = fn("editedFields.known")(function* (projectId: ProjectId, fields: ReadonlyArray<StoredField>) {
    const ids = new Map<string, number>()
    yield* inBatches(fields, rowsPerStatement, (slice) =>
      Effect.map(
        readAll(
          Row,
          sql`SELECT min(id) AS id, kind, set_name AS "set", name FROM edited_fields
            WHERE project_id = ${Number(projectId)} AND gone = 0
              AND (kind, set_name, name) IN (${givenRows(sql, slice, [], columns)})
            GROUP BY kind, set_name, name`
        ),
        (rows) => {
          for (const { id, ...field } of rows) ids.set(keyOf(field), id)
        }
      )
    )
    return ids
  })

  /**
   * Returns the numbers of fields by `keyOf`, inserting new ones. Runs within the caller's transaction, before anything
   * but the project is locked: it locks the project if there are new fields.
   */
  const numbers = fn("editedFields.numbers")(function* (projectId: ProjectId, all: Iterable<StoredField>) {
    const fields = [...new Map(Iterable.map(all, (field) => [keyOf(field), field])).values()]
    const ids = yield* known(projectId, fields)
    if (fields.every((field) => ids.has(keyOf(field)))) return ids
    const project = Number(projectId)
    yield* sql`SELECT id FROM projects WHERE id = ${project} ${locked(sql)}`
    const there = yield* known(projectId, fields)
    const news = fields.filter((field) => !there.has(keyOf(field)))
    yield* inBatches(
      news,
      rowsPerStatement,
      (slice) =>
        sql`INSERT INTO edited_fields ${manyRows(
          sql,
          slice,
          { project_id: project },
          {
            ...columns,
            derived_guid: [
              "TEXT",
              ({ kind, name, set }) => (kind === "Property" ? ofProperty(projectId, set, name) : null)
            ]
          }
        )}`
    )
    return yield* known(projectId, fields)
  })

  /** Renames the fields of a few properties of one set, which may get another name too. */
  const follow = (
    projectId: ProjectId,
    sets: { readonly from: string; readonly to: string },
    moves: ReadonlyArray<{ readonly from: string; readonly to: string }>
  ) =>
    inBatches(
      moves,
      1,
      ([move]) => sql`UPDATE edited_fields
        SET set_name = ${sets.to}, name = ${move!.to}, derived_guid = ${ofProperty(projectId, sets.to, move!.to)}
        WHERE project_id = ${Number(projectId)} AND kind = 'Property' AND set_name = ${sets.from}
          AND name = ${move!.from} AND gone = 0`
    )

  /**
   * Marks the fields of properties as gone, so that their edits no longer count.
   *
   * @param definitions a condition on rows of `property_definitions`, as `d`
   */
  const forget = (projectId: ProjectId, definitions: Statement.Fragment) =>
    sql`UPDATE edited_fields SET gone = 1
      WHERE project_id = ${Number(projectId)} AND kind = 'Property' AND gone = 0 AND (set_name, name) IN
        (SELECT s.name, d.name FROM property_definitions d JOIN property_sets s ON s.id = d.set_id
          WHERE s.project_id = ${Number(projectId)} AND ${definitions})`

  /** The same for all properties of a set, defined or not. */
  const forgetSet = (projectId: ProjectId, setId: number) =>
    sql`UPDATE edited_fields SET gone = 1
      WHERE project_id = ${Number(projectId)} AND kind = 'Property' AND gone = 0
        AND set_name = (SELECT name FROM property_sets WHERE id = ${setId} AND project_id = ${Number(projectId)})`

  /** Returns the edited property with this derived guid, or none. */
  const withGuid = (projectId: ProjectId, derived: string) =>
    readFirst(
      Property,
      sql`SELECT set_name AS "set", name FROM edited_fields
        WHERE project_id = ${Number(projectId)} AND derived_guid = ${derived} AND gone = 0 LIMIT 1`
    )

  return { numbers, follow, forget, forgetSet, withGuid }
}
