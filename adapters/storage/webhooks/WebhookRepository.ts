import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { webhookDisabled } from "../../../src/domain/events/NewEvents.ts"
import { type ProjectId, WebhookId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import type { NewEvent } from "../../../src/domain/events/Event.ts"
import { type ChangedWebhook, WebhookRepository } from "../../../src/ports/webhooks/WebhookRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { kept, locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { readAll, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"
import { open, seal } from "./SealedSecret.ts"
import { keyName } from "./WebhookKey.ts"
import { endDeliveries, HeardTypes, shown, webhookColumns, webhookOf, WebhookRow } from "./WebhookRows.ts"

const keyBytes = 32

const Key = Schema.Struct({ value: Schema.Uint8ArrayFromSelf })
const Sealed = Schema.Struct({
  id: WebhookId,
  secret: Schema.Uint8ArrayFromSelf,
  old: Schema.NullOr(Schema.Uint8ArrayFromSelf)
})

const freshKey = () => crypto.getRandomValues(new Uint8Array(keyBytes))
const typesText = Schema.encodeSync(HeardTypes)
const scopesText = (scopes: ReadonlySet<string>) => [...scopes].join(" ")

export const layer = repository(WebhookRepository, (sql) => {
  const inTransaction = transaction(sql)

  /** Returns the key, which the first call makes. It stays the same until the transaction ends. */
  const key = Effect.zipRight(
    sql`INSERT INTO secrets (name, value) VALUES (${keyName}, ${freshKey()}) ON CONFLICT (name) DO NOTHING`,
    readOne(Key, sql`SELECT value FROM secrets WHERE name = ${keyName} ${kept(sql)}`)
  ).pipe(Effect.map(({ value }) => value))

  /** Returns the newest event of a project. */
  const newestEvent = (projectId: ProjectId) =>
    sql`coalesce((SELECT max(e.id) FROM events e WHERE e.project_id = ${Number(projectId)}), 0)`

  const lockProject = (projectId: ProjectId) =>
    Effect.filterOrFail(
      sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`,
      (found) => found.length > 0,
      missing.deletedProject
    )

  /** Locks a webhook and returns it. Fails with `NotFound`. */
  const lockWebhook = (projectId: ProjectId, id: WebhookId) =>
    Effect.flatMap(webhookOf(sql, projectId, id, locked(sql)), Effect.mapError(missing.webhook))

  const audited = (projectId: ProjectId, verb: string, id: WebhookId, events: ReadonlyArray<NewEvent> = []) =>
    audit(sql, { projectId, action: `webhook.${verb}`, object: id, outcome: "Done" }, events)

  return {
    list: fn("WebhookRepository.list")(function* (projectId) {
      const rows = yield* readAll(
        WebhookRow,
        sql`SELECT ${webhookColumns(sql)} FROM webhooks WHERE project_id = ${Number(projectId)} ORDER BY webhooks.id`
      )
      return rows.map(shown)
    }, storageErrors),
    find: (projectId, id) => Effect.map(webhookOf(sql, projectId, id), Option.map(shown)).pipe(storageErrors),
    create: fn("WebhookRepository.create")(function* (projectId, { scopes, userId }, webhook) {
      yield* lockProject(projectId)
      yield* withinLimit(sql, limits.webhooksOfProject, sql`webhooks WHERE project_id = ${Number(projectId)}`)
      const id = WebhookId.make(crypto.randomUUID())
      const { description, enabled, secret, types, url } = webhook
      const row = yield* readOne(
        WebhookRow,
        sql`INSERT INTO webhooks (webhook_id, project_id, url, types, description, enabled, created_by, scopes,
            created_at, secret, heard_to)
          VALUES (${id}, ${Number(projectId)}, ${url}, ${typesText(types)}, ${description}, ${enabled ? 1 : 0},
            ${userId}, ${scopesText(scopes)}, ${now(sql)}, ${seal(yield* key, id, secret)}, ${newestEvent(projectId)})
          RETURNING ${webhookColumns(sql)}`
      )
      yield* audited(projectId, "create", id)
      return shown(row)
    }, inTransaction),
    change: fn("WebhookRepository.change")(function* (projectId, { scopes, userId }, id, change: ChangedWebhook) {
      const before = yield* lockWebhook(projectId, id)
      const { description, enabled, types, url } = { ...before, ...change }
      const isSwitchedOn = enabled && !before.enabled
      const row = yield* readOne(
        WebhookRow,
        sql`UPDATE webhooks SET url = ${url}, types = ${typesText(types)}, description = ${description},
            created_by = ${userId}, scopes = ${scopesText(scopes)}, enabled = ${enabled ? 1 : 0}
            ${enabled ? sql`, disabled_reason = NULL` : sql``}
            ${isSwitchedOn || url !== before.url ? sql`, failing_since = NULL` : sql``}
            ${isSwitchedOn ? sql`, heard_to = ${newestEvent(projectId)}` : sql``}
          WHERE id = ${before.number} RETURNING ${webhookColumns(sql)}`
      )
      const isSwitchedOff = before.enabled && !enabled
      if (isSwitchedOff) yield* endDeliveries(sql, before.number)
      yield* audited(projectId, "change", id, isSwitchedOff ? [webhookDisabled(id)] : [])
      return shown(row)
    }, inTransaction),
    remove: fn("WebhookRepository.remove")(function* (projectId, id) {
      const { number } = yield* lockWebhook(projectId, id)
      yield* sql`DELETE FROM webhooks WHERE id = ${number}`
      yield* audited(projectId, "remove", id)
    }, longTransaction(sql)),
    rotate: fn("WebhookRepository.rotate")(function* (projectId, id, secret, forMillis) {
      const sealed = seal(yield* key, id, secret)
      const row = yield* lockWebhook(projectId, id)
      yield* sql`UPDATE webhooks SET old_secret = secret, old_until = ${now(sql)} + ${forMillis}, secret = ${sealed}
        WHERE id = ${row.number}`
      yield* audited(projectId, "rotate", id)
      return shown(row)
    }, inTransaction),
    renewKey: Effect.gen(function* () {
      yield* key
      const { value: before } = yield* readOne(
        Key,
        sql`SELECT value FROM secrets WHERE name = ${keyName} ${locked(sql)}`
      )
      const after = freshKey()
      yield* sql`UPDATE secrets SET value = ${after} WHERE name = ${keyName}`
      const rows = yield* readAll(
        Sealed,
        sql`SELECT webhook_id AS id, secret, old_secret AS old FROM webhooks ORDER BY id ${locked(sql)}`
      )
      for (const { id, old, secret } of rows) {
        const anew = (sealed: Uint8Array) => seal(after, id, open(before, id, sealed))
        yield* sql`UPDATE webhooks SET secret = ${anew(secret)}, old_secret = ${old === null ? null : anew(old)}
          WHERE webhook_id = ${id}`
      }
    }).pipe(longTransaction(sql))
  }
})
