import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { InvalidParameter, TooManyRequests } from "../../../src/domain/Errors.ts"
import { EventId } from "../../../src/domain/events/Event.ts"
import { DeliveryId, type ProjectId, type WebhookId } from "../../../src/domain/Identifier.ts"
import { sentenceOf } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { type Delivery, DeliveryStatus, DeliveryTry, testType } from "../../../src/domain/webhooks/Webhook.ts"
import { DeliveryRepository } from "../../../src/ports/webhooks/DeliveryRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { countUpTo } from "../sql/Limit.ts"
import { locked } from "../sql/Lock.ts"
import { limited } from "../sql/PageOf.ts"
import { repository } from "../sql/Repository.ts"
import { integer, key, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { committing, storageErrors, transaction } from "../sql/Transaction.ts"
import { workOfDeliveries } from "./DeliveryWork.ts"
import { webhookOf } from "./WebhookRows.ts"

const Log = Schema.parseJson(Schema.Array(DeliveryTry))

const Row = Schema.Struct({
  id: DeliveryId,
  eventId: Schema.NullOr(key(EventId)),
  type: Schema.String,
  status: DeliveryStatus,
  nextAt: Schema.NullOr(integer),
  log: Log
})
const Count = Schema.Struct({ count: integer })

const shown = ({ eventId, log, nextAt, ...row }: typeof Row.Type): Delivery => ({
  ...row,
  ...(eventId === null ? {} : { eventId }),
  ...(nextAt === null ? {} : { nextAt: timeOf(nextAt) }),
  tries: log
})

/** Returns the columns of a delivery as it is shown. */
const columns = (sql: SqlClient) =>
  sql`delivery_id AS id, event_id AS "eventId", type, status, next_at AS "nextAt", log`

export const layer = repository(DeliveryRepository, (sql) => {
  const inTransaction = transaction(sql)

  const ofWebhook = (projectId: ProjectId, id: WebhookId) => sql`webhook_deliveries
    WHERE webhook = (SELECT w.id FROM webhooks w WHERE w.project_id = ${Number(projectId)} AND w.webhook_id = ${id})`

  /**
   * Locks a webhook for which a user requests a delivery, and returns its number. Fails with `NotFound`, with
   * `InvalidParameter` if it is disabled, and with `TooManyRequests` if too many requested deliveries are waiting.
   */
  const asked = fn("DeliveryRepository.asked")(function* (projectId: ProjectId, id: WebhookId) {
    const webhook = yield* Effect.flatMap(webhookOf(sql, projectId, id, locked(sql)), Effect.mapError(missing.webhook))
    if (!webhook.enabled)
      return yield* new InvalidParameter({ details: "The webhook is disabled, so it sends nothing." })
    const waiting = sql`webhook_deliveries WHERE webhook = ${webhook.number} AND status = 'Pending' AND asked = 1`
    if ((yield* countUpTo(sql, limits.askedDeliveries.most, waiting)) >= limits.askedDeliveries.most) {
      return yield* new TooManyRequests({ details: sentenceOf(limits.askedDeliveries), retryAfterSeconds: 10 })
    }
    return webhook.number
  })

  const audited = (projectId: ProjectId, verb: string, id: WebhookId) =>
    Effect.zipRight(audit(sql, { projectId, action: `webhook.${verb}`, object: id, outcome: "Done" }), committing)

  return {
    list: fn("DeliveryRepository.list")(function* (projectId, id, page) {
      const items = yield* readAll(
        Row,
        sql`SELECT ${columns(sql)} FROM ${ofWebhook(projectId, id)} ORDER BY webhook_deliveries.id DESC ${limited(sql, page)}`
      )
      const { count } = yield* readOne(Count, sql`SELECT count(*) AS count FROM ${ofWebhook(projectId, id)}`)
      return { items: items.map(shown), totalCount: count }
    }, storageErrors),
    test: fn("DeliveryRepository.test")(function* (projectId, id, deliveryId) {
      const webhook = yield* asked(projectId, id)
      const row = yield* readOne(
        Row,
        sql`INSERT INTO webhook_deliveries (delivery_id, webhook, type, status, asked, next_at, created_at)
          VALUES (${deliveryId}, ${webhook}, ${testType}, 'Pending', 1, ${now(sql)}, ${now(sql)})
          RETURNING ${columns(sql)}`
      )
      yield* audited(projectId, "test", id)
      return shown(row)
    }, inTransaction),
    retry: fn("DeliveryRepository.retry")(function* (projectId, id, deliveryId) {
      const webhook = yield* asked(projectId, id)
      const row = yield* readFirst(
        Row,
        sql`UPDATE webhook_deliveries SET asked = CASE WHEN status = 'Pending' THEN asked ELSE 1 END,
            status = 'Pending', next_at = ${now(sql)}
          WHERE webhook = ${webhook} AND delivery_id = ${deliveryId} RETURNING ${columns(sql)}`
      )
      if (Option.isNone(row)) return yield* missing.delivery()
      yield* audited(projectId, "retry", id)
      return shown(row.value)
    }, inTransaction),
    ...workOfDeliveries(sql)
  }
})
