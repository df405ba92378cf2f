import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import type { Binding } from "../call/Call.ts"
import * as Dispatch from "./Dispatch.ts"
import { Draining } from "./Draining.ts"
import type { Listener } from "../call/Listener.ts"

/**
 * Answers what the listener hears with the bindings: all that there are, or some. A client that goes away interrupts its request, and so does the
 * end of the scope, which waits until what was interrupted has cleaned up.
 */
export const layer = <R>(listener: Listener, bindings: Effect.Effect<ReadonlyArray<Binding>, never, R>) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const dispatch = yield* Effect.flatMap(bindings, Dispatch.make)
      const { reach } = yield* FaultPoints
      const requests = yield* FiberSet.make<Response>()
      const fork = yield* withoutContext(FiberSet.runtime(requests)())
      yield* listener.serve((request, connection) => {
        const answer = dispatch(request, connection)
        if (answer instanceof Response) return answer
        const reached = request.method === "POST" ? Effect.zipLeft(answer, reach("post.answered")) : answer
        const fiber = fork(reached, { immediate: true })
        request.signal.addEventListener("abort", () => fiber.unsafeInterruptAsFork(FiberId.none), { once: true })
        return new Promise((resolve, reject) => {
          fiber.addObserver((exit) => (Exit.isSuccess(exit) ? resolve(exit.value) : reject(Cause.squash(exit.cause))))
        })
      })
    }).pipe(Effect.provideService(Draining, listener))
  )
