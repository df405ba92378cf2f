import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { flow } from "effect/Function"
import { limits } from "../../../src/domain/Limits.ts"
import { changed, drafted } from "../../../src/domain/libraries/Material.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { insertTombstone } from "./Tombstone.ts"
import { materialRows } from "./MaterialRows.ts"
import { done, sharedDataChange, unchanged } from "./SharedData.ts"
import { repository } from "../sql/Repository.ts"
import { storageErrors } from "../sql/Transaction.ts"

export const layer = repository(MaterialRepository, (sql) => {
  const alone = sharedDataChange(sql)
  const rows = materialRows(sql)
  const libraryOf = flow(rows.library, Effect.flatMap(Effect.mapError(missing.materialLibrary)))
  const materialOf = flow(rows.material, Effect.flatMap(Effect.mapError(missing.material)))

  return {
    list: rows.list,
    findLibrary: fn("MaterialRepository.findLibrary")(function* (projectId, libraryGuid) {
      const found = yield* rows.library(projectId, libraryGuid)
      return Option.map(found, ({ guid, name }) => ({ name, guid }))
    }, storageErrors),
    find: fn("MaterialRepository.find")(function* (projectId, libraryGuid, materialGuid) {
      const found = yield* rows.material(projectId, libraryGuid, materialGuid)
      return Option.map(found, ({ guid, name }) => ({ guid, name }))
    }, storageErrors),
    differences: fn("MaterialRepository.differences")(rows.differences),
    createLibrary: fn("MaterialRepository.createLibrary")(function* (projectId, draft) {
      const guid = crypto.randomUUID()
      const { description, edition, name, source, type, uri } = draft
      const own = sql`material_libraries WHERE project_id = ${Number(projectId)} AND model_id IS NULL`
      yield* withinLimit(sql, limits.materialLibraries, own)
      yield* sql`INSERT INTO material_libraries
            (project_id, guid, name, type, uri, description, source, edition, created_at)
          VALUES (${Number(projectId)}, ${guid}, ${name}, ${type ?? null}, ${uri ?? null}, ${description ?? null},
            ${source ?? null}, ${edition ?? null}, ${now(sql)})`
      return done({ thing: "material.library", verb: "create", name: { guid } }, { guid, name })
    }, alone),
    removeLibrary: fn("MaterialRepository.removeLibrary")(function* (projectId, libraryGuid) {
      const { id } = yield* libraryOf(projectId, libraryGuid)
      const tombstone = yield* insertTombstone(sql, Number(projectId))
      yield* sql`UPDATE material_libraries SET project_id = ${tombstone} WHERE id = ${id}`
      return done({ thing: "material.library", verb: "remove", name: { guid: libraryGuid } }, undefined)
    }, alone),
    create: fn("MaterialRepository.create")(function* (projectId, libraryGuid, draft) {
      const { id } = yield* libraryOf(projectId, libraryGuid)
      yield* withinLimit(sql, limits.materialsOfLibrary, sql`materials WHERE library_id = ${id}`)
      const guid = crypto.randomUUID()
      yield* sql`INSERT INTO materials
          ${sql.insert({ library_id: id, project_id: Number(projectId), guid, ...drafted(draft) })}`
      return done(
        { thing: "material", verb: "create", name: { guid }, within: libraryGuid },
        { guid, name: draft.name }
      )
    }, alone),
    change: fn("MaterialRepository.change")(function* (projectId, libraryGuid, materialGuid, change) {
      const { category, color, description, guid, id, name } = yield* materialOf(projectId, libraryGuid, materialGuid)
      const before = { name, color, description, category }
      const after = changed(before, change)
      if (after === before) return unchanged({ guid, name })
      yield* sql`UPDATE materials SET ${sql.update({ ...after })} WHERE id = ${id}`
      return done(
        { thing: "material", verb: "change", name: { guid }, within: libraryGuid },
        { guid, name: after.name }
      )
    }, alone),
    remove: fn("MaterialRepository.remove")(function* (projectId, libraryGuid, materialGuid) {
      const { guid, id, importedName, modelId } = yield* materialOf(projectId, libraryGuid, materialGuid)
      yield* sql`DELETE FROM materials WHERE id = ${id}`
      if (modelId !== null && importedName !== null) {
        yield* sql`INSERT INTO deleted_materials (model_id, project_id, guid)
            VALUES (${Number(modelId)}, ${Number(projectId)}, ${guid})`
      }
      return done({ thing: "material", verb: "remove", name: { guid }, within: libraryGuid }, undefined)
    }, alone)
  }
})
