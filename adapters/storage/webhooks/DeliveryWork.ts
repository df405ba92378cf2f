import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EventId } from "../../../src/domain/events/Event.ts"
import { DeliveryId, WebhookId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { withoutSuccessMillis } from "../../../src/domain/webhooks/Schedule.ts"
import { DeliveryTry } from "../../../src/domain/webhooks/Webhook.ts"
import type { ClaimedDelivery, DeliveryRepository } from "../../../src/ports/webhooks/DeliveryRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { flag, integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { transaction } from "../sql/Transaction.ts"
import { open } from "./SealedSecret.ts"
import { keyName } from "./WebhookKey.ts"
import { Hearing, hearing, isDue, waitingWebhooks } from "./WaitingWebhooks.ts"
import { disableWebhooks } from "./WebhookRows.ts"

const day = 24 * 3_600_000

/** Rows that one transaction removes. */
const rowsAtOnce = 500

const At = Schema.Struct({ at: integer })
const Bytes = Schema.Uint8ArrayFromSelf
const Claimed = Schema.Struct({ delivery: integer, leaseUntil: integer })
const ClaimedRow = Schema.Struct({
  ...Hearing,
  webhookId: WebhookId,
  deliveryId: DeliveryId,
  eventId: Schema.NullOr(key(EventId)),
  url: Schema.String,
  secret: Bytes,
  oldSecret: Schema.NullOr(Bytes),
  key: Bytes,
  tries: integer,
  isAsked: flag,
  createdAt: integer
})
const Log = Schema.parseJson(Schema.Array(DeliveryTry))
const Held = Schema.Struct({ log: Log, at: integer })
const Failing = Schema.Struct({ isTooLong: flag })

type Work = Pick<
  typeof DeliveryRepository.Service,
  "behind" | "add" | "due" | "claim" | "settle" | "abandon" | "drop" | "disable" | "forget"
>

/** The part of the deliveries that workers need. */
export const workOfDeliveries = (sql: SqlClient): Work => {
  const inTransaction = transaction(sql)
  const skipLocked = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE SKIP LOCKED`, orElse: () => sql`` })
  const isHeld = ({ delivery, leaseUntil }: ClaimedDelivery) =>
    sql`id = ${delivery} AND status = 'Pending' AND lease_until = ${leaseUntil}`

  /** Notes whether a webhook succeeds, and returns whether it has not for five days. */
  const noteSuccess = fn("noteSuccess")(function* (webhook: number, hasSucceeded: boolean) {
    if (hasSucceeded) {
      yield* sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${webhook} AND failing_since IS NOT NULL`
      return false
    }
    const found = yield* readFirst(
      Failing,
      sql`UPDATE webhooks SET failing_since = coalesce(failing_since, ${now(sql)}) WHERE id = ${webhook}
        RETURNING CASE WHEN failing_since <= ${now(sql)} - ${withoutSuccessMillis} THEN 1 ELSE 0 END AS "isTooLong"`
    )
    return Option.isSome(found) && found.value.isTooLong
  })

  const forgetSome = (days: number) =>
    Effect.map(
      sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries ORDER BY id LIMIT ${rowsAtOnce})
        AND created_at <= ${now(sql)} - ${days * day} RETURNING id`,
      (removed) => removed.length === rowsAtOnce
    ).pipe(inTransaction)

  return {
    ...waitingWebhooks(sql),
    add: fn("DeliveryRepository.add")(function* ({ createdBy, heardTo: from, webhook }, heardTo, events) {
      const moved = yield* sql`UPDATE webhooks SET heard_to = ${Number(heardTo)} WHERE id = ${webhook} AND enabled = 1
        AND heard_to = ${Number(from)} AND created_by = ${createdBy} RETURNING id`
      if (moved.length === 0) return false
      if (events.length === 0) return true
      const { at } = yield* readOne(At, sql`SELECT ${now(sql)} AS at`)
      const alike = { webhook, status: "Pending", next_at: at, created_at: at }
      yield* sql`INSERT INTO webhook_deliveries ${manyRows(sql, events, alike, {
        delivery_id: ["TEXT", () => crypto.randomUUID()],
        event_id: ["BIGINT", ({ id }) => Number(id)],
        type: ["TEXT", ({ type }) => type]
      })}`
      return true
    }, inTransaction),
    claim: fn("DeliveryRepository.claim")(function* (webhook, leaseMillis) {
      const claimed = yield* readFirst(
        Claimed,
        sql`UPDATE webhook_deliveries SET lease_until = ${now(sql)} + ${leaseMillis} WHERE id = (
            SELECT d.id FROM webhook_deliveries d WHERE d.webhook = ${webhook} AND ${isDue(sql)}
            ORDER BY d.next_at, d.id LIMIT 1 ${skipLocked})
          RETURNING id AS delivery, lease_until AS "leaseUntil"`
      )
      if (Option.isNone(claimed)) return Option.none()
      const row = yield* readFirst(
        ClaimedRow,
        sql`SELECT w.id AS webhook, ${hearing(sql)}, w.webhook_id AS "webhookId", w.url, w.secret, s.value AS key,
            CASE WHEN w.old_until > ${now(sql)} THEN w.old_secret END AS "oldSecret", d.delivery_id AS "deliveryId",
            d.event_id AS "eventId", d.tries, d.asked AS "isAsked", d.created_at AS "createdAt"
          FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook AND w.enabled = 1
          JOIN secrets s ON s.name = ${keyName} WHERE d.id = ${claimed.value.delivery}`
      )
      return Option.map(row, ({ createdAt, key, oldSecret, secret, webhookId, ...delivery }): ClaimedDelivery => {
        const sealed = oldSecret === null ? [secret] : [secret, oldSecret]
        const secrets = sealed.map((one) => open(key, webhookId, one))
        return { ...delivery, ...claimed.value, secrets, createdAt: timeOf(createdAt) }
      })
    }, inTransaction),
    settle: fn("DeliveryRepository.settle")(function* (claimed, { ms, outcome }, next) {
      const held = yield* readFirst(
        Held,
        sql`SELECT log, ${now(sql)} AS at FROM webhook_deliveries WHERE ${isHeld(claimed)}`
      )
      if (Option.isNone(held)) return
      // The webhook is locked before its delivery, as by those who disable it.
      const isTooLong = yield* noteSuccess(claimed.webhook, next.status === "Delivered")
      const { at, log } = held.value
      const status = outcome._tag === "Answered" ? { status: outcome.status } : {}
      const tries = [...log, { at: timeOf(at - ms), ...status, ms, answer: outcome.answer }]
      const text = Schema.encodeSync(Log)(tries.slice(-limits.triesOfDelivery.most))
      const nextAt = next.waitMillis === null ? sql`NULL` : sql`${now(sql)} + ${next.waitMillis}`
      yield* sql`UPDATE webhook_deliveries SET status = ${next.status}, next_at = ${nextAt}, lease_until = 0,
        tries = tries + 1, log = ${text} WHERE ${isHeld(claimed)}`
      if (!next.isGone && !isTooLong) return
      const which = sql`id = ${claimed.webhook} AND url = ${claimed.url}`
      yield* disableWebhooks(sql, which, next.isGone ? "Gone" : "NoSuccess")
    }, inTransaction),
    abandon: (claimed) =>
      sql`UPDATE webhook_deliveries SET status = 'Failed', next_at = NULL WHERE ${isHeld(claimed)}`.pipe(
        inTransaction,
        Effect.asVoid
      ),
    drop: (claimed) => sql`DELETE FROM webhook_deliveries WHERE ${isHeld(claimed)}`.pipe(inTransaction, Effect.asVoid),
    disable: ({ createdBy, webhook }, reason) =>
      inTransaction(disableWebhooks(sql, sql`id = ${webhook} AND created_by = ${createdBy}`, reason)),
    forget: fn("DeliveryRepository.forget")(function* (days) {
      while (yield* forgetSome(days)) yield* Effect.yieldNow()
    })
  }
}
