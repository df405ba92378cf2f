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

/** The field of a stored edit or change. */
export interface StoredField extends Omit<EditedField, "kind"> {
  /** `Imported`: a property as the file has it, which renames and deletions in the project do not affect. */
  readonly kind: EditedField["kind"] | "Imported" | "Added"
}

const Property = Schema.Struct({ set: Schema.String, name: Schema.String })
const Row = Schema.Struct({ id: integer, kind: Schema.String, set: Schema.String, name: Schema.String })

const columns = {
  kind: ["TEXT", ({ kind }) => kind],
  set_name: ["TEXT", ({ set }) => set],
  name: ["TEXT", ({ name }) => name]
} satisfies Columns<StoredField>

const rowsPerStatement = 5000

/**
 * Stores and reads the fields of edits in a project. Edits name a field by its number: those of a property follow its
 * renames, and those of a deleted property are never visible again, because its number is not used any more.
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
   * The numbers of fields, by `keyOf`. Runs within the caller's transaction, before anything is locked but the project:
   * where there are new ones, the project is.
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

  /** Edits of a few properties, all of one set, are of other names from now on, all of one set too. */
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
   * Edits of properties are nobody's from now on.
   *
   * @param definitions a condition on rows of `property_definitions`, as `d`
   */
  const forget = (projectId: ProjectId, definitions: Statement.Fragment) =>
    sql`UPDATE edited_fields SET gone = 1
      WHERE project_id = ${Number(projectId)} AND kind = 'Property' AND gone = 0 AND (set_name, name) IN
        (SELECT s.name, d.name FROM property_definitions d JOIN property_sets s ON s.id = d.set_id
          WHERE s.project_id = ${Number(projectId)} AND ${definitions})`

  /** The same of all properties of a set, defined or not. */
  const forgetSet = (projectId: ProjectId, setId: number) =>
    sql`UPDATE edited_fields SET gone = 1
      WHERE project_id = ${Number(projectId)} AND kind = 'Property' AND gone = 0
        AND set_name = (SELECT name FROM property_sets WHERE id = ${setId} AND project_id = ${Number(projectId)})`

  /** The property that edits are of and that has this derived guid. */
  const withGuid = (projectId: ProjectId, derived: string) =>
    readFirst(
      Property,
      sql`SELECT set_name AS "set", name FROM edited_fields
        WHERE project_id = ${Number(projectId)} AND derived_guid = ${derived} AND gone = 0 LIMIT 1`
    )

  return { numbers, follow, forget, forgetSet, withGuid }
}
