import * as Schema from "effect/Schema"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { CommentEvent, TopicEvent } from "../../../src/domain/topics/TopicEvent.ts"
import { type EventQuery, TopicEventRepository } from "../../../src/ports/topics/TopicEventRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { longList } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { integer } from "../sql/Rows.ts"

const stored = { id: integer, actions: Schema.parseJson(TopicEvent.fields.actions) }
const TopicRow = Schema.Struct({ ...TopicEvent.fields, ...stored })
const CommentRow = Schema.Struct({ ...CommentEvent.fields, ...stored })

export const layer = repository(TopicEventRepository, (sql) => {
  const columns = sql`id, topic_guid, comment_guid, at AS date, author, actions`

  const listed = <A extends { readonly id: number }, I>(
    row: Schema.Schema<A, I>,
    projectId: ProjectId,
    isOfComments: boolean,
    { skip, top, topic }: EventQuery
  ) => {
    const where = sql.and([
      sql`project_id = ${Number(projectId)}`,
      isOfComments ? sql`comment_guid IS NOT NULL` : sql`comment_guid IS NULL`,
      ...(topic === null ? [] : [sql`topic_guid = ${topic}`])
    ])
    const part = sql`LIMIT ${top ?? Number.MAX_SAFE_INTEGER} OFFSET ${skip ?? 0}`
    return longList(
      sql,
      sql`SELECT id, octet_length(actions) AS bytes FROM topic_events WHERE ${where} ORDER BY id ${part}`,
      row,
      (ids) => sql`SELECT ${columns} FROM topic_events WHERE ${sql.in("id", ids)}`
    )
  }

  return {
    ofTopics: (projectId, query) =>
      Pull.map(listed(TopicRow, projectId, false, query), ({ actions, author, date, topic_guid }) => ({
        topic_guid,
        date,
        author,
        actions
      })),
    ofComments: (projectId, query) =>
      Pull.map(listed(CommentRow, projectId, true, query), ({ actions, author, comment_guid, date, topic_guid }) => ({
        comment_guid,
        topic_guid,
        date,
        author,
        actions
      }))
  }
})
