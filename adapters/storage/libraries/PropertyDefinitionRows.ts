import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { ProjectId, PropertySetId } from "../../../src/domain/Identifier.ts"
import type { DefinitionContent } from "../../../src/domain/PropertyDefinition.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { propertyGuids } from "./PropertyGuids.ts"
import type { DefinitionRow } from "./PropertySetRows.ts"

/** Where definitions stand. */
interface Place {
  readonly projectId: ProjectId
  readonly setId: PropertySetId
  readonly setName: string
}

const columnsOf = (content: DefinitionContent) => ({
  name: content.name,
  data_type: content.dataType,
  measure_type: content.measureType,
  unit_name: content.unitName,
  enumeration_values: content.enumerationValues === null ? null : JSON.stringify(content.enumerationValues)
})

const rowsPerStatement = 50
/** A rename takes a few statements for each definition. */
const renamesAtOnce = 25

/** Writes definitions, each under the guid of its names. All run within the caller's transaction. */
export const propertyDefinitionRows = (sql: SqlClient.SqlClient) => {
  const guids = propertyGuids(sql)

  const insert = fn("propertyDefinitionRows.insert")(function* (
    { projectId, setId, setName }: Place,
    definitions: ReadonlyArray<DefinitionContent>
  ) {
    if (definitions.length === 0) return
    const guidOf = yield* guids.inSet(projectId, setName)
    yield* inBatches(
      definitions,
      rowsPerStatement,
      (slice) =>
        sql`INSERT INTO property_definitions ${sql.insert(
          slice.map((content) => ({
            set_id: setId,
            project_id: Number(projectId),
            guid: guidOf(content.name),
            ...columnsOf(content)
          }))
        )}`
    )
  })

  /** The definitions belong to a set of another name from now on; their guids come along. */
  const renameSet = (projectId: ProjectId, from: string, to: string, definitions: ReadonlyArray<DefinitionRow>) =>
    inBatches(definitions, renamesAtOnce, (slice) =>
      Effect.forEach(slice, ({ guid, name }) => guids.move(projectId, guid, { set: from, name }, { set: to, name }), {
        discard: true
      })
    )

  const update = fn("propertyDefinitionRows.update")(function* (
    { projectId, setName }: Place,
    before: DefinitionRow,
    after: DefinitionContent
  ) {
    if (after.name !== before.name) {
      yield* guids.move(projectId, before.guid, { set: setName, name: before.name }, { set: setName, name: after.name })
    }
    yield* sql`UPDATE property_definitions SET ${sql.update(columnsOf(after))} WHERE id = ${before.id}`
  })

  return { insert, renameSet, update }
}
