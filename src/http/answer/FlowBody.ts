import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { Flow } from "../../application/common/Answers.ts"
import type { Overloaded } from "../../domain/Errors.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"

/** A piece of a body. */
export interface Piece {
  readonly bytes: Uint8Array
  readonly isLast: boolean
}

/**
 * Returns a body that is produced as fast as the client reads it: the first piece, then what `read` returns. An error of
 * `read` breaks the connection off, as does a client that reads too slowly. `close` runs once, at the end, after an error
 * and when the client goes away.
 *
 * Fails with `Overloaded` if there is no memory for it.
 */
export const flowBody = <E>(
  first: Piece,
  read: Effect.Effect<Piece, E>,
  flow: Flow,
  close: Effect.Effect<void>
): Effect.Effect<ReadableStream<Uint8Array>, Overloaded> =>
  Effect.gen(function* () {
    let giveUp = (): void => {}
    const reader = yield* Effect.onError(
      flow.begin(() => giveUp()),
      () => close
    )
    const run = Runtime.runPromise(yield* Effect.runtime())
    let ready: Piece | null = first
    /** Null once the response has ended, so that the memory behind it can be reclaimed. */
    let next: typeof read | null = read
    const end = (): void => {
      if (next === null) return
      next = ready = null
      flow.end()
      void run(close)
    }
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          giveUp = () => {
            end()
            controller.error(new Error("the answer was given up"))
          }
        },
        pull: async (controller) => {
          reader.asks()
          try {
            // Reading rows may never yield to the event loop, so other waiting work gets a turn first.
            const { bytes, isLast } = ready ?? (await run(Effect.zipRight(nextTurn, next!)))
            ready = null
            // The response may have been cancelled in the meantime.
            if (next === null) return
            reader.given(bytes.length)
            if (bytes.length > 0) controller.enqueue(bytes)
            if (!isLast) return
            end()
            controller.close()
          } catch (error) {
            end()
            throw error
          }
        },
        cancel: end
      },
      { highWaterMark: 0 }
    )
  })
