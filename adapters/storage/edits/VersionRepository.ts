import type { SqlClient, Statement } from "@effect/sql"
import { Chunk, Effect, Option, Schema, Stream } from "effect"
import { VersionId } from "../../../src/domain/Identifier.ts"
import type { ModelChange } from "../../../src/domain/ModelVersion.ts"
import { type VersionOf, VersionRepository } from "../../../src/ports/VersionRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"
import { storageErrors } from "../sql/Transaction.ts"
import { publicEdits, valueOf } from "./PublicEdits.ts"
import { isThere } from "./References.ts"

const TableRow = Schema.Struct({ table: Schema.String, importedWith: integer })
const Count = Schema.Struct({ count: integer })
const Counted = Schema.Struct({ versionId: integer, cells: integer, deletedProducts: integer })
const VersionRow = Schema.Struct({
  modelVersionId: key(VersionId),
  projectVersionId: key(VersionId),
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  createdBy: Schema.String,
  createdAt: integer
})
const ChangeRow = Schema.Struct({
  guid: Schema.String,
  kind: Schema.Literal("Property", "Attribute", "SpatialLocation", "Material", "Code", "Codes", "Deleted"),
  set: Schema.String,
  name: Schema.String,
  before: Schema.NullOr(Schema.String),
  after: Schema.NullOr(Schema.String),
  isBeforeThere: flag,
  isAfterThere: flag
})

const changeOf = (row: typeof ChangeRow.Type): ModelChange => {
  const { guid, kind, name, set } = row
  return {
    guid,
    field: { kind, set, name },
    before: row.isBeforeThere ? valueOf(kind, row.before) : null,
    after: row.isAfterThere ? valueOf(kind, row.after) : null
  }
}

const collected = <A, E>(rows: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(rows), Chunk.toReadonlyArray)

/** What versions of a model changed, as it is left. */
const versionChanges = (sql: SqlClient.SqlClient, { modelId, projectId }: VersionOf) => {
  const [model, project] = [Number(modelId), Number(projectId)]
  const isBeforeThere = isThere(sql, project, sql`f.kind`, sql`c.value_before`)
  const isAfterThere = isThere(sql, project, sql`f.kind`, sql`c.value_after`)

  /** By version: how many cells and products there are, without those of which nothing is left. */
  const counts = fn("versionChanges.counts")(function* (from: number, to: number) {
    const of = sql`c.model_id = ${model} AND c.version_id BETWEEN ${from} AND ${to}`
    const fields = rowStream(
      sql`SELECT c.version_id AS "versionId",
          sum(CASE WHEN f.kind = 'Deleted' THEN 0 ELSE c.cells END) AS cells,
          sum(CASE WHEN f.kind = 'Deleted' THEN c.cells ELSE 0 END) AS "deletedProducts"
        FROM version_fields c JOIN edited_fields f ON f.id = c.field_id
        WHERE ${of} AND f.gone = 0 GROUP BY c.version_id`,
      Counted
    )
    const left = rowStream(
      sql`SELECT c.version_id AS "versionId", count(*) AS cells, 0 AS "deletedProducts"
        FROM version_changes c JOIN edited_fields f ON f.id = c.field_id
        WHERE ${of} AND c.refers = 1 AND NOT (${isBeforeThere} OR ${isAfterThere}) GROUP BY c.version_id`,
      Counted
    )
    const found = new Map((yield* collected(fields)).map((row) => [row.versionId, row]))
    for (const { cells, versionId } of yield* collected(left)) {
      const all = found.get(versionId)!
      found.set(versionId, { ...all, cells: all.cells - cells })
    }
    return (version: number) => found.get(version) ?? { cells: 0, deletedProducts: 0 }
  })

  const page = (version: number, limit: number, offset: number) =>
    rowStream(
      sql`SELECT c.guid, f.kind, f.set_name AS "set", f.name, c.value_before AS "before", c.value_after AS "after",
          CASE WHEN ${isBeforeThere} THEN 1 ELSE 0 END AS "isBeforeThere",
          CASE WHEN ${isAfterThere} THEN 1 ELSE 0 END AS "isAfterThere"
        FROM version_changes c JOIN edited_fields f ON f.id = c.field_id
        WHERE c.model_id = ${model} AND c.version_id = ${version} AND f.gone = 0
          AND (c.refers = 0 OR ${isBeforeThere} OR ${isAfterThere})
        ORDER BY c.position LIMIT ${limit} OFFSET ${offset}`,
      ChangeRow
    )

  return { counts, page }
}

export const layer = repository(VersionRepository, (sql) => {
  const { inForce } = publicEdits(sql)
  const ofModel = ({ modelId, projectId }: VersionOf): Statement.Fragment =>
    sql`v.model_id = ${Number(modelId)}
      AND (SELECT m.project_id FROM models m WHERE m.id = v.model_id) = ${Number(projectId)}`

  const find = (of: VersionOf, version: VersionId) =>
    readFirst(
      TableRow,
      sql`SELECT v.table_blob AS "table", v.shared_data_version_id AS "importedWith" FROM model_versions v
        WHERE v.id = ${Number(version)} AND ${ofModel(of)}`
    )

  return {
    find: (of, version) => storageErrors(find(of, version)),
    edits: inForce,
    list: fn("VersionRepository.list")(function* (of, { page, pageSize }) {
      const { count } = yield* readOne(Count, sql`SELECT count(*) AS count FROM model_versions v WHERE ${ofModel(of)}`)
      const rows = yield* readAll(
        VersionRow,
        sql`SELECT v.id AS "modelVersionId", v.project_version_id AS "projectVersionId", v.title, v.description,
            v.created_by AS "createdBy", v.created_at AS "createdAt"
          FROM model_versions v WHERE ${ofModel(of)} ORDER BY v.id DESC
          LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`
      )
      const ids = rows.map(({ modelVersionId }) => Number(modelVersionId))
      const counts = yield* versionChanges(sql, of).counts(ids.at(-1) ?? 0, ids[0] ?? 0)
      const items = rows.map(({ createdAt, ...row }) => {
        const { cells, deletedProducts } = counts(Number(row.modelVersionId))
        return { ...row, createdAt: new Date(createdAt).toISOString(), cells, deletedProducts }
      })
      return { items, totalCount: count }
    }, storageErrors),
    changes: fn("VersionRepository.changes")(function* (of, version, { page, pageSize }) {
      if (Option.isNone(yield* find(of, version))) return Option.none()
      const changes = versionChanges(sql, of)
      const { cells, deletedProducts } = (yield* changes.counts(Number(version), Number(version)))(Number(version))
      const items = yield* collected(changes.page(Number(version), pageSize, (page - 1) * pageSize))
      return Option.some({ items: items.map(changeOf), totalCount: cells + deletedProducts })
    }, storageErrors)
  }
})
