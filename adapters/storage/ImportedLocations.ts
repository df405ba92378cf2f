import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { nextTurn } from "../../src/domain/EventLoop.ts"
import { maxLevels } from "../../src/domain/Location.ts"
import type { ContentLocation } from "../../src/domain/ModelContent.ts"
import type { PropertyRow } from "../../src/domain/PropertyRow.ts"
import { inBatches } from "./Batches.ts"
import { type ImportedModel, rowsPerStatement } from "./ImportedModel.ts"
import { integer } from "./Rows.ts"

const rowsPerRead = 500

const Known = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ id: integer, guid: Schema.String, parentGuid: Schema.NullOr(Schema.String) }))
)

/** The parent of every location of the project, by guid. */
const parentsIn = Effect.fn("parentsIn")(function* (sql: SqlClient.SqlClient, projectId: number) {
  const parents = new Map<string, string | null>()
  let last = 0
  for (;;) {
    const rows = yield* Effect.flatMap(
      sql`SELECT id, guid, parent_guid AS "parentGuid" FROM locations
        WHERE project_id = ${projectId} AND id > ${last} ORDER BY id LIMIT ${rowsPerRead}`,
      Known
    )
    for (const { guid, parentGuid } of rows) parents.set(guid, parentGuid)
    if (rows.length < rowsPerRead) return parents
    last = rows.at(-1)!.id
    yield* nextTurn
  }
})

/**
 * The parent that each location gets, by guid: the file's or, where a new one would lie too deep, the nearest above
 * with room.
 *
 * @param known the parents of the locations that are there, which keep them
 */
const placed = (known: ReadonlyMap<string, string | null>, locations: ReadonlyArray<ContentLocation>) => {
  const parents = new Map(known)
  const levels = new Map<string, number>()
  const levelOf = (guid: string | null): number => {
    const path: Array<string> = []
    let at = guid
    while (at !== null && !levels.has(at)) {
      path.push(at)
      at = parents.get(at) ?? null
    }
    let level = at === null ? 0 : levels.get(at)!
    for (const passed of path.toReversed()) levels.set(passed, ++level)
    return level
  }
  const wanted = new Map<string, string | null>()
  const settle = (index: number): void => {
    // Those above first: only then is it known how deep this one would lie.
    const waiting: Array<ContentLocation> = []
    for (let at = locations[index]; at !== undefined && !wanted.has(at.guid); at = locations[at.parent]) {
      if (waiting.push(at) > locations.length) throw new Error("a location lies below itself")
    }
    for (const { guid, parent: above } of waiting.reverse()) {
      let parent = locations[above]?.guid ?? null
      wanted.set(guid, parent)
      if (known.has(guid)) continue
      while (levelOf(parent) >= maxLevels) parent = parents.get(parent!) ?? null
      parents.set(guid, parent)
    }
  }
  for (const index of locations.keys()) settle(index)
  return { parents, wanted }
}

const propertiesOf = (location: ContentLocation): ReadonlyArray<PropertyRow> => [
  ...(location.longName === null ? [] : [{ set: "", name: "LongName", value: location.longName }]),
  ...location.properties
]

/**
 * The spatial structure of a file as locations of the project. One that is there already is kept as it is; one that
 * was deleted comes back. Runs within the caller's transaction, alone in its project.
 */
export const insertLocations = Effect.fn("insertLocations")(function* (
  sql: SqlClient.SqlClient,
  model: ImportedModel,
  locations: ReadonlyArray<ContentLocation>
) {
  const projectId = Number(model.projectId)
  if (locations.length === 0) return
  const known = yield* parentsIn(sql, projectId)
  const { parents, wanted } = placed(known, locations)
  const rowOf = (location: ContentLocation, parent: string | null) => ({
    project_id: projectId,
    guid: location.guid,
    parent_guid: parent,
    name: location.name,
    type: location.type,
    properties: JSON.stringify(propertiesOf(location)),
    imported: 1,
    differs: parents.get(location.guid) === wanted.get(location.guid) ? 0 : 1
  })
  const [old, fresh] = [true, false].map((is) => locations.filter(({ guid }) => known.has(guid) === is))

  // The list shows them in the order of the file: one that stands before its parent gets that afterwards.
  const there = new Set(known.keys())
  const late: Array<{ readonly guid: string; readonly parent: string }> = []
  yield* inBatches(fresh!, rowsPerStatement, (slice) => {
    const rows = slice.map((location) => {
      const parent = parents.get(location.guid) ?? null
      const isThere = parent === null || there.has(parent)
      if (!isThere) late.push({ guid: location.guid, parent })
      there.add(location.guid)
      return rowOf(location, isThere ? parent : null)
    })
    return sql`INSERT INTO locations ${sql.insert(rows)}`
  })
  yield* inBatches(late, rowsPerStatement, (slice) =>
    Effect.forEach(
      slice,
      ({ guid, parent }) =>
        sql`UPDATE locations SET parent_guid = ${parent} WHERE project_id = ${projectId} AND guid = ${guid}`,
      { discard: true }
    )
  )
  yield* inBatches(
    old!,
    rowsPerStatement,
    (slice) =>
      sql`INSERT INTO locations ${sql.insert(slice.map((location) => rowOf(location, wanted.get(location.guid) ?? null)))}
      ON CONFLICT (project_id, guid) DO UPDATE SET differs = 1
      WHERE locations.name <> excluded.name OR locations.type <> excluded.type
        OR coalesce(locations.parent_guid, '') <> coalesce(excluded.parent_guid, '')`
  )
})
