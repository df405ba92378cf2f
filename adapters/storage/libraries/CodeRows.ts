import type * as SqlClient from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import type { CodeText, KeptCode } from "../../../src/domain/libraries/Codification.ts"
import { Uuid } from "../../../src/domain/Identifier.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"

/** A code as its row contains it. */
export const CodeRow = Schema.Struct({
  guid: Uuid,
  identification: Schema.String,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  uri: Schema.NullOr(Schema.String),
  parentId: Schema.NullOr(Uuid),
  sort: Schema.NullOr(Schema.Number),
  measureDefinitions: JsonText
})
export type CodeRow = typeof CodeRow.Type

/** Returns the columns of `CodeRow`, for the table `c`. */
export const codeColumns = (sql: SqlClient.SqlClient) => sql`c.guid, c.identification, c.name, c.description, c.uri,
  c.parent_guid AS "parentId", c.sort, c.measures AS "measureDefinitions"`

/** Returns the columns that a change of a code may modify, in their stored form. */
export const storedCode = (code: CodeText) => ({
  identification: code.identification,
  lowered: code.identification.toLowerCase(),
  name: code.name,
  description: code.description,
  parent_guid: code.parentId,
  sort: code.sort,
  unsorted: code.sort === null ? 1 : 0,
  measures: code.measureDefinitions
})

/** Converts a row to a code. No supported format gives a code properties beyond its fields, so it has none. */
export const codeOf = (row: CodeRow): KeptCode => ({
  guid: row.guid,
  identification: row.identification,
  name: row.name,
  ...(row.description === null ? {} : { description: row.description }),
  ...(row.uri === null ? {} : { uri: row.uri }),
  parentId: row.parentId,
  measureDefinitions: row.measureDefinitions,
  ...(row.sort === null ? {} : { sort: row.sort }),
  properties: []
})
