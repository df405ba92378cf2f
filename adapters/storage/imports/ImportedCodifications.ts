import type { SqlClient } from "@effect/sql/SqlClient"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { ofCode, ofCodification } from "../../../src/domain/DerivedUuid.ts"
import type { ContentCode, ContentCodification } from "../../../src/domain/models/ModelContent.ts"
import type { SharedSlice } from "../../../src/domain/models/SharedSlice.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { type Columns, givenRows, manyRows } from "../sql/ManyRows.ts"
import { type ImportedModel, type Portion, rowsPerStatement, type Stage, upToDate } from "./ImportedModel.ts"
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

/** A code of the file, and its destination. */
interface Placed {
  readonly code: ContentCode
  readonly guid: string
  /** Guid of its library. */
  readonly library: string
  readonly identification: string
}

/**
 * Returns the identifications that the libraries of the model already use: `library guid \0 identification` to the guid
 * of the code.
 */
const takenIn = fn("takenIn")(function* (sql: SqlClient, modelId: number) {
  const codes = sql`SELECT l.guid AS library, c.identification, c.guid
    FROM codification_libraries l JOIN codes c ON c.library_id = l.id WHERE l.model_id = ${modelId} AND l.project_id = c.project_id`
  const rows = yield* readAll(Taken, codes)
  return new Map(rows.map(({ guid, identification, library }) => [`${library}\0${identification}`, guid]))
})

/**
 * Returns the numbers of the libraries of the file whose codes were all deleted; these libraries are not created again.
 * A library without codes is created.
 */
const emptiedBy = (modelGuid: string, shared: Stream.Stream<SharedSlice>, deleted: ReadonlySet<string>) => {
  const keys: globalThis.Array<string | null> = []
  const [present, gone] = [new Set<number>(), new Set<number>()]
  return Effect.map(
    Stream.runForEach(shared, (slice) =>
      Effect.sync(() => {
        for (const { key } of slice.codifications) keys.push(key)
        for (const { codification, guid, identification } of slice.codes) {
          const isGone = guid !== undefined || deleted.has(ofCode(modelGuid, keys[codification]!, identification))
          ;(isGone ? gone : present).add(codification)
        }
      })
    ),
    (): ReadonlySet<number> => gone.difference(present)
  )
}

/** Returns the identification of the file or, if another code has it, that with the first free number. */
const freeIdentification = (taken: Map<string, string>, library: string, guid: string, wanted: string): string => {
  let text = wanted
  for (let n = 2; (taken.get(`${library}\0${text}`) ?? guid) !== guid; n++) text = `${wanted} (${n})`
  taken.set(`${library}\0${text}`, guid)
  return text
}

/**
 * Stores the classifications of a file as codification libraries of the model; references without a classification go
 * to one that is named like the model. Existing rows keep what users changed in them. Codes that were deleted, even
 * during the import, stay deleted, and the codes below them move up. Codes that the project knows are not stored again. The portions of `addLibraries` and `addCodes` run
 * in the order in which they were requested. `renew` updates the texts of codes that no user changed; it runs within
 * the transaction that shows the import.
 */
