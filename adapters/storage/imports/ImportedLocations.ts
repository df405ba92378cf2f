import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SharedLocation } from "../../../src/domain/models/SharedSlice.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { removeBranch } from "../libraries/LocationRemoval.ts"
import { inBatches } from "../sql/Batches.ts"
import { readAll } from "../sql/Rows.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, type Portion, portionOf, rowsPerStatement, type Stage } from "./ImportedModel.ts"
import type { ImportOutline } from "./ImportOutline.ts"
import { type Placed, replacedIn } from "./ReplacedLocations.ts"
import { placing } from "./Placement.ts"

const Known = Schema.Struct({ guid: Schema.String, parentGuid: Schema.NullOr(Schema.String) })

/** Returns the parents of the given locations that the project has, and of all their ancestors, by guid. */
const knownIn = fn("knownIn")(function* (sql: SqlClient, projectId: number, guids: ReadonlyArray<string>) {
  const known = new Map<string, string | null>()
  for (let wanted = guids; wanted.length > 0;) {
    const above = new Set<string>()
    yield* inBatches(wanted, rowsPerStatement, (slice) =>
      Effect.map(
        readAll(
          Known,
          sql`SELECT guid, parent_guid AS "parentGuid" FROM locations
            WHERE project_id = ${projectId} AND ${sql.in("guid", slice)}`
        ),
        (rows) => {
          for (const { guid, parentGuid } of rows) {
            known.set(guid, parentGuid)
            if (parentGuid !== null) above.add(parentGuid)
          }
        }
      )
    )
    wanted = [...above].filter((guid) => !known.has(guid))
  }
  return known
})

/**
 * Stores the spatial structure of a file as locations of the project. An existing location is kept as it is; a deleted
 * one is created again. Deletions and moves by users during the import count as made after it: a location below a
 * deleted one is deleted too.
 *
 * The portions of `add` and `settle` run in the order in which they were requested; `settle` runs after all have been
 * added.
 */
export const importedLocations = fn("importedLocations")(function* (
  sql: SqlClient,
  model: ImportedModel,
  locations: ImportOutline,
  stage: Stage
) {
  const projectId = Number(model.projectId)
  const version = yield* stage.version
  const known = yield* knownIn(
    sql,
    projectId,
    locations.map(({ guid }) => guid)
  )
  const place = placing(known, locations)
  const replaced = replacedIn(sql, projectId)
  const isChanged = Effect.map(stage.version, (now) => now !== version)
  const wantedBy = ({ parent }: { readonly parent: number }): string | null => locations[parent]?.guid ?? null

  // The list shows locations in the order of the file, so one that comes before its parent gets the parent afterwards.
  const inserted = new Set<string>()
  const late: globalThis.Array<Placed> = []

  const rowOf = (location: SharedLocation): Placed & { readonly location: SharedLocation } => {
    const { guid } = location
    const parent = place(location)
    const isThere = parent === null || known.has(parent) || inserted.has(parent)
    if (!isThere) late.push({ guid, parent })
    inserted.add(guid)
    return { guid, parent: isThere ? parent : null, location }
  }

  const insert = (rows: ReadonlyArray<Placed & { readonly location: SharedLocation }>) => {
    if (rows.length === 0) return []
    const alike = { project_id: projectId, imported: 1, staged_by: stage.stagedBy }
    const values = manyRows(sql, rows, alike, {
      guid: ["TEXT", ({ guid }) => guid],
      parent_guid: ["TEXT", ({ parent }) => parent],
      name: ["TEXT", ({ location }) => location.name],
      type: ["TEXT", ({ location }) => location.type],
      properties: ["TEXT", ({ location }) => location.properties],
      differs: ["BIGINT", ({ location }) => (place(location) === wantedBy(location) ? 0 : 1)]
    })
    return [sql`INSERT INTO locations ${values}`]
  }

  /** Marks existing locations that differ from the file, because product tables contain the values of the file. */
  const compare = (locations: ReadonlyArray<SharedLocation>) => {
    if (locations.length === 0) return []
    const rows = locations.map(
      (location) => sql`(${location.guid}, ${location.name}, ${location.type}, ${wantedBy(location) ?? ""})`
    )
    return [
      sql`WITH file (guid, name, type, parent) AS (VALUES ${sql.csv(rows)})
        UPDATE locations SET differs = 1 FROM file
        WHERE locations.project_id = ${projectId} AND locations.guid = file.guid AND locations.differs = 0
          AND (locations.name <> file.name OR locations.type <> file.type
            OR coalesce(locations.parent_guid, '') <> file.parent)`
    ]
  }

  const addSome = (slice: ReadonlyArray<SharedLocation>): Portion => {
    const placed = slice.filter(({ guid }) => !known.has(guid)).map(rowOf)
    const compared = compare(slice.filter(({ guid }) => known.has(guid)))
    const statements = [...insert(placed), ...compared]
    const work = Effect.gen(function* () {
      const now = (yield* isChanged) ? [...insert(yield* replaced.without(placed)), ...compared] : statements
      yield* Effect.all(now, { discard: true })
    })
    return { statements, work: slice.length === 0 ? Effect.void : work }
  }

  const settle = (slice: ReadonlyArray<Placed>): Portion => {
    const rows = slice.map(({ guid, parent }) => sql`(${guid}, ${parent})`)
    const statement = sql`WITH late (guid, parent) AS (VALUES ${sql.csv(rows)})
      UPDATE locations SET parent_guid = late.parent FROM late
      WHERE locations.project_id = ${projectId} AND locations.guid = late.guid`
    const replace = replaced.ofThose(slice, (guid) => removeBranch(sql, projectId, guid))
    return {
      statements: [statement],
      work: Effect.flatMap(isChanged, (changed): Effect.Effect<unknown, SqlError> => (changed ? replace : statement))
    }
  }

  return {
    add: (slice: ReadonlyArray<SharedLocation>) => portionOf(Array.chunksOf(slice, rowsPerStatement).map(addSome)),
    late,
    settle
  }
})
