import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EventId } from "../../../src/domain/events/Event.ts"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { EventRepository } from "../../../src/ports/events/EventRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { durable } from "../sql/Durable.ts"
import { padded } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { key, readAll, readFirst } from "../sql/Rows.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"
import { removeEvents } from "./EventRemoval.ts"
import { eventColumns, eventOf, EventRow } from "./EventRows.ts"

const day = 24 * 3_600_000

/** Rows that one transaction removes: few enough that others hardly wait for it. */
const rowsAtOnce = 500

const none = EventId.make("0")

const Expired = Schema.Struct({ expired: key(EventId) })
const Head = Schema.Struct({ projectId: key(ProjectId), newest: Schema.NullOr(key(EventId)) })
const Former = Schema.Struct({ modelId: key(Schema.String) })

export const layer = repository(EventRepository, (sql) => {
  const inTransaction = longTransaction(sql)

  /** Removes some of the oldest rows and returns whether there may be more. */
  const forgetSome = fn("EventRepository.forgetSome")(function* (days: number) {
    const removed = yield* removeEvents(
      sql,
      sql`id IN (SELECT id FROM events ORDER BY id LIMIT ${rowsAtOnce}) AND at <= ${now(sql)} - ${days * day}`
    )
    const byProject = [...Map.groupBy(removed, ({ projectId }) => projectId)].toSorted(([a], [b]) => a - b)
    for (const [project, rows] of byProject) {
      const newest = Math.max(...rows.map(({ id }) => id))
      yield* sql`UPDATE projects SET events_expired = ${newest} WHERE id = ${project} AND events_expired < ${newest}`
    }
    return removed.length === rowsAtOnce
  }, inTransaction)

  return {
    after: fn("EventRepository.after")(function* (projectId, after, limit) {
      const project = Number(projectId)
      const rows = yield* readAll(
        EventRow,
        sql`SELECT ${eventColumns(sql)} FROM events WHERE project_id = ${project} AND id > ${Number(after)}
          ORDER BY id LIMIT ${limit}`
      )
      // This is read afterwards, so that events that are removed meanwhile are noticed.
      const found = yield* readFirst(Expired, sql`SELECT events_expired AS expired FROM projects WHERE id = ${project}`)
      // After a power cut the ids of lost events are given again, so nobody may have seen them.
      if (rows.length > 0) yield* durable(sql)
      const expired = Option.match(found, { onNone: () => none, onSome: (row) => row.expired })
      return { events: rows.map(eventOf), expired }
    }, storageErrors),
    heads: fn("EventRepository.heads")(function* (projectIds) {
      if (projectIds.length === 0) return new Map<ProjectId, EventId>()
      const rows = yield* readAll(
        Head,
        // Both storages would visit every event of the projects for a GROUP BY; this visits the last one of each.
        sql`SELECT id AS "projectId", (SELECT max(e.id) FROM events e WHERE e.project_id = p.id) AS newest
          FROM projects p WHERE ${sql.in("id", padded(projectIds.map(Number)))}`
      )
      return new Map(rows.flatMap(({ newest, projectId }) => (newest === null ? [] : [[projectId, newest]])))
    }, storageErrors),
    formerlySeen: fn("EventRepository.formerlySeen")(function* (userId, modelIds) {
      if (modelIds.length === 0) return new Set<string>()
      const rows = yield* readAll(
        Former,
        sql`SELECT model_id AS "modelId" FROM former_readers
          WHERE user_id = ${userId} AND ${sql.in("model_id", padded(modelIds.map(Number)))}`
      )
      return new Set(rows.map(({ modelId }) => modelId))
    }, storageErrors),
    forget: fn("EventRepository.forget")(function* (days) {
      while (yield* forgetSome(days)) yield* Effect.yieldNow()
    })
  }
})
