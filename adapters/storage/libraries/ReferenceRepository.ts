import { Effect, Schema } from "effect"
import type { CodeNow, LocationNow } from "../../../src/dataframe/query/View.ts"
import type { NamedGuids } from "../../../src/dataframe/edits/EditAnswer.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { ReferenceRepository } from "../../../src/ports/ReferenceRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { givenRows } from "../sql/ManyRows.ts"
import { repository } from "../sql/Repository.ts"
import { readAll } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"
import { settled } from "./Settled.ts"

const guidsPerStatement = 1000

const LocationRow = Schema.Struct({
  guid: Schema.String,
  name: Schema.String,
  type: Schema.String,
  parentGuid: Schema.NullOr(Schema.String)
})
const MaterialRow = Schema.Struct({ guid: Schema.String, name: Schema.String })
const CodeRow = Schema.Struct({
  guid: Schema.String,
  identification: Schema.String,
  name: Schema.String,
  libraryGuid: Schema.String
})

export const layer = repository(ReferenceRepository, (sql) => {
  const given = (guids: ReadonlyArray<string>) => givenRows(sql, guids, [], { guid: ["TEXT", (guid: string) => guid] })

  const locations = (project: number, guids: ReadonlyArray<string>) =>
    readAll(
      LocationRow,
      sql`WITH RECURSIVE upwards (guid) AS (
          ${given(guids)}
          UNION
          SELECT l.parent_guid FROM upwards u JOIN locations l ON l.project_id = ${project} AND l.guid = u.guid
            WHERE l.parent_guid IS NOT NULL
        )
        SELECT l.guid, l.name, l.type, l.parent_guid AS "parentGuid"
        FROM upwards u JOIN locations l ON l.project_id = ${project} AND l.guid = u.guid WHERE ${settled(sql, project)}`
    )

  const materials = (project: number, guids: ReadonlyArray<string>) =>
    readAll(
      MaterialRow,
      sql`SELECT m.guid, m.name FROM materials m JOIN material_libraries l ON l.id = m.library_id
        WHERE m.project_id = ${project} AND m.guid IN (${given(guids)}) AND l.project_id = ${project}
          AND ${settled(sql, project)}`
    )

  const codes = (project: number, guids: ReadonlyArray<string>) =>
    readAll(
      CodeRow,
      sql`SELECT c.guid, c.identification, c.name, l.guid AS "libraryGuid"
        FROM codes c JOIN codification_libraries l ON l.id = c.library_id
        WHERE c.project_id = ${project} AND c.guid IN (${given(guids)}) AND l.project_id = ${project}
          AND ${settled(sql, project)}`
    )

  return {
    named: fn("ReferenceRepository.named")(function* (projectId: ProjectId, guids: NamedGuids) {
      const project = Number(projectId)
      const found = {
        locations: new Map<string, LocationNow>(),
        materials: new Map<string, { readonly name: string }>(),
        codes: new Map<string, CodeNow>()
      }
      yield* inBatches(guids.locations, guidsPerStatement, (slice) =>
        Effect.map(locations(project, slice), (rows) => {
          for (const { guid, ...now } of rows) found.locations.set(guid, now)
        })
      )
      yield* inBatches(guids.materials, guidsPerStatement, (slice) =>
        Effect.map(materials(project, slice), (rows) => {
          for (const { guid, ...now } of rows) found.materials.set(guid, now)
        })
      )
      yield* inBatches(guids.codes, guidsPerStatement, (slice) =>
        Effect.map(codes(project, slice), (rows) => {
          for (const { guid, ...now } of rows) found.codes.set(guid, now)
        })
      )
      return found
    }, storageErrors)
  }
})
