import type { Fragment } from "@effect/sql/Statement"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { topicChanged } from "../../../src/domain/events/NewEvents.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { exceeded, type Limit } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { TopicComment } from "../../../src/domain/topics/Topic.ts"
import { mayChangeComment, type TopicEditor } from "../../../src/domain/topics/TopicRole.ts"
import { type NewTopic, type TopicBringer, TopicFileRepository } from "../../../src/ports/topics/TopicFileRepository.ts"
import type { NewViewpoint, TopicBlob } from "../../../src/ports/topics/TopicRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { inBatches } from "../sql/Batches.ts"
import { countUpTo } from "../sql/Limit.ts"
import { givenRows, manyRows } from "../sql/ManyRows.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readAll, readFirst, readGuids, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"
import { broughtMore } from "./BroughtMore.ts"
import { BlobRow, blobOf, CommentRow, noMore, taken, topicOf, topicRows, ViewpointRow } from "./TopicRows.ts"

const Added = Schema.Struct({ id: integer, guid: Schema.String })
const Place = Schema.Struct({ topicId: integer })
const PlacedComment = Schema.Struct({ ...Place.fields, owner: CommentRow.fields.owner, body: CommentRow.fields.body })
const CommentOwner = Schema.Struct({ guid: Schema.String, owner: CommentRow.fields.owner })
const Size = Schema.Struct({ files: integer, bytes: integer })

/** Comments or viewpoints of one statement. */
const rowsAtOnce = 200

/** Returns the items without those whose guid a later one has: a file may name a guid twice. */
const lastOf = <A>(items: ReadonlyArray<A>, guidOf: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [guidOf(item), item])).values()
]

