import { SqlClient } from "@effect/sql"
import { Effect, flow, Layer, Option } from "effect"
import { NotFound } from "../../src/domain/Errors.ts"
import { nextTurn } from "../../src/domain/EventLoop.ts"
import type { MaterialChange, MaterialContent } from "../../src/domain/Material.ts"
import { MaterialRepository } from "../../src/ports/MaterialRepository.ts"
import { now } from "./Clock.ts"
import { materialRows } from "./MaterialRows.ts"
import { changed, sharedDataChange, unchanged } from "./SharedData.ts"
import { storageErrors } from "./Transaction.ts"

const libraryNotFound = () => new NotFound({ details: "There is no such material library in this project." })
const materialNotFound = () => new NotFound({ details: "There is no such material in this library." })

/** Materials that one statement removes. */
const removedAtOnce = 500

const changeable = ["name", "color", "description", "category"] as const

/** What a material says after a change; null where that is what it says now. */
const afterwards = (before: MaterialContent, change: MaterialChange) => {
  const { category, color, description, name } = { ...before, ...change }
  const after = { name, color, description, category }
  return changeable.every((member) => after[member] === before[member]) ? null : after
}

export const layer = Layer.effect(
  MaterialRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const inProject = sharedDataChange(sql)
    const rows = materialRows(sql)
    const libraryOf = flow(
      rows.library,
      Effect.flatMap(Option.match({ onNone: libraryNotFound, onSome: Effect.succeed }))
    )
    const materialOf = flow(
      rows.material,
      Effect.flatMap(Option.match({ onNone: materialNotFound, onSome: Effect.succeed }))
    )

    /** Removes the materials of a library, and remembers those of its model; the event loop turns in between. */
    const empty = Effect.fn("MaterialRepository.empty")(function* (library: number) {
      const next = sql`SELECT id FROM materials WHERE library_id = ${library} ORDER BY id LIMIT ${removedAtOnce}`
      for (;;) {
        yield* sql`INSERT INTO deleted_materials (model_id, project_id, guid)
          SELECT l.model_id, m.project_id, m.guid
          FROM materials m JOIN material_libraries l ON l.id = m.library_id
          WHERE m.id IN (${next}) AND l.model_id IS NOT NULL AND m.imported_name IS NOT NULL`
        const gone = yield* sql`DELETE FROM materials WHERE id IN (${next}) RETURNING id`
        if (gone.length < removedAtOnce) return
        yield* nextTurn
      }
    })

    return MaterialRepository.of({
      libraries: rows.libraries,
      hasLibrary: (projectId, libraryGuid) =>
        rows
          .library({ projectId, libraryGuid })
          .pipe(Effect.map(Option.isSome), storageErrors, Effect.withSpan("MaterialRepository.hasLibrary")),
      find: (projectId, libraryGuid, materialGuid) =>
        rows
          .material({ projectId, libraryGuid, materialGuid })
          .pipe(
            Effect.map(Option.map(({ guid, name }) => ({ guid, name }))),
            storageErrors,
            Effect.withSpan("MaterialRepository.find")
          ),
      differences: flow(rows.differences, Effect.withSpan("MaterialRepository.differences")),
      createLibrary: Effect.fn("MaterialRepository.createLibrary")((projectId, draft) =>
        inProject(
          projectId,
          Effect.gen(function* () {
            const guid = crypto.randomUUID()
            const { description, edition, name, source, type, uri } = draft
            yield* sql`INSERT INTO material_libraries
                (project_id, guid, name, type, uri, description, source, edition, created_at)
              VALUES (${Number(projectId)}, ${guid}, ${name}, ${type ?? null}, ${uri ?? null}, ${description ?? null},
                ${source ?? null}, ${edition ?? null}, ${now(sql)})`
            return changed({ guid, name, materials: [] })
          })
        )
      ),
      removeLibrary: Effect.fn("MaterialRepository.removeLibrary")((projectId, libraryGuid) =>
        inProject(
          projectId,
          Effect.gen(function* () {
            const { id } = yield* libraryOf({ projectId, libraryGuid })
            yield* empty(id)
            yield* sql`DELETE FROM material_libraries WHERE id = ${id}`
            return changed(undefined)
          })
        )
      ),
      create: Effect.fn("MaterialRepository.create")((projectId, libraryGuid, draft) =>
        inProject(
          projectId,
          Effect.gen(function* () {
            const { id } = yield* libraryOf({ projectId, libraryGuid })
            const guid = crypto.randomUUID()
            yield* sql`INSERT INTO materials (library_id, project_id, guid, name, color, description, category)
              VALUES (${id}, ${Number(projectId)}, ${guid}, ${draft.name}, ${draft.color ?? null},
                ${draft.description ?? null}, ${draft.category ?? null})`
            return changed({ guid, name: draft.name })
          })
        )
      ),
      change: Effect.fn("MaterialRepository.change")((projectId, libraryGuid, materialGuid, change) =>
        inProject(
          projectId,
          Effect.gen(function* () {
            const { guid, id, name, ...rest } = yield* materialOf({ projectId, libraryGuid, materialGuid })
            const after = afterwards({ guid, name, ...rest }, change)
            if (after === null) return unchanged({ guid, name })
            yield* sql`UPDATE materials SET ${sql.update(after)} WHERE id = ${id}`
            return changed({ guid, name: after.name })
          })
        )
      ),
      remove: Effect.fn("MaterialRepository.remove")((projectId, libraryGuid, materialGuid) =>
        inProject(
          projectId,
          Effect.gen(function* () {
            const { guid, id, importedName, modelId } = yield* materialOf({ projectId, libraryGuid, materialGuid })
            yield* sql`DELETE FROM materials WHERE id = ${id}`
            if (modelId !== null && importedName !== null) {
              yield* sql`INSERT INTO deleted_materials (model_id, project_id, guid)
                VALUES (${Number(modelId)}, ${Number(projectId)}, ${guid})`
            }
            return changed(undefined)
          })
        )
      )
    })
  })
)
