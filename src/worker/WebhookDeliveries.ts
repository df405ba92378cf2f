import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { WebhookDispatch } from "../application/webhooks/WebhookDispatch.ts"
import type { UserId } from "../domain/Principal.ts"
import { EventSignal } from "../ports/EventSignal.ts"
import { withoutContext } from "../ports/WithoutContext.ts"
import * as Turns from "../runtime/Turns.ts"

/** Interval of the search for deliveries that are due again, and for events whose signal was lost. */
const sweep = Schedule.spaced("1 second").pipe(Schedule.jittered)

/** Pause after each wake, so that changes in quick succession do not cause a look at the storage each. */
const pause = "100 millis"

/** Requests to one receiver at once, and to all. Makers take turns, so that slow receivers of one hold up no other. */
const [atOnceOfWebhook, atOnce] = [2, 64]

/** Delivers events to webhooks as long as the layer lives. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const dispatch = yield* WebhookDispatch
    const { wakes } = yield* EventSignal
    const scope = yield* Effect.scope
    const places = Turns.make({ places: atOnce, ofUser: Infinity, inAll: Infinity })
    /** The number of fibers that send to each webhook. */
    const busy = new Map<number, number>()

    const leave = (webhook: number) =>
      Effect.sync(() => {
        const left = busy.get(webhook)! - 1
        if (left === 0) busy.delete(webhook)
        else busy.set(webhook, left)
      })

    /** Sends the deliveries of a webhook one after the other until none is due. */
    const drain = (webhook: number, maker: UserId) =>
      Effect.zipRight(places.hold(maker), dispatch.deliverNext(webhook)).pipe(
        Effect.scoped,
        Effect.repeat({ while: (hasMore) => hasMore }),
        Effect.catchAllCause((cause) => Effect.logWarning("A webhook was not delivered this time", cause)),
        Effect.ensuring(leave(webhook))
      )

    const woken = yield* Queue.sliding<void>(1)
    const round = Effect.gen(function* () {
      // Due deliveries are sent after each part of the feed, so that a busy feed does not hold them up.
      if (yield* dispatch.hearSome) yield* Queue.offer(woken, undefined)
      for (const { createdBy, webhook } of yield* dispatch.due) {
        while ((busy.get(webhook) ?? 0) < atOnceOfWebhook) {
          busy.set(webhook, (busy.get(webhook) ?? 0) + 1)
          yield* Effect.forkIn(drain(webhook, createdBy), scope)
        }
      }
    }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("Webhooks wait for the storage", cause)))

    const wake = Queue.offer(woken, undefined)
    yield* wakes.pipe(
      Stream.runForEach(() => Effect.zipRight(wake, Effect.sleep(pause))),
      withoutContext,
      Effect.forkScoped
    )
    yield* wake.pipe(Effect.repeat(sweep), withoutContext, Effect.forkScoped)
    yield* Queue.take(woken).pipe(Effect.zipRight(round), Effect.forever, withoutContext, Effect.forkScoped)
  })
)
