import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { EditedField } from "../../../src/domain/edits/EditedField.ts"
import { cellChange, type ModelChange } from "../../../src/domain/edits/ModelVersion.ts"
import type { Page } from "../../../src/ports/Stored.ts"
import type { ChangesPage, Reserve, VersionOf } from "../../../src/ports/models/VersionRepository.ts"
import { exceeded } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { limited, pageOf } from "../sql/PageOf.ts"
import { flag, integer, readOne } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"
import { valueOf } from "./RecordedChanges.ts"
import { isThere } from "./References.ts"

const Counted = Schema.Struct({ changesId: integer, cells: integer, added: integer, deleted: integer })
const Count = Schema.Struct({ count: integer })
const Row = Schema.Struct({
  guid: Schema.String,
  kind: Schema.Literal(
    "Property",
    "Imported",
    "Attribute",
    "SpatialLocation",
    "Material",
    "Code",
    "Codes",
    "Deleted",
    "Added"
  ),
  set: Schema.String,
  name: Schema.String,
  before: Schema.NullOr(Schema.String),
  after: Schema.NullOr(Schema.String),
  isBeforeThere: flag,
  isAfterThere: flag
})
type Row = typeof Row.Type
const CountedRow = Schema.Struct({ ...Row.fields, totalCount: integer })

/** Returns whether the product shows the stored text: an empty one stands for a reference without a guid. */
const isShown = (text: string | null, isThere: boolean): boolean => text === "" || (isThere && text !== null)

const changeOf = (kind: EditedField["kind"], row: Row): ModelChange => ({
  guid: row.guid,
  field: { kind, set: row.set, name: row.name },
  before: row.isBeforeThere ? valueOf(kind, row.before) : null,
  after: row.isAfterThere ? valueOf(kind, row.after) : null,
  change: cellChange(isShown(row.before, row.isBeforeThere), isShown(row.after, row.isAfterThere))
})

const shown = (rows: ReadonlyArray<Row>, totalCount: number): ChangesPage => {
  const changes: Array<ModelChange> = []
  const [added, deleted]: [Array<string>, Array<string>] = [[], []]
  for (const row of rows) {
    if (row.kind === "Added") added.push(row.guid)
    else if (row.kind === "Deleted") deleted.push(row.guid)
    else changes.push(changeOf(row.kind === "Imported" ? "Property" : row.kind, row))
  }
  return { deleted, added, changes, totalCount }
}

const collected = <A, E>(rows: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(rows), Chunk.toReadonlyArray)

/**
 * Reads the changes of versions of a model, without those that refer to deleted objects. Long lists are read as
 * streams, which do not block others.
 */
