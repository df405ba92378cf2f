import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { branchOf } from "../libraries/LocationRows.ts"
import { integer, readAll, readOne } from "../sql/Rows.ts"

/** A location of an import and its intended parent. */
export interface Placed {
  readonly guid: string
  readonly parent: string | null
}

const Step = Schema.Struct({ start: Schema.String, guid: Schema.String, level: integer })
const Height = Schema.Struct({ levels: integer })

/**
 * Places the locations of an import again if users have moved or deleted others since. Runs within the caller's
 * transaction, which must have locked the project.
 */
export const replacedIn = (sql: SqlClient, projectId: number) => {
  /** Returns, for each of the existing locations, the guids from it up to the top. */
  const pathsOf = fn("replacedIn.pathsOf")(function* (guids: ReadonlyArray<string>) {
    const paths = new Map<string, Array<string>>()
    if (guids.length === 0) return paths
    const steps = yield* readAll(
      Step,
      sql`WITH RECURSIVE path (start, guid, parent_guid, level) AS (
          SELECT l.guid, l.guid, l.parent_guid, 1 FROM locations l
            WHERE l.project_id = ${projectId} AND ${sql.in("l.guid", guids)}
          UNION ALL
          SELECT p.start, l.guid, l.parent_guid, p.level + 1 FROM path p CROSS JOIN locations l
            WHERE l.project_id = ${projectId} AND l.guid = p.parent_guid
        ) SELECT start, guid, level FROM path ORDER BY level`
    )
    for (const { guid, start } of steps) {
      const path = paths.get(start)
      if (path === undefined) paths.set(start, [guid])
      else path.push(guid)
    }
    return paths
  })

  const parentsOf = (placed: ReadonlyArray<Placed>): ReadonlyArray<string> => [
    ...new Set(placed.flatMap(({ parent }) => (parent === null ? [] : [parent])))
  ]

  /** Records deletions in the current version, so that products of the file in these locations become unplaced. */
  const remember = (guids: ReadonlyArray<string>) =>
    sql`WITH gone (guid) AS (VALUES ${sql.csv(guids.map((guid) => sql`(${guid})`))})
      INSERT INTO deleted_locations (project_id, guid, deleted_after)
      SELECT p.id, gone.guid, p.shared_data_version_id FROM projects p CROSS JOIN gone WHERE p.id = ${projectId}
      ON CONFLICT (project_id, guid) DO UPDATE SET deleted_after = excluded.deleted_after`

  /**
   * Returns the locations to insert, with parents that leave room for them. A location below a deleted one is deleted
   * too.
   */
  const without = fn("replacedIn.without")(function* <P extends Placed>(placed: ReadonlyArray<P>) {
    const paths = yield* pathsOf(parentsOf(placed))
    const kept: Array<P> = []
    const gone: Array<string> = []
    for (const one of placed) {
      const path = one.parent === null ? [] : paths.get(one.parent)
      if (path === undefined) {
        gone.push(one.guid)
        continue
      }
      const room = path.slice(Math.max(0, path.length - (limits.locationLevels.most - 1)))
      paths.set(one.guid, [one.guid, ...room])
      kept.push({ ...one, parent: room[0] ?? null })
    }
    if (gone.length > 0) yield* remember(gone)
    return kept
  })

  /**
   * Sets the parents of locations that are already inserted, in the same way. `remove` deletes one with all below it.
   */
  const ofThose = fn("replacedIn.ofThose")(function* <E, R>(
    placed: ReadonlyArray<Placed>,
    remove: (guid: string) => Effect.Effect<unknown, E, R>
  ) {
    for (const { guid, parent } of placed) {
      const path = (yield* pathsOf([parent!])).get(parent!)
      if (path === undefined) {
        yield* remove(guid)
        continue
      }
      const { levels } = yield* readOne(
        Height,
        sql`${branchOf(sql, projectId, guid)}
        SELECT coalesce(max(level), 0) AS levels FROM branch`
      )
      const room = path.slice(Math.max(0, path.length - (limits.locationLevels.most - levels)))
      // The locations are updated one after the other, because each may make the next one deeper.
      yield* sql`UPDATE locations SET parent_guid = ${room[0] ?? null}
        WHERE project_id = ${projectId} AND guid = ${guid}`
    }
  })

  return { without, ofThose }
}
