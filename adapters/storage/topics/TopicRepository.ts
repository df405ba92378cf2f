import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { topicChanged } from "../../../src/domain/events/NewEvents.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { deleteForbidden, mayDelete } from "../../../src/domain/topics/TopicRole.ts"
import { TopicRepository } from "../../../src/ports/topics/TopicRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { withinLimit } from "../sql/Limit.ts"
import { longList } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { readAll } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { commentStatements } from "./CommentStatements.ts"
import { conditionSql, orderSql } from "./TopicConditions.ts"
import { requireMatch, storedTopic, taken, topicOf, TopicRow, topicRows } from "./TopicRows.ts"
import { viewpointStatements } from "./ViewpointStatements.ts"

const Word = Schema.Struct({ word: Schema.String })

const verbs = { create: "Created", change: "Changed", remove: "Deleted" } as const

export const layer = repository(TopicRepository, (sql) => {
  const inTransaction = transaction(sql)
  const rows = topicRows(sql)

  const written = (projectId: ProjectId, verb: keyof typeof verbs, guid: string) =>
    audit(sql, { projectId, action: `topic.${verb}`, object: guid, outcome: "Done" }, [topicChanged(guid, verbs[verb])])

  /** Returns the different values of a column, ordered. */
  const wordsIn = (projectId: ProjectId, column: string) =>
    Effect.map(
      readAll(
        Word,
        sql`SELECT DISTINCT ${sql(column)} AS word FROM topics
          WHERE project_id = ${Number(projectId)} AND ${sql(column)} IS NOT NULL AND ${sql(column)} <> ''`
      ),
      (found) => found.map(({ word }) => word).toSorted()
    )

  return {
    list: (projectId, { filter, order, skip, top }) => {
      const where = sql.and([
        sql`project_id = ${Number(projectId)}`,
        ...(filter === undefined ? [] : [conditionSql(sql, filter)])
      ])
      // Both databases take a number for LIMIT, and SQLite has no OFFSET without it.
      const part = sql`LIMIT ${top ?? Number.MAX_SAFE_INTEGER} OFFSET ${skip ?? 0}`
      return Pull.map(
        longList(
          sql,
          sql`SELECT id, octet_length(body) AS bytes FROM topics WHERE ${where} ORDER BY ${orderSql(sql, order)} ${part}`,
          TopicRow,
          (ids) => sql`SELECT id, body FROM topics WHERE ${sql.in("id", ids)}`
        ),
        topicOf
      )
    },
    find: fn("TopicRepository.find")(function* (projectId, guid) {
      return Option.map(yield* rows.find(projectId, guid), storedTopic)
    }, storageErrors),
    words: fn("TopicRepository.words")(function* (projectId) {
      const labels = yield* wordsIn(projectId, "labels")
      return {
        topic_type: yield* wordsIn(projectId, "topic_type"),
        topic_status: yield* wordsIn(projectId, "topic_status"),
        priority: yield* wordsIn(projectId, "priority"),
        stage: yield* wordsIn(projectId, "stage"),
        topic_label: [
          ...new Set(labels.flatMap((joined) => joined.split("\u001f").filter((one) => one !== "")))
        ].sort(),
        snippet_type: yield* wordsIn(projectId, "snippet_type")
      }
    }, storageErrors),
    create: fn("TopicRepository.create")(function* (projectId, userId, topic) {
      yield* rows.lockProject(projectId)
      yield* withinLimit(sql, limits.topicsOfProject, sql`topics WHERE project_id = ${Number(projectId)}`)
      if (Option.isSome(yield* rows.find(projectId, topic.guid))) return yield* taken()
      const row = yield* rows.insert(projectId, userId, topic)
      yield* written(projectId, "create", topic.guid)
      return storedTopic(row)
    }, inTransaction),
    change: fn("TopicRepository.change")(function* (
      projectId: ProjectId,
      guid: string,
      ifMatch: string | null,
      change: Parameters<TopicRepository["Type"]["change"]>[3]
    ) {
      const row = yield* rows.changeable(projectId, guid)
      yield* requireMatch(row, ifMatch)
      const { more, topic } = yield* change(storedTopic(row))
      const stored = yield* rows.replace(row, topic, more)
      yield* rows.keepTopicEvent(projectId, row.body, topic)
      yield* written(projectId, "change", guid)
      return stored
    }, inTransaction),
    remove: fn("TopicRepository.remove")(function* (projectId, editor, guid, ifMatch) {
      const row = yield* rows.changeable(projectId, guid)
      if (!mayDelete(editor, row.owner)) return yield* deleteForbidden()
      yield* requireMatch(row, ifMatch)
      yield* sql`DELETE FROM topics WHERE id = ${row.id}`
      yield* rows.removeTopicEvents(projectId, guid)
      yield* written(projectId, "remove", guid)
    }, inTransaction),
    ...commentStatements(sql, rows),
    ...viewpointStatements(sql, rows)
  }
})
