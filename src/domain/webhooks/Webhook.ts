import * as Schema from "effect/Schema"
import { EventId, EventType } from "../events/Event.ts"
import { DeliveryId, WebhookId } from "../Identifier.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import { Description, list, Uri } from "../Text.ts"

type Area = EventType extends `${infer Area}.${string}` ? Area : never

const areas = [...new Set(EventType.literals.map((type) => type.split(".")[0] as Area))]

/** The selection of a webhook: the events of a type, those of an area, or all. */
export const HeardType = Schema.Literal(
  ...EventType.literals,
  ...areas.map((area): `${Area}.*` => `${area}.*`),
  "*"
).annotations({ identifier: "HeardType" })
export type HeardType = typeof HeardType.Type

/** Returns whether a webhook that selects `types` receives an event of the type. */
export const hears = (types: ReadonlyArray<HeardType>, type: EventType): boolean =>
  types.some((heard) => heard === "*" || heard === type || heard === `${type.split(".")[0]}.*`)

/** Why the service disabled a webhook. */
export const DisabledReason = Schema.Literal("Gone", "NoSuccess", "MakerIsNoOwner", "MakerRevoked").annotations({
  identifier: "DisabledReason",
  description:
    "`Gone`: the receiver answered 410; `NoSuccess`: five days without success; `MakerIsNoOwner`: its maker is no Owner any more; `MakerRevoked`: what its maker had was revoked"
})
export type DisabledReason = typeof DisabledReason.Type

/** A webhook of a project as its Owners see it. */
export const Webhook = Schema.Struct({
  id: Schema.typeSchema(WebhookId),
  url: Schema.String,
  types: Schema.Array(HeardType),
  description: optional(Schema.String),
  enabled: Schema.Boolean,
  disabledReason: optional(DisabledReason),
  createdBy: Schema.String.annotations({
    description: "The user who created the webhook and whose rights decide which events it receives"
  }),
  createdAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "Webhook" })
export type Webhook = typeof Webhook.Type

/** A webhook with its secret, which is shown once. */
export const ShownWebhook = Schema.Struct({
  ...Webhook.fields,
  secret: Schema.String.annotations({
    description: "The secret of Standard Webhooks, `whsec_` and base64; it is shown here and never again"
  })
}).annotations({ identifier: "ShownWebhook" })
export type ShownWebhook = typeof ShownWebhook.Type

/** A URL whose target has not been checked yet. */
const TargetUrl = Uri.pipe(
  Schema.filter((text) => URL.canParse(text) || "must be a URL", { jsonSchema: { format: "uri" } })
)

const types = list(HeardType).annotations({ description: "Names of types, `area.*` or `*`" })

export const WebhookDraft = Schema.Struct({
  url: TargetUrl,
  types,
  description: maybe(Description),
  enabled: maybe(Schema.Boolean)
}).annotations({ identifier: "WebhookDraft" })
export type WebhookDraft = typeof WebhookDraft.Type

export const WebhookChange = Schema.Struct({
  url: optional(TargetUrl),
  types: optional(types),
  description: clearable(Description),
  enabled: optional(Schema.Boolean)
}).annotations({ identifier: "WebhookChange" })
export type WebhookChange = typeof WebhookChange.Type

/** Pending until it was delivered, all tries failed, or the address of its target was refused. */
export const DeliveryStatus = Schema.Literal("Pending", "Delivered", "Failed", "Refused")
export type DeliveryStatus = typeof DeliveryStatus.Type

/** One try to deliver an event. */
export const DeliveryTry = Schema.Struct({
  at: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  status: optional(Schema.Int.annotations({ description: "The status of the answer; absent if there was none" })),
  ms: Schema.Int.annotations({ description: "Milliseconds until the answer or the end of the try" }),
  answer: Schema.String.annotations({ description: "The first 1 KB of the answer, or why there was none" })
}).annotations({ identifier: "DeliveryTry" })
export type DeliveryTry = typeof DeliveryTry.Type

/** The type of test deliveries, which users request. */
export const testType = "webhook.test"

/** An event on its way to a webhook. */
export const Delivery = Schema.Struct({
  id: Schema.typeSchema(DeliveryId),
  eventId: optional(EventId.annotations({ description: "Absent for a test" })),
  type: Schema.String.annotations({ description: `The type of the event, or \`${testType}\`` }),
  status: DeliveryStatus,
  nextAt: optional(Schema.String.annotations({ description: "Time of the next try, RFC 3339, in UTC" })),
  tries: Schema.Array(DeliveryTry).annotations({ description: "The last ones, the oldest first" })
}).annotations({ identifier: "WebhookDelivery" })
export type Delivery = typeof Delivery.Type
