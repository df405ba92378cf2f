import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jsonText } from "../../../src/domain/JsonText.ts"
import { type ProjectId, PropertyDefinitionId, type PropertySetId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { DefinitionContent } from "../../../src/domain/libraries/PropertyDefinition.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { withinLimit } from "../sql/Limit.ts"
import { integer, numberKey, readAll } from "../sql/Rows.ts"
import { propertyGuids } from "./PropertyGuids.ts"
import type { DefinitionRow } from "./PropertySetRows.ts"

/** The project and the set of definitions. */
interface Place {
  readonly projectId: ProjectId
  readonly setId: PropertySetId
  readonly setName: string
}

const columnsOf = (content: DefinitionContent) =>
  Effect.map(
    content.enumerationValues === null
      ? Effect.succeed(null)
      : jsonText("enumerationValues", content.enumerationValues),
    (words) => ({
      name: content.name,
      data_type: content.dataType,
      measure_type: content.measureType,
      unit_name: content.unitName,
      enumeration_values: words
    })
  )

const rowsPerStatement = 50
const renamesPerStatement = 200

const Inserted = Schema.Struct({ id: numberKey(PropertyDefinitionId), guid: Schema.String, name: Schema.String })
const Named = Schema.Struct({ id: integer, guid: Schema.String, name: Schema.String })

/** Writes definitions, each with the guid of its pair of names. Everything runs within the caller's transaction. */
export const propertyDefinitionRows = (sql: SqlClient.SqlClient) => {
  const guids = propertyGuids(sql)

  /** Inserts definitions and returns their rows in the same order. Fails with `LimitExceeded`. */
  const insert = fn("propertyDefinitionRows.insert")(function* (
    { projectId, setId, setName }: Place,
    definitions: ReadonlyArray<DefinitionContent>
  ) {
    const rows: Array<DefinitionRow> = []
    const project = sql`property_definitions WHERE project_id = ${Number(projectId)}`
    yield* withinLimit(sql, limits.definitionsOfProject, project, definitions.length)
    yield* inBatches(
      definitions,
      rowsPerStatement,
      fn("propertyDefinitionRows.insert.slice")(function* (slice) {
        const names = slice.map(({ name }) => name)
        const guidOf = yield* guids.inSet(projectId, setName, names)
        const stored = yield* Effect.forEach(slice, columnsOf)
        const inserted = yield* readAll(
          Inserted,
          sql`INSERT INTO property_definitions ${sql.insert(
            stored.map((columns) => ({
              set_id: setId,
              project_id: Number(projectId),
              guid: guidOf(columns.name),
              ...columns
            }))
          )} RETURNING id, guid, name`
        )
        const byName = new Map(inserted.map((row) => [row.name, row]))
        for (const content of slice) rows.push({ ...content, ...byName.get(content.name)! })
      })
    )
    return rows
  })

  /** Moves the guids of all definitions of a set to its new name. */
  const renameSet = fn("propertyDefinitionRows.renameSet")(function* (
    { projectId, setId }: Pick<Place, "projectId" | "setId">,
    from: string,
    to: string
  ) {
    for (let last = 0; ;) {
      const slice = yield* readAll(
        Named,
        sql`SELECT id, guid, name FROM property_definitions WHERE set_id = ${setId} AND id > ${last}
          ORDER BY id LIMIT ${renamesPerStatement}`
      )
      const end = slice.at(-1)
      if (end === undefined) return
      const moves = slice.map(({ guid, name }) => ({ guid, from: name, to: name }))
      yield* guids.move(projectId, { from, to }, moves)
      last = end.id
    }
  })

  const update = fn("propertyDefinitionRows.update")(function* (
    { projectId, setName }: Place,
    before: DefinitionRow,
    after: DefinitionContent
  ) {
    if (after.name !== before.name) {
      const move = { guid: before.guid, from: before.name, to: after.name }
      yield* guids.move(projectId, { from: setName, to: setName }, [move])
    }
    yield* sql`UPDATE property_definitions SET ${sql.update(yield* columnsOf(after))} WHERE id = ${before.id}`
    return { ...before, ...after }
  })

  return { insert, renameSet, update }
}
