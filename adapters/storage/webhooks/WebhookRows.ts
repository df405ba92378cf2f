import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { webhookDisabled } from "../../../src/domain/events/NewEvents.ts"
import { ProjectId, WebhookId } from "../../../src/domain/Identifier.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { DisabledReason, HeardType, type Webhook } from "../../../src/domain/webhooks/Webhook.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { flag, integer, key, readAll, readFirst } from "../sql/Rows.ts"

export const HeardTypes = Schema.parseJson(Schema.Array(HeardType))

export const WebhookRow = Schema.Struct({
  number: integer,
  id: WebhookId,
  url: Schema.String,
  types: HeardTypes,
  description: Schema.NullOr(Schema.String),
  enabled: flag,
  disabledReason: Schema.NullOr(DisabledReason),
  createdBy: Schema.String,
  createdAt: integer
})
export type WebhookRow = typeof WebhookRow.Type

/** Returns the columns of a `WebhookRow`. */
export const webhookColumns = (sql: SqlClient) => sql`id AS number, webhook_id AS id, url, types, description,
  enabled, disabled_reason AS "disabledReason", created_by AS "createdBy", created_at AS "createdAt"`

export const shown = ({ createdAt, description, disabledReason, ...row }: WebhookRow): Webhook => ({
  ...Struct.pick(row, "id", "url", "types", "enabled", "createdBy"),
  ...(description === null ? {} : { description }),
  ...(disabledReason === null ? {} : { disabledReason }),
  createdAt: timeOf(createdAt)
})

/** Returns the webhook of a project with this id. */
export const webhookOf = (sql: SqlClient, projectId: ProjectId, id: WebhookId, lock: Statement.Fragment = sql``) =>
  readFirst(
    WebhookRow,
    sql`SELECT ${webhookColumns(sql)} FROM webhooks
      WHERE project_id = ${Number(projectId)} AND webhook_id = ${id} ${lock}`
  )

/** Ends the waiting deliveries of a webhook: a disabled webhook keeps no events. */
export const endDeliveries = (sql: SqlClient, webhook: number) =>
  sql`UPDATE webhook_deliveries SET status = 'Failed', next_at = NULL WHERE webhook = ${webhook} AND status = 'Pending'`

const Disabled = Schema.Struct({ id: WebhookId, number: integer, projectId: key(ProjectId) })

/**
 * Disables the enabled ones of some webhooks, which makes an entry of the audit and an event of each. Runs within the
 * caller's transaction.
 */
export const disableWebhooks = fn("disableWebhooks")(function* (
  sql: SqlClient,
  which: Statement.Fragment,
  reason: DisabledReason
) {
  const disabled = yield* readAll(
    Disabled,
    sql`UPDATE webhooks SET enabled = 0, disabled_reason = ${reason} WHERE enabled = 1 AND ${which}
      RETURNING webhook_id AS id, id AS number, project_id AS "projectId"`
  )
  // The audits are locked in one order, so that nobody waits for the other.
  for (const { id, number, projectId } of disabled.toSorted((a, b) => Number(a.projectId) - Number(b.projectId))) {
    yield* endDeliveries(sql, number)
    yield* audit(sql, { projectId, action: "webhook.disable", object: id, outcome: reason }, [webhookDisabled(id)])
  }
})
