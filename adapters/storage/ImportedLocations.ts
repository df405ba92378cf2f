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
 * Gives each new location its parent: the file's or, where it would lie too deep, the nearest above with room.
 * A location that is known keeps its parent.
 */
const placing = (parents: Map<string, string | null>) => {
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
  return (guid: string, wanted: string | null): string | null => {
    let parent = wanted
    if (parents.has(guid)) return parent
    while (levelOf(parent) >= maxLevels) parent = parents.get(parent!) ?? null
    parents.set(guid, parent)
    return parent
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
export const insertLocations = Effect.fn("insertLocations")(function* (
  sql: SqlClient.SqlClient,
  model: ImportedModel,
  locations: ReadonlyArray<ContentLocation>
) {
  const projectId = Number(model.projectId)
  if (locations.length === 0) return
  const place = placing(yield* parentsIn(sql, projectId))
  yield* inBatches(locations, rowsPerStatement, (slice) => {
    const rows = slice.map((location) => {
      const wanted = locations[location.parent]?.guid ?? null
      const parent = place(location.guid, wanted)
      return {
        project_id: projectId,
        guid: location.guid,
        parent_guid: parent,
        name: location.name,
        type: location.type,
        properties: JSON.stringify(propertiesOf(location)),
        imported: 1,
        differs: parent === wanted ? 0 : 1
      }
    })
    return sql`INSERT INTO locations ${sql.insert(rows)} ON CONFLICT (project_id, guid) DO UPDATE
      SET differs = 1
      WHERE locations.name <> excluded.name OR locations.type <> excluded.type
        OR coalesce(locations.parent_guid, '') <> coalesce(excluded.parent_guid, '')`
  })
})
