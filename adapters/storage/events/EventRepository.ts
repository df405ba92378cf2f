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
import { integer, key, readAll, readFirst } from "../sql/Rows.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"
import { eventColumns, eventOf, EventRow } from "./EventRows.ts"

const day = 24 * 3_600_000

/** Rows that one transaction removes: few enough that others hardly wait for it. */
const rowsAtOnce = 500

const none = EventId.make("0")

const Expired = Schema.Struct({ expired: key(EventId) })
const Head = Schema.Struct({ projectId: key(ProjectId), newest: key(EventId) })
const Former = Schema.Struct({ modelId: key(Schema.String) })
const Removed = Schema.Struct({
  id: integer,
  projectId: integer,
  type: Schema.String,
  modelId: Schema.NullOr(integer)
})

export const layer = repository(EventRepository, (sql) => {
  const inTransaction = longTransaction(sql)

  /** Removes some of the oldest rows and returns whether there may be more. */
  const forgetSome = fn("EventRepository.forgetSome")(function* (days: number) {
    const removed = yield* readAll(
      Removed,
      sql`DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY id LIMIT ${rowsAtOnce})
          AND at <= ${now(sql)} - ${days * day}
        RETURNING id, project_id AS "projectId", type, model_id AS "modelId"`
    )
    const gone = removed.flatMap(({ modelId, type }) => (type === "model.removed" && modelId !== null ? [modelId] : []))
    if (gone.length > 0) yield* sql`DELETE FROM former_readers WHERE ${sql.in("model_id", gone)}`
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
        sql`SELECT project_id AS "projectId", max(id) AS newest FROM events
          WHERE ${sql.in("project_id", padded(projectIds.map(Number)))} GROUP BY project_id`
      )
      return new Map(rows.map(({ newest, projectId }) => [projectId, newest]))
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
