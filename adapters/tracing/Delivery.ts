import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"

/** Spans of one request. */
export interface Batch {
  readonly spans: number
  /** The body of the OTLP request, as JSON. */
  readonly text: string
}

export interface DeliveryOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Delivery {
  /** Queues the batch, or drops it if too many spans are waiting. Never waits. */
  readonly offer: (batch: Batch) => void
  /** Counts spans as lost that were never offered. */
  readonly lose: (spans: number) => void
  /** The numbers of spans that the collector accepted and that were lost, up to now. */
  readonly counts: () => { readonly sent: number; readonly dropped: number }
}

/** The most spans that wait for the collector: some six megabytes. */
export const mostWaiting = 8192
/** Timeout of one request, in milliseconds. */
const longestRequest = 10_000
/** Attempts for one batch, with pauses that double: fifteen seconds in all, or a minute if no request is answered. */
const tries = 5
/** How long the end of the scope waits for the remaining spans. */
const longestEnd = "1 second"

/** Statuses after which a batch is sent again. All others are final. Source: OTLP specification, OTLP/HTTP response. */
const mayGoAgain = new Set([429, 502, 503, 504])

/**
 * Returns how many spans of an accepted batch the collector rejected, by the body of its answer. Source: OTLP
 * specification, partial success; JSON encodes the number as a string.
 */
const rejectedIn = (body: string, spans: number): number => {
  try {
    const { partialSuccess } = JSON.parse(body) as { readonly partialSuccess?: { readonly rejectedSpans?: unknown } }
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0)
    return Number.isSafeInteger(rejected) ? Math.max(0, Math.min(spans, rejected)) : 0
  } catch {
    return 0
  }
}

/** The collector did not accept a batch. */
interface Refused {
  readonly again: boolean
  readonly reason: string
}

/**
 * Sends batches to the collector, one after another. Nothing waits for it or fails because of it: batches that the
 * collector does not accept are dropped and counted. The first loss is logged, and so is the first success after it.
 * The end of the scope waits a second for the rest, which is then dropped, counted and logged too.
 */
export const make = ({ headers, url }: DeliveryOptions): Effect.Effect<Delivery, never, Scope.Scope> =>
  Effect.gen(function* () {
    const batches = yield* Queue.unbounded<Batch>()
    const counts = { sent: 0, dropped: 0 }
    let waiting = 0
    let isAway = false

    const post = ({ spans, text }: Batch) =>
      Effect.tryPromise({
        try: async (signal) => {
          const response = await fetch(url, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: text,
            redirect: "manual",
            signal: AbortSignal.any([signal, AbortSignal.timeout(longestRequest)])
          })
          if (response.ok) return { status: response.status, rejected: rejectedIn(await response.text(), spans) }
          await response.body?.cancel()
          return { status: response.status, rejected: 0 }
        },
        catch: (error): Refused => ({ again: true, reason: error instanceof Error ? error.name : "no answer" })
      }).pipe(
        Effect.filterOrFail(
          ({ status }) => status >= 200 && status < 300,
          ({ status }): Refused => ({ again: mayGoAgain.has(status), reason: `status ${status}` })
        )
      )

    const isLost = (spans: number, reason: string) =>
      Effect.suspend(() => {
        counts.dropped += spans
        if (isAway) return Effect.void
        isAway = true
        return Effect.annotateLogs(Effect.logWarning("Spans are not taken, and dropped"), { reason })
      })
    const isTaken = (spans: number, rejected: number) =>
      Effect.suspend(() => {
        counts.sent += spans - rejected
        if (rejected > 0) return isLost(rejected, "rejected by the collector")
        if (!isAway) return Effect.void
        isAway = false
        return Effect.logInfo("Spans are taken again")
      })

    const isLeft = (spans: number) =>
      Effect.suspend(() => {
        counts.dropped += spans
        return Effect.annotateLogs(Effect.logWarning("Spans are left at the end, and dropped"), { spans })
      })

    const pauses = Schedule.jittered(Schedule.exponential("1 second"))
    /** Marks a batch as done. An interrupted delivery never gets here, so its spans count as left at the end. */
    const settled = (batch: Batch, outcome: Effect.Effect<void>) =>
      Effect.suspend(() => {
        waiting -= batch.spans
        return outcome
      })
    const deliver = (batch: Batch) =>
      post(batch).pipe(
        Effect.retry({ times: tries - 1, schedule: pauses, while: ({ again }) => again }),
        Effect.matchEffect({
          onSuccess: ({ rejected }) => settled(batch, isTaken(batch.spans, rejected)),
          onFailure: ({ reason }) => settled(batch, isLost(batch.spans, reason))
        })
      )

    const sender = yield* Queue.take(batches).pipe(Effect.flatMap(deliver), Effect.forever, Effect.forkScoped)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => waiting).pipe(
        Effect.delay("10 millis"),
        Effect.repeat({ while: (some) => some > 0 }),
        Effect.interruptible,
        Effect.timeoutOption(longestEnd),
        Effect.zipRight(Fiber.interrupt(sender)),
        Effect.zipRight(Effect.suspend(() => (waiting > 0 ? isLeft(waiting) : Effect.void)))
      )
    )
    return {
      offer: (batch) => {
        if (waiting + batch.spans > mostWaiting) {
          counts.dropped += batch.spans
          return
        }
        waiting += batch.spans
        batches.unsafeOffer(batch)
      },
      lose: (spans) => {
        counts.dropped += spans
      },
      counts: () => counts
    }
  })
