import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Documents of requirements. `facts` is JSON of what the file says; `models` and `tags` are JSON lists. */
export const keepRequirements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE requirements (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    file_blob TEXT NOT NULL,
    facts TEXT NOT NULL,
    specifications INTEGER NOT NULL,
    auto_check INTEGER NOT NULL,
    checked_by TEXT,
    models TEXT,
    tags TEXT
  )`
  yield* sql`CREATE INDEX requirements_of_project ON requirements (project_id, id)`
  yield* sql`CREATE INDEX requirements_by_file ON requirements (file_blob)`
})