export const layer = repository(TopicFileRepository, (sql) => {
  const rows = topicRows(sql)
  const blobColumns = sql`kind, name, filename, description, media, file_blob AS "key", bytes, viewpoint_id AS "viewpointId"`

  /** Fails with `LimitExceeded` if the rows that were added are too many. */
  const within = fn("TopicFileRepository.within")(function* (limit: Limit, added: Fragment) {
    if ((yield* countUpTo(sql, limit.most + 1, added)) > limit.most) return yield* exceeded(limit)
  })

  /** Returns the guids of the comments of a topic that a member may not change. */
  const foreignComments = fn("TopicFileRepository.foreignComments")(function* (topicId: number, editor: TopicEditor) {
    const found = yield* readAll(CommentOwner, sql`SELECT guid, owner FROM topic_comments WHERE topic_id = ${topicId}`)
    return new Set(found.filter(({ owner }) => !mayChangeComment(editor, owner)).map(({ guid }) => guid))
  })

  const putTopic = fn("TopicFileRepository.putTopic")(function* (
    projectId: ProjectId,
    bringer: TopicBringer,
    whole: NewTopic
  ) {
    const { models, userId } = bringer
    const { topic } = whole
    const before = Option.getOrNull(yield* rows.find(projectId, topic.guid))
    const foreign = before === null ? new Set<string>() : yield* foreignComments(before.id, bringer)
    const more = broughtMore(projectId, models, before?.more ?? noMore, whole, foreign)
    if (before === null) return { id: (yield* rows.insert(projectId, userId, topic, more)).id, isNew: true }
    yield* rows.keepTopicEvent(projectId, before.body, topic)
    yield* rows.replace(before, { ...topic, server_assigned_id: String(before.id) }, more)
    yield* sql`DELETE FROM topic_blobs WHERE topic_id = ${before.id} AND viewpoint_id IS NULL`
    return { id: before.id, isNew: false }
  })

  /** Returns the condition that a row of the project has one of the guids. */
  const withGuids = (projectId: ProjectId, column: "guid" | "name", guids: ReadonlyArray<string>) =>
    sql`project_id = ${Number(projectId)}
      AND ${sql(column)} IN (${givenRows(sql, guids, [], { guid: ["TEXT", (guid) => guid] })})`

  const putComments = fn("TopicFileRepository.putComments")(function* (
    projectId: ProjectId,
    editor: TopicEditor,
    topicId: number,
    all: ReadonlyArray<TopicComment>
  ) {
    const guids = all.map(({ guid }) => guid)
    const found = yield* readAll(
      PlacedComment,
      sql`SELECT topic_id AS "topicId", owner, body FROM topic_comments WHERE ${withGuids(projectId, "guid", guids)}`
    )
    if (found.some((one) => one.topicId !== topicId)) return yield* taken()
    const before = new Map(found.map(({ body }) => [body.guid, body]))
    const foreign = new Set(found.filter(({ owner }) => !mayChangeComment(editor, owner)).map(({ body }) => body.guid))
    const some = all.filter(({ guid }) => !foreign.has(guid))
    if (some.length === 0) return
    yield* sql`INSERT INTO topic_comments ${manyRows(
      sql,
      some,
      { project_id: Number(projectId), topic_id: topicId, owner: editor.userId, revision: 1 },
      { guid: ["TEXT", ({ guid }) => guid], body: ["TEXT", (comment) => JSON.stringify(comment)] }
    )} ON CONFLICT (project_id, guid) DO UPDATE SET body = excluded.body, revision = topic_comments.revision + 1`
    yield* rows.keepCommentEvents(
      projectId,
      some.map((comment) => [before.get(comment.guid) ?? null, comment])
    )
  })

  const putViewpoints = fn("TopicFileRepository.putViewpoints")(function* (
    projectId: ProjectId,
    topicId: number,
    some: ReadonlyArray<NewViewpoint>
  ) {
    const guids = some.map(({ viewpoint }) => viewpoint.guid)
    const gone = yield* readAll(
      Place,
      sql`DELETE FROM topic_viewpoints WHERE ${withGuids(projectId, "guid", guids)} RETURNING topic_id AS "topicId"`
    )
    if (gone.some((one) => one.topicId !== topicId)) return yield* taken()
    const added = yield* readAll(
      Added,
      sql`INSERT INTO topic_viewpoints ${manyRows(
        sql,
        some,
        { project_id: Number(projectId), topic_id: topicId },
        {
          guid: ["TEXT", ({ viewpoint }) => viewpoint.guid],
          body: ["TEXT", ({ viewpoint }) => JSON.stringify(viewpoint)]
        }
      )} RETURNING id, guid`
    )
    const ids = new Map(added.map(({ guid, id }) => [guid, id]))
    yield* rows.insertBlobs(
      projectId,
      topicId,
      some.flatMap(({ blobs, viewpoint }) => blobs.map((blob) => ({ ...blob, viewpointId: ids.get(viewpoint.guid)! })))
    )
  })

  return {
    guids: fn("TopicFileRepository.guids")(function* (projectId) {
      return yield* readGuids(sql`SELECT guid FROM topics WHERE project_id = ${Number(projectId)} ORDER BY id`)
    }, storageErrors),
    whole: fn("TopicFileRepository.whole")(function* (projectId, guid) {
      const found = yield* rows.find(projectId, guid)
      if (Option.isNone(found)) return Option.none()
      const row = found.value
      const comments = yield* readAll(
        CommentRow,
        sql`SELECT id, owner, revision, body FROM topic_comments WHERE topic_id = ${row.id} ORDER BY id`
      )
      const viewpoints = yield* readAll(
        ViewpointRow,
        sql`SELECT id, body FROM topic_viewpoints WHERE topic_id = ${row.id} ORDER BY id`
      )
      const blobs = yield* readAll(
        BlobRow,
        sql`SELECT ${blobColumns} FROM topic_blobs WHERE topic_id = ${row.id} ORDER BY id`
      )
      const ofViewpoint = Map.groupBy(blobs, ({ viewpointId }) => viewpointId)
      return Option.some({
        topic: topicOf(row),
        more: row.more,
        comments: comments.map(({ body }) => body),
        viewpoints: viewpoints.map(({ body, id }) => ({
          viewpoint: body,
          blobs: (ofViewpoint.get(id) ?? []).map(blobOf)
        })),
        blobs: (ofViewpoint.get(null) ?? []).map(blobOf)
      })
    }, storageErrors),
    documents: fn("TopicFileRepository.documents")(function* (projectId) {
      const found = yield* readAll(
        BlobRow,
        sql`SELECT ${blobColumns} FROM topic_blobs
          WHERE project_id = ${Number(projectId)} AND kind = 'document' ORDER BY id`
      )
      return found.map(blobOf)
    }, storageErrors),
    document: fn("TopicFileRepository.document")(function* (projectId, guid) {
      const found = yield* readFirst(
        BlobRow,
        sql`SELECT ${blobColumns} FROM topic_blobs
          WHERE project_id = ${Number(projectId)} AND kind = 'document' AND name = ${guid}`
      )
      return Option.map(found, blobOf)
    }, storageErrors),
    addDocument: fn("TopicFileRepository.addDocument")(function* (projectId, document) {
      yield* rows.lockProject(projectId)
      const others = yield* sql`SELECT id FROM topic_blobs
        WHERE project_id = ${Number(projectId)} AND kind = 'document' AND name = ${document.name}`
      if (others.length > 0) return yield* taken()
      yield* rows.addBlobs(projectId, null, [document])
      yield* audit(sql, { projectId, action: "document.create", object: document.name, outcome: "Done" })
    }, transaction(sql)),
    snippet: fn("TopicFileRepository.snippet")(function* (projectId, topic) {
      const row = yield* rows.find(projectId, topic)
      if (Option.isNone(row)) return Option.none()
      const found = yield* readFirst(
        BlobRow,
        sql`SELECT ${blobColumns} FROM topic_blobs WHERE topic_id = ${row.value.id} AND kind = 'snippet'`
      )
      return Option.map(found, blobOf)
    }, storageErrors),
    putSnippet: fn("TopicFileRepository.putSnippet")(function* (projectId, topic, snippet) {
      const row = yield* rows.changeable(projectId, topic)
      yield* sql`DELETE FROM topic_blobs WHERE topic_id = ${row.id} AND kind = 'snippet'`
      yield* rows.addBlobs(projectId, row.id, [snippet])
      yield* rows.replace(row, topicOf(row), row.more)
      yield* audit(sql, { projectId, action: "snippet.change", object: topic, outcome: "Done" }, [
        topicChanged(topic, "Changed")
      ])
    }, transaction(sql)),
    size: fn("TopicFileRepository.size")(function* (projectId) {
      const project = Number(projectId)
      const part = (table: string, bytes: string) =>
        sql`SELECT count(*) AS files, coalesce(sum(${sql.literal(bytes)}), 0) AS bytes
          FROM ${sql(table)} WHERE project_id = ${project}`
      return yield* readOne(
        Size,
        sql`SELECT sum(files) AS files, sum(bytes) AS bytes FROM (
          ${part("topics", "octet_length(body)")} UNION ALL
          ${part("topic_comments", "octet_length(body)")} UNION ALL
          ${part("topic_viewpoints", "octet_length(body)")} UNION ALL
          ${part("topic_blobs", "bytes")}) AS parts`
      )
    }, storageErrors),
    bring: fn("TopicFileRepository.bring")(function* (
      projectId: ProjectId,
      editor: TopicBringer,
      topics: ReadonlyArray<NewTopic>,
      documents: ReadonlyArray<TopicBlob>
    ) {
      yield* rows.lockProject(projectId)
      const isNew = new Map<string, boolean>()
      for (const whole of topics) {
        const put = yield* putTopic(projectId, editor, whole)
        // A file may have a topic twice.
        isNew.set(whole.topic.guid, (isNew.get(whole.topic.guid) ?? false) || put.isNew)
        yield* inBatches(
          lastOf(whole.comments, ({ guid }) => guid),
          rowsAtOnce,
          (some) => putComments(projectId, editor, put.id, some)
        )
        yield* inBatches(
          lastOf(whole.viewpoints, ({ viewpoint }) => viewpoint.guid),
          rowsAtOnce,
          (some) => putViewpoints(projectId, put.id, some)
        )
        yield* rows.insertBlobs(projectId, put.id, whole.blobs)
        yield* within(limits.commentsOfTopic, sql`topic_comments WHERE topic_id = ${put.id}`)
        yield* within(limits.viewpointsOfTopic, sql`topic_viewpoints WHERE topic_id = ${put.id}`)
      }
      const named = lastOf(documents, ({ name }) => name)
      yield* sql`DELETE FROM topic_blobs WHERE kind = 'document' AND ${withGuids(
        projectId,
        "name",
        named.map(({ name }) => name)
      )}`
      yield* rows.insertBlobs(projectId, null, named)
      yield* rows.requireSpace(projectId)
      yield* within(limits.topicsOfProject, sql`topics WHERE project_id = ${Number(projectId)}`)
      const all = [...isNew]
      yield* audit(
        sql,
        { projectId, action: "topics.import", object: String(all.length), outcome: "Done" },
        all.map(([guid, created]) => topicChanged(guid, created ? "Created" : "Changed"))
      )
      const created = all.filter(([, created]) => created).length
      return { created, changed: all.length - created }
    }, longTransaction(sql))
  }
})
