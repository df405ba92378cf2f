import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { InvalidParameter, NotFound, TooManyRequests } from "../../domain/Errors.ts"
import type { EventId, EventType } from "../../domain/events/Event.ts"
import type { DeliveryId, ProjectId, WebhookId } from "../../domain/Identifier.ts"
import type { Scope, UserId } from "../../domain/Principal.ts"
import type { Next, Outcome } from "../../domain/webhooks/Schedule.ts"
import type { Delivery, DisabledReason, HeardType } from "../../domain/webhooks/Webhook.ts"
import type { Page, Paged, Read, Written } from "../Stored.ts"

/** The part of a webhook that its deliveries need. */
interface Hearing {
  /** The number of the webhook in the storage. */
  readonly webhook: number
  readonly projectId: ProjectId
  readonly createdBy: UserId
  readonly scopes: ReadonlyArray<Scope>
}

/** A webhook for which the newest events of its project have not been added as deliveries yet. */
export interface Behind extends Hearing {
  readonly types: ReadonlyArray<HeardType>
  readonly heardTo: EventId
}

/** A delivery that this process has claimed. */
export interface ClaimedDelivery extends Hearing {
  /** The number of the delivery in the storage. */
  readonly delivery: number
  readonly deliveryId: DeliveryId
  /** Null for a test. */
  readonly eventId: EventId | null
  readonly url: string
  /** The secrets that sign it, the current one first. */
  readonly secrets: ReadonlyArray<string>
  /** The number of tries before this one. */
  readonly tries: number
  readonly isAsked: boolean
  /** RFC 3339, in UTC. */
  readonly createdAt: string
  /** The end of the lease, which distinguishes it from later claims. */
  readonly leaseUntil: number
}

/** The result of a try. */
export interface EndedTry {
  readonly outcome: Outcome
  readonly ms: number
}

/**
 * Deliveries of events to webhooks. A webhook has at most one delivery of an event. Workers claim deliveries under
 * leases: if one dies, another tries again after the lease has run out, so each event is delivered at least once.
 */
export class DeliveryRepository extends Context.Tag("ports/DeliveryRepository")<
  DeliveryRepository,
  {
    /** Returns a page of the deliveries of a webhook, newest first. */
    readonly list: (projectId: ProjectId, id: WebhookId, page: Page) => Read<Paged<Delivery>>
    /**
     * Adds a delivery without an event. Fails with `NotFound`, with `InvalidParameter` if the webhook is disabled, and
     * with `TooManyRequests` if too many requested deliveries are waiting.
     */
    readonly test: (
      projectId: ProjectId,
      id: WebhookId,
      deliveryId: DeliveryId
    ) => Written<Delivery, NotFound | InvalidParameter | TooManyRequests>
    /** Makes the next try of a delivery due, also if it has ended. Fails like `test`. */
    readonly retry: (
      projectId: ProjectId,
      id: WebhookId,
      deliveryId: DeliveryId
    ) => Written<Delivery, NotFound | InvalidParameter | TooManyRequests>

    /**
     * Returns some of the enabled webhooks for which newer events of their projects have not been added as deliveries
     * yet.
     */
    readonly behind: Read<ReadonlyArray<Behind>>
    /**
     * Adds deliveries of events up to `heardTo`. Returns false, adding nothing, if another process was faster or the
     * webhook was changed.
     */
    readonly add: (
      behind: Behind,
      heardTo: EventId,
      events: ReadonlyArray<{ readonly id: EventId; readonly type: EventType }>
    ) => Written<boolean>
    /** Returns the webhooks of which a delivery is due. */
    readonly due: Read<ReadonlyArray<Pick<Hearing, "webhook" | "createdBy">>>
    /** Claims the delivery of a webhook that has been due the longest. */
    readonly claim: (webhook: number, leaseMillis: number) => Written<Option.Option<ClaimedDelivery>>
    /**
     * Stores the result of a try and the next state of the delivery, and disables the webhook if the receiver is gone
     * or if no try has succeeded for five days, unless its URL was changed meanwhile. Does nothing if the lease is
     * lost.
     */
    readonly settle: (claimed: ClaimedDelivery, ended: EndedTry, next: Next) => Written<void>
    /** Ends a delivery whose event is no longer stored. */
    readonly abandon: (claimed: ClaimedDelivery) => Written<void>
    /** Removes a delivery whose event the webhook may no longer receive. */
    readonly drop: (claimed: ClaimedDelivery) => Written<void>
    /** Disables a webhook, and ends its waiting deliveries as Failed. Does nothing if it has another maker now. */
    readonly disable: (webhook: Pick<Hearing, "webhook" | "createdBy">, reason: DisabledReason) => Written<void>
    /** Removes deliveries that are older than `days`, in many short transactions. */
    readonly forget: (days: number) => Written<void>
  }
>() {}
