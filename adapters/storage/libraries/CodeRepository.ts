import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CodeNow } from "../../../src/dataframe/query/View.ts"
import { changed, drafted, identificationTaken } from "../../../src/domain/libraries/Codification.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { checkCodePlace, unknownParentCode } from "../../../src/domain/libraries/Hierarchy.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { codeColumns, codeOf, CodeRow, storedCode } from "./CodeRows.ts"
import { withinLimit } from "../sql/Limit.ts"
import { longList } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"
import { mapOf } from "../sql/RowStream.ts"
import { visible } from "./Visible.ts"
import { done, sharedDataChange, unchanged } from "./SharedData.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"

const LibraryRow = Schema.Struct({ id: integer })
const PathRow = Schema.Struct({ length: integer, itself: integer })
const ListedRow = Schema.Struct({ id: integer, ...CodeRow.fields })

const NowRow = Schema.Struct({
  guid: Schema.String,
  identification: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  libraryGuid: Schema.NullOr(Schema.String),
  parentGuid: Schema.NullOr(Schema.String)
})

export const layer = repository(CodeRepository, (sql) => {
  const alone = sharedDataChange(sql)
  const aloneForLong = sharedDataChange(sql, longTransaction(sql))

  const libraryIn = (projectId: ProjectId, guid: string) =>
    readFirst(
      LibraryRow,
      sql`SELECT l.id FROM codification_libraries l
        WHERE l.project_id = ${Number(projectId)} AND l.guid = ${guid} AND ${visible(sql, Number(projectId))}`
    )
  const libraryId = (projectId: ProjectId, guid: string) =>
    libraryIn(projectId, guid).pipe(
      Effect.flatMap(Effect.mapError(missing.codificationLibrary)),
      Effect.map(({ id }) => id)
    )

  /** Returns a condition on rows `c` of codes. */
  const isCode = (projectId: ProjectId, library: number, guid: Statement.Fragment | string): Statement.Fragment =>
    sql`c.project_id = ${Number(projectId)} AND c.library_id = ${library} AND c.guid = ${guid}`

  const find = (projectId: ProjectId, library: number, guid: string) =>
    readFirst(
      CodeRow,
      sql`SELECT ${codeColumns(sql)} FROM codes c
        WHERE ${isCode(projectId, library, guid)} AND ${visible(sql, Number(projectId), "c")}`
    )

  const refuseTaken = (library: number, identification: string) =>
    sql`SELECT id FROM codes WHERE library_id = ${library} AND identification = ${identification}`.pipe(
      Effect.filterOrFail(
        (taken) => taken.length === 0,
        () => identificationTaken(identification)
      )
    )

  /**
   * Returns the number of codes from the intended parent upwards, at most one more than allowed, and how many of them
   * are the code itself.
   */
  const above = (projectId: ProjectId, library: number, parentId: string, guid: string) =>
    readOne(
      PathRow,
      sql`WITH RECURSIVE path (guid, parent_guid, length) AS (
          SELECT c.guid, c.parent_guid, 1 FROM codes c WHERE ${isCode(projectId, library, parentId)}
          UNION ALL
          SELECT c.guid, c.parent_guid, p.length + 1 FROM path p CROSS JOIN codes c
            WHERE p.length <= ${limits.codesAbove.most} AND ${isCode(projectId, library, sql`p.parent_guid`)}
        ) SELECT count(*) AS length, coalesce(sum(CASE WHEN guid = ${guid} THEN 1 ELSE 0 END), 0) AS itself FROM path`
    )

  /** A new code has no codes below it, so its parent only has to exist. */
  const checkParentOfNew = (projectId: ProjectId, library: number, parentId: string | null) =>
    parentId === null
      ? Effect.void
      : Effect.asVoid(Effect.filterOrFail(find(projectId, library, parentId), Option.isSome, unknownParentCode))

  const checkParent = (projectId: ProjectId, library: number, guid: string, parentId: string | null) =>
    parentId === null
      ? Effect.void
      : Effect.flatMap(above(projectId, library, parentId, guid), ({ itself, length }) =>
          checkCodePlace({ above: length, isAboveItself: itself > 0 })
        )

  return {
    list: (projectId, libraryGuid) => {
      const inOrder = sql`FROM codification_libraries l JOIN codes c ON c.library_id = l.id
          WHERE l.project_id = ${Number(projectId)} AND l.guid = ${libraryGuid}
            AND ${visible(sql, Number(projectId))} AND ${visible(sql, Number(projectId), "c")}
          ORDER BY c.unsorted, c.sort, c.lowered, c.identification, c.guid`
      return Pull.map(
        longList(
          sql,
          sql`SELECT c.id, octet_length(c.measures) + coalesce(octet_length(c.description), 0) AS bytes ${inOrder}`,
          ListedRow,
          (ids) => sql`SELECT c.id, ${codeColumns(sql)} FROM codes c WHERE ${sql.in("c.id", ids)}`,
          sql`SELECT c.id, ${codeColumns(sql)} ${inOrder}`
        ),
        codeOf
      )
    },
    find: fn("CodeRepository.find")(function* ({ codificationGuid, libraryGuid, projectId }) {
      const library = yield* libraryIn(projectId, libraryGuid)
      if (Option.isNone(library)) return Option.none()
      return Option.map(yield* find(projectId, library.value.id, codificationGuid), codeOf)
    }, storageErrors),
    create: fn("CodeRepository.create")(function* (projectId, libraryGuid, draft) {
      const library = yield* libraryId(projectId, libraryGuid)
      const code: CodeRow = { guid: crypto.randomUUID(), uri: null, ...(yield* drafted(draft)) }
      yield* checkParentOfNew(projectId, library, code.parentId)
      yield* refuseTaken(library, code.identification)
      yield* withinLimit(sql, limits.codesOfLibrary, sql`codes WHERE library_id = ${library}`)
      yield* sql`INSERT INTO codes ${sql.insert({
        ...storedCode(code),
        project_id: Number(projectId),
        library_id: library,
        guid: code.guid,
        imported: 0,
        differs: 1
      })}`
      return done({ thing: "code", verb: "create", name: { guid: code.guid }, within: libraryGuid }, codeOf(code))
    }, alone),
    change: fn("CodeRepository.change")(
      function* ({ codificationGuid: guid, libraryGuid, projectId }, change) {
        const library = yield* libraryId(projectId, libraryGuid)
        const before = yield* Effect.flatMap(find(projectId, library, guid), Effect.mapError(missing.code))
        const after = yield* changed(before, change)
        if (after === before) return unchanged(codeOf(before))
        if (after.parentId !== before.parentId) yield* checkParent(projectId, library, guid, after.parentId)
        if (after.identification !== before.identification) yield* refuseTaken(library, after.identification)
        yield* sql`UPDATE codes AS c SET ${sql.update({ ...storedCode(after), differs: 1, changed: 1 })}
            WHERE ${isCode(projectId, library, guid)}`
        return done(
          { thing: "code", verb: "change", name: { guid }, within: libraryGuid },
          codeOf({ ...before, ...after })
        )
      },
      (work, { projectId }) => alone(work, projectId)
    ),
    remove: fn("CodeRepository.remove")(
      function* ({ codificationGuid: guid, libraryGuid, projectId }) {
        const library = yield* libraryId(projectId, libraryGuid)
        yield* Effect.flatMap(find(projectId, library, guid), Effect.mapError(missing.code))
        yield* sql`UPDATE codes SET parent_guid =
            (SELECT c.parent_guid FROM codes c WHERE ${isCode(projectId, library, guid)}), differs = 1
          WHERE library_id = ${library} AND parent_guid = ${guid}`
        yield* sql`INSERT INTO deleted_codes (project_id, model_id, guid)
          SELECT c.project_id, l.model_id, c.guid FROM codes c JOIN codification_libraries l ON l.id = c.library_id
          WHERE ${isCode(projectId, library, guid)} AND c.imported = 1 AND l.model_id IS NOT NULL
          ON CONFLICT (model_id, guid) DO NOTHING`
        yield* sql`DELETE FROM codes AS c WHERE ${isCode(projectId, library, guid)}`
        return done({ thing: "code", verb: "remove", name: { guid }, within: libraryGuid }, undefined)
      },
      (work, { projectId }) => aloneForLong(work, projectId)
    ),
    changed: (projectId) =>
      mapOf(
        sql,
        sql`SELECT c.guid, c.identification, c.name, l.guid AS "libraryGuid", c.parent_guid AS "parentGuid"
              FROM codes c JOIN codification_libraries l ON l.id = c.library_id
              WHERE c.project_id = ${Number(projectId)} AND c.differs = 1 AND l.project_id = c.project_id
                AND ${visible(sql, Number(projectId))}
            UNION ALL
            SELECT d.guid, NULL, NULL, NULL, NULL FROM deleted_codes d WHERE d.project_id = ${Number(projectId)}
            UNION ALL
            SELECT c.guid, NULL, NULL, NULL, NULL FROM projects p CROSS JOIN codification_libraries l CROSS JOIN codes c
              WHERE p.removed_from = ${Number(projectId)} AND l.project_id = p.id AND c.library_id = l.id
                AND l.model_id IS NOT NULL AND c.imported = 1`,
        NowRow,
        ({ guid, identification, libraryGuid, name, parentGuid }): readonly [string, CodeNow | null] => [
          guid,
          identification === null || name === null || libraryGuid === null
            ? null
            : { identification, name, libraryGuid, parentGuid }
        ]
      ).pipe(spanned("CodeRepository.changed"))
  }
})
