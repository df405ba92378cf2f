import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { ContentCode, ContentCodification } from "../../../src/domain/ModelContent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, rowsPerStatement, type Stage } from "./ImportedModel.ts"
import type { ImportOutline } from "./ImportOutline.ts"
import { integer, readAll, readGuids } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer, guid: Schema.String })
const Taken = Schema.Struct({ library: Schema.String, identification: Schema.String, guid: Schema.String })

/** What the libraries of the model hold already: `library guid \0 identification` to the guid of the code. */
const takenIn = fn("takenIn")(function* (sql: SqlClient, modelId: number) {
  const codes = sql`SELECT l.guid AS library, c.identification, c.guid
    FROM codification_libraries l JOIN codes c ON c.library_id = l.id WHERE l.model_id = ${modelId} AND l.project_id = c.project_id`
  const rows = yield* readAll(Taken, codes)
  return new Map(rows.map(({ guid, identification, library }) => [`${library}\0${identification}`, guid]))
})

/** The file's identification or, where another code has it, that with the first number that is free. */
const freeIdentification = (taken: Map<string, string>, library: string, guid: string, wanted: string): string => {
  let text = wanted
  for (let n = 2; (taken.get(`${library}\0${text}`) ?? guid) !== guid; n++) text = `${wanted} (${n})`
  taken.set(`${library}\0${text}`, guid)
  return text
}

/**
 * The classifications of a file as codification libraries of the model, references to none in one that is named like
 * the model. What is there already keeps what was changed in it; a code that was deleted stays deleted, and those
 * below it take its place. What `addLibraries` and `addCodes` give runs within transactions of the caller, alone in the
 * project, in the order in which it was asked for.
 */
export const importedCodifications = fn("importedCodifications")(function* (
  sql: SqlClient,
  model: ImportedModel,
  { codes, codifications }: ImportOutline,
  { stagedBy }: Stage
) {
  const [projectId, modelId] = [Number(model.projectId), Number(model.modelId)]
  const deleted = new Set(
    yield* readGuids(sql`SELECT guid FROM deleted_codes WHERE model_id = ${modelId}
      UNION ALL SELECT c.guid FROM codification_libraries l JOIN codes c ON c.library_id = l.id
        WHERE l.model_id = ${modelId} AND l.project_id <> ${projectId}`)
  )
  const taken = yield* takenIn(sql, modelId)
  // Identifications of one file are different: they need be compared only where users have made codes beside them.
  const isNew = taken.size === 0
  // A library without codes is brought too, unless it was deleted: then only codes that are new bring it back.
  const wanted = new Set<number>()
  const gone = new Set<number>()
  for (const { codification, guid } of codes) (deleted.has(guid) ? gone : wanted).add(codification)
  const ids = new Map<string, number>()
  const seen = { libraries: 0, codes: 0 }

  const addLibraries = (slice: ReadonlyArray<ContentCodification>) => {
    const rows = slice.flatMap((library) => {
      const index = seen.libraries++
      if (!wanted.has(index) && gone.has(index)) return []
      return {
        project_id: projectId,
        model_id: modelId,
        guid: codifications[index]!,
        name: library.name ?? model.name,
        description: library.description,
        source: library.source,
        edition: library.edition,
        edition_date: library.editionDate,
        uri: library.uri,
        staged_by: stagedBy
      }
    })
    return inBatches(rows, rowsPerStatement, (some) => {
      const guids = some.map(({ guid }) => guid)
      return sql`INSERT INTO codification_libraries ${sql.insert(some)} ON CONFLICT (project_id, guid) DO NOTHING`.pipe(
        Effect.zipRight(
          readAll(
            Library,
            sql`SELECT id, guid FROM codification_libraries
              WHERE project_id = ${projectId} AND ${sql.in("guid", guids)}`
          )
        ),
        Effect.map((found) => {
          for (const { guid, id } of found) ids.set(guid, id)
        })
      )
    })
  }

  const parentOf = (parent: number): string | null => {
    let above = codes[parent]
    while (above !== undefined && deleted.has(above.guid)) above = codes[above.parent]
    return above?.guid ?? null
  }

  const addCodes = (slice: ReadonlyArray<ContentCode>) => {
    const rows = slice.flatMap((code) => {
      const { guid } = codes[seen.codes++]!
      if (deleted.has(guid)) return []
      const library = codifications[code.codification]!
      const identification = isNew ? code.identification : freeIdentification(taken, library, guid, code.identification)
      return { code, guid, library, identification, parent: parentOf(code.parent) }
    })
    return inBatches(rows, rowsPerStatement, (some) => {
      const alike = { project_id: projectId, unsorted: 1, measures: "[]", imported: 1 }
      const values = manyRows(sql, some, alike, {
        library_id: ["BIGINT", ({ library }) => ids.get(library)!],
        guid: ["TEXT", ({ guid }) => guid],
        parent_guid: ["TEXT", ({ parent }) => parent],
        identification: ["TEXT", ({ identification }) => identification],
        lowered: ["TEXT", ({ identification }) => identification.toLowerCase()],
        name: ["TEXT", ({ code }) => code.name],
        description: ["TEXT", ({ code }) => code.description],
        uri: ["TEXT", ({ code }) => code.uri],
        differs: ["BIGINT", ({ code, identification }) => (identification === code.identification ? 0 : 1)]
      })
      return sql`INSERT INTO codes ${values} ON CONFLICT (library_id, guid) DO UPDATE
        SET name = excluded.name, description = excluded.description, uri = excluded.uri
        WHERE codes.differs = 0`
    })
  }

  return { addLibraries, addCodes }
})
