import type { SqlClient } from "@effect/sql/SqlClient"
import { Schema } from "effect"
import { ofCode, ofCodification } from "../../../src/domain/DerivedUuid.ts"
import type { ContentCode, ContentCodification } from "../../../src/domain/ModelContent.ts"
import type { SharedContent } from "../../../src/ports/Computation.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { type ImportedModel, rowsPerStatement } from "./ImportedModel.ts"
import { integer, readAll, readGuids } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer, guid: Schema.String })
const Taken = Schema.Struct({ library: Schema.String, identification: Schema.String, guid: Schema.String })

interface Placed {
  readonly code: ContentCode
  readonly guid: string
  readonly library: string
}

/** What the libraries of the model hold already: `library guid \0 identification` to the guid of the code. */
const takenIn = fn("takenIn")(function* (sql: SqlClient, modelId: number) {
  const codes = sql`SELECT l.guid AS library, c.identification, c.guid
    FROM codification_libraries l JOIN codes c ON c.library_id = l.id WHERE l.model_id = ${modelId}`
  const rows = yield* readAll(Taken, codes)
  return new Map(rows.map(({ guid, identification, library }) => [`${library}\0${identification}`, guid]))
})

/** The file's identification or, where another code has it, that with the first number that is free. */
const freeIdentification = (taken: Map<string, string>, { code, guid, library }: Placed): string => {
  let text = code.identification
  for (let n = 2; (taken.get(`${library}\0${text}`) ?? guid) !== guid; n++) text = `${code.identification} (${n})`
  taken.set(`${library}\0${text}`, guid)
  return text
}

const insertLibraries = fn("insertLibraries")(function* (
  sql: SqlClient,
  model: ImportedModel,
  codifications: ReadonlyArray<ContentCodification>
) {
  const rows = codifications.map((library) => ({
    project_id: Number(model.projectId),
    model_id: Number(model.modelId),
    guid: ofCodification(model.guid, library.name),
    name: library.name ?? model.name,
    description: library.description,
    source: library.source,
    edition: library.edition,
    edition_date: library.editionDate,
    uri: library.uri
  }))
  yield* inBatches(
    rows,
    rowsPerStatement,
    (slice) => sql`INSERT INTO codification_libraries ${sql.insert(slice)} ON CONFLICT (project_id, guid) DO NOTHING`
  )
  const found = yield* readAll(
    Library,
    sql`SELECT id, guid FROM codification_libraries WHERE model_id = ${Number(model.modelId)}`
  )
  return new Map(found.map(({ guid, id }) => [guid, id]))
})

/**
 * The classifications of a file as codification libraries of the model, references to none in one that is named like
 * the model. What is there already keeps what was changed in it; a code that was deleted stays deleted, and those
 * below it take its place. Runs within the caller's transaction, alone in its project.
 */
export const insertCodifications = fn("insertCodifications")(function* (
  sql: SqlClient,
  model: ImportedModel,
  { codes, codifications }: Pick<SharedContent, "codes" | "codifications">
) {
  const modelId = Number(model.modelId)
  const deleted = new Set(yield* readGuids(sql`SELECT guid FROM deleted_codes WHERE model_id = ${modelId}`))
  const taken = yield* takenIn(sql, modelId)
  const placed = codes.map((code): Placed => {
    const system = codifications[code.codification]!.name
    return {
      code,
      guid: ofCode(model.guid, system, code.identification),
      library: ofCodification(model.guid, system)
    }
  })
  const kept = placed.filter(({ guid }) => !deleted.has(guid))
  // A library without codes is brought too, unless it was deleted: then only codes that are new bring it back.
  const gone = new Set(placed.filter(({ guid }) => deleted.has(guid)).map(({ library }) => library))
  const wanted = new Set(kept.map(({ library }) => library))
  const libraries = yield* insertLibraries(
    sql,
    model,
    codifications.filter(({ name }) => {
      const guid = ofCodification(model.guid, name)
      return wanted.has(guid) || !gone.has(guid)
    })
  )
  const parentOf = (code: ContentCode): string | null => {
    let parent = placed[code.parent]
    while (parent !== undefined && deleted.has(parent.guid)) parent = placed[parent.code.parent]
    return parent?.guid ?? null
  }
  yield* inBatches(kept, rowsPerStatement, (slice) => {
    const rows = slice.map((one) => {
      const identification = freeIdentification(taken, one)
      return {
        project_id: Number(model.projectId),
        library_id: libraries.get(one.library)!,
        guid: one.guid,
        parent_guid: parentOf(one.code),
        identification,
        lowered: identification.toLowerCase(),
        name: one.code.name,
        description: one.code.description,
        uri: one.code.uri,
        unsorted: 1,
        measures: "[]",
        imported: 1,
        differs: identification === one.code.identification ? 0 : 1
      }
    })
    return sql`INSERT INTO codes ${sql.insert(rows)} ON CONFLICT (library_id, guid) DO UPDATE
      SET name = excluded.name, description = excluded.description, uri = excluded.uri
      WHERE codes.differs = 0`
  })
})
