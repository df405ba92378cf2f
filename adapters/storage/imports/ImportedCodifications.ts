import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { ContentCode, ContentCodification } from "../../../src/domain/ModelContent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { type Columns, givenRows, manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, rowsPerStatement, type Stage, upToDate } from "./ImportedModel.ts"
import type { ImportOutline } from "./ImportOutline.ts"
import { integer, readAll, readGuids } from "../sql/Rows.ts"

const Library = Schema.Struct({ id: integer, guid: Schema.String })
const CodeTexts = Schema.Struct({
  libraryId: integer,
  guid: Schema.String,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  uri: Schema.NullOr(Schema.String)
})
type CodeTexts = typeof CodeTexts.Type
const Taken = Schema.Struct({ library: Schema.String, identification: Schema.String, guid: Schema.String })

/** A code of the file, and where it goes. */
interface Placed {
  readonly code: ContentCode
  readonly guid: string
  /** Guid of its library. */
  readonly library: string
  readonly identification: string
}

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
 * the model. What is there already keeps what was changed in it; a code that was deleted stays deleted, while the import
 * is at it too, and those below it take its place. What `addLibraries` and `addCodes` give runs within transactions of
 * the caller, alone in the project, in the order in which it was asked for; `renew`, which gives codes that nobody
 * changed the texts of the file, within the one that shows the import.
 */
export const importedCodifications = fn("importedCodifications")(function* (
  sql: SqlClient,
  model: ImportedModel,
  { codes, codifications }: ImportOutline,
  stage: Stage
) {
  const { stagedBy } = stage
  const [projectId, modelId] = [Number(model.projectId), Number(model.modelId)]
  const deletedCodes = upToDate(
    stage,
    Effect.map(
      readGuids(sql`SELECT guid FROM deleted_codes WHERE model_id = ${modelId}
        UNION ALL SELECT c.guid FROM codification_libraries l JOIN codes c ON c.library_id = l.id
          WHERE l.model_id = ${modelId} AND l.project_id <> ${projectId}`),
      (guids) => new Set(guids)
    )
  )
  const deleted = yield* deletedCodes
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

  const parentOf = (parent: number, gone: ReadonlySet<string>): string | null => {
    let above = codes[parent]
    while (above !== undefined && gone.has(above.guid)) above = codes[above.parent]
    return above?.guid ?? null
  }

  const outdated = new Map<string, CodeTexts>()
  const place = {
    library_id: ["BIGINT", ({ library }) => ids.get(library)!],
    guid: ["TEXT", ({ guid }) => guid]
  } satisfies Columns<Placed>

  /** Notes which codes of a slice are there with other texts. */
  const compare = fn("importedCodifications.compare")(function* (slice: ReadonlyArray<Placed>) {
    const rows = yield* readAll(
      CodeTexts,
      sql`SELECT library_id AS "libraryId", guid, name, description, uri FROM codes
        WHERE changed = 0 AND project_id = ${projectId}
          AND (guid, library_id) IN (${givenRows(sql, slice, [], { guid: place.guid, library_id: place.library_id })})`
    )
    const there = new Map(rows.map((row) => [row.guid, row]))
    for (const { code, guid } of slice) {
      const { description, name, uri } = code
      const before = there.get(guid)
      if (before === undefined) continue
      const isSame = before.name === name && before.description === description && before.uri === uri
      if (!isSame) outdated.set(guid, { ...before, name, description, uri })
    }
  })

  const renew = Effect.suspend(() =>
    inBatches([...outdated.values()], rowsPerStatement, (slice) => {
      const file = givenRows(sql, slice, [], {
        library_id: ["BIGINT", ({ libraryId }) => libraryId],
        guid: ["TEXT", ({ guid }) => guid],
        name: ["TEXT", ({ name }) => name],
        description: ["TEXT", ({ description }) => description],
        uri: ["TEXT", ({ uri }) => uri]
      })
      // Tables of older versions have to be told.
      return sql`WITH file (library_id, guid, name, description, uri) AS (${file})
        UPDATE codes SET name = file.name, description = file.description, uri = file.uri, differs = 1 FROM file
        WHERE codes.project_id = ${projectId} AND codes.library_id = file.library_id AND codes.guid = file.guid
          AND codes.changed = 0`
    })
  )

  const addCodes = (slice: ReadonlyArray<ContentCode>) => {
    const rows = slice.flatMap((code) => {
      const { guid } = codes[seen.codes++]!
      if (deleted.has(guid)) return []
      const library = codifications[code.codification]!
      const identification = isNew ? code.identification : freeIdentification(taken, library, guid, code.identification)
      return { code, guid, library, identification }
    })
    const alike = { project_id: projectId, unsorted: 1, measures: "[]", imported: 1, staged_by: stagedBy }
    return inBatches(
      rows,
      rowsPerStatement,
      fn("importedCodifications.addCodes")(function* (slice) {
        const gone = yield* deletedCodes
        const some = slice.filter(({ guid }) => !gone.has(guid))
        if (!isNew) yield* compare(some)
        const values = manyRows(sql, some, alike, {
          ...place,
          parent_guid: ["TEXT", ({ code }) => parentOf(code.parent, gone)],
          identification: ["TEXT", ({ identification }) => identification],
          lowered: ["TEXT", ({ identification }) => identification.toLowerCase()],
          name: ["TEXT", ({ code }) => code.name],
          description: ["TEXT", ({ code }) => code.description],
          uri: ["TEXT", ({ code }) => code.uri],
          differs: ["BIGINT", ({ code, identification }) => (identification === code.identification ? 0 : 1)]
        })
        yield* sql`INSERT INTO codes ${values} ON CONFLICT (project_id, guid, library_id) DO NOTHING`
      })
    )
  }

  return { addLibraries, addCodes, renew }
})
