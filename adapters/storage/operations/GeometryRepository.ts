import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Offset } from "../../../src/domain/models/Coordinates.ts"
import type { ModelGeometry } from "../../../src/domain/models/DerivedFile.ts"
import { ModelId, type OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import type { Claim } from "../../../src/domain/operations/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { type DerivedOf, GeometryRepository } from "../../../src/ports/models/GeometryRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { lockName, locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { admitAlone } from "./OperationAdmission.ts"
import { isHeldBy } from "./OperationEndings.ts"
import { insertOperation } from "./OperationRows.ts"

/** Precision of the time of the last request for a file, in milliseconds. */
const askedEvery = 3_600_000

const MeasuredRow = Schema.Struct({
  measures: Schema.NullOr(Schema.String),
  exchange: Schema.NullOr(Schema.String),
  exchangeTriangles: Schema.NullOr(integer),
  view: Schema.NullOr(Schema.String),
  viewTriangles: Schema.NullOr(integer),
  picture: Schema.NullOr(Schema.String),
  offset: Schema.NullOr(Schema.parseJson(Offset))
})
const DerivedRow = Schema.Struct({ blob: Schema.String, triangles: integer, isOld: integer })
const UnmeasuredRow = Schema.Struct({
  projectId: key(ProjectId),
  modelId: key(ModelId),
  createdBy: UserId,
  file: Schema.String,
  table: Schema.String
})
const PublishedRow = Schema.Struct({ values: flag, deletions: flag })

const geometryOf = (row: typeof MeasuredRow.Type): ModelGeometry | null => {
  const { exchange, measures, offset, picture, view } = row
  if (exchange === null || measures === null || picture === null || view === null) return null
  return {
    measures,
    picture,
    offset,
    exchange: { blob: exchange, triangles: row.exchangeTriangles ?? 0 },
    view: { blob: view, triangles: row.viewTriangles ?? 0 }
  }
}

/**
 * Returns the part of a source that determines a file: geometry depends only on the model version, values also on the
 * shared data version.
 */
const sourceOf = ({ name, source }: DerivedOf): string =>
  name === "quality.json" || name === "products.parquet"
    ? `${source.modelVersionId} ${source.sharedDataVersionId}`
    : source.modelVersionId

/**
 * Stores the geometry of a product table. A null geometry is stored only if nothing is known yet. Runs within the
 * caller's transaction.
 */
export const keepMeasured = (sql: SqlClient, table: string, geometry: ModelGeometry | null) =>
  sql`INSERT INTO measured_tables (table_blob, measures_blob, exchange_blob, exchange_triangles, view_blob, view_triangles,
      picture_blob, view_offset)
    VALUES (${table}, ${geometry?.measures ?? null}, ${geometry?.exchange.blob ?? null},
      ${geometry?.exchange.triangles ?? null}, ${geometry?.view.blob ?? null}, ${geometry?.view.triangles ?? null},
      ${geometry?.picture ?? null}, ${geometry?.offset ? JSON.stringify(geometry.offset) : null})
    ON CONFLICT (table_blob) DO UPDATE SET measures_blob = excluded.measures_blob,
      exchange_blob = excluded.exchange_blob, exchange_triangles = excluded.exchange_triangles,
      view_blob = excluded.view_blob, view_triangles = excluded.view_triangles, picture_blob = excluded.picture_blob,
      view_offset = excluded.view_offset
      WHERE excluded.measures_blob IS NOT NULL`

export const layer = repository(GeometryRepository, (sql) => {
  const inTransaction = transaction(sql)

  /** Runs `work` in a transaction that locks the claim. Returns false if the claim was lost. */
  const whileHeld = <E>(claim: Claim, work: Effect.Effect<unknown, E>) =>
    sql`SELECT id FROM operations WHERE ${isHeldBy(sql, claim)} ${locked(sql)}`.pipe(
      Effect.flatMap((held) => (held.length === 0 ? Effect.succeed(false) : Effect.as(work, true))),
      inTransaction
    )

  const unmeasured = readFirst(
    UnmeasuredRow,
    sql`SELECT m.project_id AS "projectId", m.id AS "modelId", m.created_by AS "createdBy", v.source_blob AS file,
        v.table_blob AS "table"
      FROM models m JOIN projects p ON p.id = m.project_id JOIN model_versions v ON v.id = m.version_id
      WHERE m.state = 'Ready' AND p.removed = 0
        AND NOT EXISTS (SELECT 1 FROM measured_tables t WHERE t.table_blob = v.table_blob)
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.kind = 'MeasureModel'
          AND (o.status IN ('Queued', 'InProgress') OR (o.status = 'Failed' AND o.model_id = m.id)))
      ORDER BY m.id LIMIT 1`
  )

  return {
    find: (table) =>
      readFirst(
        MeasuredRow,
        sql`SELECT measures_blob AS measures, exchange_blob AS exchange, exchange_triangles AS "exchangeTriangles",
            view_blob AS "view", view_triangles AS "viewTriangles", picture_blob AS picture,
            view_offset AS "offset"
          FROM measured_tables WHERE table_blob = ${table}`
      ).pipe(Effect.map(Option.map(geometryOf)), storageErrors),

    keep: (claim, table, geometry) => whileHeld(claim, keepMeasured(sql, table, geometry)),

    startMeasuring: fn("GeometryRepository.startMeasuring")(function* (operationId: OperationId) {
      if (Option.isNone(yield* storageErrors(unmeasured))) return false
      return yield* Effect.gen(function* () {
        yield* lockName(sql, "models.measure", "alone")
        const found = yield* unmeasured
        if (Option.isNone(found)) return false
        const { createdBy, file, table, ...model } = found.value
        const command = { _tag: "MeasureModel", file, table } as const
        yield* admitAlone(sql, createdBy)
        yield* insertOperation(sql, { ...model, operationId, startedBy: createdBy, inputBytes: 0, command })
        return true
      }).pipe(inTransaction)
    }),

    findDerived: fn("GeometryRepository.findDerived")(function* (of: DerivedOf) {
      const which = sql`model_id = ${Number(of.modelId)} AND source = ${sourceOf(of)} AND name = ${of.name}`
      const found = yield* storageErrors(
        readFirst(
          DerivedRow,
          sql`SELECT file_blob AS "blob", triangles, CASE WHEN asked_at < ${now(sql)} - ${askedEvery} THEN 1 ELSE 0 END AS "isOld"
            FROM derived_files WHERE ${which}`
        )
      )
      if (Option.exists(found, ({ isOld }) => isOld === 1)) {
        yield* Effect.ignoreLogged(inTransaction(sql`UPDATE derived_files SET asked_at = ${now(sql)} WHERE ${which}`))
      }
      return Option.map(found, ({ blob, triangles }) => ({ blob, triangles }))
    }),

    keepDerived: fn("GeometryRepository.keepDerived")(function* (claim, of, { blob, triangles }) {
      const model = Number(of.modelId)
      const keep = sql`INSERT INTO derived_files (model_id, source, name, file_blob, triangles, asked_at)
        SELECT id, ${sourceOf(of)}, ${of.name}, ${blob}, ${triangles}, ${now(sql)} FROM models WHERE id = ${model}
        ON CONFLICT (model_id, source, name)
          DO UPDATE SET file_blob = excluded.file_blob, triangles = excluded.triangles, asked_at = excluded.asked_at`
      const forget = sql`DELETE FROM derived_files WHERE model_id = ${model} AND (source, name) IN (
        SELECT source, name FROM derived_files WHERE model_id = ${model}
        ORDER BY asked_at DESC, source DESC, name LIMIT 100000 OFFSET ${limits.derivedFiles.most})`
      return yield* whileHeld(claim, Effect.zipRight(keep, forget))
    }),

    published: (modelId) =>
      readOne(
        PublishedRow,
        sql`SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS "values",
            COALESCE(max(CASE WHEN f.kind = 'Deleted' THEN 1 ELSE 0 END), 0) AS deletions
          FROM version_fields v JOIN edited_fields f ON f.id = v.field_id WHERE v.model_id = ${Number(modelId)}`
      ).pipe(storageErrors)
  }
})
