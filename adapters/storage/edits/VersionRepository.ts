import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { VersionId } from "../../../src/domain/Identifier.ts"
import type { Page } from "../../../src/ports/Stored.ts"
import { type Reserve, type VersionOf, VersionRepository } from "../../../src/ports/models/VersionRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { repository } from "../sql/Repository.ts"
import { limited, pageOf } from "../sql/PageOf.ts"
import { rowStream } from "../sql/RowStream.ts"
import { integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"
import { nameOf } from "../sql/UserNames.ts"
import { publicEdits } from "./PublicEdits.ts"
import { versionChanges } from "./VersionChanges.ts"

const TableRow = Schema.Struct({
  file: Schema.String,
  publishedAt: integer,
  table: Schema.String,
  importedWith: integer,
  changesId: integer
})
const Count = Schema.Struct({ count: integer })
const VersionRow = Schema.Struct({
  changesId: integer,
  modelVersionId: key(VersionId),
  projectVersionId: key(VersionId),
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  createdBy: Schema.String,
  createdByName: Schema.NullOr(Schema.String),
  createdAt: integer
})

const anything = () => Effect.void

export const layer = repository(VersionRepository, (sql) => {
  const { inForce } = publicEdits(sql)
  const ofModel = ({ modelId, projectId }: VersionOf): Statement.Fragment =>
    sql`v.model_id = ${Number(modelId)}
      AND EXISTS (SELECT 1 FROM models m WHERE m.id = ${Number(modelId)} AND m.project_id = ${Number(projectId)})`

  /** The number under which the changes of a version are stored. */
  const changesId = sql`coalesce(v.changes_id, v.id)`

  const find = (of: VersionOf, version: VersionId) =>
    readFirst(
      TableRow,
      sql`SELECT v.source_blob AS "file", v.created_at AS "publishedAt", v.table_blob AS "table",
          v.shared_data_version_id AS "importedWith", ${changesId} AS "changesId" FROM model_versions v
        WHERE v.id = ${Number(version)} AND ${ofModel(of)}`
    )

  return {
    find: (of, version) => Effect.map(storageErrors(find(of, version)), Option.map(Struct.omit("changesId"))),
    edits: inForce,
    list: fn("VersionRepository.list")(function* <E>(of: VersionOf, page: Page, reserve: Reserve<E> = anything) {
      const { count } = yield* readOne(Count, sql`SELECT count(*) AS count FROM model_versions v WHERE ${ofModel(of)}`)
      const all = rowStream(
        sql`SELECT ${changesId} AS "changesId", v.id AS "modelVersionId", v.project_version_id AS "projectVersionId", v.title, v.description,
            v.created_by AS "createdBy", ${nameOf(sql, sql`v.created_by`)} AS "createdByName", v.created_at AS "createdAt"
          FROM model_versions v WHERE ${ofModel(of)} ORDER BY v.id DESC ${limited(sql, page)}`,
        VersionRow
      )
      const rows = yield* pageOf(all, reserve)
      const counts = yield* versionChanges(sql, of).counts(rows.map((row) => row.changesId))
      const items = rows.map(({ changesId, createdAt, ...row }) => {
        const { cells, deleted } = counts(changesId)
        return { ...row, createdAt: new Date(createdAt).toISOString(), cells, deletedProducts: deleted }
      })
      return { items, totalCount: count }
    }, storageErrors),
    changes: fn("VersionRepository.changes")(function* <E>(
      of: VersionOf,
      version: VersionId,
      page: Page,
      since?: VersionId,
      reserve: Reserve<E> = anything
    ) {
      const found = yield* find(of, version)
      if (Option.isNone(found) || (since !== undefined && Option.isNone(yield* find(of, since)))) return Option.none()
      const changes = versionChanges(sql, of)
      return Option.some(
        since === undefined
          ? yield* changes.page(found.value.changesId, page, reserve)
          : yield* changes.between(Number(since), Number(version), page, reserve)
      )
    }, storageErrors)
  }
})
