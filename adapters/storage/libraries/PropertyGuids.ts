import type { SqlClient } from "@effect/sql/SqlClient"
import { Schema } from "effect"
import { ofProperty } from "../../../src/domain/DerivedUuid.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { readAll } from "../sql/Rows.ts"

/** The names of a property. */
export interface Pair {
  readonly set: string
  readonly name: string
}

const Row = Schema.Struct({ set: Schema.String, name: Schema.String, guid: Schema.String })

/** The guids of pairs of names. All but `all` run within the caller's transaction. */
export const propertyGuids = (sql: SqlClient) => {
  const exceptions = (projectId: ProjectId) =>
    sql`SELECT set_name AS "set", name, guid FROM property_guids WHERE project_id = ${Number(projectId)}`

  const all = (projectId: ProjectId) => readAll(Row, exceptions(projectId))

  const pair = (projectId: ProjectId, { name, set }: Pair) =>
    sql`project_id = ${Number(projectId)} AND set_name = ${set} AND name = ${name}`

  const insert = (projectId: ProjectId, { name, set }: Pair, guid: string) =>
    sql`INSERT INTO property_guids (project_id, set_name, name, guid)
      VALUES (${Number(projectId)}, ${set}, ${name}, ${guid})
      ON CONFLICT (project_id, set_name, name) DO UPDATE SET guid = excluded.guid`

  /** The guid of each name in a set. */
  const inSet = fn("propertyGuids.inSet")(function* (projectId: ProjectId, set: string) {
    const rows = yield* readAll(Row, sql`${exceptions(projectId)} AND set_name = ${set}`)
    const guids = new Map(rows.map((row) => [row.name, row.guid]))
    return (name: string): string => guids.get(name) ?? ofProperty(projectId, set, name)
  })

  /** Makes the guid of one pair that of another; the one that is left gets the derived one, or a new one. */
  const move = fn("propertyGuids.move")(function* (projectId: ProjectId, guid: string, from: Pair, to: Pair) {
    yield* sql`DELETE FROM property_guids WHERE ${pair(projectId, from)}`
    if (guid === ofProperty(projectId, to.set, to.name)) {
      yield* sql`DELETE FROM property_guids WHERE ${pair(projectId, to)}`
    } else yield* insert(projectId, to, guid)
    const derived = ofProperty(projectId, from.set, from.name)
    const holders = yield* sql`SELECT name FROM property_guids
      WHERE project_id = ${Number(projectId)} AND guid = ${derived}`
    if (holders.length > 0) yield* insert(projectId, from, crypto.randomUUID())
  })

  return { all, inSet, move }
}
