import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Delivery, ShownWebhook, Webhook, WebhookChange, WebhookDraft } from "../../../domain/webhooks/Webhook.ts"
import { paged, Paging } from "../common/Paging.ts"
import { deliveryId, projectId, webhookId } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"

const owned = (more: Partial<PolicyShape> = {}) =>
  inProject("webhooks", "projects:write", "Owner", { malformedIdentifier: 400, ...more })
const kept = { keepsAnswer: true }

/** Webhooks of a project. Contract section 15. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("listWebhooks")`/v1/projects/${projectId}/webhooks`
      .addSuccess(Schema.Struct({ webhooks: Schema.Array(Webhook) }).annotations({ identifier: "ListWebhooksAnswer" }))
      .annotateContext(told(owned(), "List the webhooks of a project", "In the order of their creation."))
  )
  .add(
    HttpApiEndpoint.post("createWebhook")`/v1/projects/${projectId}/webhooks`
      .setPayload(WebhookDraft)
      .addSuccess(ShownWebhook, { status: 201 })
      .annotateContext(told(owned({ ...kept, showsSecret: true }), "Create a webhook"))
      .annotate(
        OpenApi.Description,
        "The webhook receives the events of these types that the caller may see at the time of each delivery, and for which the caller's token has the scopes. The secret is shown here once: the answer is not kept for its `Idempotency-Key`, and a repetition is 400 `IdempotencyKeyReused`. The URL must be https and lead to a public address, unless the operator allows others: 400 `TargetRefused`."
      )
  )
  .add(
    HttpApiEndpoint.get("readWebhook")`/v1/projects/${projectId}/webhooks/${webhookId}`
      .addSuccess(Webhook)
      .annotateContext(told(owned(), "Read a webhook"))
  )
  .add(
    HttpApiEndpoint.put("changeWebhook")`/v1/projects/${projectId}/webhooks/${webhookId}`
      .setPayload(WebhookChange)
      .addSuccess(Webhook)
      .annotateContext(told(owned(), "Change a webhook"))
      .annotate(
        OpenApi.Description,
        "From then on the rights of the caller decide which events the webhook receives. An absent member keeps its value. A webhook that is enabled again receives only later events."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteWebhook")`/v1/projects/${projectId}/webhooks/${webhookId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(owned(), "Delete a webhook"))
  )
  .add(
    HttpApiEndpoint.post("rotateWebhookSecret")`/v1/projects/${projectId}/webhooks/${webhookId}/rotate`
      .addSuccess(ShownWebhook)
      .annotateContext(told(owned({ ...kept, showsSecret: true }), "Replace the secret of a webhook"))
      .annotate(
        OpenApi.Description,
        "The new secret is shown here once. For 24 hours deliveries carry a signature by each of the two."
      )
  )
  .add(
    HttpApiEndpoint.post("testWebhook")`/v1/projects/${projectId}/webhooks/${webhookId}/test`
      .addSuccess(Delivery, { status: 202 })
      .annotateContext(
        told(owned(kept), "Send a test to a webhook", "Sends `webhook.test` once. A disabled webhook is 400.")
      )
  )
  .add(
    HttpApiEndpoint.get("listWebhookDeliveries")`/v1/projects/${projectId}/webhooks/${webhookId}/deliveries`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ deliveries: Schema.Array(Delivery), ...paged }).annotations({
          identifier: "WebhookDeliveriesPage"
        })
      )
      .annotateContext(told(owned(), "List the deliveries of a webhook", "Those of the last 30 days, newest first."))
  )
  .add(
    HttpApiEndpoint.post(
      "retryWebhookDelivery"
    )`/v1/projects/${projectId}/webhooks/${webhookId}/deliveries/${deliveryId}/retry`
      .addSuccess(Delivery, { status: 202 })
      .annotateContext(told(owned(kept), "Send a delivery again"))
      .annotate(OpenApi.Description, "One that has ended is tried once more, a waiting one now.")
  )
  .annotate(
    OpenApi.Description,
    "URLs to which events are sent in the form of Standard Webhooks: each at least once, tried eight times within 28 hours."
  ) {}
