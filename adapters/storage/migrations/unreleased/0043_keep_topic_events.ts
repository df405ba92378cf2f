import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/** Changes of topics and comments, by the words of the BCF API. `actions` is a JSON list. */
export const keepTopicEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity } = columns(sql)
  yield* sql`CREATE TABLE topic_events (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    topic_guid TEXT NOT NULL,
    comment_guid TEXT,
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    actions TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX topic_events_of_project ON topic_events (project_id, id)`
  yield* sql`CREATE INDEX topic_events_of_topic ON topic_events (project_id, topic_guid, id)`
})
