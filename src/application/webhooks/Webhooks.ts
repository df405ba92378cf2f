import * as Effect from "effect/Effect"
import { DeliveryId, type ProjectId, type WebhookId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import { newSecret } from "../../domain/webhooks/Signature.ts"
import type { WebhookChange, WebhookDraft } from "../../domain/webhooks/Webhook.ts"
import { Courier } from "../../ports/webhooks/Courier.ts"
import { DeliveryRepository } from "../../ports/webhooks/DeliveryRepository.ts"
import { type Maker, WebhookRepository } from "../../ports/webhooks/WebhookRepository.ts"
import { fn } from "../../runtime/Span.ts"

/** Milliseconds for which the old secret signs beside the new one. */
const oldSecretMillis = 24 * 3_600_000

/** The webhooks of a project, for its Owners (contract section 15). Callers must have checked scopes and role. */
export class Webhooks extends Effect.Service<Webhooks>()("application/Webhooks", {
  effect: Effect.gen(function* () {
    const webhooks = yield* WebhookRepository
    const deliveries = yield* DeliveryRepository
    const courier = yield* Courier

    /** Fails with `NotFound`. */
    const read = fn("Webhooks.read")((projectId: ProjectId, id: WebhookId) =>
      Effect.flatMap(webhooks.find(projectId, id), Effect.mapError(missing.webhook))
    )

    /** Checks the target, and returns an effect that stores the webhook. Fails with `TargetRefused`. */
    const create = fn("Webhooks.create")(function* (
      projectId: ProjectId,
      maker: Maker,
      { description, enabled = true, types, url }: WebhookDraft
    ) {
      yield* courier.check(url)
      return Effect.suspend(() => {
        const secret = newSecret()
        const draft = { url, types: [...new Set(types)], description: description ?? null, enabled, secret }
        return Effect.map(webhooks.create(projectId, maker, draft), (webhook) => ({ ...webhook, secret }))
      })
    })

    /** Checks a new target, and returns an effect that changes the webhook. Fails with `TargetRefused`. */
    const change = fn("Webhooks.change")(function* (
      projectId: ProjectId,
      maker: Maker,
      id: WebhookId,
      { types, ...change }: WebhookChange
    ) {
      if (change.url !== undefined) yield* courier.check(change.url)
      return webhooks.change(projectId, maker, id, {
        ...change,
        ...(types === undefined ? {} : { types: [...new Set(types)] })
      })
    })

    const rotate = (projectId: ProjectId, id: WebhookId) =>
      Effect.suspend(() => {
        const secret = newSecret()
        return Effect.map(webhooks.rotate(projectId, id, secret, oldSecretMillis), (webhook) => ({
          ...webhook,
          secret
        }))
      })

    const test = (projectId: ProjectId, id: WebhookId) =>
      Effect.suspend(() => deliveries.test(projectId, id, DeliveryId.make(crypto.randomUUID())))

    return {
      list: webhooks.list,
      read,
      create,
      change,
      remove: webhooks.remove,
      rotate,
      test,
      deliveries: deliveries.list,
      retry: deliveries.retry
    }
  })
}) {}
