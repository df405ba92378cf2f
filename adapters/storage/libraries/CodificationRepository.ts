import { Option, Predicate, Record, Schema } from "effect"
import type { CodificationLibrary } from "../../../src/domain/Codification.ts"
import { NotFound } from "../../../src/domain/Errors.ts"
import { type ProjectId, Uuid } from "../../../src/domain/Identifier.ts"
import { CodificationRepository } from "../../../src/ports/CodificationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { repository } from "../sql/Repository.ts"
import { readAll, readFirst } from "../sql/Rows.ts"
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

const libraryOf = ({ guid, modelGuid, name, ...optional }: typeof Row.Type): CodificationLibrary => ({
  guid,
  name,
  ...Record.filter(optional, Predicate.isNotNull),
  modelGuid: modelGuid ?? "",
  group: modelGuid === null ? "Project" : "Model"
})

export const layer = repository(CodificationRepository, (sql) => {
  const alone = sharedDataChange(sql)
  const libraries = (projectId: ProjectId) => sql`SELECT l.guid, l.name, l.description, l.source, l.edition,
        l.edition_date AS "editionDate", l.uri, l.more_info AS "moreInfo", m.guid AS "modelGuid"
      FROM codification_libraries l LEFT JOIN models m ON m.id = l.model_id
      WHERE l.project_id = ${Number(projectId)}`

  return {
    list: fn("CodificationRepository.list")(function* (projectId) {
      return (yield* readAll(Row, sql`${libraries(projectId)} ORDER BY l.id`)).map(libraryOf)
    }, storageErrors),
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
      yield* sql`INSERT INTO codification_libraries
          ${sql.insert({ ...library, project_id: Number(projectId), type: draft.type ?? null })}`
      const created = libraryOf({ ...library, editionDate: null, moreInfo: null, modelGuid: null })
      return done("codification.create", library.guid, created)
    }, alone),
    remove: fn("CodificationRepository.remove")(function* (projectId, guid) {
      const id = Number(projectId)
      yield* sql`INSERT INTO deleted_codes (project_id, model_id, guid)
          SELECT c.project_id, l.model_id, c.guid FROM codification_libraries l JOIN codes c ON c.library_id = l.id
          WHERE l.project_id = ${id} AND l.guid = ${guid} AND l.model_id IS NOT NULL AND c.imported = 1
          ON CONFLICT (model_id, guid) DO NOTHING`
      const gone = yield* sql`DELETE FROM codification_libraries
          WHERE project_id = ${id} AND guid = ${guid} RETURNING id`
      if (gone.length === 0) {
        return yield* new NotFound({ details: "There is no such codification library in this project." })
      }
      return done("codification.remove", guid, undefined)
    }, alone)
  }
})
