import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { topicChanged } from "../../../src/domain/events/NewEvents.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import type { TopicComment } from "../../../src/domain/topics/Topic.ts"
import { restKey, withoutRest } from "../../../src/domain/topics/Rest.ts"
import { commentForbidden, mayChangeComment } from "../../../src/domain/topics/TopicRole.ts"
import type { StoredComment, TopicRepository } from "../../../src/ports/topics/TopicRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { withinLimit } from "../sql/Limit.ts"
import { longList } from "../sql/LongList.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { CommentRow, etagOf, requireMatch, taken, type topicRows } from "./TopicRows.ts"

const Id = Schema.Struct({ id: integer })

type Methods = Pick<
  TopicRepository["Type"],
  "comments" | "findComment" | "addComment" | "changeComment" | "removeComment"
>

const stored = (row: typeof CommentRow.Type): StoredComment => ({
  comment: row.body,
  etag: etagOf(row),
  owner: row.owner
})

/** Returns the methods on comments. Each change of a comment is one of its topic. */
export const commentStatements = (sql: SqlClient, rows: ReturnType<typeof topicRows>): Methods => {
  const inTransaction = transaction(sql)
  const columns = sql`c.id, c.owner, c.revision, c.body`
  const ofTopic = (projectId: ProjectId, topic: string) =>
    sql`topic_comments c JOIN topics t ON t.id = c.topic_id
      WHERE t.project_id = ${Number(projectId)} AND t.guid = ${topic}`

  const find = (projectId: ProjectId, topic: string, guid: string) =>
    readFirst(CommentRow, sql`SELECT ${columns} FROM ${ofTopic(projectId, topic)} AND c.guid = ${guid}`)

  const written = (projectId: ProjectId, verb: "create" | "change" | "remove", topic: string, guid: string) =>
    audit(sql, { projectId, action: `comment.${verb}`, object: guid, outcome: "Done" }, [
      topicChanged(topic, "Changed")
    ])

  const changeable = fn("CommentStatements.changeable")(function* (projectId: ProjectId, topic: string, guid: string) {
    const row = yield* rows.changeable(projectId, topic)
    const comment = yield* Effect.flatMap(find(projectId, topic, guid), Effect.mapError(missing.comment))
    return { row, comment }
  })

  return {
    comments: (projectId, topic) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT c.id AS id, octet_length(c.body) AS bytes FROM ${ofTopic(projectId, topic)} ORDER BY c.id`,
          CommentRow,
          (ids) => sql`SELECT ${columns} FROM topic_comments c WHERE ${sql.in("c.id", ids)}`
        ),
        ({ body }) => body
      ),
    findComment: fn("TopicRepository.findComment")(function* (projectId, topic, guid) {
      return Option.map(yield* find(projectId, topic, guid), stored)
    }, storageErrors),
    addComment: fn("TopicRepository.addComment")(function* (projectId, userId, comment: TopicComment) {
      const row = yield* rows.changeable(projectId, comment.topic_guid)
      yield* withinLimit(sql, limits.commentsOfTopic, sql`topic_comments WHERE topic_id = ${row.id}`)
      const others = yield* sql`SELECT id FROM topic_comments
        WHERE project_id = ${Number(projectId)} AND guid = ${comment.guid}`
      if (others.length > 0) return yield* taken()
      const { id } = yield* readOne(
        Id,
        sql`INSERT INTO topic_comments ${sql.insert({
          project_id: Number(projectId),
          topic_id: row.id,
          guid: comment.guid,
          owner: userId,
          revision: 1,
          body: JSON.stringify(comment)
        })} RETURNING id`
      )
      yield* rows.touch(row, comment.date, comment.author)
      yield* rows.keepCommentEvents(projectId, [[null, comment]])
      yield* written(projectId, "create", comment.topic_guid, comment.guid)
      return { comment, etag: etagOf({ id, revision: 1 }), owner: userId }
    }, inTransaction),
    changeComment: fn("TopicRepository.changeComment")(function* (projectId, editor, topic, guid, ifMatch, change) {
      const { comment: before, row } = yield* changeable(projectId, topic, guid)
      if (!mayChangeComment(editor, before.owner)) return yield* commentForbidden()
      yield* requireMatch(before, ifMatch)
      const comment = change(before.body)
      const revision = before.revision + 1
      yield* sql`UPDATE topic_comments SET body = ${JSON.stringify(comment)}, revision = ${revision} WHERE id = ${before.id}`
      yield* rows.touch(row, comment.modified_date ?? comment.date, comment.modified_author ?? comment.author)
      yield* rows.keepCommentEvents(projectId, [[before.body, comment]])
      yield* written(projectId, "change", topic, guid)
      return stored({ ...before, body: comment, revision })
    }, inTransaction),
    removeComment: fn("TopicRepository.removeComment")(function* (projectId, editor, topic, guid, ifMatch) {
      const { comment, row } = yield* changeable(projectId, topic, guid)
      if (!mayChangeComment(editor, comment.owner)) return yield* commentForbidden()
      yield* requireMatch(comment, ifMatch)
      yield* sql`DELETE FROM topic_comments WHERE id = ${comment.id}`
      const rest = withoutRest(row.more.rest, restKey("Comment", guid))
      yield* rows.replace(row, { ...row.body, server_assigned_id: String(row.id) }, { ...row.more, rest })
      yield* written(projectId, "remove", topic, guid)
    }, inTransaction)
  }
}
