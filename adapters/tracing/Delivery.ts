import { Effect, Queue, Schedule, type Scope } from "effect"

/** Some spans as they are sent. */
export interface Batch {
  readonly spans: number
  /** A request of OTLP, as JSON. */
  readonly text: string
}

export interface DeliveryOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Delivery {
  /** Takes the batch, or drops it where too many wait. Never waits. */
  readonly offer: (batch: Batch) => void
  /** Spans that the collector has taken, and those that are lost, until now. */
  readonly counts: () => { readonly sent: number; readonly dropped: number }
}

/** Spans that wait for a collector, at the most: some six megabytes. */
export const mostWaiting = 8192
/** Of one request, in milliseconds. */
const longestRequest = 10_000
/** How often a batch is tried, with a pause that doubles: for some fifteen seconds. */
const tries = 5
/** How long what is left at the end is waited for. */
const longestEnd = "1 second"

/** Others are refused for good. Source: OTLP specification, OTLP/HTTP response. */
const mayGoAgain = new Set([429, 502, 503, 504])

/** The collector did not take a batch. */
interface Refused {
  readonly again: boolean
  readonly reason: string
}

/**
 * Takes batches to the collector, one after the other. Nothing waits for it, and nothing fails: what it does not take is
 * dropped and counted, with a line in the log at the first and one when it takes some again. At the end of the scope what
 * is left has a second.
 */
export const make = ({ headers, url }: DeliveryOptions): Effect.Effect<Delivery, never, Scope.Scope> =>
  Effect.gen(function* () {
    const batches = yield* Queue.unbounded<Batch>()
    const counts = { sent: 0, dropped: 0 }
    let waiting = 0
    let isAway = false

    const post = ({ text }: Batch) =>
      Effect.tryPromise({
        try: async (signal): Promise<number> => {
          const response = await fetch(url, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: text,
            redirect: "manual",
            signal: AbortSignal.any([signal, AbortSignal.timeout(longestRequest)])
          })
          await response.body?.cancel()
          return response.status
        },
        catch: (error): Refused => ({ again: true, reason: error instanceof Error ? error.name : "no answer" })
      }).pipe(
        Effect.filterOrFail(
          (status) => status >= 200 && status < 300,
          (status): Refused => ({ again: mayGoAgain.has(status), reason: `status ${status}` })
        )
      )

    const isTaken = (batch: Batch) =>
      Effect.suspend(() => {
        counts.sent += batch.spans
        if (!isAway) return Effect.void
        isAway = false
        return Effect.logInfo("Spans are taken again")
      })
    const isLost = (batch: Batch, reason: string) =>
      Effect.suspend(() => {
        counts.dropped += batch.spans
        if (isAway) return Effect.void
        isAway = true
        return Effect.annotateLogs(Effect.logWarning("Spans are not taken, and dropped"), { reason })
      })

    const pauses = Schedule.jittered(Schedule.exponential("1 second"))
    const deliver = (batch: Batch) =>
      post(batch).pipe(
        Effect.retry({ times: tries - 1, schedule: pauses, while: ({ again }) => again }),
        Effect.matchEffect({ onSuccess: () => isTaken(batch), onFailure: ({ reason }) => isLost(batch, reason) }),
        Effect.ensuring(Effect.sync(() => (waiting -= batch.spans)))
      )

    yield* Queue.take(batches).pipe(Effect.flatMap(deliver), Effect.forever, Effect.forkScoped)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => waiting).pipe(
        Effect.delay("10 millis"),
        Effect.repeat({ while: (some) => some > 0 }),
        Effect.interruptible,
        Effect.timeoutOption(longestEnd)
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
      counts: () => counts
    }
  })
