import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { maxLevels } from "../../../src/domain/Location.ts"
import type { ContentLocation } from "../../../src/domain/ModelContent.ts"
import type { PropertyRow } from "../../../src/domain/PropertyRow.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { type ImportedModel, rowsPerStatement } from "./ImportedModel.ts"
import { integer, readAll } from "../sql/Rows.ts"

const rowsPerRead = 500

const Known = Schema.Struct({ id: integer, guid: Schema.String, parentGuid: Schema.NullOr(Schema.String) })

/** The parent of every location of the project, by guid. */
const parentsIn = fn("parentsIn")(function* (sql: SqlClient, projectId: number) {
  const parents = new Map<string, string | null>()
  let last = 0
  for (;;) {
    const rows = yield* readAll(
      Known,
      sql`SELECT id, guid, parent_guid AS "parentGuid" FROM locations
        WHERE project_id = ${projectId} AND id > ${last} ORDER BY id LIMIT ${rowsPerRead}`
    )
    for (const { guid, parentGuid } of rows) parents.set(guid, parentGuid)
    if (rows.length < rowsPerRead) return parents
    last = rows.at(-1)!.id
  }
})

/**
 * Gives the parent of each location that is new: the file's or, where it would lie too deep, the nearest above with
 * room.
 *
 * @param known the parents of the locations that are there, which keep them
 */
const placing = (known: ReadonlyMap<string, string | null>, locations: ReadonlyArray<ContentLocation>) => {
  const parents = new Map<string, string | null>()
  const levels = new Map<string, number>()
  const parentOf = (guid: string): string | null => parents.get(guid) ?? known.get(guid) ?? null
  const levelOf = (guid: string | null): number => {
    const path: Array<string> = []
    let at = guid
    while (at !== null && !levels.has(at)) {
      path.push(at)
      at = parentOf(at)
    }
    let level = at === null ? 0 : levels.get(at)!
    for (const passed of path.toReversed()) levels.set(passed, ++level)
    return level
  }
  const isPlaced = ({ guid }: ContentLocation): boolean => known.has(guid) || parents.has(guid)
  return (location: ContentLocation): string | null => {
    // Those above first: only then is it known how deep this one would lie.
    const waiting: Array<ContentLocation> = []
    for (let at: ContentLocation | undefined = location; at !== undefined && !isPlaced(at); at = locations[at.parent]) {
      if (waiting.push(at) > locations.length) throw new Error("a location lies below itself")
    }
    for (const one of waiting.reverse()) {
      let parent = locations[one.parent]?.guid ?? null
      while (levelOf(parent) >= maxLevels) parent = parentOf(parent!)
      parents.set(one.guid, parent)
    }
    return parents.get(location.guid)!
  }
}

const propertiesOf = (location: ContentLocation): ReadonlyArray<PropertyRow> => [
  ...(location.longName === null ? [] : [{ set: "", name: "LongName", value: location.longName }]),
  ...location.properties
]

/**
 * The spatial structure of a file as locations of the project. One that is there already is kept as it is; one that
 * was deleted comes back. Runs within the caller's transaction, alone in its project.
 */
export const insertLocations = fn("insertLocations")(function* (
  sql: SqlClient,
  model: ImportedModel,
  locations: ReadonlyArray<ContentLocation>
) {
  const projectId = Number(model.projectId)
  if (locations.length === 0) return
  const known = yield* parentsIn(sql, projectId)
  const place = placing(known, locations)
  const rowOf = (location: ContentLocation, parent: string | null, differs: boolean) => ({
    project_id: projectId,
    guid: location.guid,
    parent_guid: parent,
    name: location.name,
    type: location.type,
    properties: JSON.stringify(propertiesOf(location)),
    imported: 1,
    differs: differs ? 1 : 0
  })
  const wantedBy = ({ parent }: ContentLocation): string | null => locations[parent]?.guid ?? null

  // The list shows them in the order of the file: one that stands before its parent gets that afterwards.
  const inserted = new Set<string>()
  const late: Array<{ readonly guid: string; readonly parent: string }> = []
  yield* inBatches(locations, rowsPerStatement, (slice) => {
    const rows = slice
      .filter(({ guid }) => !known.has(guid))
      .map((location) => {
        const parent = place(location)
        const isThere = parent === null || known.has(parent) || inserted.has(parent)
        if (!isThere) late.push({ guid: location.guid, parent })
        inserted.add(location.guid)
        return rowOf(location, isThere ? parent : null, parent !== wantedBy(location))
      })
    return rows.length === 0 ? Effect.void : sql`INSERT INTO locations ${sql.insert(rows)}`
  })
  yield* inBatches(
    late,
    rowsPerStatement,
    (
      slice
    ) => sql`WITH late (guid, parent) AS (VALUES ${sql.csv(slice.map(({ guid, parent }) => sql`(${guid}, ${parent})`))})
      UPDATE locations SET parent_guid = late.parent FROM late
      WHERE locations.project_id = ${projectId} AND locations.guid = late.guid`
  )
  yield* inBatches(locations, rowsPerStatement, (slice) => {
    const rows = slice
      .filter(({ guid }) => known.has(guid))
      .map((location) => rowOf(location, wantedBy(location), false))
    return rows.length === 0
      ? Effect.void
      : sql`INSERT INTO locations ${sql.insert(rows)} ON CONFLICT (project_id, guid) DO UPDATE SET differs = 1
          WHERE locations.name <> excluded.name OR locations.type <> excluded.type
            OR coalesce(locations.parent_guid, '') <> coalesce(excluded.parent_guid, '')`
  })
})
