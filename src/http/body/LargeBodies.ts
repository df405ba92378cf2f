import { Effect } from "effect"
import { Overloaded } from "../../domain/Errors.ts"
import * as Threads from "../../runtime/Threads.ts"
import type { BodyWork } from "./BodyThread.ts"

/** Larger bodies are decoded by the thread: to guard, parse and validate this much takes a few milliseconds. */
export const largeBytes = 64 * 1024

/** A body that takes longer is given up, with the thread. */
const budgetMs = 20_000

/**
 * Guards, decodes and validates large bodies off the thread that serves HTTP. Their buffers go with them.
 *
 * Fails: as the decoder of the endpoint does; `Overloaded` where too much waits, the thread died or took over 20
 * seconds.
 */
export const make = Effect.map(
  Threads.make<BodyWork>({ script: new URL("./BodyThread.ts", import.meta.url), threads: 1, budgetMs, things: {} }),
  ({ run }) =>
    (user: string, endpoint: string, bytes: Uint8Array) =>
      Effect.catchTag(
        run(user, { endpoint, bytes }, { things: {}, transfer: [bytes.buffer as ArrayBuffer] }),
        "JobFailed",
        () => new Overloaded({ details: "The body could not be read in time. Try again later." })
      )
)