export const importedCodifications = fn("importedCodifications")(function* (
  sql: SqlClient,
  model: ImportedModel,
  shared: Stream.Stream<SharedSlice>,
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
  const purged = deleted.size === 0 ? new Set<number>() : yield* emptiedBy(model.guid, shared, deleted)
  const taken = yield* takenIn(sql, modelId)
  // Identifications within a file are distinct. They are compared only if the model already has codes.
  const isNew = taken.size === 0
  const ids = new Map<string, number>()
  // Both are in the order of the file: its codes refer to their library and parent by these numbers.
  const libraries: globalThis.Array<{ readonly guid: string; readonly key: string | null }> = []
  const codes: globalThis.Array<{ readonly guid: string; readonly parent: number; readonly isKnown: boolean }> = []

  const addLibraries = (slice: ReadonlyArray<ContentCodification>): Portion => {
    const rows = slice.flatMap((library) => {
      const { isKnown, key, name } = library
      const guid = ofCodification(model.guid, key)
      if (purged.has(libraries.push({ guid, key }) - 1) || isKnown === true) return []
      return {
        project_id: projectId,
        model_id: modelId,
        guid,
        name: name ?? model.name,
        description: library.description,
        source: library.source,
        edition: library.edition,
        edition_date: library.editionDate,
        uri: library.uri,
        staged_by: stagedBy
      }
    })
    const work = inBatches(rows, rowsPerStatement, (some) => {
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
    return { statements: slice.length === 0 ? [] : null, work }
  }

  const parentOf = (parent: number, gone: ReadonlySet<string>): string | null => {
    let above = codes[parent]
    // A known code may be in another library.
    while (above !== undefined && (above.isKnown || gone.has(above.guid))) above = codes[above.parent]
    return above?.guid ?? null
  }

  const outdated = new Map<string, CodeTexts>()
  const place = {
    library_id: ["BIGINT", ({ library }) => ids.get(library)!],
    guid: ["TEXT", ({ guid }) => guid]
  } satisfies Columns<Placed>

  /** Collects the codes of a slice that exist with other texts. */
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
      // Product tables of older versions contain the old texts.
      return sql`WITH file (library_id, guid, name, description, uri) AS (${file})
        UPDATE codes SET name = file.name, description = file.description, uri = file.uri, differs = 1 FROM file
        WHERE codes.project_id = ${projectId} AND codes.library_id = file.library_id AND codes.guid = file.guid
          AND codes.changed = 0`
    })
  )

  const insert = (slice: ReadonlyArray<Placed>, gone: ReadonlySet<string>) => {
    const alike = { project_id: projectId, unsorted: 1, measures: "[]", imported: 1, staged_by: stagedBy }
    const values = manyRows(sql, slice, alike, {
      ...place,
      parent_guid: ["TEXT", ({ code }) => parentOf(code.parent, gone)],
      identification: ["TEXT", ({ identification }) => identification],
      lowered: ["TEXT", ({ identification }) => identification.toLowerCase()],
      name: ["TEXT", ({ code }) => code.name],
      description: ["TEXT", ({ code }) => code.description],
      uri: ["TEXT", ({ code }) => code.uri],
      differs: ["BIGINT", ({ code, identification }) => (identification === code.identification ? 0 : 1)]
    })
    return sql`INSERT INTO codes ${values} ON CONFLICT (project_id, guid, library_id) DO NOTHING`
  }

  const addCodes = (slice: ReadonlyArray<ContentCode>): Portion => {
    const rows = slice.flatMap((code) => {
      const { guid: library, key } = libraries[code.codification]!
      const guid = code.guid ?? ofCode(model.guid, key, code.identification)
      codes.push({ guid, parent: code.parent, isKnown: code.guid !== undefined })
      if (code.guid !== undefined || deleted.has(guid)) return []
      const identification = isNew ? code.identification : freeIdentification(taken, library, guid, code.identification)
      return { code, guid, library, identification }
    })
    const work = inBatches(
      rows,
      rowsPerStatement,
      fn("importedCodifications.addCodes")(function* (slice) {
        const gone = yield* deletedCodes
        const some = slice.filter(({ guid }) => !gone.has(guid))
        if (!isNew) yield* compare(some)
        yield* insert(some, gone)
      })
    )
    // Libraries that the same slice adds have no ids yet.
    const areReady = isNew && rows.every(({ library }) => ids.has(library))
    const batches = Array.chunksOf(rows, rowsPerStatement)
    return { statements: areReady ? batches.map((some) => insert(some, deleted)) : null, work }
  }

  const renewed = (): ReadonlySet<number> => new Set([...outdated.values()].map(({ libraryId }) => libraryId))

  return { addLibraries, addCodes, renew, renewed }
})
