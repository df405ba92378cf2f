import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { CodificationLibrary } from "../../../src/domain/libraries/Codification.ts"
import { type ProjectId, Uuid } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { withinLimit } from "../sql/Limit.ts"
import { longList } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readFirst } from "../sql/Rows.ts"
import { insertTombstone } from "./Tombstone.ts"
import { visible } from "./Visible.ts"
import { done, sharedDataChange } from "./SharedData.ts"
import { storageErrors } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  guid: Uuid,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  source: Schema.NullOr(Schema.String),
  edition: Schema.NullOr(Schema.String),
  editionDate: Schema.NullOr(Schema.String),
  uri: Schema.NullOr(Schema.String),
  moreInfo: Schema.NullOr(Schema.String),
  modelGuid: Schema.NullOr(Schema.String)
})

const ListedRow = Schema.Struct({ id: integer, ...Row.fields })

const libraryOf = ({ guid, modelGuid, name, ...optional }: typeof Row.Type): CodificationLibrary => ({
  guid,
  name,
  ...Record.filter(optional, Predicate.isNotNull),
  modelGuid: modelGuid ?? "",
  group: modelGuid === null ? "Project" : "Model"
})

export const layer = repository(CodificationRepository, (sql) => {
  const alone = sharedDataChange(sql)
  const libraries = (projectId: ProjectId) => sql`SELECT l.id, l.guid, l.name, l.description, l.source, l.edition,
        l.edition_date AS "editionDate", l.uri, l.more_info AS "moreInfo", m.guid AS "modelGuid"
      FROM codification_libraries l LEFT JOIN models m ON m.id = l.model_id
      WHERE l.project_id = ${Number(projectId)} AND ${visible(sql, Number(projectId))}`

  return {
    list: (projectId) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT l.id, coalesce(octet_length(l.description), 0) + coalesce(octet_length(l.uri), 0) AS bytes
            FROM codification_libraries l
            WHERE l.project_id = ${Number(projectId)} AND ${visible(sql, Number(projectId))} ORDER BY l.id`,
          ListedRow,
          (ids) => sql`${libraries(projectId)} AND ${sql.in("l.id", ids)}`
        ),
        (row) => libraryOf(Struct.omit(row, "id"))
      ),
    find: fn("CodificationRepository.find")(function* (projectId, guid) {
      return Option.map(yield* readFirst(Row, sql`${libraries(projectId)} AND l.guid = ${guid}`), libraryOf)
    }, storageErrors),
    create: fn("CodificationRepository.create")(function* (projectId, draft) {
      const library = {
        description: draft.description ?? null,
        source: draft.source ?? null,
        edition: draft.edition ?? null,
        uri: draft.uri ?? null,
        guid: crypto.randomUUID() as string,
        name: draft.name
      }
      const own = sql`codification_libraries WHERE project_id = ${Number(projectId)} AND model_id IS NULL`
      yield* withinLimit(sql, limits.codificationLibraries, own)
      yield* sql`INSERT INTO codification_libraries
          ${sql.insert({ ...library, project_id: Number(projectId), type: draft.type ?? null })}`
      const created = libraryOf({ ...library, editionDate: null, moreInfo: null, modelGuid: null })
      return done({ thing: "codification", verb: "create", name: { guid: library.guid } }, created)
    }, alone),
    remove: fn("CodificationRepository.remove")(function* (projectId, guid) {
      const id = Number(projectId)
      const tombstone = yield* insertTombstone(sql, id)
      const gone = yield* sql`UPDATE codification_libraries AS l SET project_id = ${tombstone}
          WHERE l.project_id = ${id} AND l.guid = ${guid} AND ${visible(sql, id)} RETURNING id`
      if (gone.length === 0) return yield* missing.codificationLibrary()
      return done({ thing: "codification", verb: "remove", name: { guid } }, undefined)
    }, alone)
  }
})
