import type * as SqlClient from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { GlobalId } from "../../../src/domain/GlobalId.ts"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { type KeptLocation, LocationType } from "../../../src/domain/libraries/Location.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"
import { key } from "../sql/Rows.ts"
import { visible } from "./Visible.ts"

/** A location as its row gives it. */
export const LocationRow = Schema.Struct({
  locationGuid: GlobalId,
  projectId: key(ProjectId),
  name: Schema.String,
  type: LocationType,
  parentGuid: Schema.NullOr(GlobalId),
  properties: JsonText
})

/** The columns of `LocationRow`, of the table `l`. */
export const locationColumns = (sql: SqlClient.SqlClient) => sql`l.guid AS "locationGuid",
  l.project_id AS "projectId", l.name, l.type, l.parent_guid AS "parentGuid", l.properties`

/** The Guid of a location among its properties, which no row keeps twice. */
export const guidProperty = (guid: GlobalId) => ({ set: "", name: "Guid", value: guid })

/** The location of a row; its Guid is the first of its properties. */
export const locationOf = ({ properties, ...row }: typeof LocationRow.Type): KeptLocation => {
  const rest = properties === "[]" ? "]" : `,${properties.slice(1)}`
  return { ...row, properties: JsonText.make(`[${JSON.stringify(guidProperty(row.locationGuid))}${rest}`) }
}

/**
 * The guids of the locations below one that is seen, itself included, with their levels: a table `branch (guid, level)`.
 * CROSS JOIN, here and elsewhere, keeps SQLite from reading the whole project for each location.
 */
export const branchOf = (sql: SqlClient.SqlClient, projectId: number, guid: string) =>
  sql`WITH RECURSIVE branch (guid, level) AS (
    SELECT l.guid, 1 FROM locations l
      WHERE l.project_id = ${projectId} AND l.guid = ${guid} AND ${visible(sql, projectId)}
    UNION ALL
    SELECT l.guid, b.level + 1 FROM branch b CROSS JOIN locations l
      WHERE l.project_id = ${projectId} AND l.parent_guid = b.guid
  )`

/** The guids of the locations above one that is seen, itself included: a table `path (guid, parent_guid)`. */
export const pathOf = (sql: SqlClient.SqlClient, projectId: number, guid: string) =>
  sql`WITH RECURSIVE path (guid, parent_guid) AS (
    SELECT l.guid, l.parent_guid FROM locations l
      WHERE l.project_id = ${projectId} AND l.guid = ${guid} AND ${visible(sql, projectId)}
    UNION ALL
    SELECT l.guid, l.parent_guid FROM path p CROSS JOIN locations l
      WHERE l.project_id = ${projectId} AND l.guid = p.parent_guid
  )`

/** The locations that product tables do not have, with their ancestors, as a table `shown (guid, parent_guid)`. */
export const shownIn = (sql: SqlClient.SqlClient, projectId: number) =>
  sql`WITH RECURSIVE shown (guid, parent_guid) AS (
    SELECT l.guid, l.parent_guid FROM locations l
      WHERE l.project_id = ${projectId} AND l.differs = 1 AND ${visible(sql, projectId)}
    UNION
    SELECT l.guid, l.parent_guid FROM shown s CROSS JOIN locations l
      WHERE l.project_id = ${projectId} AND l.guid = s.parent_guid
  )`
