import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { EventId, ProjectEvent } from "../../domain/events/Event.ts"
import { afterTry } from "../../domain/webhooks/Schedule.ts"
import { signed } from "../../domain/webhooks/Signature.ts"
import { hears, testType } from "../../domain/webhooks/Webhook.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { AccessRepository } from "../../ports/projects/AccessRepository.ts"
import { Courier } from "../../ports/webhooks/Courier.ts"
import { type Behind, type ClaimedDelivery, DeliveryRepository } from "../../ports/webhooks/DeliveryRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Events, type Reading } from "../events/Events.ts"

/** Events of a project that are looked at for a webhook in one round. */
const eventsAtOnce = 500

/** Duration of a lease, in milliseconds: three times what resolving the name and a try may take. */
const leaseMillis = 45_000

const bodyOf = (event: ProjectEvent): string => JSON.stringify({ type: event.type, timestamp: event.at, data: event })

/** Adds and sends deliveries, on behalf of the makers of webhooks. */
export class WebhookDispatch extends Effect.Service<WebhookDispatch>()("application/WebhookDispatch", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const courier = yield* Courier
    const deliveries = yield* DeliveryRepository
    const events = yield* Events
    const { reach } = yield* FaultPoints

    /** Returns what the maker of a webhook may read now; null if the maker is no Owner any more. */
    const readingOf = fn("WebhookDispatch.readingOf")(function* ({
      createdBy,
      projectId,
      scopes
    }: Pick<Behind, "createdBy" | "projectId" | "scopes">) {
      const found = yield* access.find(createdBy, projectId, null)
      if (Option.isNone(found) || found.value.project.role !== "Owner") return null
      const principal = { userId: createdBy, scopes: new Set(scopes) }
      return { principal, project: found.value.project } satisfies Reading
    })

    /** Adds deliveries of the next events of a webhook. */
    const hear = fn("WebhookDispatch.hear")(function* (behind: Behind) {
      const reading = yield* readingOf(behind)
      if (reading === null) return yield* deliveries.disable(behind, "MakerIsNoOwner")
      const found = yield* events.after(behind.projectId, behind.heardTo, eventsAtOnce)
      const last = found.events.at(-1)
      if (last === undefined) return
      const heard = found.events.filter(({ event }) => hears(behind.types, event.type))
      const visible = yield* events.visible(reading, heard)
      yield* deliveries.add(
        behind,
        last.event.id,
        visible.map(({ event }) => event)
      )
    })

    /**
     * Adds deliveries of events that webhooks have not heard, and returns whether there may be more. A webhook that
     * fails does not stop the others.
     */
    const hearSome = Effect.gen(function* () {
      const behind = yield* deliveries.behind
      const [failures] = yield* Effect.partition(behind, (one) => Effect.sandbox(hear(one)))
      if (failures[0] !== undefined) {
        yield* Effect.logWarning(`${failures.length} webhooks did not hear their events this time`, failures[0])
      }
      return failures.length < behind.length
    })

    /** Sends a text and stores what came of it. */
    const send = fn("WebhookDispatch.send")(function* (claimed: ClaimedDelivery, body: string) {
      const { deliveryId, isAsked, secrets, tries, url } = claimed
      const startedAt = yield* Clock.currentTimeMillis
      const message = { id: deliveryId, timestamp: Math.floor(startedAt / 1000), body }
      const headers = { "content-type": "application/json", ...signed(message, secrets) }
      const outcome = yield* courier.send(url, { headers, body })
      yield* reach("webhook.sent")
      const ms = Math.max(0, (yield* Clock.currentTimeMillis) - startedAt)
      yield* deliveries.settle(claimed, { outcome, ms }, afterTry(outcome, tries + 1, isAsked, yield* Random.next))
    })

    const sendEvent = fn("WebhookDispatch.sendEvent")(function* (
      claimed: ClaimedDelivery,
      reading: Reading,
      eventId: EventId
    ) {
      const event = yield* events.seen(reading, eventId)
      if (event === null) return yield* deliveries.abandon(claimed)
      if (event === undefined) return yield* deliveries.drop(claimed)
      yield* send(claimed, bodyOf(event))
    })

    const testBody = ({ createdAt, deliveryId }: ClaimedDelivery): string =>
      JSON.stringify({ type: testType, timestamp: createdAt, data: { deliveryId } })

    /** Sends the delivery of a webhook that has been due for longest. Returns false if there is none. */
    const deliverNext = fn("WebhookDispatch.deliverNext")(function* (webhook: number) {
      const found = yield* deliveries.claim(webhook, leaseMillis)
      if (Option.isNone(found)) return false
      const claimed = found.value
      yield* reach("webhook.claimed")
      const reading = yield* readingOf(claimed)
      if (reading === null) yield* deliveries.disable(claimed, "MakerIsNoOwner")
      else if (claimed.eventId === null) yield* send(claimed, testBody(claimed))
      else yield* sendEvent(claimed, reading, claimed.eventId)
      return true
    })

    return { hearSome, due: deliveries.due, deliverNext }
  })
}) {}
