import * as Effect from "effect/Effect"
import { Overloaded } from "../../domain/Errors.ts"
import { free } from "../../runtime/Freed.ts"
import * as Threads from "../../runtime/Threads.ts"
import type { BodyBytes } from "./BodyBytes.ts"
import type { BodyWork } from "./BodyThread.ts"

/** Larger bodies are decoded by the thread: to guard, parse and validate this much takes up to two milliseconds. */
export const largeBytes = 8 * 1024

const utf8 = new TextDecoder()

/** A body that takes longer is given up, with the thread. */
const budgetMs = 20_000

/**
 * A thread at rest has 50 MB, most of them schemas. They are given back, but not soon: to read them anew takes half a
 * second.
 */
const idleMs = 5 * 60_000

const notInTime = new Overloaded({ details: "The body could not be read in time. Try again later." })
const notRead = new Overloaded({ details: "The body could not be read. The log of the service says why." })

/**
 * Guards, decodes and validates large bodies off the thread that serves HTTP, one of a user at a time. They go there as they came.
 *
 * Fails: as the decoder of the endpoint does; `Overloaded` where too much waits, the thread died or took over 20
 * seconds.
 */
export const make = Effect.map(
  Threads.make<BodyWork>({
    script: new URL("./BodyThread.ts", import.meta.url),
    // A large body takes up to two seconds: another user's does not wait for it.
    threads: 2,
    mostOfUser: 1,
    budgetMs,
    idleMs,
    things: {}
  }),
  ({ run }) =>
    (user: string, endpoint: string, sent: BodyBytes) =>
      run(user, { endpoint, sent }, { things: {}, transfer: sent.pieces.map(({ buffer }) => buffer) }).pipe(
        Effect.map(({ bytes, isJson }): unknown => {
          if (!isJson) return bytes
          const text = utf8.decode(bytes)
          free(bytes)
          return JSON.parse(text)
        }),
        Effect.catchTag("JobFailed", ({ isDefect, reason }) =>
          isDefect
            ? Effect.zipRight(Effect.logError("A body met a defect", reason), notRead)
            : Effect.zipRight(Effect.logWarning("A body was given up", reason), notInTime)
        )
      )
)
