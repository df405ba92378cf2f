import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { propertyKey } from "../../../src/dataframe/query/View.ts"
import { ofProperty } from "../../../src/domain/DerivedUuid.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { editedFields } from "./EditedFields.ts"
import { withinLimit } from "../sql/Limit.ts"
import { readAll, readFirst, readGuids } from "../sql/Rows.ts"
import { mapOf } from "../sql/RowStream.ts"

/** A renamed definition: its guid and its old and new name. */
export interface Move {
  readonly guid: string
  readonly from: string
  readonly to: string
}

const Row = Schema.Struct({ set: Schema.String, name: Schema.String, guid: Schema.String })

/** Manages the guids of pairs of set and property names. `move` runs within the caller's transaction. */
export const propertyGuids = (sql: SqlClient) => {
  const exceptions = (projectId: ProjectId) =>
    sql`SELECT set_name AS "set", name, guid FROM property_guids WHERE project_id = ${Number(projectId)}`

  const all = (projectId: ProjectId) =>
    mapOf(sql, exceptions(projectId), Row, ({ guid, name, set }) => [propertyKey(set, name), guid] as const)

  const withGuid = (projectId: ProjectId, guid: string) =>
    readFirst(Row, sql`${exceptions(projectId)} AND guid = ${guid}`)

  const ofProject = (project: number) => sql`property_guids WHERE project_id = ${project}`

  /** Returns a function that returns the guid of each of a few names in a set. */
  const inSet = fn("propertyGuids.inSet")(function* (projectId: ProjectId, set: string, names: ReadonlyArray<string>) {
    const rows = yield* readAll(Row, sql`${exceptions(projectId)} AND set_name = ${set} AND ${sql.in("name", names)}`)
    const guids = new Map(rows.map((row) => [row.name, row.guid]))
    return (name: string): string => guids.get(name) ?? ofProperty(projectId, set, name)
  })

  const insert = (
    projectId: ProjectId,
    set: string,
    rows: ReadonlyArray<{ readonly name: string; readonly guid: string }>
  ) =>
    sql`INSERT INTO property_guids ${sql.insert(
      rows.map(({ guid, name }) => ({ project_id: Number(projectId), set_name: set, name, guid }))
    )} ON CONFLICT (project_id, set_name, name) DO UPDATE SET guid = excluded.guid`

  /**
   * Moves the guids of a few properties of one set to new names, which are in one set too. The old names get their
   * derived guids, or new ones if those are in use. Users' edits move along.
   */
  const move = fn("propertyGuids.move")(function* (
    projectId: ProjectId,
    sets: { readonly from: string; readonly to: string },
    moves: ReadonlyArray<Move>
  ) {
    const project = Number(projectId)
    yield* editedFields(sql).follow(projectId, sets, moves)
    const forget = (set: string, names: ReadonlyArray<string>) =>
      sql`DELETE FROM property_guids
        WHERE project_id = ${project} AND set_name = ${set} AND ${sql.in("name", names)}`
    const from = moves.map((one) => one.from)
    const to = moves.map((one) => one.to)
    yield* forget(sets.from, from)
    yield* forget(sets.to, to)
    const exceptional = moves.filter(({ guid, to }) => guid !== ofProperty(projectId, sets.to, to))
    if (exceptional.length > 0) {
      yield* withinLimit(sql, limits.renamedProperties, ofProject(project), exceptional.length)
      yield* insert(
        projectId,
        sets.to,
        exceptional.map(({ guid, to }) => ({ name: to, guid }))
      )
    }
    const derived = new Map(from.map((name) => [ofProperty(projectId, sets.from, name), name]))
    const held = yield* readGuids(
      sql`SELECT guid FROM property_guids WHERE project_id = ${project} AND ${sql.in("guid", [...derived.keys()])}`
    )
    if (held.length > 0) {
      yield* withinLimit(sql, limits.renamedProperties, ofProject(project), held.length)
      yield* insert(
        projectId,
        sets.from,
        held.map((guid) => ({ name: derived.get(guid)!, guid: crypto.randomUUID() }))
      )
    }
  })

  return { all, withGuid, inSet, move }
}
