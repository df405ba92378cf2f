import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Conflict, PreconditionFailed } from "../../../src/domain/Errors.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { exceeded } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { millisecondsOf } from "../../../src/domain/topics/Moment.ts"
import { DocumentReference, Topic, TopicComment, TopicFile } from "../../../src/domain/topics/Topic.ts"
import { commentActions, topicActions, type TopicEvent } from "../../../src/domain/topics/TopicEvent.ts"
import type { Viewpoint } from "../../../src/domain/topics/Viewpoint.ts"
import type { StoredTopic, TopicBlob, TopicMore } from "../../../src/ports/topics/TopicRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { json } from "../sql/Json.ts"
import { locked } from "../sql/Lock.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"

const Body = Schema.Struct(Topic.fields).pipe(Schema.omit("server_assigned_id"))

type Body = Omit<Topic, "server_assigned_id">

const More = Schema.Struct({
  related_topics: Schema.Array(Schema.String),
  document_references: Schema.Array(DocumentReference),
  files: Schema.Array(
    Schema.Struct({ ...TopicFile.fields, is_external: Schema.optionalWith(Schema.Boolean, { exact: true }) })
  ),
  rest: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) })
})

export const noMore: TopicMore = { related_topics: [], document_references: [], files: [], rest: {} }

export const TopicRow = Schema.Struct({ id: integer, body: Schema.parseJson(Body) })

const WholeRow = Schema.Struct({
  ...TopicRow.fields,
  more: Schema.parseJson(More),
  owner: Schema.String,
  revision: integer
})
type WholeRow = typeof WholeRow.Type

export const CommentRow = Schema.Struct({
  id: integer,
  owner: Schema.String,
  revision: integer,
  body: Schema.parseJson(TopicComment)
})

/** Checking the components of a large viewpoint again would block the event loop. */
export const ViewpointRow = Schema.Struct({ id: integer, body: json<Viewpoint>() })

export const BlobRow = Schema.Struct({
  kind: Schema.Literal("snapshot", "bitmap", "snippet", "document", "other"),
  name: Schema.String,
  filename: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  media: Schema.String,
  key: Schema.String,
  bytes: integer,
  viewpointId: Schema.NullOr(integer)
})

export const blobOf = ({ bytes, description, filename, key, kind, media, name }: typeof BlobRow.Type): TopicBlob => ({
  bytes,
  key,
  kind,
  media,
  name,
  ...(filename === null ? {} : { filename }),
  ...(description === null ? {} : { description })
})

const BytesRow = Schema.Struct({ bytes: integer })

/** The id of a row is unique in all projects and never used again. */
export const topicOf = ({ body, id }: typeof TopicRow.Type): Topic => ({ ...body, server_assigned_id: String(id) })

export const etagOf = ({ id, revision }: { readonly id: number; readonly revision: number }): string =>
  `"${id}-${revision}"`

export const storedTopic = (row: WholeRow): StoredTopic => ({ topic: topicOf(row), more: row.more, etag: etagOf(row) })

/** Stands around each label, and in no text that a client sends as one. */
const separator = "\u001f"

export const labelKey = (label: string): string => separator + label + separator

const timeIn = (text: string | undefined): number | null => (text === undefined ? null : millisecondsOf(text))

/** Returns the columns of a topic, which repeat its body. */
export const columnsOf = (topic: Omit<Topic, "server_assigned_id">) => ({
  body: JSON.stringify({ ...topic, server_assigned_id: undefined }),
  topic_type: topic.topic_type ?? null,
  topic_status: topic.topic_status ?? null,
  title: topic.title,
  priority: topic.priority ?? null,
  stage: topic.stage ?? null,
  assigned_to: topic.assigned_to ?? null,
  creation_author: topic.creation_author,
  modified_author: topic.modified_author ?? null,
  creation_date: timeIn(topic.creation_date),
  modified_date: timeIn(topic.modified_date),
  due_date: timeIn(topic.due_date),
  position: topic.index ?? null,
  labels: topic.labels.length === 0 ? "" : separator + topic.labels.join(separator) + separator,
  snippet_type: topic.bim_snippet?.snippet_type ?? null
})

/** Fails with `PreconditionFailed` if the caller has seen another version than the present one. */
export const requireMatch = (row: { readonly id: number; readonly revision: number }, ifMatch: string | null) =>
  ifMatch === null || ifMatch.trim() === "*" || ifMatch.split(",").some((one) => one.trim() === etagOf(row))
    ? Effect.void
    : new PreconditionFailed({ details: "It has changed meanwhile. Read it again." })

export const taken = () => new Conflict({ details: "The guid is taken in this project." })

