import type { SqlClient } from "@effect/sql"
import { Effect, Option, Schema, Stream } from "effect"
import { EntityTypeDraft, shown } from "../../../src/domain/EntityType.ts"
import { type ProjectId, PropertyDefinitionId, PropertySetId } from "../../../src/domain/Identifier.ts"
import { PropertyDataType } from "../../../src/domain/PropertyDefinition.ts"
import type { PropertySet } from "../../../src/domain/PropertySet.ts"
import { numberKey, readFirst } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"

const DefinitionRow = Schema.Struct({
  id: numberKey(PropertyDefinitionId),
  guid: Schema.String,
  name: Schema.String,
  dataType: PropertyDataType,
  measureType: Schema.NullOr(Schema.String),
  unitName: Schema.NullOr(Schema.String),
  enumerationValues: Schema.NullOr(Schema.parseJson(Schema.Array(Schema.String)))
})
/** A custom definition with everything that is kept of it. */
export type DefinitionRow = typeof DefinitionRow.Type

const EntityTypes = Schema.parseJson(Schema.Array(EntityTypeDraft))
export const entityTypesText = Schema.encodeSync(EntityTypes)

const { id, ...rest } = DefinitionRow.fields

/** A row for each definition of a set; one for a set without any, where all that a definition has is null. */
const Row = Schema.Struct({
  setId: numberKey(PropertySetId),
  setName: Schema.String,
  entityTypes: EntityTypes,
  definitionId: Schema.NullOr(id),
  ...rest,
  guid: Schema.NullOr(rest.guid),
  name: Schema.NullOr(rest.name),
  dataType: Schema.NullOr(rest.dataType)
})

/** A set with everything that is kept of it. */
export interface SetRow {
  readonly id: PropertySetId
  readonly name: string
  readonly entityTypes: ReadonlyArray<EntityTypeDraft>
  readonly definitions: ReadonlyArray<DefinitionRow>
}

/** What answers show of a set. */
export const propertySet = ({ definitions, entityTypes, id, name }: SetRow): PropertySet => ({
  id,
  name,
  propertyDefinitions: definitions,
  entityTypes: entityTypes.map(shown)
})

const definitionOf = (row: typeof Row.Type): ReadonlyArray<DefinitionRow> => {
  const { dataType, definitionId, enumerationValues, guid, measureType, name, unitName } = row
  if (definitionId === null) return []
  return [{ id: definitionId, guid: guid!, name: name!, dataType: dataType!, measureType, unitName, enumerationValues }]
}

const setsOf = (rows: Iterable<typeof Row.Type>): ReadonlyArray<SetRow> =>
  [...Map.groupBy(rows, (row) => row.setId)].map(([id, rows]) => ({
    id,
    name: rows[0]!.setName,
    entityTypes: rows[0]!.entityTypes,
    definitions: rows.flatMap(definitionOf)
  }))

/** Reads sets and definitions. */
export const propertySetRows = (sql: SqlClient.SqlClient) => {
  const columns = sql`d.guid, d.name, d.data_type AS "dataType", d.measure_type AS "measureType",
    d.unit_name AS "unitName", d.enumeration_values AS "enumerationValues"`

  const statement = (projectId: ProjectId, setId: PropertySetId | null) => sql`SELECT s.id AS "setId",
      s.name AS "setName", s.entity_types AS "entityTypes", d.id AS "definitionId", ${columns}
    FROM property_sets s LEFT JOIN property_definitions d ON d.set_id = s.id
    WHERE s.project_id = ${Number(projectId)} ${setId === null ? sql`` : sql`AND s.id = ${setId}`}
    ORDER BY s.id, d.id`

  const read = (projectId: ProjectId, setId: PropertySetId | null) =>
    Effect.map(Stream.runCollect(rowStream(statement(projectId, setId), Row)), setsOf)

  const definition = (projectId: ProjectId, guid: string) =>
    readFirst(
      DefinitionRow,
      sql`SELECT d.id, ${columns} FROM property_definitions d
        WHERE d.project_id = ${Number(projectId)} AND d.guid = ${guid}`
    )

  return {
    all: (projectId: ProjectId) => read(projectId, null),
    one: (projectId: ProjectId, setId: PropertySetId) =>
      Effect.map(read(projectId, setId), (sets) => Option.fromNullable(sets[0])),
    definition
  }
}
