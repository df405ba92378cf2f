import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { Topic, TopicComment } from "../../../src/domain/topics/Topic.ts"
import { commentActions, topicActions, type TopicEvent } from "../../../src/domain/topics/TopicEvent.ts"
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
  const keep = (projectId: ProjectId, changes: ReadonlyArray<Changed>) => {
    const some = changes.filter(({ actions }) => actions.length > 0)
    if (some.length === 0) return Effect.void
    return sql`INSERT INTO topic_events ${manyRows(
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
  }

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
      )
  }
}
