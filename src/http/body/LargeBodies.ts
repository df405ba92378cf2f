import * as Effect from "effect/Effect"
import { Overloaded } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { free } from "../../runtime/Freed.ts"
import * as Threads from "../../runtime/Threads.ts"
import type { BodyBytes } from "./BodyBytes.ts"
import type { BodyWork } from "./BodyThread.ts"

/** Larger bodies are decoded on another thread: checking, parsing and validating this many bytes takes up to 2 ms. */
export const largeBytes = 8 * 1024

const utf8 = new TextDecoder()

/**
 * Idle time after which a thread is stopped. An idle thread holds 50 MB, most of it schemas, and loading them again
 * takes half a second.
 */
const idleMs = 5 * 60_000

const notInTime = new Overloaded({ details: sentenceOf(limits.decodeSeconds) })
const notRead = new Overloaded({ details: "The service could not read the body. Its log has the reason." })

/**
 * Checks, decodes and validates large bodies on other threads than the one that serves HTTP, one per user at a time.
 * The bytes are transferred to the thread undecoded.
 *
 * Fails like the decoder of the endpoint, and with `Overloaded` if too many bodies wait or if the thread died or took
 * more than 20 seconds.
 */
export const make = Effect.map(
  Threads.make<BodyWork>({
    script: new URL("./BodyThread.ts", import.meta.url),
    // A large body takes up to two seconds; a body of another user should not have to wait for it.
    threads: 2,
    mostOfUser: 1,
    // When it expires, the body is refused and the thread is stopped.
    budgetMs: limits.decodeSeconds.most * 1000,
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
