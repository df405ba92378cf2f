import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { columns } from "../Columns.ts"

/**
 * Topics (BCF). `body` is the topic as JSON; the columns beside it repeat what lists are filtered and ordered by, times in
 * milliseconds. `labels` is the labels, each between two separators. `owner` is the user who may delete a topic or change a
 * comment. `topic_blobs` are pictures and files of topics, and, without a topic, documents of the project; `name` is the guid of a
 * bitmap or document, or the name of another file.
 */
export const createTopics = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { identity, ordered } = columns(sql)
  yield* sql`CREATE TABLE topics (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid ${ordered} NOT NULL,
    owner TEXT NOT NULL,
    revision BIGINT NOT NULL,
    body TEXT NOT NULL,
    more TEXT NOT NULL,
    topic_type ${ordered},
    topic_status ${ordered},
    title ${ordered} NOT NULL,
    priority ${ordered},
    stage ${ordered},
    assigned_to ${ordered},
    creation_author ${ordered} NOT NULL,
    modified_author ${ordered},
    creation_date BIGINT,
    modified_date BIGINT,
    due_date BIGINT,
    position BIGINT,
    labels TEXT NOT NULL,
    snippet_type TEXT,
    UNIQUE (project_id, guid)
  )`
  yield* sql`CREATE INDEX topics_of_project ON topics (project_id, id)`
  yield* sql`CREATE TABLE topic_comments (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    topic_id BIGINT NOT NULL REFERENCES topics (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    owner TEXT NOT NULL,
    revision BIGINT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (project_id, guid)
  )`
  yield* sql`CREATE INDEX comments_of_topic ON topic_comments (topic_id, id)`
  yield* sql`CREATE TABLE topic_viewpoints (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    topic_id BIGINT NOT NULL REFERENCES topics (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (project_id, guid)
  )`
  yield* sql`CREATE INDEX viewpoints_of_topic ON topic_viewpoints (topic_id, id)`
  yield* sql`CREATE TABLE topic_blobs (
    id ${identity},
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    topic_id BIGINT REFERENCES topics (id) ON DELETE CASCADE,
    viewpoint_id BIGINT REFERENCES topic_viewpoints (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    filename TEXT,
    description TEXT,
    media TEXT NOT NULL,
    file_blob TEXT NOT NULL,
    bytes BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX topic_blobs_of_project ON topic_blobs (project_id, id)`
  yield* sql`CREATE INDEX topic_blobs_of_topic ON topic_blobs (topic_id)`
  yield* sql`CREATE INDEX topic_blobs_of_viewpoint ON topic_blobs (viewpoint_id)`
  yield* sql`CREATE INDEX topic_blobs_by_file ON topic_blobs (file_blob)`
})
