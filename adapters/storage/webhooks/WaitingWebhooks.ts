import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EventId } from "../../../src/domain/events/Event.ts"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import type { DeliveryRepository } from "../../../src/ports/webhooks/DeliveryRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { integer, key, readAll, readOne } from "../sql/Rows.ts"
import { ScopeNames } from "../sql/ScopeNames.ts"
import { storageErrors } from "../sql/Transaction.ts"
import { HeardTypes } from "./WebhookRows.ts"

/** Webhooks whose new events are looked at in one round. */
const webhooksAtOnce = 100

/** Time after which an event that has an id is committed as a rule, in milliseconds. */
const commitMillis = 10_000

/** Interval of the looks at all webhooks, in milliseconds. They find the events of transactions that took longer. */
const allMillis = 60_000

/** The largest number of events whose projects are looked up, rather than looking at all webhooks. */
const mostEvents = 5000

export const Hearing = { webhook: integer, projectId: key(ProjectId), createdBy: UserId, scopes: ScopeNames }
const Behind = Schema.Struct({ ...Hearing, types: HeardTypes, heardTo: key(EventId), next: integer })
const Newest = Schema.Struct({ id: integer, at: integer })
const Due = Schema.Struct({ webhook: integer, createdBy: UserId })

/** Returns the condition of a delivery `d` that may be claimed. This is a function because a test may move the clock. */
export const isDue = (sql: SqlClient) =>
  sql`d.status = 'Pending' AND d.next_at <= ${now(sql)} AND d.lease_until <= ${now(sql)}`

/** Returns the columns of `Hearing` of a webhook `w`, except for its number. */
export const hearing = (sql: SqlClient) => sql`w.project_id AS "projectId", w.created_by AS "createdBy", w.scopes`

/**
 * Finds webhooks that have not heard the newest events of their projects. It remembers up to which event all webhooks
 * have heard, and as a rule looks at the webhooks of projects with later events alone, so that the cost does not grow
 * with the number of webhooks.
 */
const behindWebhooks = (sql: SqlClient) => {
  /** All webhooks have heard the events up to this one, as far as is known. */
  let heard: number | null = null
  let allAt = -Infinity
  /** The newest event at two times, which are at least `commitMillis` apart. */
  let [older, newer]: [number | null, typeof Newest.Type | null] = [null, null]

  const of = (after: number | null) => {
    const from =
      after === null
        ? sql`webhooks w`
        : // The order and the limit make both storages use the primary key, whatever they know about the table.
          sql`(SELECT DISTINCT project_id FROM
              (SELECT project_id FROM events WHERE id > ${after} ORDER BY id LIMIT ${mostEvents}) later) n
            JOIN webhooks w ON w.project_id = n.project_id`
    return readAll(
      Behind,
      sql`SELECT w.id AS webhook, ${hearing(sql)}, w.types, w.heard_to AS "heardTo",
          (SELECT min(e.id) FROM events e WHERE e.project_id = w.project_id AND e.id > w.heard_to) AS next
        FROM ${from} JOIN projects p ON p.id = w.project_id AND p.removed = 0
        WHERE w.enabled = 1 AND EXISTS (SELECT 1 FROM events e WHERE e.project_id = w.project_id AND e.id > w.heard_to)
        ORDER BY w.heard_to LIMIT ${webhooksAtOnce}`
    )
  }

  return fn("DeliveryRepository.behind")(function* () {
    const newest = yield* readOne(Newest, sql`SELECT coalesce(max(id), 0) AS id, ${now(sql)} AS at FROM events`)
    if (newer === null || newest.at - newer.at >= commitMillis) [older, newer] = [newer?.id ?? null, newest]
    const isOfAll = heard === null || newest.at - allAt >= allMillis || newest.id - heard > mostEvents
    const rows = yield* of(isOfAll ? null : heard)
    if (rows.length < webhooksAtOnce) {
      if (older !== null) heard = Math.min(older, ...rows.map(({ next }) => next - 1))
      if (isOfAll) allAt = newest.at
    }
    return rows
  }, storageErrors)
}

/** The part of the deliveries that finds what is to be done. */
export const waitingWebhooks = (sql: SqlClient): Pick<typeof DeliveryRepository.Service, "behind" | "due"> => ({
  behind: Effect.suspend(behindWebhooks(sql)),
  due: Effect.suspend(() =>
    readAll(
      Due,
      // This visits the webhooks that have waiting deliveries, one after the other, by the index of such deliveries.
      sql`WITH RECURSIVE waiting (webhook) AS (
          SELECT min(webhook) FROM webhook_deliveries WHERE status = 'Pending'
          UNION ALL
          SELECT (SELECT min(d.webhook) FROM webhook_deliveries d WHERE d.status = 'Pending' AND d.webhook > waiting.webhook)
          FROM waiting WHERE webhook IS NOT NULL)
        SELECT w.id AS webhook, w.created_by AS "createdBy" FROM waiting JOIN webhooks w ON w.id = waiting.webhook
        JOIN projects p ON p.id = w.project_id AND p.removed = 0
        WHERE w.enabled = 1 AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook = w.id AND ${isDue(sql)})`
    )
  ).pipe(storageErrors)
})
