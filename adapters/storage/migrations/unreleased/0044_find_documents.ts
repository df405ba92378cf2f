import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Finds a document by its guid without reading all pictures and files of the project. */
export const findDocuments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX topic_documents ON topic_blobs (project_id, name) WHERE kind = 'document'`
})
