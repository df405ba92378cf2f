import { Deferred, Effect, FiberId } from "effect"
import { Overloaded } from "../domain/Errors.ts"
import type { FromThread, ToThread } from "./BodyThread.ts"
import type { WireError } from "./errors/ErrorTable.ts"

/** Larger bodies are decoded by the thread: to guard, parse and validate this much takes a few milliseconds. */
export const largeBytes = 64 * 1024

/** A body that takes longer is given up, with the thread. */
const budget = "20 seconds"

const givenUp = () => new Overloaded({ details: "The body could not be read in time. Try again later." })

type Waiting = Map<number, Deferred.Deferred<unknown, WireError>>

/** Starts a thread that answers what waits; its end fails what still does. */
const start = (waiting: Waiting): Worker => {
  const worker = new Worker(new URL("./BodyThread.ts", import.meta.url))
  worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
    const deferred = waiting.get(data.id)
    waiting.delete(data.id)
    if (deferred === undefined) return
    Deferred.unsafeDone(deferred, "failure" in data ? Effect.fail(data.failure) : Effect.succeed(data.body))
  }
  const end = () => {
    for (const deferred of waiting.values()) Deferred.unsafeDone(deferred, Effect.fail(givenUp()))
    waiting.clear()
  }
  worker.addEventListener("error", end)
  worker.addEventListener("close", end)
  return worker
}

/**
 * Guards, decodes and validates large bodies off the thread that serves HTTP. The thread is started with the
 * first of them, and anew when it died.
 *
 * Fails: as the decoder of the endpoint does; `Overloaded` where the thread died or took over 20 seconds.
 */
export const make = Effect.gen(function* () {
  let thread: { readonly worker: Worker; readonly waiting: Waiting } | null = null
  let next = 0

  const stop = Effect.sync(() => {
    thread?.worker.terminate()
    thread = null
  })
  yield* Effect.addFinalizer(() => stop)

  return (endpoint: string, bytes: Uint8Array): Effect.Effect<unknown, WireError> =>
    Effect.suspend(() => {
      if (thread === null) {
        const waiting: Waiting = new Map()
        const worker = start(waiting)
        const own = { worker, waiting }
        worker.addEventListener("close", () => {
          if (thread === own) thread = null
        })
        thread = own
      }
      const { waiting, worker } = thread
      const id = next++
      const deferred = Deferred.unsafeMake<unknown, WireError>(FiberId.none)
      waiting.set(id, deferred)
      const message: ToThread = { id, endpoint, bytes }
      worker.postMessage(message, [bytes.buffer as ArrayBuffer])
      return Deferred.await(deferred).pipe(
        Effect.timeoutFail({ duration: budget, onTimeout: givenUp }),
        Effect.tapError((error) => (error._tag === "Overloaded" ? stop : Effect.void)),
        Effect.ensuring(Effect.sync(() => waiting.delete(id)))
      )
    })
})
