import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ProjectId, PropertyDefinitionId, PropertySetId } from "../../../src/domain/Identifier.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"
import { PropertyDataType } from "../../../src/domain/libraries/PropertyDefinition.ts"
import { type PropertySet, shownTypes } from "../../../src/domain/libraries/PropertySet.ts"
import type { ListedDefinition } from "../../../src/ports/libraries/PropertySetRepository.ts"
import { eachSlice, entries, inSlices, rowsById } from "../sql/LongList.ts"
import { integer, numberKey, readAll, readFirst } from "../sql/Rows.ts"

const Identity = Schema.Struct({
  id: numberKey(PropertyDefinitionId),
  guid: Schema.String,
  name: Schema.String,
  dataType: PropertyDataType,
  measureType: Schema.NullOr(Schema.String),
  unitName: Schema.NullOr(Schema.String)
})

const DefinitionRow = Schema.Struct({
  ...Identity.fields,
  enumerationValues: Schema.NullOr(Schema.parseJson(Schema.Array(Schema.String)))
})
/** A custom definition with all its stored fields. */
export type DefinitionRow = typeof DefinitionRow.Type

const KeptRow = Schema.Struct({ ...Identity.fields, enumerationValues: Schema.NullOr(JsonText) })

const SetRow = Schema.Struct({ id: numberKey(PropertySetId), name: Schema.String, entityTypes: JsonText })

/** A definition of a list; its id is null for a set without definitions. */
const Entry = Schema.Struct({
  setId: integer,
  definitionId: Schema.NullOr(integer),
  bytes: integer
})

/** Number of names in one statement. */
const namesPerStatement = 200

/** Reads sets and definitions. */
export const propertySetRows = (sql: SqlClient.SqlClient) => {
  const columns = sql`d.id, d.guid, d.name, d.data_type AS "dataType", d.measure_type AS "measureType",
    d.unit_name AS "unitName", d.enumeration_values AS "enumerationValues"`
  const setColumns = sql`s.id, s.name, s.entity_types AS "entityTypes"`

  /** Returns a set without its definitions. */
  const set = (projectId: ProjectId, setId: PropertySetId) =>
    readFirst(
      SetRow,
      sql`SELECT ${setColumns} FROM property_sets s WHERE s.project_id = ${Number(projectId)} AND s.id = ${setId}`
    )

  const definition = (projectId: ProjectId, guid: string) =>
    readFirst(
      DefinitionRow,
      sql`SELECT ${columns} FROM property_definitions d
        WHERE d.project_id = ${Number(projectId)} AND d.guid = ${guid}`
    )

  const inSet = (setId: PropertySetId, definitionId: PropertyDefinitionId) =>
    readFirst(
      DefinitionRow,
      sql`SELECT ${columns} FROM property_definitions d WHERE d.set_id = ${setId} AND d.id = ${definitionId}`
    )

  /** Returns the definitions of a set that have one of the names. */
  const named = (setId: PropertySetId, names: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const found: Array<DefinitionRow> = []
      for (let at = 0; at < names.length; at += namesPerStatement) {
        const some = sql.in("d.name", names.slice(at, at + namesPerStatement))
        const rows = sql`SELECT ${columns} FROM property_definitions d WHERE d.set_id = ${setId} AND ${some}`
        found.push(...(yield* readAll(DefinitionRow, rows)))
      }
      return found
    })

  const isNamed = (setId: PropertySetId, name: string) =>
    Effect.map(
      sql`SELECT id FROM property_definitions WHERE set_id = ${setId} AND name = ${name}`,
      (found) => found.length > 0
    )

  /**
   * Returns the entries of the definitions of a project, or of one of its sets, in order, and the function that reads
   * their rows.
   */
  const listed = (projectId: ProjectId, setId: PropertySetId | null) => {
    const order = sql`SELECT s.id AS "setId", d.id AS "definitionId",
        coalesce(octet_length(d.enumeration_values), 0) + octet_length(s.entity_types) AS bytes
      FROM property_sets s LEFT JOIN property_definitions d ON d.set_id = s.id
      WHERE s.project_id = ${Number(projectId)} ${setId === null ? sql`` : sql`AND s.id = ${setId}`}
      ORDER BY s.id, d.id`
    /** The set of the row before, so that its long texts are read once. */
    let last: ListedDefinition["set"] | null = null
    const read = (slice: ReadonlyArray<typeof Entry.Type>) =>
      Effect.gen(function* () {
        const wanted = [...new Set(slice.map(({ setId }) => setId))].filter((id) => id !== last?.id)
        const sets = yield* rowsById(
          SetRow,
          wanted,
          (ids) => sql`SELECT ${setColumns} FROM property_sets s WHERE ${sql.in("s.id", ids)}`
        )
        const definitions = yield* rowsById(
          KeptRow,
          slice.flatMap(({ definitionId }) => definitionId ?? []),
          (ids) => sql`SELECT ${columns} FROM property_definitions d WHERE ${sql.in("d.id", ids)}`
        )
        return slice.flatMap(({ definitionId, setId }): ReadonlyArray<ListedDefinition> => {
          const row = sets.get(PropertySetId.make(setId))
          if (row !== undefined && last?.id !== row.id) {
            last = { id: row.id, name: row.name, entityTypes: shownTypes(row.entityTypes) }
          }
          const found = definitionId === null ? null : definitions.get(PropertyDefinitionId.make(definitionId))
          return last?.id !== setId || found === undefined ? [] : [{ set: last, definition: found }]
        })
      })
    return [entries(sql, order, Entry), read] as const
  }

  const list = (projectId: ProjectId, setId: PropertySetId | null) => inSlices(...listed(projectId, setId))

  /** Returns the sets of a project with their definitions. */
  const sets = (projectId: ProjectId) =>
    Effect.suspend(() => {
      const all = new Map<number, PropertySet & { propertyDefinitions: Array<DefinitionRow> }>()
      const take = ({ definition, set }: ListedDefinition): void => {
        const found = all.getOrInsertComputed(set.id, () => ({ ...set, propertyDefinitions: [] }))
        if (definition === null) return
        const { enumerationValues, id, dataType, ...rest } = definition
        const words = enumerationValues === null ? null : (JSON.parse(enumerationValues) as ReadonlyArray<string>)
        found.propertyDefinitions.push({ ...rest, id: id!, dataType: dataType!, enumerationValues: words })
      }
      return Effect.map(eachSlice(...listed(projectId, null), take), () => [...all.values()])
    })

  return { set, definition, inSet, named, isNamed, list, sets }
}
