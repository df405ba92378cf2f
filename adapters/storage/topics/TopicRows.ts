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
import type { Viewpoint } from "../../../src/domain/topics/Viewpoint.ts"
import type { StoredTopic, TopicBlob, TopicMore } from "../../../src/ports/topics/TopicRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { json } from "../sql/Json.ts"
import { locked } from "../sql/Lock.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"
import { topicEventRows } from "./TopicEventRows.ts"

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

/** A file with the row of its viewpoint if it is a picture of one. */
export interface PlacedBlob extends TopicBlob {
  readonly viewpointId?: number
}

/** Files of one statement. */
const blobsAtOnce = 500

const IdRow = Schema.Struct({ id: integer })
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
const columnsOf = (topic: Omit<Topic, "server_assigned_id">) => ({
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
  const events = topicEventRows(sql)
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

  /** Stores a new topic and keeps the event of it. */
  const insert = fn("TopicRows.insert")(function* (
    projectId: ProjectId,
    owner: string,
    body: Body,
    more: TopicMore = noMore
  ) {
    const { id } = yield* readOne(
      IdRow,
      sql`INSERT INTO topics ${sql.insert({
        project_id: Number(projectId),
        guid: body.guid,
        owner,
        revision: 1,
        more: JSON.stringify(more),
        ...columnsOf(body)
      })} RETURNING id`
    )
    yield* events.keepTopicEvent(projectId, null, body)
    return { id, body, more, owner, revision: 1 } satisfies WholeRow
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
  const insertBlobs = (projectId: ProjectId, topicId: number | null, blobs: ReadonlyArray<PlacedBlob>) =>
    inBatches(
      blobs,
      blobsAtOnce,
      (some) =>
        sql`INSERT INTO topic_blobs ${manyRows(
          sql,
          some,
          { project_id: Number(projectId) },
          {
            topic_id: ["BIGINT", () => topicId],
            viewpoint_id: ["BIGINT", ({ viewpointId = null }) => viewpointId],
            kind: ["TEXT", ({ kind }) => kind],
            name: ["TEXT", ({ name }) => name],
            filename: ["TEXT", ({ filename = null }) => filename],
            description: ["TEXT", ({ description = null }) => description],
            media: ["TEXT", ({ media }) => media],
            file_blob: ["TEXT", ({ key }) => key],
            bytes: ["BIGINT", ({ bytes }) => bytes]
          }
        )}`
    )

  /** Adds files. Fails with `LimitExceeded` beyond 10 GB of a project. */
  const addBlobs = fn("TopicRows.addBlobs")(function* (
    projectId: ProjectId,
    topicId: number | null,
    blobs: ReadonlyArray<PlacedBlob>
  ) {
    if (blobs.length === 0) return
    yield* insertBlobs(projectId, topicId, blobs)
    yield* requireSpace(projectId)
  })

  return {
    lockProject,
    find,
    changeable,
    insert,
    replace,
    touch,
    addBlobs,
    insertBlobs,
    requireSpace,
    ...events
  }
}
