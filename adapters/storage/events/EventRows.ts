import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Audience, EventId, EventType, type NewEvent, type StoredEvent } from "../../../src/domain/events/Event.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { Broadcast } from "../../../src/ports/Broadcast.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { currentTraceparent } from "../../../src/ports/Tracing.ts"
import { eventMessage } from "../../../src/ports/events/EventMessage.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { now } from "../sql/Clock.ts"
import { integer, key, readAll } from "../sql/Rows.ts"
import { together } from "../sql/Together.ts"
import { committing } from "../sql/Transaction.ts"

const Data = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

export const EventRow = Schema.Struct({
  id: key(EventId),
  type: EventType,
  at: integer,
  userId: Schema.String,
  object: Schema.String,
  modelId: Schema.NullOr(key(Schema.String)),
  modelVersionId: Schema.NullOr(key(Schema.String)),
  operationId: Schema.NullOr(Schema.String),
  data: Data,
  audience: Audience,
  audienceUser: Schema.NullOr(Schema.String)
})

/** Returns the columns of an `EventRow`. */
export const eventColumns = (sql: SqlClient) => sql`id, type, at, user_id AS "userId", object, model_id AS "modelId",
  model_version_id AS "modelVersionId", operation_id AS "operationId", data, audience, audience_user AS "audienceUser"`

export const eventOf = ({ at, audience, audienceUser, data, ...row }: typeof EventRow.Type): StoredEvent => {
  const { id, modelId, modelVersionId, object, operationId, type, userId } = row
  return {
    event: {
      id,
      type,
      at: timeOf(at),
      userId,
      object,
      ...(modelId === null ? {} : { modelId }),
      ...(modelVersionId === null ? {} : { modelVersionId }),
      ...(operationId === null ? {} : { operationId }),
      data
    },
    audience,
    audienceUser
  }
}

/** The user of events, and the actor in audits, of changes that nobody asked for. */
export const service = "(service)"

const number = (id: string | undefined): number | null => (id === undefined ? null : Number(id))

/**
 * Locks the audit and the events of a project until the transaction ends, so that both are numbered in the order of
 * commits. Others wait for the last steps of the transaction only.
 */
export const lockHistory = (sql: SqlClient, projectId: ProjectId) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(hashtextextended('audit', ${Number(projectId)}))`),
    orElse: () => Effect.void
  })

/** Locks those of several projects in ascending order, which prevents deadlocks between writers in several projects. */
export const lockHistories = (sql: SqlClient, projectIds: ReadonlyArray<ProjectId>) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(
        sql`SELECT pg_advisory_xact_lock(hashtextextended('audit', id)) FROM (
          SELECT CAST(value AS BIGINT) AS id FROM json_array_elements_text(${JSON.stringify(projectIds)}::json)
          ORDER BY id) AS p`
      ),
    orElse: () => Effect.void
  })

/** Rows of one statement, each of which has some ten parameters. */
const rowsPerStatement = 500

/** Queues the messages about events, in their order. */
const tell = fn("tellEvents")(function* (
  sql: SqlClient,
  projectId: ProjectId,
  rows: ReadonlyArray<typeof EventRow.Type>
) {
  const traceparent = yield* currentTraceparent
  const messages = rows
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((row) => {
      const message = eventMessage(projectId, eventOf(row).event)
      return sql`('events', ${projectId}, ${message}, ${now(sql)}, ${traceparent})`
    })
  yield* sql`INSERT INTO outbox (topic, message_key, message, created_at, traceparent) VALUES ${sql.csv(messages)}`
})

/**
 * Writes events of a project, and the messages about them. Runs within the transaction that made the change, as its
 * last step, and after `lockHistory`: the ids are taken under the lock that is held to the commit.
 *
 * @param others other statements of that step, which run with the first one
 */
export const writeEvents = fn("writeEvents")(function* (
  sql: SqlClient,
  projectId: ProjectId,
  events: ReadonlyArray<NewEvent>,
  others: ReadonlyArray<Statement.Statement<object>> = []
) {
  if (events.length === 0) return
  const caller = (yield* Caller).userId ?? service
  const { isOn } = yield* Broadcast
  let waiting = others
  yield* inBatches(events, rowsPerStatement, (some) => {
    const rows = some.map(
      (event) => sql`(${Number(projectId)}, ${now(sql)}, ${event.userId ?? caller}, ${event.type}, ${event.object},
        ${number(event.modelId)}, ${number(event.modelVersionId)}, ${event.operationId ?? null},
        ${JSON.stringify(event.data ?? {})}, ${event.audience}, ${event.audienceUser ?? null})`
    )
    const insert = sql`INSERT INTO events (project_id, at, user_id, type, object, model_id, model_version_id,
      operation_id, data, audience, audience_user) VALUES ${sql.csv(rows)}`
    const before = waiting
    waiting = []
    if (!isOn) return together(sql, before, insert)
    const written = readAll(EventRow, together(sql, before, sql`${insert} RETURNING ${eventColumns(sql)}`))
    return Effect.flatMap(written, (found) => tell(sql, projectId, found))
  })
  yield* committing
})

/** The same for a transaction that has not locked the history of the project yet. */
export const noteEvents = (sql: SqlClient, projectId: ProjectId, events: ReadonlyArray<NewEvent>) =>
  events.length === 0 ? Effect.void : Effect.zipRight(lockHistory(sql, projectId), writeEvents(sql, projectId, events))
