import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { Topic, TopicComment } from "../../../src/domain/topics/Topic.ts"
import { commentActions, topicActions, type TopicEvent } from "../../../src/domain/topics/TopicEvent.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { manyRows } from "../sql/ManyRows.ts"

type Body = Omit<Topic, "server_assigned_id">

interface Changed extends Pick<TopicEvent, "actions" | "author"> {
  readonly topic: string
  /** The comment that has changed, or null if it is the topic. */
  readonly comment: string | null
  readonly at: string
}

/** Statements that keep what has changed in topics and comments. They run within the transaction of the change. */
export const topicEventRows = (sql: SqlClient) => {
  /** Removes the oldest changes of a topic beyond the limit. */
  const trim = (projectId: ProjectId, topic: string) => {
    const ofTopic = sql`project_id = ${Number(projectId)} AND topic_guid = ${topic}`
    return sql`DELETE FROM topic_events WHERE ${ofTopic} AND id <= (
      SELECT id FROM topic_events WHERE ${ofTopic} ORDER BY id DESC LIMIT 1 OFFSET ${limits.changesOfTopic.most})`
  }

  const keep = fn("TopicEventRows.keep")(function* (projectId: ProjectId, changes: ReadonlyArray<Changed>) {
    const some = changes.filter(({ actions }) => actions.length > 0)
    if (some.length === 0) return
    yield* sql`INSERT INTO topic_events ${manyRows(
      sql,
      some,
      { project_id: Number(projectId) },
      {
        topic_guid: ["TEXT", ({ topic }) => topic],
        comment_guid: ["TEXT", ({ comment }) => comment],
        at: ["TEXT", ({ at }) => at],
        author: ["TEXT", ({ author }) => author],
        actions: ["TEXT", ({ actions }) => JSON.stringify(actions)]
      }
    )}`
    yield* Effect.forEach(new Set(some.map(({ topic }) => topic)), (topic) => trim(projectId, topic), { discard: true })
  })

  return {
    /** Keeps what has changed in a topic by its latest change; `before` is null for a new one. */
    keepTopicEvent: (projectId: ProjectId, before: Body | null, after: Body) =>
      keep(projectId, [
        {
          topic: after.guid,
          comment: null,
          actions: topicActions(before, after),
          at: after.modified_date ?? after.creation_date,
          author: after.modified_author ?? after.creation_author
        }
      ]),
    /** Keeps what has changed in comments by their latest changes; `before` is null for a new one. */
    keepCommentEvents: (
      projectId: ProjectId,
      changes: ReadonlyArray<readonly [before: TopicComment | null, after: TopicComment]>
    ) =>
      keep(
        projectId,
        changes.map(([before, after]) => ({
          topic: after.topic_guid,
          comment: after.guid,
          actions: commentActions(before, after),
          at: after.modified_date ?? after.date,
          author: after.modified_author ?? after.author
        }))
      ),
    /** Removes what was kept of a topic and its comments. */
    removeTopicEvents: (projectId: ProjectId, topic: string) =>
      sql`DELETE FROM topic_events WHERE project_id = ${Number(projectId)} AND topic_guid = ${topic}`
  }
}
