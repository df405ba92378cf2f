import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberSet from "effect/FiberSet"
import * as Runtime from "effect/Runtime"
import * as FairScheduler from "../../runtime/FairScheduler.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** The outcome of the work of a request. */
export type Outcome = Exit.Exit<Response, WireError>

interface Request {
  /** The user, or the network, that the work is counted for. */
  readonly user: string
  /** Whether the work begins at once instead of when the scheduler decides. */
  readonly isImmediate: boolean
  /** Aborted if the client disconnects, which interrupts the work. */
  readonly signal: AbortSignal
  /** Returns the response for the outcome of the work. */
  readonly answer: (outcome: Outcome) => Response
}

/**
 * Returns `run`, which runs the work of a request and returns its response, and `log`, which writes a line of the log.
 * Work is interrupted if the scope closes; the scope waits until interrupted work has cleaned up.
 */
export const make = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<unknown, WireError>()
  const runtime = yield* withoutContext(Effect.runtime())
  const runtimeFor = FairScheduler.runtimes(runtime)
  const fork = <A>(runtime: Runtime.Runtime<never>, work: Effect.Effect<A, WireError>, immediate: boolean) => {
    const fiber = Runtime.runFork(runtime, work, { immediate })
    FiberSet.unsafeAdd(fibers, fiber)
    return fiber
  }
  const run = (work: Effect.Effect<Response, WireError>, { answer, isImmediate, signal, user }: Request) => {
    const fiber = fork(runtimeFor(user), work, isImmediate)
    const outcome = fiber.unsafePoll()
    if (outcome !== null) return answer(outcome)
    signal.addEventListener("abort", () => fiber.unsafeInterruptAsFork(FiberId.none), { once: true })
    return new Promise<Response>((resolve, reject) => {
      fiber.addObserver((outcome) => {
        try {
          resolve(answer(outcome))
        } catch (error) {
          reject(error)
        }
      })
    })
  }
  return { run, log: (line: Effect.Effect<void>) => void fork(runtime, line, true) }
})
