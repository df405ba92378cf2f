import * as Effect from "effect/Effect"
import { Webhooks } from "../../../application/webhooks/Webhooks.ts"
import { pageAnswer } from "../../answer/StreamedJson.ts"
import { WebhooksApi } from "../../api/webhooks/WebhooksApi.ts"
import { bind } from "../../call/Call.ts"

export const bindings = Effect.map(Webhooks, (webhooks) =>
  bind(WebhooksApi, {
    listWebhooks: ({ path }) => Effect.map(webhooks.list(path.projectId), (all) => ({ webhooks: all })),
    createWebhook: { prepare: ({ body, path, principal }) => webhooks.create(path.projectId, principal, body) },
    readWebhook: ({ path }) => webhooks.read(path.projectId, path.webhookId),
    changeWebhook: {
      resource: ({ path: { projectId, webhookId }, principal }) =>
        Effect.as(webhooks.read(projectId, webhookId), {
          prepare: ({ body }) => webhooks.change(projectId, principal, webhookId, body)
        })
    },
    deleteWebhook: ({ path }) => webhooks.remove(path.projectId, path.webhookId),
    rotateWebhookSecret: ({ path }) => webhooks.rotate(path.projectId, path.webhookId),
    testWebhook: ({ path }) => webhooks.test(path.projectId, path.webhookId),
    listWebhookDeliveries: {
      resource: ({ path: { projectId, webhookId } }) =>
        Effect.as(webhooks.read(projectId, webhookId), ({ query }) =>
          pageAnswer("deliveries", query, webhooks.deliveries(projectId, webhookId, query))
        )
    },
    retryWebhookDelivery: ({ path }) => webhooks.retry(path.projectId, path.webhookId, path.deliveryId)
  })
)
