import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { LocationType } from "../../../src/domain/libraries/Location.ts"
import { ReferenceRepository } from "../../../src/ports/libraries/ReferenceRepository.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { givenRows } from "../sql/ManyRows.ts"
import { repository } from "../sql/Repository.ts"
import { readAll } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"
import { visible } from "./Visible.ts"

const guidsPerStatement = 1000
/**
 * Number of locations whose ancestors are read in one statement: up to 64 levels each, and nothing else is served
 * meanwhile.
 */
const climbsPerStatement = 50

const LocationRow = Schema.Struct({
  guid: Schema.String,
  name: Schema.String,
  type: LocationType,
  parentGuid: Schema.NullOr(Schema.String)
})
const text = Schema.NullOr(Schema.String)
const named = { guid: Schema.String, name: Schema.String }
const MaterialRow = Schema.Struct(named)
const CodeRow = Schema.Struct({ ...named, identification: Schema.String, libraryGuid: Schema.String })
const PlacedCodeRow = Schema.Struct({ ...CodeRow.fields, parentGuid: text })
const CalledRow = Schema.Struct({ ...named, library: Schema.String })
const DescribedMaterialRow = Schema.Struct({ ...named, description: text, category: text })
const DescribedCodeRow = Schema.Struct({
  ...CodeRow.fields,
  description: text,
  uri: text,
  system: Schema.String,
  source: text,
  edition: text,
  editionDate: text
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
        FROM upwards u JOIN locations l ON l.project_id = ${project} AND l.guid = u.guid WHERE ${visible(sql, project)}`
    )

  const materials = <A, I>(row: Schema.Schema<A, I>, project: number, guids: ReadonlyArray<string>) =>
    readAll(
      row,
      sql`SELECT m.guid, m.name, m.description, m.category FROM materials m JOIN material_libraries l ON l.id = m.library_id
        WHERE m.project_id = ${project} AND m.guid IN (${given(guids)}) AND l.project_id = ${project}
          AND ${visible(sql, project)} AND ${visible(sql, project, "m")}`
    )

  const codes = <A, I>(row: Schema.Schema<A, I>, project: number, guids: ReadonlyArray<string>) =>
    readAll(
      row,
      sql`SELECT c.guid, c.identification, c.name, l.guid AS "libraryGuid", c.description, c.uri, l.name AS system, l.source,
          l.edition, l.edition_date AS "editionDate"
        FROM codes c JOIN codification_libraries l ON l.id = c.library_id
        WHERE c.project_id = ${project} AND c.guid IN (${given(guids)}) AND l.project_id = ${project}
          AND ${visible(sql, project)} AND ${visible(sql, project, "c")}`
    )

  /** Reads codes with those above them. */
  const placedCodes = (project: number, guids: ReadonlyArray<string>) =>
    readAll(
      PlacedCodeRow,
      sql`WITH RECURSIVE upwards (guid, parent_guid) AS (
          SELECT c.guid, c.parent_guid FROM codes c WHERE c.project_id = ${project} AND c.guid IN (${given(guids)})
          UNION
          SELECT c.guid, c.parent_guid FROM upwards u JOIN codes c ON c.project_id = ${project} AND c.guid = u.parent_guid
        )
        SELECT c.guid, c.identification, c.name, l.guid AS "libraryGuid", c.parent_guid AS "parentGuid"
        FROM upwards u JOIN codes c ON c.project_id = ${project} AND c.guid = u.guid
          JOIN codification_libraries l ON l.id = c.library_id
        WHERE l.project_id = ${project} AND ${visible(sql, project)} AND ${visible(sql, project, "c")}`
    )

  /** Reads guids in batches and returns the rows in a map by guid. */
  const byGuid = <A extends { readonly guid: string }, E>(
    guids: ReadonlyArray<string>,
    read: (slice: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>, E>,
    perStatement = guidsPerStatement
  ) => {
    const found = new Map<string, Omit<A, "guid">>()
    const slices = inBatches(guids, perStatement, (slice) =>
      Effect.map(read(slice), (rows) => {
        for (const { guid, ...now } of rows) found.set(guid, now)
      })
    )
    return Effect.as(slices, found)
  }

  /** Reads the items that have one of the names. */
  const locationsCalled = (project: number, names: ReadonlyArray<string>) =>
    readAll(
      CalledRow,
      sql`SELECT l.name, l.guid, '' AS library FROM locations l
        WHERE l.project_id = ${project} AND l.name IN (${given(names)}) AND ${visible(sql, project)}`
    )

  const materialsCalled = (project: number, names: ReadonlyArray<string>) =>
    readAll(
      CalledRow,
      sql`SELECT m.name, m.guid, l.name AS library FROM materials m JOIN material_libraries l ON l.id = m.library_id
        WHERE m.project_id = ${project} AND m.name IN (${given(names)}) AND l.project_id = ${project}
          AND ${visible(sql, project)} AND ${visible(sql, project, "m")}`
    )

  const codesCalled = (project: number, names: ReadonlyArray<string>) =>
    readAll(
      CalledRow,
      sql`SELECT c.identification AS name, c.guid, l.name AS library
        FROM codes c JOIN codification_libraries l ON l.id = c.library_id
        WHERE c.project_id = ${project} AND c.identification IN (${given(names)}) AND l.project_id = ${project}
          AND ${visible(sql, project)} AND ${visible(sql, project, "c")}`
    )

  /** Reads names in batches and returns what `of` makes of the rows, in lists by name. */
  const byName = <A, E>(
    names: ReadonlyArray<string>,
    read: (slice: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<typeof CalledRow.Type>, E>,
    of: (row: typeof CalledRow.Type) => A
  ) => {
    const found = new Map<string, Array<A>>()
    const slices = inBatches(names, guidsPerStatement, (slice) =>
      Effect.map(read(slice), (rows) => {
        for (const row of rows) found.getOrInsertComputed(row.name, () => []).push(of(row))
      })
    )
    return Effect.as(slices, found)
  }

  return {
    called: (projectId, names) => {
      const project = Number(projectId)
      return Effect.all({
        locations: byName(
          names.locations,
          (slice) => locationsCalled(project, slice),
          ({ guid }) => guid
        ),
        materials: byName(
          names.materials,
          (slice) => materialsCalled(project, slice),
          ({ guid }) => guid
        ),
        codes: byName(
          names.codes,
          (slice) => codesCalled(project, slice),
          ({ guid, library }) => ({ guid, library })
        )
      }).pipe(storageErrors, spanned("ReferenceRepository.called"))
    },
    named: (projectId, guids) => {
      const project = Number(projectId)
      return Effect.all({
        locations: byGuid(guids.locations, (slice) => locations(project, slice), climbsPerStatement),
        materials: byGuid(guids.materials, (slice) => materials(MaterialRow, project, slice)),
        codes: byGuid(guids.codes, (slice) => placedCodes(project, slice), climbsPerStatement)
      }).pipe(storageErrors, spanned("ReferenceRepository.named"))
    },
    described: fn("ReferenceRepository.described")(function* (projectId, guids, nameless) {
      const project = Number(projectId)
      const { codes: found, ...others } = yield* Effect.all({
        locations: byGuid(guids.locations, (slice) => locations(project, slice), climbsPerStatement),
        materials: byGuid(guids.materials, (slice) => materials(DescribedMaterialRow, project, slice)),
        codes: byGuid(guids.codes, (slice) => codes(DescribedCodeRow, project, slice))
      })
      const described = found.entries().map(([guid, row]) => {
        const { edition, editionDate, libraryGuid, source, system: name, ...code } = row
        const system = libraryGuid === nameless ? null : { name, source, edition, editionDate }
        return [guid, { ...code, system }] as const
      })
      return { ...others, codes: new Map(described) }
    }, storageErrors)
  }
})