export const versionChanges = (sql: SqlClient.SqlClient, { modelId, projectId }: VersionOf) => {
  const [model, project] = [Number(modelId), Number(projectId)]
  const thereOf = (kind: Statement.Fragment, before: Statement.Fragment, after: Statement.Fragment) => ({
    before: isThere(sql, project, kind, before),
    after: isThere(sql, project, kind, after)
  })
  const there = thereOf(sql`f.kind`, sql`v.value_before`, sql`v.value_after`)
  const flags = (of: typeof there) => sql`CASE WHEN ${of.before} THEN 1 ELSE 0 END AS "isBeforeThere",
    CASE WHEN ${of.after} THEN 1 ELSE 0 END AS "isAfterThere"`

  /** Returns the numbers of changes under each id, without those whose objects were deleted. */
  const counts = fn("versionChanges.counts")(function* (ids: ReadonlyArray<number>) {
    const none = { cells: 0, added: 0, deleted: 0 }
    if (ids.length === 0) return () => none
    const of = sql`v.model_id = ${model} AND ${sql.in("v.version_id", ids)}`
    const fields = rowStream(
      sql`SELECT v.version_id AS "changesId",
          sum(CASE WHEN f.kind IN ('Added', 'Deleted') THEN 0 ELSE v.cells END) AS cells,
          sum(CASE WHEN f.kind = 'Added' THEN v.cells ELSE 0 END) AS added,
          sum(CASE WHEN f.kind = 'Deleted' THEN v.cells ELSE 0 END) AS deleted
        FROM version_fields v JOIN edited_fields f ON f.id = v.field_id
        WHERE ${of} AND f.gone = 0 GROUP BY v.version_id`,
      Counted
    )
    const left = rowStream(
      sql`SELECT v.version_id AS "changesId", count(*) AS cells, 0 AS added, 0 AS deleted
        FROM version_changes v JOIN edited_fields f ON f.id = v.field_id
        WHERE ${of} AND v.refers = 1 AND NOT (${there.before} OR ${there.after}) GROUP BY v.version_id`,
      Counted
    )
    const found = new Map((yield* collected(fields)).map((row) => [row.changesId, row]))
    for (const { cells, changesId } of yield* collected(left)) {
      const all = found.get(changesId)!
      found.set(changesId, { ...all, cells: all.cells - cells })
    }
    return (id: number) => found.get(id) ?? none
  })

  /** Returns a page of the changes that are stored under an id, in their order. */
  const page = fn("versionChanges.page")(function* <E>(changesId: number, page: Page, reserve: Reserve<E>) {
    const { added, cells, deleted } = (yield* counts([changesId]))(changesId)
    const rows = rowStream(
      sql`SELECT v.guid, f.kind, f.set_name AS "set", f.name, v.value_before AS "before", v.value_after AS "after",
          ${flags(there)}
        FROM version_changes v JOIN edited_fields f ON f.id = v.field_id
        WHERE v.model_id = ${model} AND v.version_id = ${changesId} AND f.gone = 0
          AND (v.refers = 0 OR ${there.before} OR ${there.after})
        ORDER BY v.position ${limited(sql, page)}`,
      Row
    )
    return shown(yield* pageOf(rows, reserve), added + cells + deleted)
  })

  /**
   * Returns a page of the net changes of all versions after `after` up to `upTo`, from the first and the last change of
   * each cell, by product and field. Fails with `LimitExceeded` if they changed more cells than may be sorted.
   */
  const between = fn("versionChanges.between")(function* <E>(
    after: number,
    upTo: number,
    page: Page,
    reserve: Reserve<E>
  ) {
    const { count } = yield* readOne(
      Count,
      sql`SELECT coalesce(sum(v.cells), 0) AS count FROM model_versions m
        JOIN version_fields v ON v.model_id = m.model_id AND v.version_id = coalesce(m.changes_id, m.id)
        WHERE m.model_id = ${model} AND m.id > ${after} AND m.id <= ${upTo}`
    )
    if (count > limits.comparedCells.most) return yield* exceeded(limits.comparedCells)
    // The existence of a product counts as one cell, with the kind ''.
    const said = sql`SELECT v.guid, m.id AS version_id, f.kind, f.set_name, f.name, v.value_before, v.value_after,
        CASE WHEN f.kind IN ('Added', 'Deleted') THEN '' WHEN f.kind = 'Imported' THEN 'Property' ELSE f.kind END AS cell
      FROM model_versions m JOIN version_changes v ON v.model_id = m.model_id
        AND v.version_id = coalesce(m.changes_id, m.id) JOIN edited_fields f ON f.id = v.field_id
      WHERE m.model_id = ${model} AND m.id > ${after} AND m.id <= ${upTo} AND f.gone = 0`
    // The cells are sorted once: the first change of each, with the end of the last.
    const net = sql`SELECT * FROM (SELECT guid, cell, set_name, name, value_before, kind AS first_kind,
          row_number() OVER of_cell AS nth, count(*) OVER all_of_cell AS times,
          last_value(kind) OVER all_of_cell AS last_kind, last_value(value_after) OVER all_of_cell AS value_after
        FROM said WINDOW of_cell AS (PARTITION BY guid, cell, set_name, name ORDER BY version_id),
          all_of_cell AS (PARTITION BY guid, cell, set_name, name ORDER BY version_id
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS ordered
      WHERE nth = 1`
    const left = thereOf(sql`n.cell`, sql`n.value_before`, sql`n.value_after`)
    const product = (kind: "Added" | "Deleted", rank: number, at: "first_kind" | "last_kind") =>
      sql`SELECT ${sql.literal(`${rank} AS rank, n.guid, '${kind}' AS kind`)}, '' AS "set", '' AS name, CAST(NULL AS TEXT) AS "before",
          CAST(NULL AS TEXT) AS "after", 0 AS "isBeforeThere", 0 AS "isAfterThere"
        FROM net n WHERE n.cell = '' AND n.${sql(at)} = ${kind}`
    const all = sql`WITH said AS (${said}), net AS (${net}), shown AS (
      ${product("Deleted", 0, "first_kind")} UNION ALL ${product("Added", 1, "last_kind")}
      UNION ALL SELECT 2, n.guid, n.cell, n.set_name, n.name, n.value_before, n.value_after, ${flags(left)}
        FROM net n WHERE n.cell <> '' AND (n.times = 1 OR n.value_before IS DISTINCT FROM n.value_after OR n.value_before = '')
          AND (n.cell NOT IN ('SpatialLocation', 'Material', 'Code') OR ${left.before} OR ${left.after}
            OR (n.value_before = '' AND n.value_after = ''))
          AND n.guid NOT IN (SELECT guid FROM net WHERE cell = ''))`
    const found = rowStream(
      sql`${all} SELECT shown.*, count(*) OVER () AS "totalCount" FROM shown
        ORDER BY rank, guid, "set", name, kind ${limited(sql, page)}`,
      CountedRow
    )
    const rows = yield* pageOf(found, reserve)
    if (rows.length > 0 || page.page === 1) return shown(rows, rows[0]?.totalCount ?? 0)
    const pastEnd = rowStream(sql`${all} SELECT count(*) AS count FROM shown`, Count)
    return shown([], (yield* readOne(Count, collected(pastEnd))).count)
  })

  return { counts, page, between }
}
