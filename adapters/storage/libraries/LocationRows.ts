import type * as SqlClient from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { type KeptLocation, LocationType } from "../../../src/domain/libraries/Location.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"
import { key } from "../sql/Rows.ts"
import { visible } from "./Visible.ts"

/** A location as its row contains it. */
export const LocationRow = Schema.Struct({
  locationGuid: GlobalId,
  projectId: key(ProjectId),
  name: Schema.String,
  type: LocationType,
  parentGuid: Schema.NullOr(GlobalId),
  properties: JsonText
})

/** Returns the columns of `LocationRow`, for the table `l`. */
export const locationColumns = (sql: SqlClient.SqlClient) => sql`l.guid AS "locationGuid",
  l.project_id AS "projectId", l.name, l.type, l.parent_guid AS "parentGuid", l.properties`

/** Returns the Guid property of a location, which is not stored with the others. */
export const guidProperty = (guid: GlobalId) => ({ set: "", name: "Guid", value: guid })

/** Converts a row to a location. Its Guid is the first of its properties. */
export const locationOf = ({ properties, ...row }: typeof LocationRow.Type): KeptLocation => {
  const rest = properties === "[]" ? "]" : `,${properties.slice(1)}`
  return { ...row, properties: JsonText.make(`[${JSON.stringify(guidProperty(row.locationGuid))}${rest}`) }
}

/**
 * Returns a table `branch (guid, level)` of a visible location and all locations below it. CROSS JOIN, here and
 * elsewhere, keeps SQLite from reading the whole project for each location.
 */
export const branchOf = (sql: SqlClient.SqlClient, projectId: number, guid: string) =>
  sql`WITH RECURSIVE branch (guid, level) AS (
    SELECT l.guid, 1 FROM locations l
      WHERE l.project_id = ${projectId} AND l.guid = ${guid} AND ${visible(sql, projectId)}
    UNION ALL
    SELECT l.guid, b.level + 1 FROM branch b CROSS JOIN locations l
      WHERE l.project_id = ${projectId} AND l.parent_guid = b.guid
  )`

/** Returns a table `path (guid, parent_guid)` of a visible location and all locations above it. */
export const pathOf = (sql: SqlClient.SqlClient, projectId: number, guid: string) =>
  sql`WITH RECURSIVE path (guid, parent_guid) AS (
    SELECT l.guid, l.parent_guid FROM locations l
      WHERE l.project_id = ${projectId} AND l.guid = ${guid} AND ${visible(sql, projectId)}
    UNION ALL
    SELECT l.guid, l.parent_guid FROM path p CROSS JOIN locations l
      WHERE l.project_id = ${projectId} AND l.guid = p.parent_guid
  )`

/**
 * Returns a table `shown (guid, parent_guid)` of the locations that differ from the product tables, and those above
 * them.
 */
export const shownIn = (sql: SqlClient.SqlClient, projectId: number) =>
  sql`WITH RECURSIVE shown (guid, parent_guid) AS (
    SELECT l.guid, l.parent_guid FROM locations l
      WHERE l.project_id = ${projectId} AND l.differs = 1 AND ${visible(sql, projectId)}
    UNION
    SELECT l.guid, l.parent_guid FROM shown s CROSS JOIN locations l
      WHERE l.project_id = ${projectId} AND l.guid = s.parent_guid
  )`
