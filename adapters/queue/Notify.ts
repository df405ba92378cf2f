import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { Client } from "pg"
import type { OperationQueue } from "../../src/ports/operations/OperationQueue.ts"
import * as Wakes from "./Wakes.ts"

/** Channels in the database. Other deployments have databases of their own, so the names can be fixed. */
type Channel = "plinth_operations" | "plinth_events"

/** Timeout of connecting and of a query, in milliseconds. */
const answerMillis = 5000
/** After this time without anything to send, the connection checks that the server answers and still accepts writes. */
const quiet = "10 seconds"
/** The pause before a lost connection is opened again. */
const pause = Schedule.jittered(Schedule.spaced("1 second"))
/** How long the end of the scope waits for a pending notification. */
const longestEnd = "1 second"

/** The connection is lost, or its server accepts no writes. */
class Lost extends Data.TaggedError("Lost")<{ readonly cause: unknown }> {}

/** Members of `pg`'s client that its types do not declare. */
interface Inner {
  readonly processID: number
  readonly connection: { readonly stream: { readonly destroy: () => void } }
}

interface Options {
  readonly url: Redacted.Redacted
  readonly channel: Channel
}

/**
 * Opens a connection that runs `heard` at each notification from other processes. `gone` fails once the connection is
 * lost.
 */
const connect = Effect.fnUntraced(function* ({ channel, url }: Options, heard: Effect.Effect<void>) {
  const gone = yield* Deferred.make<never, Lost>()
  const leave = (cause: unknown) => Deferred.unsafeDone(gone, new Lost({ cause }))
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const settings = { connectionString: Redacted.value(url), application_name: "plinth", keepAlive: true }
      return new Client({ ...settings, connectionTimeoutMillis: answerMillis, query_timeout: answerMillis })
    }),
    (made) => Effect.sync(() => (made as unknown as Inner).connection.stream.destroy())
  )
  client.on("error", leave).on("end", () => leave(null))
  client.on("notification", ({ processId }) => {
    if (processId !== (client as unknown as Inner).processID) Effect.runFork(heard)
  })
  const ask = (text: string) =>
    Effect.tryPromise({
      try: () => client.query<Readonly<Record<string, unknown>>>(text),
      catch: (cause) => new Lost({ cause })
    })
  yield* Effect.tryPromise({ try: () => client.connect(), catch: (cause) => new Lost({ cause }) })
  yield* ask(`LISTEN ${channel}`)
  return { ask, gone: Deferred.await(gone) }
})

/**
 * Creates wakes that also reach other processes on the same PostgreSQL, by NOTIFY, on one connection of
 * its own. A notification that failed because the server was away is sent once it is back. Through a pooler that shares
 * connections between clients, nothing is received. Creating it does not wait for the connection.
 */
export const make = (
  options: Options
): Effect.Effect<Pick<OperationQueue["Type"], "wake" | "wakes" | "calls">, never, Scope.Scope> =>
  Effect.gen(function* () {
    const own = yield* Wakes.make
    const others = yield* Wakes.make
    const unsent = yield* Queue.sliding<void>(1)
    const isSent = yield* Effect.makeLatch(true)

    const session = Effect.gen(function* () {
      const { ask, gone } = yield* connect(options, others.wake)
      // Notifications from before the connection were missed, so all readers are woken once.
      yield* others.wake
      const tell = ask(`SELECT pg_notify('${options.channel}', '')`).pipe(
        Effect.onError(() => Queue.offer(unsent, undefined)),
        Effect.zipRight(Effect.flatMap(Queue.isEmpty(unsent), (isEmpty) => (isEmpty ? isSent.open : Effect.void)))
      )
      const look = Effect.filterOrFail(
        ask("SELECT pg_is_in_recovery() AS follows"),
        ({ rows }) => rows[0]?.["follows"] === false,
        () => new Lost({ cause: "the server takes no writes" })
      )
      const next = Effect.flatMap(Effect.timeoutOption(Queue.take(unsent), quiet), (news) =>
        Option.isSome(news) ? tell : Effect.asVoid(look)
      )
      return yield* Effect.raceFirst(Effect.forever(next), gone)
    })

    yield* Effect.scoped(session).pipe(
      Effect.tapError(({ cause }) => Effect.logDebug("Other processes are not told of news for a moment", cause)),
      Effect.retry(pause),
      Effect.forkScoped
    )
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(isSent.await), longestEnd))
    return {
      wake: Effect.all([own.wake, isSent.close, Queue.offer(unsent, undefined)], { discard: true }),
      wakes: own.wakes,
      calls: others.wakes
    }
  })