/** Statements on the rows of topics that changes share. They run within a transaction. */
export const topicRows = (sql: SqlClient) => {
  const columns = sql`id, body, more, owner, revision`

  const lockProject = fn("TopicRows.lockProject")(function* (projectId: ProjectId) {
    const rows = yield* sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`
    if (rows.length === 0) return yield* missing.deletedProject()
  })

  const find = (projectId: ProjectId, guid: string) =>
    readFirst(WholeRow, sql`SELECT ${columns} FROM topics WHERE project_id = ${Number(projectId)} AND guid = ${guid}`)

  /** Locks the project and returns a topic of it. */
  const changeable = fn("TopicRows.changeable")(function* (projectId: ProjectId, guid: string) {
    yield* lockProject(projectId)
    return yield* Effect.flatMap(find(projectId, guid), Effect.mapError(missing.topic))
  })

  /** Keeps what has changed in a topic, or in a comment of it; nothing if nothing has. */
  const keepEvent = fn("TopicRows.keepEvent")(function* (
    projectId: ProjectId,
    topic: string,
    comment: string | null,
    { actions, at, author }: { readonly actions: TopicEvent["actions"]; readonly at: string; readonly author: string }
  ) {
    if (actions.length === 0) return
    yield* sql`INSERT INTO topic_events ${sql.insert({
      project_id: Number(projectId),
      topic_guid: topic,
      comment_guid: comment,
      at,
      author,
      actions: JSON.stringify(actions)
    })}`
  })

  /** Keeps what has changed in a topic by its latest change; `before` is null for a new one. */
  const keepTopicEvent = (projectId: ProjectId, before: Body | null, after: Body) =>
    keepEvent(projectId, after.guid, null, {
      actions: topicActions(before, after),
      at: after.modified_date ?? after.creation_date,
      author: after.modified_author ?? after.creation_author
    })

  /** The same for a comment. */
  const keepCommentEvent = (projectId: ProjectId, before: TopicComment | null, after: TopicComment) =>
    keepEvent(projectId, after.topic_guid, after.guid, {
      actions: commentActions(before, after),
      at: after.modified_date ?? after.date,
      author: after.modified_author ?? after.author
    })

  /** Stores a topic in place of the present one. */
  const replace = fn("TopicRows.replace")(function* (row: WholeRow, topic: Topic, more: TopicMore) {
    const revision = row.revision + 1
    yield* sql`UPDATE topics SET ${sql.update({ ...columnsOf(topic), more: JSON.stringify(more), revision })}
      WHERE id = ${row.id}`
    return storedTopic({ ...row, body: topic, more, revision })
  })

  /** Moves the date of a topic with a change of its parts. */
  const touch = (row: WholeRow, at: string, author: string) =>
    replace(row, { ...topicOf(row), modified_date: at, modified_author: author }, row.more)

  /** Fails with `LimitExceeded` if the files of a project, those just added included, exceed 10 GB. */
  const requireSpace = fn("TopicRows.requireSpace")(function* (projectId: ProjectId) {
    const { bytes } = yield* readOne(
      BytesRow,
      sql`SELECT coalesce(sum(bytes), 0) AS bytes FROM topic_blobs WHERE project_id = ${Number(projectId)}`
    )
    if (bytes > limits.topicBytesOfProject.most) return yield* exceeded(limits.topicBytesOfProject)
  })

  /** Adds files. `requireSpace` must follow in the same transaction: it reads all files of the project. */
  const insertBlobs = fn("TopicRows.insertBlobs")(function* (
    projectId: ProjectId,
    topicId: number | null,
    viewpointId: number | null,
    blobs: ReadonlyArray<TopicBlob>
  ) {
    for (const { bytes, description, filename, key, kind, media, name } of blobs) {
      yield* sql`INSERT INTO topic_blobs ${sql.insert({
        project_id: Number(projectId),
        topic_id: topicId,
        viewpoint_id: viewpointId,
        kind,
        name,
        filename: filename ?? null,
        description: description ?? null,
        media,
        file_blob: key,
        bytes
      })}`
    }
  })

  /** Adds files. Fails with `LimitExceeded` beyond 10 GB of a project. */
  const addBlobs = fn("TopicRows.addBlobs")(function* (
    projectId: ProjectId,
    topicId: number | null,
    viewpointId: number | null,
    blobs: ReadonlyArray<TopicBlob>
  ) {
    if (blobs.length === 0) return
    yield* insertBlobs(projectId, topicId, viewpointId, blobs)
    yield* requireSpace(projectId)
  })

  return {
    lockProject,
    find,
    changeable,
    replace,
    touch,
    addBlobs,
    insertBlobs,
    requireSpace,
    keepTopicEvent,
    keepCommentEvent
  }
}
