import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberSet from "effect/FiberSet"
import { withoutContext } from "../../ports/WithoutContext.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** The outcome of the work of a request. */
export type Outcome = Exit.Exit<Response, WireError>

/**
 * Returns a function that runs the work of a request and returns what `answer` makes of its outcome. The work is
 * interrupted if the client disconnects or the scope closes; the scope waits until interrupted work has cleaned up.
 */
export const make = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<unknown, WireError>()
  const fork = yield* withoutContext(FiberSet.runtime(fibers)())
  const run = (
    work: Effect.Effect<Response, WireError>,
    signal: AbortSignal,
    answer: (outcome: Outcome) => Response
  ): Response | Promise<Response> => {
    const fiber = fork(work)
    const outcome = fiber.unsafePoll()
    if (outcome !== null) return answer(outcome)
    signal.addEventListener("abort", () => fiber.unsafeInterruptAsFork(FiberId.none), { once: true })
    return new Promise((resolve, reject) => {
      fiber.addObserver((outcome) => {
        try {
          resolve(answer(outcome))
        } catch (error) {
          reject(error)
        }
      })
    })
  }
  return { run, fork }
})
