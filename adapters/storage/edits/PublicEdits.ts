import type * as SqlClient from "@effect/sql/SqlClient"
import type { VersionId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { VersionOf } from "../../../src/ports/models/VersionRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { type Columns, givenRows, manyRows } from "../sql/ManyRows.ts"
import { readOne } from "../sql/Rows.ts"
import { editColumns, type EditRow, editStream, ofCodes, recoded } from "./EditRows.ts"
import { EditSize, measured, minus, nothing, plus, sizeOf, within } from "./EditSizes.ts"
import { rowsPerStatement } from "./PersonalEdits.ts"

const ofModel = { cells: limits.publishedCells, bytes: limits.publishedBytes }

const positioned = <A>(rows: ReadonlyArray<A>) => rows.map((row, position) => ({ row, position }))

/**
 * Reads and writes the published edits of models. If a cell is published again, its earlier edit gets an end, which is
 * the version that replaces it. The cost of reading any version is that of the edits in force at it and those that
 * ended since, however long the history is.
 */
export const publicEdits = (sql: SqlClient.SqlClient) => {
  /** Streams the edits in force at a version, from one snapshot. */
  const inForce = ({ modelId, projectId }: VersionOf, version: VersionId) => {
    const [model, at] = [Number(modelId), Number(version)]
    const columns = sql`SELECT e.version_id, e.position, ${editColumns(sql, Number(projectId))}
      FROM public_edits e JOIN edited_fields f ON f.id = e.field_id
      WHERE f.gone = 0 AND e.model_id = ${model} AND e.version_id <= ${at}`
    return editStream(sql`${columns} AND e.until_id IS NULL
      UNION ALL ${columns} AND (e.version_id, e.position) IN
        (SELECT version_id, position FROM public_edits WHERE model_id = ${model} AND until_id > ${at})
      ORDER BY 1, 2`)
  }

  /** Ends the edits of the model whose cells are about to be published again. */
  const end = fn("publicEdits.end")(function* (
    { modelId }: VersionOf,
    version: VersionId,
    rows: ReadonlyArray<EditRow>,
    fields: ReadonlyMap<string, number>
  ) {
    const ended = sql`UPDATE public_edits SET until_id = ${Number(version)}
      WHERE model_id = ${Number(modelId)} AND until_id IS NULL`
    const cell = {
      guid: ["TEXT", ({ guid }) => guid],
      field_id: ["BIGINT", ({ key }) => fields.get(key)!]
    } satisfies Columns<EditRow>
    yield* inBatches(recoded(rows), rowsPerStatement, (guids) => sql`${ended} AND ${ofCodes(sql, guids)}`)
    yield* inBatches(
      rows,
      rowsPerStatement,
      (slice) => sql`${ended} AND (guid, field_id) IN (${givenRows(sql, slice, [], cell)})`
    )
  })

  /**
   * Publishes edits under `version`, which is the newest. Runs within the caller's transaction. Fails with
   * `LimitExceeded` if too many are then in force.
   */
  const publish = fn("publicEdits.publish")(function* (
    of: VersionOf,
    version: VersionId,
    rows: ReadonlyArray<EditRow>,
    fields: ReadonlyMap<string, number>
  ) {
    const model = Number(of.modelId)
    yield* end(of, version, rows, fields)
    const ended = yield* readOne(
      EditSize,
      sql`SELECT ${measured(sql)} FROM public_edits WHERE model_id = ${model} AND until_id = ${Number(version)}`
    )
    let size = minus(nothing, ended)
    yield* inBatches(positioned(rows), rowsPerStatement, (slice) => {
      size = plus(size, sizeOf(slice.map(({ row }) => row)))
      return sql`INSERT INTO public_edits ${manyRows(
        sql,
        slice,
        { model_id: model, version_id: Number(version) },
        {
          position: ["BIGINT", ({ position }) => position],
          guid: ["TEXT", ({ row }) => row.guid],
          field_id: ["BIGINT", ({ row }) => fields.get(row.key)!],
          now: ["TEXT", ({ row }) => row.now],
          reference: ["TEXT", ({ row }) => row.reference]
        }
      )}`
    })
    const now = yield* readOne(
      EditSize,
      sql`UPDATE models SET published_cells = published_cells + ${size.cells},
          published_bytes = published_bytes + ${size.bytes} WHERE id = ${model}
        RETURNING published_cells AS cells, published_bytes AS bytes`
    )
    yield* within(now, ofModel)
  })

  return { inForce, publish }
}
